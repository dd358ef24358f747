"""Engines of Eleven that break a rule about matches, meetings between managers, or referees."""

from __future__ import annotations

from referee.eleven.module_games import Modules
from referee.pure.breaking import (
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
from referee.pure.eleven.breaking import (
    LEAGUE,
    LEAGUE_WITH_MATCHES,
    LEAGUE_WITH_USED_GLOVES,
    OFTEN_REFEREED,
    REFEREES,
    SEASON_WITH_MATCHES,
    TACTICS,
    Broken,
    always_true,
    more,
    never_refuse,
    opposite,
)

from eoc_sim.simulator.eleven import (
    consequences,
    league_layouts,
    league_matches,
    match,
    match_day,
    pairing,
    prepare,
    refereeing,
    season_league_match,
    season_match,
    season_set_up,
    set_up,
    turning,
)

BROKEN = [
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
        wrap(match.is_tried_before, opposite),
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
        "tactic cards score one more goal",
        "MAT-10",
        wrap(match_day.goals_of_tactic, more(1)),
        LEAGUE,
    ),
    Broken(
        "tactic cards of the season score too many goals",
        "MAT-10",
        wrap(season_match.goals_of_tactic, more(1)),
    ),
    Broken("a win is worth 2", "MAT-11", as_if(match_day.count_result, rule_win_points=2), LEAGUE),
    Broken(
        "numbers hit the wrong card",
        "MAT-12 PLA-3",
        wrap(
            consequences.card_hit,
            lambda original, table, seat, number: original(table, seat, number % 12 + 1),
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
        undone(consequences.return_unused, "resources"),
    ),
    Broken(
        "all markers of a row stand in its centre",
        "MAT-1",
        before(
            prepare.lay_out,
            lambda state, trace, seat: put(
                state.box.chosen_cell, seat, state.box.chosen_cell[seat] // 3 * 3 + 1
            ),
        ),
        LEAGUE,
    ),
    Broken("any tactic card is legal", "MAT-3", never_refuse(prepare.tactic_refusal), LEAGUE),
    Broken(
        "cards may play in any row",
        "MAT-4",
        after(season_set_up.deal, lambda state, *rest: put(state.table.card_rows, ..., 7)),
    ),
    # League matches
    Broken(
        "Host and Visitor are swapped",
        "PVP-3 PVP-4",
        wrap(pairing.is_host, opposite),
        SEASON_WITH_MATCHES,
    ),
    Broken(
        "managers never meet each other",
        "PVP-1 LEA-3",
        instead(pairing.rival_in, lambda *rest: -1),
        SEASON_WITH_MATCHES,
    ),
    Broken(
        "changes made in the first half stay",
        "PVP-5 MAT-9",
        skip(league_matches.restore_team),
        LEAGUE_WITH_USED_GLOVES,
    ),
    Broken(
        "goals are not compared",
        "PVP-7",
        instead(league_matches.winner_of, lambda state: 0),
        LEAGUE_WITH_MATCHES,
    ),
    Broken(
        "shots are 1 higher", "PVP-7", wrap(league_matches.shot_of, more(1)), LEAGUE_WITH_MATCHES
    ),
    Broken(
        "a shoot-out takes one round",
        "PVP-7",
        wrap(league_matches.end_round, lambda original, *rest: original(*rest) or True),
        LEAGUE_WITH_MATCHES,
    ),
    Broken(
        "decks lose their first clubs",
        "PVP-2 LEA-3",
        reword(
            set_up.find_opponents_place,
            "clubs_met = 0",
            "clubs_met = table.rule_weeks - regular_matches(table, seat)",
        ),
        LEAGUE_WITH_MATCHES,
    ),
    Broken(
        "the Visitor is first to show their formation",
        "PVP-4",
        wrap(
            league_layouts.first_of_half,
            lambda original, table: pairing.rival_of(table, original(table)),
        ),
        LEAGUE_WITH_MATCHES,
    ),
    Broken(
        "the Host is first in both halves",
        "PVP-6 PVP-4",
        as_if(league_layouts.first_of_half, half=1),
        LEAGUE_WITH_MATCHES,
    ),
    Broken(
        "nothing happens after a league match",
        "PVP-8 EFF-2",
        reword(season_league_match.settle, "push_effects(state, seat, AFTER, ALL_SOURCES)", "pass"),
        SEASON_WITH_MATCHES,
    ),
    # Referees
    Broken(
        "referees act on the cards whose tag is not in the row",
        "REF-2",
        wrap(refereeing.has_tag, opposite),
        REFEREES,
    ),
    Broken(
        "referees target every side",
        "REF-4 REF-2",
        instead(refereeing.is_targeted, always_true),
        REFEREES,
    ),
    Broken(
        "the die of an effect decides nothing",
        "REF-3 REF-2",
        instead(refereeing.allows, always_true),
        OFTEN_REFEREED,
    ),
    Broken(
        "referees take every card for a scorer",
        "REF-7 MAT-5",
        instead(refereeing.has_scored, always_true),
        REFEREES,
    ),
    Broken("marks have no effect", "REF-3 REF-6 MAT-5", skip(refereeing.mark), REFEREES),
    Broken(
        "referees overlook keepers",
        "REF-1 REF-2",
        reword(refereeing.begin_refereeing, "range(FIELD_PLACES)", "range(1, FIELD_PLACES)"),
        OFTEN_REFEREED,
    ),
    Broken(
        "every suspension is an injury",
        "REF-5 PLA-3",
        before(
            consequences.carry_out_consequence,
            lambda state, trace, seat: put(state.table.harsher, seat, 1),
        ),
        REFEREES,
    ),
    Broken(
        "a Friendly referee gives 1 more strength",
        "REF-6 REF-2",
        reword(refereeing.act_before, "effect.amount + 0)", "effect.amount + 1)"),
        OFTEN_REFEREED,
    ),
    Broken(
        "goals of a referee come after the result",
        "REF-8 REF-3",
        reword(
            refereeing.play_match,
            "add_goals(state, trace, seat)\n    season_match.end_match(state, trace, seat)",
            "season_match.end_match(state, trace, seat)\n    add_goals(state, trace, seat)",
        ),
        OFTEN_REFEREED,
    ),
]
