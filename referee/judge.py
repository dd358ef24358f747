"""A judge that plays a game by the rules, following a trace."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Self

from eoc_sim.referee.reading import read_trace
from eoc_sim.referee.records import Reader, Words


class Judge(ABC):
    """The judge of one game, which it plays again from the trace.

    The draws and decisions come from the trace, and everything else from the rules.
    """

    words: ClassVar[Words]

    def __init__(self, trace: list[dict[str, Any]], data: Any) -> None:
        """Keep the trace and the components; nothing is played yet."""
        self.reader = Reader(trace, self.words)
        self.data = data
        self.rules: dict[str, Any] = {}

    @classmethod
    def check_trace(cls, lines: Iterable[str], data: Any) -> Self:
        """Play a trace given as JSON lines.

        Raises Disagreement at the first difference, and NotATrace if a line is not an event.
        """
        judge = cls(read_trace(lines), data)
        judge.play()
        return judge

    def number(self, switch: str) -> int:
        """Return a switch's value as a number."""
        return int(self.rules[switch])

    def play(self) -> None:
        """Play the entire game; raise the first disagreement."""
        with self.reader.judging():
            self.play_through()
            self.reader.end()

    @abstractmethod
    def play_through(self) -> None:
        """Play from set-up to scoring."""
