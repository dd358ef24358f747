"""The trace of a game: events written as integers.

The rules of a game call `emit` and its companions. These write only while ``trace.position``, the
position of the next entry, is not 0. An event is written as its code, a seat, single numbers and
then its lists, each preceded by its length. `events.Event` declares the fields.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.compiled import compiled, outlined

SINGLES = 5
"""The count of single numbers in an event, after code and seat."""
TRACE_SIZE = 1 << 20
"""The maximum number of integers in a trace."""

trace_dtype = np.dtype([("position", np.int32), ("values", np.int32, TRACE_SIZE)])
"""The trace of one game, with the next entry's position.

The position is 0 while tracing is off.
"""


@compiled
def emit(
    trace: Any, event: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0
) -> None:
    """Write an event's code, its seat and its single numbers."""
    if trace.position > 0:
        _write(trace, event, seat, a, b, c, d, e)


@outlined
def _write(trace: Any, event: int, seat: int, a: int, b: int, c: int, d: int, e: int) -> None:
    position = trace.position
    if position < TRACE_SIZE - SINGLES - 1:
        trace.values[position] = event
        trace.values[position + 1] = seat
        trace.values[position + 2] = a
        trace.values[position + 3] = b
        trace.values[position + 4] = c
        trace.values[position + 5] = d
        trace.values[position + 6] = e
    trace.position = position + SINGLES + 2


@compiled
def emit_value(trace: Any, value: int) -> None:
    """Write one more value for the last event."""
    position = trace.position
    if position == 0:
        return
    if position < TRACE_SIZE:
        trace.values[position] = value
    trace.position = position + 1


@outlined
def emit_list(trace: Any, values: Any, number: int) -> None:
    """Write a list for the last event: its length, then its values."""
    if trace.position == 0:
        return
    emit_value(trace, number)
    for index in range(number):
        emit_value(trace, values[index])
