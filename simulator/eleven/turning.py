"""Markers that a tactic card turns after the reveal (MAT-6)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import EFFECT
from eoc_sim.simulator.eleven.pitch import MARKERS
from eoc_sim.simulator.eleven.state import PLAYING, TURNING
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit


@compiled
def begin_turning(table):
    """MAT-6: begin with the first manager whose tactic card turns markers."""
    table.turns_taken = -1
    table.turns_left = 0
    go_on_turning(table)


@compiled
def go_on_turning(table):
    """MAT-6: go on to the next marker to turn, or to the matches.

    Here ``table.turns_taken`` counts the managers who are done, and ``table.turns_left`` counts the
    markers that the next manager may still turn.
    """
    table.phase = TURNING
    while table.turns_left == 0:
        table.turns_taken += 1
        if table.turns_taken == table.managers:
            table.turns_taken = 0
            table.phase = PLAYING
            return
        tactic = table.tactic[turner(table)]
        if tactic >= 0:
            table.turns_left = table.tactic_turns[tactic]


@compiled
def turner(table):
    """MAT-6: return the manager who may turn a marker next."""
    return (table.first_manager + table.turns_taken) % table.managers


@compiled
def turn_marker(state, trace, policies):
    """MAT-6: let a manager turn a marker, or pass.

    Returns 0 or the refusal.
    """
    table = state.table
    seat = turner(table)
    answer = ask(state, policies, seat, decisions.ASK_EFFECT)
    if answer == decisions.PASS:
        stop_blaming(state)
        table.turns_left = 0
        go_on_turning(table)
        return 0
    marker = state.order.marker + 0
    if marker < 0 or marker >= MARKERS:
        return decisions.NO_SUCH_MARKER
    if table.turned[seat, marker] == 1:
        return decisions.MARKER_TWICE
    stop_blaming(state)
    table.turned[seat, marker] = 1
    table.turns_left -= 1
    emit(trace, EFFECT, seat, table.tactic[seat], marker, 1 - table.team_side[seat, marker])
    go_on_turning(table)
    return 0
