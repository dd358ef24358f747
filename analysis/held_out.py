"""A player's results in games it was not chosen by, and comparisons.

Comparisons are of two players on the same luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.stats import mean_interval, paired, share_interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Table

    Floats = NDArray[np.float64]

FIRST = 0
"""The strategy id of the line-up's first entry, whose results are used."""


@dataclass(frozen=True)
class Results:
    """A player's results by game: win share, score, and the others' score.

    A strategy that sits in several seats has the mean of these.
    """

    wins: Floats
    scores: Floats
    others: Floats

    @classmethod
    def of(cls, standings: Table, rows: np.ndarray, players: int) -> Results:
        """Take the first entry's results from rows of the table of winners.

        The rows are those of games in their order; an automaton's seat comes after the players'.
        """
        number, seat, strategy, score, share = (
            standings.role(role).name for role in ("game", "seat", "strategy", "score", "win_share")
        )
        rows = rows[rows[seat] < players]
        game = rows[number] - rows[number].min()
        own = rows[strategy] == FIRST
        seats = np.bincount(game[own])
        wins, scores = (
            np.bincount(game[own], weights=rows[name][own].astype(float)) / seats
            for name in (share, score)
        )
        return cls(wins, scores, np.bincount(game, weights=rows[score]) - scores)

    @classmethod
    def joined(cls, some: Iterable[Results]) -> Results:
        """Join the results of several sets of games."""
        parts = list(some)
        return cls(
            np.concatenate([one.wins for one in parts]),
            np.concatenate([one.scores for one in parts]),
            np.concatenate([one.others for one in parts]),
        )

    @property
    def games(self) -> int:
        """Number of games that the results are of."""
        return len(self.wins)


@dataclass(frozen=True)
class Estimate:
    """A mean over games with its 95 % interval."""

    mean: float
    low: float
    high: float

    def record(self) -> list[float]:
        """Return mean, low and high, rounded for display."""
        return [round(one, 2) for one in (self.mean, self.low, self.high)]


def wins_in_100(results: Results) -> Estimate:
    """Estimate the player's wins in 100 games."""
    wins = results.wins
    return Estimate(
        *(
            float(one)
            for one in share_interval(wins.sum(), results.games, squares=np.square(wins).sum())
        )
    )


def score(results: Results) -> Estimate:
    """Estimate the player's score."""
    scores = results.scores
    return Estimate(
        *(float(one) for one in mean_interval(scores.sum(), np.square(scores).sum(), results.games))
    )


def more_wins(after: Results, before: Results) -> Estimate:
    """Estimate one player's extra wins in 100 games, on the same luck."""
    return _more(100 * after.wins, 100 * before.wins, 100.0)


def more_score(after: Results, before: Results) -> Estimate:
    """Estimate one player's extra score, on the same luck."""
    most = np.abs(after.scores - before.scores).max(initial=0.0)
    return _more(after.scores, before.scores, float(max(most, 1.0)))


def _more(after: Floats, before: Floats, largest: float) -> Estimate:
    change = after - before
    sums = paired(change.sum(), np.square(change).sum(), len(change), largest, (change != 0).sum())
    return Estimate(*(float(one[0]) for one in sums.interval()))
