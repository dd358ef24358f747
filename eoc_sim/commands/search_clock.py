"""Decide when a parameter search ends, by generations or time."""

from __future__ import annotations

import time
from dataclasses import dataclass

from eoc_sim.counts import duration, plural


@dataclass
class SearchClock:
    """Tracks the generations and the time that a search may take."""

    minutes: float | None
    generations: int | None
    games_after: int
    """Games to play after the search."""
    games: int = 0
    last_seconds: float = 0.0
    """Seconds that the latest generation took."""

    def __post_init__(self) -> None:
        self._start = self._mark = time.perf_counter()

    def note(self, games: int) -> None:
        """Note that a generation of ``games`` games has been played."""
        now = time.perf_counter()
        self.last_seconds = now - self._mark
        self._mark = now
        self.games += games

    def is_over(self, generations_done: int) -> bool:
        """Return whether no further generation fits after ``generations_done``."""
        if self.generations is not None and generations_done >= self.generations:
            return True
        if self.minutes is None or not self.games:
            return False
        return self._seconds_left() < self.last_seconds / 2

    def _seconds_left(self) -> float:
        """Return the time left for the search, without the games after it."""
        assert self.minutes is not None
        seconds = time.perf_counter() - self._start
        seconds_per_game = seconds / self.games if self.games else 0.0
        return 60 * self.minutes - seconds - seconds_per_game * self.games_after

    def estimate_games(self, games: int) -> int:
        """Estimate the total number of games from the ``games`` so far."""
        assert self.minutes is not None
        seconds = time.perf_counter() - self._start
        return max(games + self.games_after, round(60 * self.minutes / seconds * games))

    def remaining_words(self, generations_done: int) -> str:
        """Describe what is left of the search after ``generations_done`` generations."""
        parts = []
        if self.generations is not None:
            parts.append(plural(self.generations - generations_done, "generation"))
        if self.minutes is not None:
            parts.append(duration(max(self._seconds_left(), 0.0)))
        return " or ".join(parts) + " left"
