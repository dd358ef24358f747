"""Engines of Eleven that break a rule about the layers, set-up or chance."""

from __future__ import annotations

from referee.eleven.module_games import Modules
from referee.pure.breaking import add, after, as_if, before, instead, put, reword, skip, wrap
from referee.pure.eleven.breaking import EPIC, LEAGUE, RICH, Broken, always_true, more

from eoc_sim.simulator.eleven import (
    actions,
    cards,
    directors,
    match,
    modules_play,
    play,
    prepare,
    season_set_up,
    set_up,
    winter,
)
from eoc_sim.simulator.kernel.random_streams import draw_once

BROKEN = [
    # Layers
    Broken(
        "the squad of the first week plays every week",
        "LAY-1 MAT-8 MAT-9",
        as_if(play.form_teams, week=1),
        LEAGUE,
    ),
    Broken(
        "managers trade cards without the module",
        "LAY-3 TRA-1",
        instead(actions.plays_transfers, always_true),
        Modules(3, {**RICH.settings, "market": "on", "refusals": "0"}),
    ),
    # Set-up
    Broken(
        "a manager meets a club twice",
        "LEA-3",
        after(
            set_up.deal_clubs,
            lambda state: put(
                state.box.opponent_clubs, (0, 1), int(state.box.opponent_clubs[0, 0])
            ),
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
    Broken("rows have one card fewer", "SET-8", wrap(cards.row_size, more(-1))),
    Broken("gaps in a row are not refilled", "SET-8", skip(cards.fill_row)),
    Broken("hired cards stay on offer", "SET-8", skip(cards.take_from_area)),
    Broken(
        "the last week is not played", "SET-1 WEE-4", as_if(play.end_week, rule_weeks=5), LEAGUE
    ),
    Broken(
        "a club is in the wrong deck",
        "SET-2",
        after(
            set_up.shuffle_decks,
            lambda state: put(state.box.deck_order, 0, state.box.deck_order[1]),
        ),
        LEAGUE,
    ),
    Broken(
        "a manager other than the one drawn begins",
        "SET-3 WEE-4",
        after(
            set_up.deal_league,
            lambda state, *rest: setattr(state.table, "first_manager", (state.table.first + 1) % 3),
        ),
        LEAGUE,
    ),
    Broken(
        "clubs get bet tokens in the second week",
        "SET-9 BET-2",
        reword(modules_play.begin_week, "table.week == 1", "table.week == 2"),
        Modules(2, {"betting": "on", "weeks": "3"}),
    ),
    # Chance and order
    Broken(
        "a veteran is dealt twice",
        "RND-2 SET-4",
        after(
            season_set_up.deal_squads, lambda state: put(state.box.veteran, 1, state.box.veteran[0])
        ),
    ),
    Broken(
        "a die adds to the strength of a team",
        "RND-3 MAT-8 MAT-9",
        before(match.resolve, lambda box: add(box.strength, 0, draw_once(box, 0, 0, 6))),
        LEAGUE,
    ),
    Broken(
        "a line-up is revealed before all have prepared",
        "INF-4 MAT-5",
        after(prepare.lay_out, prepare.reveal),
        LEAGUE,
    ),
    Broken(
        "the Break has one more round", "TER-1 EPI-7", as_if(winter.act, rule_winter_rounds=4), EPIC
    ),
]
