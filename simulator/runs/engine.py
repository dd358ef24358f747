"""What plays a version: an engine, and its workers, one a thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np


class Worker(Protocol):
    """Plays games in one thread, with memory of its own."""

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play ``games`` games from ``first_game`` on; the rows of each table in ``keep``."""


class Engine(Protocol):
    """One version, ready to be played."""

    @property
    def players(self) -> int:
        """How many players sit at the table."""

    def worker(self) -> Worker:
        """A worker of this engine; one a thread."""
