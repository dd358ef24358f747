"""Traces that come about while a reference engine looks at them.

The rule functions of a reference read decisions from a trace and compare the rest. Here the pen
takes the place of the trace: it writes down what the rules would compare, and asks a chooser for
what they would read.
"""

from __future__ import annotations

from typing import Any, Protocol

from eoc_sim.referee.records import Event, Reader, Words

Record = dict[str, Any]


class Fields(Protocol):
    """A chooser, as far as a line needs it."""

    def field(self, event: Written, name: str) -> Any: ...


class Written(Event):
    """A line that comes about while the rules look at it."""

    def __init__(self, record: Record, chooser: Fields, words: Words) -> None:
        super().__init__(0, record, words)
        self.chooser = chooser

    def take(self, name: str, default: Any = None) -> Any:
        if name not in self.record:
            self.record[name] = self.chooser.field(self, name)
        return self.record[name]

    def check(self, rule: str, name: str, expected: Any, default: Any = None) -> None:
        # A copy: the rules go on changing what they compare with.
        self.record[name] = list(expected) if isinstance(expected, list) else expected

    def check_fraction(self, rule: str, name: str, expected: float) -> None:
        self.record[name] = expected

    def part(self, kind: str, fields: Record) -> Event:
        return Written(fields, self.chooser, self.words)

    def finish(self) -> None:
        pass


class Chooser(Fields, Protocol):
    """Draws and decisions in the place of what a trace tells."""

    def decided(self, kind: str) -> Record:
        """The fields of a line that are decided before the rules look at it."""


class Pen(Reader):
    """A trace that is being written."""

    def __init__(self, chooser: Chooser, words: Words) -> None:
        super().__init__([], words)
        self.chooser = chooser
        self.lines: list[Record] = []

    def take(self, rule: str, kind: str, seat: int | None = None) -> Event:
        record: Record = {"e": kind} if seat is None else {"e": kind, self.words.seat: seat}
        self.lines.append({**record, **self.chooser.decided(kind)})
        return Written(self.lines[-1], self.chooser, self.words)
