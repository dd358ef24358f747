"""The managers' ranks, and the winner (SCO)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.events import ROLL_OFF
from eoc_sim.simulator.eleven.names import MONEY
from eoc_sim.simulator.eleven.streams import ROLL_OFF as ROLL_OFF_STREAM
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.ranking import ranking, rolling_off
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value


@compiled
def compare_managers(table, first, second):
    """SCO-7: compare two managers before a roll-off: 1 better, -1 worse, 0 tied."""
    difference = table.score[first] - table.score[second]
    if difference == 0:
        difference = table.position[second] - table.position[first]
    if difference == 0:
        difference = table.points[first] - table.points[second]
    if difference == 0:
        difference = table.resources[first, MONEY] - table.resources[second, MONEY]
    if difference > 0:
        return 1
    return -1 if difference < 0 else 0


rank = ranking(compare_managers)
roll_off = rolling_off(ROLL_OFF, ROLL_OFF_STREAM)


@compiled
def final_scoring(state, trace, event, parts):
    """SCO-7: rank the managers, and hold a roll-off if the win is shared."""
    table = state.table
    box = state.box
    rank(state, table.managers)
    if box.sharers > 1:
        roll_off(state, trace, table.managers, box.roll_off)
        box.winner = -1  # the results keep the shared win; the roll-off is only traced
    emit_final(state, trace, event, parts)


@compiled
def emit_final(state, trace, event, parts):
    """Trace the results of all seats, and of the board in solo."""
    if trace.position == 0:
        return
    table = state.table
    box = state.box
    emit(trace, event, -1)
    emit_value(trace, table.managers + table.rule_solo)
    for seat in range(table.managers + table.rule_solo):
        emit_list(trace, table.part[seat], parts)
        emit_value(trace, table.position[seat])
        emit_value(trace, table.points[seat])
        emit_value(trace, box.rank[seat])
        # Traces hold integers: k for each of k managers who share the win, 0 for the others.
        # The field ``box.shares`` is 1 for those who share it, and 0 for the others.
        emit_value(trace, box.sharers * box.shares[seat])
