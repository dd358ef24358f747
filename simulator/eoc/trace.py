"""The trace of a game: events written as integers by the kernel.

The kernel's functions call `emit` and its companions; they write only while ``trace[0]``, the
position of the next entry, is not 0. An event is its code, a fixed number of values and then the
lists and bundles of its kind, each with its length in front; trace_reading.py reads them.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc.state import (
    COLOURS,
    MONTHS,
    SPOTS,
)
from eoc_sim.simulator.kernel.compiled import compiled

VALUES = 6

(
    SETUP, COACH, PICK, STASHED, MONTH, DEAL, DRAFTED, DELAYED, ROLL, BOOKIE, VEGAS, CRAP_OUT,
    PICK_DIE, DIE, INCOME, PLAYED, TRIGGERED, TRADED, MOVED, RUNNER_SENT, SIGNED, BONUS,
    LOST_PACKAGE, REFUND, MARKETED, BET_PLACED, END_OF_TURN, EXPIRE, POOL_CLEARED, POOL_CARD,
    RESHUFFLE, BID, SALE, BUBBA, END_CARD, ROLL_OFF, FINAL,
) = range(1, 38)


@compiled
def emit(trace, event, player, a, b, c, d, e):
    """Write an event's code and six values."""
    position = trace[0]
    if position == 0:
        return
    if position + VALUES + 1 < len(trace):
        trace[position] = event
        trace[position + 1] = player
        trace[position + 2] = a
        trace[position + 3] = b
        trace[position + 4] = c
        trace[position + 5] = d
        trace[position + 6] = e
    trace[0] = position + VALUES + 1


@compiled
def emit_value(trace, value):
    """Write one more value of the last event."""
    position = trace[0]
    if position == 0:
        return
    if position < len(trace):
        trace[position] = value
    trace[0] = position + 1


@compiled
def emit_list(trace, values, number):
    """Write the first ``number`` of ``values`` behind the last event, their number in front."""
    if trace[0] == 0:
        return
    emit_value(trace, number)
    for place in range(number):
        emit_value(trace, values[place])


@compiled
def emit_snapshot(trace, table, seat):
    """Write the snapshot of a player that `end_turn` carries."""
    if trace[0] == 0:
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
