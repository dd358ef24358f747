"""Traces written while a referee reads them.

The rule functions of a referee read decisions from a trace and compare the rest. Here the pen
replaces the trace: it writes the fields that the rules compare, and asks a chooser for those that
they read.
"""

from __future__ import annotations

from typing import Any, Protocol

from eoc_sim.referee.records import Event, Reader, Words

Record = dict[str, Any]


class Fields(Protocol):
    """The part of a chooser that a line needs."""

    def field(self, event: Written, name: str) -> Any: ...


class Written(Event):
    """A line that is written while the rules read it."""

    def __init__(self, record: Record, chooser: Fields, words: Words) -> None:
        super().__init__(0, record, words)
        self.chooser = chooser

    def take(self, name: str, default: Any = None) -> Any:
        if name not in self.record:
            self.record[name] = self.chooser.field(self, name)
        return self.record[name]

    def check(self, rule: str, name: str, expected: Any, default: Any = None) -> None:
        # A copy: the rules later change the original.
        self.record[name] = list(expected) if isinstance(expected, list) else expected

    def check_fraction(self, rule: str, name: str, expected: float) -> None:
        self.record[name] = expected

    def part(self, kind: str, fields: Record) -> Event:
        return Written(fields, self.chooser, self.words)

    def finish(self) -> None:
        pass


class Chooser(Fields, Protocol):
    """Draws and decisions in place of a trace's fields."""

    def decided(self, kind: str) -> Record:
        """Return the fields of a line that are decided before the rules read it."""


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
