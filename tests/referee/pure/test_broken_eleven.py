"""The referee objects to engines of Eleven that break a rule, and names the rule.

Each is the correct engine with one slip. Random managers consult the checks of the rules, so one
without a check meets managers who do forbidden things.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from referee.eleven.module_games import Modules, solo
from referee.eleven.test_seasons_against_engine import package
from referee.playing import trace_lines
from referee.pure.breaking import (
    Change,
    add,
    after,
    as_if,
    before,
    constant,
    instead,
    put,
    reword,
    skip,
    undone,
    wrap,
)
from sampled import some

from eoc_sim.errors import EngineError, StrategyError
from eoc_sim.referee.eleven.data import Data
from eoc_sim.referee.eleven.game import Disagreement, ReferenceGame
from eoc_sim.simulator.eleven import (
    abilities,
    actions,
    betting,
    board,
    cards,
    club,
    conditions,
    consequences,
    deals,
    directors,
    effects,
    epic,
    lasting,
    league,
    league_matches,
    market,
    match,
    match_day,
    match_gains,
    naming,
    offers,
    pairing,
    refereeing,
    rerolling,
    scoring,
    season_match,
    season_play,
    season_prepare,
    season_scoring,
    season_set_up,
    set_up,
    strength,
    tokens,
    turning,
    unique_cards,
    week,
    winter,
    winter_choices,
    winter_tokens,
)
from eoc_sim.simulator.eleven import (
    solo as solo_goals,
)
from eoc_sim.simulator.eleven.engine import Engine, load_strategy
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.switches import BOARD_TIE

GAMES = 8
"""The number of games within which a broken engine must be detected; mostly the first."""
LEAGUE = Modules(3, {"layer": "league"})
TACTICS = Modules(3, {"layer": "league", "start_tactics": "3"})
SEASON = Modules(3, {"weeks": "3"})
RICH = Modules(3, {"weeks": "3", "start_money": "30", "start_tactics": "2"})
WHOLE = Modules(4, {**RICH.settings, "weeks": "8"})
POOR = Modules(3, {"weeks": "3", "start_money": "0"})
DEALS = Modules(3, {**RICH.settings, "transfers": "on", "market": "on"})
RIVALS = Modules(2, {"layer": "league", "league_matches": "on"})
RIVALRY = Modules(2, {"league_matches": "on"})
HALVES = Modules(4, {**RIVALS.settings, "fresh_gloves": "off"})
REFEREES = Modules(3, {**RICH.settings, "referees": "on"})
BETS = Modules(3, {"layer": "league", "betting": "on"})
EPIC = Modules(2, {"epic": "on"})
DEALT = Modules(2, {"layer": "league", "epic": "on", "schedule": "dealt"})
UNIQUE = Modules(2, {**RICH.settings, "unique_cards": "on"})
ALONE = Modules(1, solo("2"))


@dataclass(frozen=True)
class Broken:
    """An engine that breaks a rule."""

    what: str
    rules: str  # the referee must name one of these
    change: Change
    case: Modules = SEASON

    def __str__(self) -> str:
        return self.what


def more(number: int) -> Callable[..., Any]:
    """Wrap a function that then returns this much more."""
    return lambda sound, *arguments: sound(*arguments) + number


def never(*arguments: Any) -> bool:
    return False


def always_true(*arguments: Any) -> bool:
    return True


def lawful(function: Any) -> Change:
    """Replace a check by one that refuses nothing."""
    return instead(function, lambda *arguments: 0)


def opposite(sound: Any, *arguments: Any) -> bool:
    return not sound(*arguments)


BROKEN = [
    # Set-up
    Broken(
        "a manager meets a club twice",
        "LEA-3",
        after(
            set_up.deal_clubs,
            lambda state: put(state.box.clubs_met, (0, 1), int(state.box.clubs_met[0, 0])),
        ),
        LEAGUE,
    ),
    Broken(
        "one more match against the lower deck",
        "LEA-2 LEA-3",
        wrap(set_up.matches_of_deck, more(1)),
    ),
    Broken("no First Trainer", "SET-4", skip(season_set_up.deal_trainers)),
    Broken("no veteran", "SET-4", skip(season_set_up.deal_squads)),
    Broken("no directors", "SET-5", skip(season_set_up.deal_directors)),
    Broken(
        "a level begins 1 higher",
        "SET-5",
        before(directors.set_levels, lambda state, trace: add(state.table.first_level, 0, 1)),
    ),
    Broken("no objectives", "SET-6", skip(season_set_up.deal_objectives)),
    Broken("tactics are not shuffled", "SET-7", skip(set_up.deal_tactics), LEAGUE),
    Broken("rows have one card less", "SET-8", wrap(cards.row_size, more(-1))),
    Broken("no card comes into a gap", "SET-8", skip(cards.fill_row)),
    Broken("hired cards stay on offer", "SET-8", skip(cards.take_from_area)),
    # The club
    Broken(
        "a gain is 1 more",
        "EFF-1",
        wrap(club.gain, lambda sound, *rest: sound(*rest[:3], rest[3] + 1)),
    ),
    Broken(
        "VP won are lost",
        "SCO-6 EFF-1",
        wrap(club.gain_vp, lambda sound, table, seat, part, vp: sound(table, seat, part, -vp)),
    ),
    Broken("levels go up to 6", "CLU-2 SET-5", constant(club, "HIGHEST_LEVEL", 6)),
    Broken("levels go down to 0", "CLU-2 SET-5", constant(club, "LOWEST_LEVEL", 0)),
    Broken("a stand holds one more", "CLU-3", wrap(club.stand_places, more(1))),
    Broken("one more board", "CLU-4", wrap(club.boards, more(1))),
    Broken("one more place for staff", "CLU-6", wrap(club.staff_places, more(1))),
    Broken("re-rolls are free", "CLU-1 CLU-3", skip(rerolling.pay)),
    # The week
    Broken(
        "production is 1 more",
        "WEE-1",
        before(week.produce, lambda state, trace, seat: add(state.table.level[seat], 0, 1)),
    ),
    Broken("nothing is produced", "WEE-1 EFF-1", undone(week.produce, "resources")),
    Broken("upkeep is 1 more", "CLU-7", wrap(week.upkeep_due, more(1))),
    Broken("upkeep is not paid", "CLU-7", skip(week.pay_upkeep)),
    Broken("unpaid upkeep costs nothing", "CLU-7 SCO-6", undone(week.pay_upkeep, "earned"), POOR),
    Broken(
        "the cheapest staff leave",
        "CLU-7",
        wrap(
            week.dearest_staff,
            lambda sound, table, seat: (
                int(table.held[seat, 1, table.held_count[seat, 1] - 1])
                if table.held_count[seat, 1]
                else -1
            ),
        ),
        Modules(3, {"weeks": "4", "unpaid": "leave", "start_money": "0"}),
    ),
    Broken("the area is not renewed", "WEE-4 SET-8", skip(week.renew_area)),
    Broken("resources are lost", "CLU-1 CLU-7", as_if(week.lose_resources, rule_keep=1)),
    Broken("tokens stay", "PLA-3 WEE-4", skip(week.recover), Modules(4, {"weeks": "6"})),
    Broken("the marker stays", "WEE-4", undone(season_play.end_week, "first_manager")),
    # Board meetings
    Broken("one vote decides", "BOA-2", constant(board, "MAJORITY", 1)),
    Broken(
        "faces are read backwards",
        "BOA-1 BOA-2",
        wrap(board.vote_of, lambda sound, *rest: 2 - sound(*rest)),
    ),
    Broken("an outcome does not last", "BOA-3 ACT-1", undone(board.close_meeting, "outcome")),
    Broken(
        "managers choose in a tie",
        "BOA-2",
        as_if(board.is_colour_chosen, rule_board_tie=BOARD_TIE.MANAGER),
    ),
    # Actions
    Broken(
        "a second extra action", "WEE-2 ACT-0", as_if(actions.action_refusal, rule_extra_per_day=2)
    ),
    Broken("extra actions are free", "WEE-2", as_if(actions.take_action, rule_extra_cost=0)),
    Broken("prices are 1 more", "ACT-1 ACT-3 ACT-6", wrap(actions.price_for, more(1))),
    Broken(
        "no discounts", "EFF-1 ACT-1 ACT-3 ACT-6", instead(actions.discount, lambda *rest: 0), RICH
    ),
    Broken("a sale brings 1 more", "ACT-2", wrap(actions.sale_price, more(1))),
    Broken("any staff card may come", "ACT-3 CLU-6", lawful(actions.staff_refusal)),
    Broken("two shirt sponsors", "ACT-5 CLU-4", lawful(actions.sponsor_refusal)),
    Broken("two equal tokens", "CLU-5 ACT-6", lawful(actions.token_refusal), RICH),
    Broken("the office grows on", "CLU-6 ACT-6", lawful(actions.build_refusal), RICH),
    Broken("free actions again and again", "ACT-9 EFF-2", lawful(actions.free_refusal)),
    Broken(
        "hired cards train at once",
        "PLA-1 MAT-10",
        after(cards.give_card, lambda state, seat, card: put(state.table.is_trained, card, 1)),
    ),
    # Cards
    Broken("cards are 1 stronger", "PLA-2 MAT-2 MAT-8", wrap(strength.card_strength, more(1))),
    Broken(
        "an injury lasts a week longer",
        "PLA-3",
        wrap(tokens.last_week, more(1)),
        Modules(4, {"weeks": "6"}),
    ),
    Broken("youngsters learn nothing", "PLA-4", skip(consequences.give_experience)),
    Broken(
        "two matches train a youngster",
        "PLA-4",
        after(cards.fill_space, lambda state, card: add(state.table.experience, card, 1)),
    ),
    Broken("veterans stay", "PLA-5", skip(consequences.let_veterans_leave)),
    Broken("a trained card shows its old side", "ACT-7 PLA-4 MAT-12", skip(cards.train)),
    # Preparation
    Broken(
        "any card plays",
        "PLA-3 MAT-5",
        lawful(season_prepare.field_refusal),
        Modules(4, {"weeks": "6"}),
    ),
    Broken("cards play for nothing", "MAT-5 CLU-1", undone(season_prepare.assign, "resources")),
    Broken(
        "the basic team has other strengths",
        "MAT-2 MAT-8",
        after(
            season_prepare.form_basic_team, lambda table, seat: add(table.team_strength[seat], 0, 1)
        ),
    ),
    Broken(
        "fielded cards do not take markers over", "MAT-2 MAT-5 CLU-1", skip(season_prepare.assign)
    ),
    # Effects
    Broken("abilities are free", "EFF-2 MAT-5 MAT-6", skip(effects.pay)),
    Broken("every clause can be paid", "EFF-2 MAT-5 MAT-10", instead(effects.can_pay, always_true)),
    Broken(
        "effects bring twice as much",
        "EFF-1",
        wrap(conditions.amount_with, lambda sound, *rest: 2 * sound(*rest)),
    ),
    Broken("conditions are not checked", "EFF-2", instead(conditions.is_due, always_true)),
    Broken("dice decide nothing", "EFF-2 MAT-8", instead(conditions.die_allows, always_true)),
    Broken(
        "an untrained card uses its ability",
        "PLA-1 MAT-6 EFF-2 MAT-10",
        instead(effects.has_ability, always_true),
    ),
    Broken("lasting gains are 1 more", "EFF-1 CLU-7 ACT-1", wrap(lasting.sum_lasting, more(1))),
    Broken("effects may be used again", "MAT-6 EFF-2 MAT-10", lawful(abilities.use_refusal)),
    Broken("any card may be named", "EFF-2 ACT-9", instead(naming.may_name_card, always_true)),
    Broken(
        "strengths won are 3 more",
        "PLA-2 MAT-8 MAT-9",
        wrap(
            match_gains.gain_strength,
            lambda sound, table, seat, place, amount: sound(table, seat, place, amount + 3),
        ),
        WHOLE,
    ),
    Broken(
        "named markers get nothing",
        "MAT-6 PLA-2 MAT-8 MAT-9",
        skip(match_gains.change_named_markers),
        WHOLE,
    ),
    # Matches
    Broken(
        "turned markers may turn again",
        "MAT-6 MAT-8",
        undone(turning.turn_marker, "turned"),
        TACTICS,
    ),
    Broken(
        "shields stop the weakest first",
        "MAT-8 MAT-9",
        wrap(match.is_stopped_before, opposite),
        LEAGUE,
    ),
    Broken(
        "a shield stops any number of balls",
        "MAT-8",
        instead(match.shields_suffice, always_true),
        LEAGUE,
    ),
    Broken(
        "the keeper saves nothing",
        "MAT-9",
        reword(match.save_shots, "range(pitch.gloves[1 - team])", "range(0)"),
        LEAGUE,
    ),
    Broken(
        "the keeper saves the weakest",
        "MAT-9",
        reword(
            match.save_shots,
            "pitch.strength[team, marker] >= pitch",
            "pitch.strength[team, marker] < pitch",
        ),
        LEAGUE,
    ),
    Broken(
        "sections face themselves",
        "MAT-7 MAT-8 MAT-9",
        constant(match, "FACING", list(range(5))),
        LEAGUE,
    ),
    Broken(
        "tactic cards score one more", "MAT-10", wrap(match_day.goals_of_tactic, more(1)), LEAGUE
    ),
    Broken("effects add one goal more", "MAT-10", wrap(season_match.goals_of_tactic, more(1))),
    Broken("a win is worth 2", "MAT-11", as_if(match_day.count_result, rule_win_points=2), LEAGUE),
    Broken(
        "numbers hit another card",
        "MAT-12 PLA-3",
        wrap(
            consequences.card_hit,
            lambda sound, table, seat, number: sound(table, seat, number % 12 + 1),
        ),
        Modules(4, {"weeks": "6"}),
    ),
    Broken(
        "consequences are those of a win",
        "MAT-12",
        before(
            consequences.carry_out_consequence,
            lambda state, trace, seat: put(state.box.result, seat, 0),
        ),
    ),
    Broken(
        "resources left on cards are lost",
        "MAT-5 CLU-7",
        undone(consequences.take_back, "resources"),
    ),
    # The league
    Broken("clubs without a match win", "LEA-4", wrap(league.roll_points, more(1)), LEAGUE),
    Broken(
        "clubs get the managers' points",
        "LEA-4",
        wrap(league.points_against, lambda sound, table, result: (3, 1, 0)[int(result)]),
        LEAGUE,
    ),
    Broken(
        "level clubs are ahead",
        "LEA-5 SCO-1",
        as_if(league.count_positions, rule_league_ties=1),
        LEAGUE,
    ),
    # Scoring
    Broken(
        "untrained youngsters score",
        "SCO-2 SCO-7",
        instead(season_scoring.vp_of_youngsters, lambda table, seat: 1),
    ),
    Broken("a stadium scores 1 more", "SCO-3 SCO-7", wrap(season_scoring.vp_of_stadium, more(1))),
    Broken("staff sets score 1 more", "SCO-4 SCO-7", wrap(season_scoring.vp_of_staff, more(1))),
    Broken(
        "fulfilled is perfect",
        "SCO-5 SCO-7",
        wrap(season_scoring.judge_objective, lambda sound, *rest: 2 * min(1, sound(*rest))),
    ),
    Broken("an objective counts 1 more", "SET-6 SCO-7", wrap(season_scoring.measured, more(1))),
    Broken("the end brings 1 more", "SCO-6 SCO-7", wrap(season_scoring.vp_at_end, more(1))),
    Broken(
        "the worse manager wins",
        "SCO-7",
        wrap(scoring.better, lambda sound, *rest: -sound(*rest)),
        LEAGUE,
    ),
    # Transfers and the market
    Broken("auctions bring 1 more", "TRA-5 TRA-3", wrap(deals.bonus_of_sale, more(1)), DEALS),
    Broken("the buyer does not pay", "TRA-3 CLU-1", undone(deals.hand_over, "resources"), DEALS),
    Broken("a sale scores 1 more", "TRA-6 ACT-2 PLA-4", wrap(deals.vp_of_sale, more(1)), DEALS),
    Broken("any offer", "TRA-7 ACT-1", lawful(offers.offer_refusal), DEALS),
    Broken("the market pays 1 more", "MKT-2", wrap(market.market_money, more(1)), DEALS),
    Broken("the pile does not move", "MKT-2", skip(market.move_pile), DEALS),
    Broken("the pile is not cut", "MKT-1", skip(market.cut_pile), DEALS),
    # League matches
    Broken("the Visitor is Host", "PVP-3 PVP-4", wrap(pairing.is_host, opposite), RIVALRY),
    Broken(
        "nobody meets a manager",
        "PVP-1 LEA-3",
        instead(pairing.rival_in, lambda *rest: -1),
        RIVALRY,
    ),
    Broken("halves change the teams", "PVP-5 MAT-9", skip(league_matches.restore_team), HALVES),
    Broken(
        "goals are not compared",
        "PVP-7",
        instead(league_matches.winner_of, lambda state: 0),
        RIVALS,
    ),
    Broken("shots are 1 more", "PVP-7", wrap(league_matches.shot_of, more(1)), RIVALS),
    Broken(
        "a shoot-out takes one round",
        "PVP-7",
        wrap(league_matches.end_round, lambda sound, *rest: sound(*rest) or True),
        RIVALS,
    ),
    # Referees
    Broken("referees come in half the rows", "REF-2", wrap(refereeing.has_tag, opposite), REFEREES),
    Broken(
        "referees see every side",
        "REF-4 REF-2",
        instead(refereeing.is_meant, always_true),
        REFEREES,
    ),
    Broken(
        "the die of an effect decides nothing",
        "REF-3 REF-2",
        instead(refereeing.allows, always_true),
        REFEREES,
    ),
    Broken(
        "every card has scored",
        "REF-7 MAT-5",
        instead(refereeing.has_scored, always_true),
        REFEREES,
    ),
    Broken("marks have no effect", "REF-3 REF-6 MAT-5", skip(refereeing.mark), REFEREES),
    # Betting
    Broken("a bet pays one more", "BET-5", wrap(betting.payout_at, more(1)), BETS),
    Broken("every token wins", "BET-5", instead(betting.is_under, always_true), BETS),
    Broken(
        "another space wins",
        "BET-5 BET-2",
        wrap(betting.winning_space, lambda sound, *rest: (sound(*rest) + 1) % 81),
        BETS,
    ),
    # Epic
    Broken("levels do not drop", "EPI-4", as_if(winter.open_window, rule_winter_drop=0), EPIC),
    Broken(
        "the window pays 1 more",
        "EPI-5 CLU-1",
        after(
            winter.give_income, lambda state, trace, seat: add(state.table.resources[seat], 0, 1)
        ),
        EPIC,
    ),
    Broken(
        "every objective is fulfilled",
        "EPI-4",
        instead(winter_choices.is_fulfilled, always_true),
        EPIC,
    ),
    Broken("counts go on after the Break", "EPI-3 SCO-7", skip(winter.begin_half), EPIC),
    Broken("the last picks first", "EPI-7", wrap(winter_tokens.is_before, opposite), EPIC),
    Broken("any winter action", "EPI-5 ACT-2", lawful(winter_choices.winter_act_refusal), EPIC),
    Broken("a winter token does nothing", "EPI-9 EPI-8", skip(winter_tokens.lay), EPIC),
    Broken(
        "clubs of the first half come again",
        "EPI-2 LEA-2",
        instead(epic.meets_before, never),
        DEALT,
    ),
    # Unique cards and solo
    Broken("no unique cards", "EXT-1", skip(unique_cards.deal), UNIQUE),
    Broken(
        "the other side of a unique card",
        "EXT-1 EFF-2",
        wrap(unique_cards.side_of_card, lambda sound, card, side: sound(card, 1 - side)),
        UNIQUE,
    ),
    Broken("a goal counts 1 more", "SOLO-2 SOLO-1", wrap(solo_goals.value_of, more(1)), ALONE),
]


def rules_of(case: Modules) -> Any:
    return RULES.resolve("standard", {"layer": "season", **case.settings})


@cache
def data() -> Data:
    """Return the reference's components of the package."""
    return Data(package().as_dict())


