"""Simulate the reports that an observer of a growing run sees.

The differences of real games are centred, so that there is no change on average, or shifted to a
known change. They are drawn with replacement, for many simulated runs (paths) at once, and the runs
are looked at again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eoc_sim.analysis import stats
from eoc_sim.analysis.exact_sums import per_game
from eoc_sim.analysis.looks import NARROWEST_AT, Look
from eoc_sim.analysis.pairs import pairs_of
from eoc_sim.analysis.tables import Run

METRICS = ("wins", "score")
MAX_PATHS_PER_DRAW = 500
ROUND = 24
"""Games in a full round of balanced seating with four players."""


def differences(run: Run, arm: int, games: int) -> np.ndarray:
    """Return a version's changes by game and row.

    The rows are every strategy's wins, then every strategy's score.
    """
    frame = per_game(
        pairs_of(run, arm, run.batch((0, games))),
        ["strategy"],
        [f"{metric}_change" for metric in METRICS],
    ).sort("game", "strategy")
    return np.hstack(
        [frame[f"{metric}_change"].to_numpy().reshape(games, -1) for metric in METRICS]
    )


def shift_to(changes: np.ndarray, means: np.ndarray) -> np.ndarray:
    """Shift the differences to ``means``; zero differences stay zero."""
    is_different = changes != 0
    return np.where(
        is_different,
        changes + (means - changes.mean(0)) * len(changes) / np.maximum(is_different.sum(0), 1),
        0.0,
    )


@dataclass
class WatchedIntervals:
    """Simultaneous intervals and verdicts, by look, path and row."""

    low: np.ndarray
    high: np.ndarray
    verdicts: np.ndarray

    def stops(self) -> np.ndarray:
        """Return the look at which each path ends.

        This is the first look that decides all rows, or the last look.
        """
        is_decided = (self.verdicts != stats.UNDECIDED).all(2)
        is_decided[-1] = True
        return is_decided.argmax(0)

    def share_with(self, verdict: str) -> float:
        """Return the share of paths that ever give a row this verdict."""
        return float((self.verdicts == verdict).any((0, 2)).mean())

    def misses(self, truth: np.ndarray) -> np.ndarray:
        """Mark intervals that miss the truth, by look, path and row."""
        return (self.low > truth + 1e-9) | (self.high < truth - 1e-9)


def watch(
    changes: np.ndarray,
    paths: int,
    smallest: np.ndarray,
    looks: Sequence[int],
    plan: int | None = None,
) -> WatchedIntervals:
    """Simulate runs of games drawn from ``changes``, watched at ``looks``.

    ``smallest`` is the smallest change that matters, by row. By default the runs are sequential.
    With ``plan``, one of the looks, a run is planned for that number of games, watched before it
    reaches them, and then extended.
    """
    rng = np.random.default_rng(31)
    parts = [
        _watch(changes, rng, min(MAX_PATHS_PER_DRAW, paths - first), smallest, looks, plan)
        for first in range(0, paths, MAX_PATHS_PER_DRAW)
    ]
    return WatchedIntervals(
        *(np.concatenate(arrays, axis=1) for arrays in zip(*parts, strict=True))
    )


def _watch(
    changes: np.ndarray,
    rng: np.random.Generator,
    paths: int,
    smallest: np.ndarray,
    looks: Sequence[int],
    plan: int | None,
) -> tuple[np.ndarray, ...]:
    games, rows = changes.shape
    values = np.hstack([changes, changes**2, changes != 0])
    largest = np.tile(np.repeat([100.0, np.abs(changes[:, rows // 2 :]).max()], rows // 2), paths)
    sums, earlier_games = np.zeros((paths, 3 * rows)), 0
    results, at_plan = [], None
    for look_games in looks:
        numbers = rng.integers(games, size=(paths, look_games - earlier_games))
        numbers += games * np.arange(paths)[:, None]
        counts = np.bincount(numbers.ravel(), minlength=paths * games).reshape(paths, games)
        sums, earlier_games = sums + counts @ values, look_games
        total, squares, differing_games = (
            sums[:, first : first + rows].ravel() for first in (0, rows, 2 * rows)
        )
        pairs = stats.paired_differences(total, squares, look_games, largest, differing_games)
        look = Look(look_games, plan or NARROWEST_AT, plan is None, ROUND)
        at_plan = pairs if look.is_planned else at_plan
        low, high = stats.interval_at(look, pairs, at_plan, tests=rows)
        verdicts = np.array(stats.verdicts(low, high, np.tile(smallest, paths)))
        results.append([array.reshape(paths, rows) for array in (low, high, verdicts)])
    return tuple(np.array(arrays) for arrays in zip(*results, strict=True))
