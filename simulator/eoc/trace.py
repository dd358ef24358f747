"""The codes of a trace's events, and the snapshot after a turn.

`kernel.tracing` writes them; trace_reading.py reads them.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc.state import (
    COLOURS,
    MONTHS,
    SPOTS,
)
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit_list, emit_value

(
    SETUP,
    COACH,
    PICK,
    STASHED,
    MONTH,
    DEAL,
    DRAFTED,
    DELAYED,
    ROLL,
    BOOKIE,
    VEGAS,
    CRAP_OUT,
    PICK_DIE,
    DIE,
    INCOME,
    PLAYED,
    TRIGGERED,
    TRADED,
    MOVED,
    RUNNER_SENT,
    SIGNED,
    BONUS,
    LOST_PACKAGE,
    REFUND,
    MARKETED,
    BET_PLACED,
    END_OF_TURN,
    EXPIRE,
    POOL_CLEARED,
    POOL_CARD,
    RESHUFFLE,
    BID,
    SALE,
    BUBBA,
    END_CARD,
    ROLL_OFF,
    FINAL,
) = range(1, 38)


@compiled
def emit_snapshot(trace, table, seat):
    """Write the snapshot of a player that `end_turn` carries."""
    if trace.position == 0:
        return
    emit_list(trace, table.in_play[seat], table.in_play_count[seat])
    for month in range(1, MONTHS + 1):
        emit_value(trace, table.calendar_card[seat, month])
        emit_list(trace, table.calendar[seat, month], COLOURS)
    packages = 0
    for spot in range(SPOTS):
        if table.package_size[seat, spot] > 0:
            packages += 1
    emit_value(trace, packages)
    for spot in range(SPOTS):
        if table.package_size[seat, spot] > 0:
            emit_value(trace, spot)
            emit_list(trace, table.package[seat, spot], COLOURS)
