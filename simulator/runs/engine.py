"""The engine of a version, and its workers, one per thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np


class Worker(Protocol):
    """Plays games in one thread, with separate memory."""

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play games from ``first_game`` on; return the rows of ``keep``'s tables."""


class Engine(Protocol):
    """One version, ready to be played."""

    @property
    def players(self) -> int:
        """The number of players at the table."""

    def worker(self) -> Worker:
        """Make a worker of this engine, one per thread."""
