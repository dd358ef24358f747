"""A player's results in held-out games, and comparisons between players.

Held-out games played no part in choosing the player. Players are compared in games with the same
luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.stats import mean_interval, paired_differences, share_interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Table

    Floats = NDArray[np.float64]

FIRST = 0
"""Strategy id of the line-up's first entry, the player of interest."""


@dataclass(frozen=True)
class Results:
    """A player's results by game: win share, score and others' total score.

    If the player's strategy is in more than one seat, win share and score are means over these
    seats, and the other players' score is the total of all seats minus the mean score.
    """

    wins: Floats
    scores: Floats
    other_scores: Floats

    @classmethod
    def extract(cls, standings: Table, rows: np.ndarray, players: int) -> Results:
        """Extract the first entry's results from rows of the standings.

        The rows are in game order; an automaton is seated after the players.
        """
        number, seat, strategy, score, share = (
            standings.role(role).name for role in ("game", "seat", "strategy", "score", "win_share")
        )
        rows = rows[rows[seat] < players]
        game = rows[number] - rows[number].min()
        is_first = rows[strategy] == FIRST
        seats = np.bincount(game[is_first])
        wins, scores = (
            np.bincount(game[is_first], weights=rows[name][is_first].astype(float)) / seats
            for name in (share, score)
        )
        return cls(wins, scores, np.bincount(game, weights=rows[score]) - scores)

    @classmethod
    def concatenate(cls, results: Iterable[Results]) -> Results:
        """Concatenate the results of successive sets of games."""
        all_results = list(results)
        return cls(
            np.concatenate([entry.wins for entry in all_results]),
            np.concatenate([entry.scores for entry in all_results]),
            np.concatenate([entry.other_scores for entry in all_results]),
        )

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.wins)


@dataclass(frozen=True)
class HeldOutMean:
    """A mean over games with its 95 % interval."""

    mean: float
    low: float
    high: float

    def record(self) -> list[float]:
        """Return mean, low and high, rounded for display."""
        return [round(value, 2) for value in (self.mean, self.low, self.high)]


def wins_in_100(results: Results) -> HeldOutMean:
    """Estimate the player's wins in 100 games."""
    wins = results.wins
    return HeldOutMean(
        *(
            float(value)
            for value in share_interval(wins.sum(), results.games, squares=np.square(wins).sum())
        )
    )


def score(results: Results) -> HeldOutMean:
    """Estimate the player's score."""
    scores = results.scores
    return HeldOutMean(
        *(
            float(value)
            for value in mean_interval(scores.sum(), np.square(scores).sum(), results.games)
        )
    )


def extra_wins(after: Results, before: Results) -> HeldOutMean:
    """Estimate the change in wins in 100 from ``before`` to ``after``.

    Both results are from games with the same luck.
    """
    return _mean_change(100 * after.wins, 100 * before.wins, 100.0)


def extra_score(after: Results, before: Results) -> HeldOutMean:
    """Estimate the change in score from ``before`` to ``after``.

    Both results are from games with the same luck.
    """
    maximum = np.abs(after.scores - before.scores).max(initial=0.0)
    return _mean_change(after.scores, before.scores, float(max(maximum, 1.0)))


def _mean_change(after: Floats, before: Floats, largest: float) -> HeldOutMean:
    change = after - before
    sums = paired_differences(
        change.sum(), np.square(change).sum(), len(change), largest, (change != 0).sum()
    )
    return HeldOutMean(*(float(end[0]) for end in sums.interval()))
