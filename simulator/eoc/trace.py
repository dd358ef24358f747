"""The trace of a game: events written as integers by the kernel.

The kernel's functions call `emit` and its companions; they write only while ``trace.position``, the
position of the next entry, is not 0. An event is its code, a fixed number of values and then the
lists and bundles of its kind, each with its length in front; trace_reading.py reads them.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.state import (
    COLOURS,
    MONTHS,
    SPOTS,
)
from eoc_sim.simulator.kernel.compiled import compiled

VALUES = 6
"""Values of every event behind its code."""
TRACE_SIZE = 1 << 20
"""Integers that a trace can hold."""

trace_dtype = np.dtype([("position", np.int32), ("values", np.int32, TRACE_SIZE)])
"""The trace of one game: the position of the next entry, 0 while nothing is written."""

(
    SETUP, COACH, PICK, STASHED, MONTH, DEAL, DRAFTED, DELAYED, ROLL, BOOKIE, VEGAS, CRAP_OUT,
    PICK_DIE, DIE, INCOME, PLAYED, TRIGGERED, TRADED, MOVED, RUNNER_SENT, SIGNED, BONUS,
    LOST_PACKAGE, REFUND, MARKETED, BET_PLACED, END_OF_TURN, EXPIRE, POOL_CLEARED, POOL_CARD,
    RESHUFFLE, BID, SALE, BUBBA, END_CARD, ROLL_OFF, FINAL,
) = range(1, 38)


@compiled
def emit(trace, event, player, a, b, c, d, e):
    """Write an event's code and six values."""
    position = trace.position
    if position == 0:
        return
    if position < TRACE_SIZE - VALUES:
        trace.values[position] = event
        trace.values[position + 1] = player
        trace.values[position + 2] = a
        trace.values[position + 3] = b
        trace.values[position + 4] = c
        trace.values[position + 5] = d
        trace.values[position + 6] = e
    trace.position = position + VALUES + 1


@compiled
def emit_value(trace, value):
    """Write one more value of the last event."""
    position = trace.position
    if position == 0:
        return
    if position < TRACE_SIZE:
        trace.values[position] = value
    trace.position = position + 1


@compiled
def emit_list(trace, values, number):
    """Write the first ``number`` of ``values`` behind the last event, their number in front."""
    if trace.position == 0:
        return
    emit_value(trace, number)
    for place in range(number):
        emit_value(trace, values[place])


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