def judge(case: Modules, game: int) -> str:
    """Return the rule that the referee finds broken in a game, or ""."""
    seats = [load_strategy("random")] * case.managers
    worker = Engine(package(), rules_of(case), seats, case.seed).worker()
    with suppress(EngineError, StrategyError):  # the game ends there
        worker.play_traced(game)
    try:
        events = [json.loads(line) for line in trace_lines(worker.events())]
        ReferenceGame(events, data()).play()
    except Disagreement as error:
        return error.rule
    return ""


@cache
def sound_engine(case: Modules) -> str:
    """Return the referee's verdict on the correct engine's first game."""
    return judge(case, 0)


@pytest.mark.parametrize("broken", some(BROKEN, 12), ids=str)
def test_a_broken_engine_is_detected(broken: Broken, monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee names the broken rule, and none in the correct engine's game."""
    assert sound_engine(broken.case) == ""
    broken.change.apply(monkeypatch)
    rule = next(filter(None, (judge(broken.case, game) for game in range(GAMES))), "")
    assert rule in broken.rules.split(), rule or "the referee has not noticed anything"


def test_every_chapter_of_the_rules_is_broken() -> None:
    """This covers the chapters that a trace shows."""
    chapters = {rule.partition("-")[0] for broken in BROKEN for rule in broken.rules.split()}
    assert chapters >= {
        "SET", "LEA", "CLU", "WEE", "BOA", "ACT", "PLA", "MAT", "EFF", "SCO", "TRA", "MKT", "PVP",
        "REF", "BET", "EPI", "EXT", "SOLO",
    }  # fmt: skip
    assert len({broken.what for broken in BROKEN}) == len(BROKEN)
