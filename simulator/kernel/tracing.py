"""The trace of a game: events written as integers, and read.

The functions of a game's rules call `emit` and its companions. They write only while
``trace.position``, the position of the next entry, is not 0. An event is its code, a fixed number
of values and then the lists of its kind, each preceded by its length. `TraceReader` walks over
them; their meaning belongs to the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.records import field_of

VALUES = 6
"""The values after an event's code: player or -1, and five more."""
TRACE_SIZE = 1 << 20
"""Integers that a trace can hold."""

trace_dtype = np.dtype([("position", np.int32), ("values", np.int32, TRACE_SIZE)])
"""The trace of one game, with the next entry's position.

The position is 0 while nothing is written.
"""


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
    """Write ``number`` and the first ``number`` values after the last event."""
    if trace.position == 0:
        return
    emit_value(trace, number)
    for place in range(number):
        emit_value(trace, values[place])


class TraceReader:
    """Walks over the integers of a trace, a record of `trace_dtype`."""

    def __init__(self, trace: Any) -> None:
        self.end = int(field_of(trace, "position"))
        self.trace = field_of(trace, "values")[: self.end].tolist()
        self.position = 1

    def events(self) -> Iterator[list[int]]:
        """Yield each event's code and values.

        The reader reads the lists that follow before the next event.
        """
        while self.position < self.end:
            yield [self.value() for _ in range(VALUES + 1)]

    def value(self) -> int:
        """Read the next value, which `emit_value` wrote."""
        self.position += 1
        return self.trace[self.position - 1]

    def values(self) -> list[int]:
        """Read the next list, which `emit_list` wrote."""
        number = self.value()
        start = self.position
        self.position += number
        return self.trace[start : self.position]
