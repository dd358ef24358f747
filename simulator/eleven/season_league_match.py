"""A season's matches between managers, step by step (PVP-3 to PVP-8)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.codes import AFTER
from eoc_sim.simulator.eleven.effects import ALL_SOURCES, push_effects
from eoc_sim.simulator.eleven.league_layouts import answer, show
from eoc_sim.simulator.eleven.league_match_effects import (
    begin_effects,
    reroll_or_decline,
    use_in_turn,
)
from eoc_sim.simulator.eleven.league_match_prepare import prepare, show_prepared
from eoc_sim.simulator.eleven.league_matches import begin_match, end_match, end_round, play_half
from eoc_sim.simulator.eleven.pairing import is_host, rival_of
from eoc_sim.simulator.eleven.season_match import count_for_objectives, reward_first_goals
from eoc_sim.simulator.eleven.season_play import go_to
from eoc_sim.simulator.eleven.state import (
    ALTERNATING,
    ANSWERING,
    ENDING_MATCH,
    LAYING_OUT,
    PLAYING,
    PLAYING_HALF,
    PREPARING,
    SHOOTING,
    SHOWING,
)
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def is_due(table):
    """PVP: check if the next step belongs to a match between managers."""
    phase = table.phase
    if SHOWING <= phase <= SHOOTING or phase == PREPARING:
        return True
    if table.turns_taken == table.managers:
        return False
    if phase == LAYING_OUT:
        return rival_of(table, table.turns_taken) >= 0
    return phase == PLAYING and rival_of(table, whose_turn(table)) >= 0


@compiled
def play_step(state, trace, policies):
    """PVP-3 to PVP-8: take the next step; return 0 or the refusal."""
    table = state.table
    phase = table.phase
    refusal = 0
    if phase == PREPARING:
        refusal = prepare(state, policies)
        if refusal == 0:
            go_to(table, LAYING_OUT)
    elif phase == LAYING_OUT:
        table.turns_taken += 1
        show_prepared(state, trace, table.turns_taken - 1)
    elif phase == PLAYING:
        begin_or_settle(state, trace)
    elif phase == SHOWING:
        refusal = show(state, policies)
    elif phase == ANSWERING:
        refusal = answer(state, trace, policies)
        if refusal == 0:
            begin_effects(state, trace)
    elif phase == ALTERNATING:
        refusal = use_in_turn(state, trace, policies)
    elif phase == PLAYING_HALF:
        end_if_over(state, trace, play_half(state, trace))
    else:
        refusal = shoot_or_end(state, trace, policies)
    return refusal


@compiled
def begin_or_settle(state, trace):
    """PVP-8: begin the Host's match, or apply its consequences to the Visitor."""
    table = state.table
    seat = whose_turn(table)
    if is_host(table, seat):
        begin_match(state)
    else:
        settle(state, trace, seat)


@compiled
def settle(state, trace, seat):
    """PVP-8, EPI-9: apply the consequences of a match to a manager."""
    state.table.phase = ENDING_MATCH
    reward_first_goals(state, trace, seat)
    push_effects(state, seat, AFTER, ALL_SOURCES)


@compiled
def shoot_or_end(state, trace, policies):
    """PVP-7: take a step in a shoot-out; return 0 or the refusal."""
    if state.table.declined < MAX_DECLINES:
        return reroll_or_decline(state, policies)
    end_if_over(state, trace, end_round(state, trace))
    return 0


@compiled
def end_if_over(state, trace, is_over):
    """PVP-8: end a finished match, and apply its consequences to the Host."""
    if not is_over:
        return
    table = state.table
    end_match(state, trace)
    host = whose_turn(table)
    count_match(state, host)
    count_match(state, rival_of(table, host))
    settle(state, trace, host)


@compiled
def count_match(state, seat):
    """PVP-8: count a match's results for objectives."""
    table = state.table
    count_for_objectives(state, seat, table.match_goals[seat] + 0, table.match_against[seat] + 0)


MAX_DECLINES = 2
"""The number of declines in succession after which the rolls stand."""
