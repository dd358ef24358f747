"""Playing a league from one resting point to the next (WEE, TER-1).

The position of a game is part of its state (``table.phase``), so that a game can be copied at a
resting point and continued from there. It rests before a week, before bets and their payout, before
the managers prepare, before each marker that a tactic card may turn, before the matches, and, in a
match between managers, before each layout, each half and the end of each round of a shoot-out.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.events import FINAL, WEEK
from eoc_sim.simulator.eleven.league import emit_table, play_clubs, update_positions
from eoc_sim.simulator.eleven.league_layouts import answer, show
from eoc_sim.simulator.eleven.league_matches import begin_match, end_match, end_round, play_half
from eoc_sim.simulator.eleven.ledger import note_week
from eoc_sim.simulator.eleven.match_day import play_match
from eoc_sim.simulator.eleven.pairing import is_host, rival_of
from eoc_sim.simulator.eleven.pitch import BALL, FIRST_BALL, MARKERS, SHIELD
from eoc_sim.simulator.eleven.prepare import prepare
from eoc_sim.simulator.eleven.scoring import final_scoring
from eoc_sim.simulator.eleven.scouting import draw_line_up, expect
from eoc_sim.simulator.eleven.season_state import LEAGUE_PARTS
from eoc_sim.simulator.eleven.set_up import key_strategy_streams
from eoc_sim.simulator.eleven.state import (
    ANSWERING,
    BEGINNING,
    BETTING,
    GAME_OVER,
    PAYING_BETS,
    PLAYING,
    PLAYING_HALF,
    PREPARING,
    SHOOTING,
    SHOWING,
    TURNING,
)
from eoc_sim.simulator.eleven.switches import BETTING as BETTING_RULE
from eoc_sim.simulator.eleven.switches import FIRST_MANAGER
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.eleven.turning import begin_turning, turn_marker
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import note_leader
from eoc_sim.simulator.kernel.tracing import emit


@compiled
def form_teams(table):
    """LAY-1, MAT-2: give every manager the squad of the week."""
    week = table.week - 1
    for seat in range(table.managers):
        for marker in range(MARKERS):
            table.team_strength[seat, marker] = table.squad_strength[week, marker]
            table.team_side[seat, marker] = BALL if marker >= FIRST_BALL else SHIELD
            table.cell[seat, marker] = -1
            table.turned[seat, marker] = 0
        table.team_keeper[seat] = table.squad_keeper[week]
        table.team_gloves[seat] = table.squad_gloves[week]
        table.tactic[seat] = -1
        table.line_up[seat] = -1


@compiled
def begin_week(state, trace):
    """WEE: begin a week; managers learn of their opponents (INF-3)."""
    table = state.table
    key_strategy_streams(state)
    form_teams(table)
    emit(trace, WEEK, -1, table.week, table.first_manager)
    for seat in range(table.managers):
        draw_line_up(state, seat)
        expect(state, seat)
    table.phase = BETTING if table.rule_betting == BETTING_RULE.ON else PREPARING


@compiled
def play_matches(state, trace):
    """WEE-3, PVP-8: play matches in turn order, up to the next match between managers."""
    table = state.table
    while table.turns_taken < table.managers:
        seat = whose_turn(table)
        if rival_of(table, seat) < 0:
            play_match(state, trace, seat)
        elif is_host(table, seat):
            begin_match(state)
            return
        table.turns_taken += 1
    end_matches(state, trace)


@compiled
def continue_match(state, trace):
    """PVP-5, PVP-7: play a half or a round of a shoot-out."""
    table = state.table
    is_over = play_half(state, trace) if table.phase == PLAYING_HALF else end_round(state, trace)
    if is_over:
        end_match(state, trace)
        table.turns_taken += 1
        table.phase = PLAYING


@compiled
def end_matches(state, trace):
    """WEE-4: give the clubs their points, and go on to any bets."""
    table = state.table
    play_clubs(state, trace)
    update_positions(table)
    emit_table(state, trace)
    if table.rule_betting == BETTING_RULE.ON:
        table.phase = PAYING_BETS
    else:
        end_week(state, trace)


@compiled
def end_week(state, trace):
    """WEE-4: go to the next week, or to the end."""
    table = state.table
    for seat in range(table.managers):
        note_week(state, seat)
    note_leader(table, state.box, table.managers, table.week)
    if table.week == table.rule_weeks:
        final_scoring(state, trace, FINAL, LEAGUE_PARTS)
        table.phase = GAME_OVER
        return
    if table.rule_first_manager == FIRST_MANAGER.ROTATES:
        table.first_manager = (table.first_manager + 1) % table.managers
    table.week += 1
    table.phase = BEGINNING


@compiled
def play_step(state, trace, policies):
    """Play to the next resting point; return 0 or the refusal.

    `modules_play.play_league_step` handles bets and their payout.
    """
    table = state.table
    stop_blaming(state)
    if table.phase == PREPARING:
        refusal = prepare(state, trace, policies)
        if refusal == 0:
            begin_turning(table)
        return refusal
    if table.phase == TURNING:
        return turn_marker(state, trace, policies)
    if table.phase == SHOWING:
        return show(state, policies)
    if table.phase == ANSWERING:
        refusal = answer(state, trace, policies)
        if refusal == 0:
            table.phase = PLAYING_HALF
        return refusal
    if table.phase == BEGINNING:
        begin_week(state, trace)
    elif table.phase == PLAYING_HALF or table.phase == SHOOTING:
        continue_match(state, trace)
    elif table.phase == PLAYING:
        play_matches(state, trace)
    return 0
