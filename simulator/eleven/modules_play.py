"""Playing with the leaflet's modules, from one resting point to the next (LAY-3).

The code of the season and the league does no more than switch to a module's phase. Everything else
in a module is called from here, so that a game without modules compiles none of it.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import (
    betting,
    deals,
    league_set_up,
    market,
    play,
    refereeing,
    season_league_match,
    season_play,
    season_set_up,
    solo,
    unique_cards,
    winter,
)
from eoc_sim.simulator.eleven.effects import go_on
from eoc_sim.simulator.eleven.state import (
    ADDING_TACTIC,
    BEGINNING,
    BETTING,
    BREAKING,
    CALLING_REFEREE,
    CHOOSING_SIDES,
    DEALING,
    FINISHING,
    PAYING_BETS,
    PLAYING,
    PREPARING,
    REFEREED,
    REFEREEING,
    SUSPENDING,
    WINTER_PLACING,
)
from eoc_sim.simulator.eleven.switches import LEAGUE_MATCHES, REFEREES, SOLO, UNIQUE_CARDS
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def set_up_league(state, trace, policies, seed, game, seating):
    """SET-9: set up a league and its modules; return 0."""
    league_set_up.set_up(state, trace, policies, seed, game, seating)
    betting.set_up(state, trace)
    return 0


@compiled
def set_up_season(state, trace, policies, seed, game, seating):
    """SET-9: set up a season and its modules; return 0."""
    season_set_up.deal(state, trace, seed, game, seating)
    if market.has_market(state.table):
        market.cut_pile(state, trace)
    if state.table.rule_unique_cards == UNIQUE_CARDS.ON:
        unique_cards.deal(state)
    season_set_up.begin(state, trace)
    return 0


@compiled
def begin_week(state, trace):
    """SET-9, SOLO-1: give out bet tokens in week 1, and check solo goals."""
    table = state.table
    if table.week == 1:
        betting.set_up(state, trace)
    if table.rule_solo == SOLO.ON:
        solo.check_week(state, trace)


@compiled
def place_bets(state, trace, policies):
    """WEE-3: let managers bet; return 0 or the refusal."""
    refusal = betting.bet(state, trace, policies)
    if refusal == 0:
        season_play.go_to(state.table, PREPARING)
    return refusal


@compiled
def play_league_step(state, trace, policies):
    """Play to a league's next resting point; return 0 or the refusal."""
    stop_blaming(state)
    phase = state.table.phase
    if phase == BETTING:
        return place_bets(state, trace, policies)
    if phase == PAYING_BETS:
        betting.pay_bets(state, trace)
        play.end_week(state, trace)
        return 0
    return play.play_step(state, trace, policies)


@compiled
def play_unique_cards(state, trace, policies):
    """EXT-1, SET-9: let all managers play their unique cards; return 0 or the refusal."""
    refusal = unique_cards.choose_sides(state, trace, policies)
    if refusal == 0:
        season_play.begin_season(state.table)
    return refusal


@compiled
def play_step(state, trace, policies):
    """Play to a season's next resting point; return 0 or the refusal."""
    at_rest = state.box.frames == 0
    refusal = play_phase(state, trace, policies)
    if at_rest and state.table.rule_unique_cards == UNIQUE_CARDS.ON:
        unique_cards.push_effects_after_match(state)
    return refusal


@compiled
def play_phase(state, trace, policies):
    """Take the next step of a season; return 0 or the refusal."""
    table = state.table
    stop_blaming(state)
    if state.box.frames > 0:
        return go_on(state, trace, policies)
    phase = table.phase
    if phase == DEALING:
        return deals.play_deal(state, trace, policies)
    if BREAKING <= phase <= WINTER_PLACING:
        return winter.play_step(state, trace, policies)
    if phase == BETTING:
        return place_bets(state, trace, policies)
    if phase == CHOOSING_SIDES:
        return play_unique_cards(state, trace, policies)
    if phase == REFEREEING:
        return refereeing.reroll(state, trace, policies)
    if phase == ADDING_TACTIC:
        return refereeing.add_tactic(state, trace, policies)
    if phase == SUSPENDING:
        return refereeing.place_referee_token(state, trace, policies, whose_turn(table))
    if table.rule_league_matches == LEAGUE_MATCHES.ON and season_league_match.is_due(table):
        return season_league_match.play_step(state, trace, policies)
    if phase == PAYING_BETS:
        betting.pay_bets(state, trace)
        season_play.let_cards_recover(state, trace)
    elif phase == FINISHING and table.rule_solo == SOLO.ON:
        solo.finish(state, trace)
    elif phase == CALLING_REFEREE:
        refereeing.call_referee(state)
    elif phase == REFEREED:
        refereeing.go_on(state, trace)
    elif phase == PLAYING and table.rule_referees == REFEREES.ON:
        if season_play.begin_match(table):
            refereeing.play_match(state, trace, whose_turn(table))
        else:
            refereeing.clear(table)
    else:
        if phase == BEGINNING:
            begin_week(state, trace)
        return season_play.play_step(state, trace, policies)
    return 0
