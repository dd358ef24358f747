"""What a player gets in games that it was not chosen by; and two of them, on the same luck."""

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
"""The strategy id of the line-up's first entry, whose results are looked at."""


@dataclass(frozen=True)
class Results:
    """A player's results, one number a game: share of the win, score, and what all others scored.

    A strategy that sits in several seats has the mean of these.
    """

    wins: Floats
    scores: Floats
    others: Floats

    @classmethod
    def of(cls, standings: Table, rows: np.ndarray, players: int) -> Results:
        """The results of the first entry, from the rows of the table that tells who wins.

        The rows are those of games in their order; an automaton's seat comes behind the players'.
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
        """The results of further and further games."""
        found = list(some)
        return cls(
            np.concatenate([one.wins for one in found]),
            np.concatenate([one.scores for one in found]),
            np.concatenate([one.others for one in found]),
        )

    @property
    def games(self) -> int:
        """How many games they are of."""
        return len(self.wins)


@dataclass(frozen=True)
class Estimate:
    """A mean over games with its 95 % interval."""

    mean: float
    low: float
    high: float

    def record(self) -> list[float]:
        """Mean, low and high, rounded for people."""
        return [round(one, 2) for one in (self.mean, self.low, self.high)]


def wins_in_100(results: Results) -> Estimate:
    """How often it wins."""
    wins = results.wins
    return Estimate(
        *(
            float(one)
            for one in share_interval(wins.sum(), results.games, squares=np.square(wins).sum())
        )
    )


def score(results: Results) -> Estimate:
    """Its score."""
    scores = results.scores
    return Estimate(
        *(float(one) for one in mean_interval(scores.sum(), np.square(scores).sum(), results.games))
    )


def more_wins(after: Results, before: Results) -> Estimate:
    """How much more often in 100 games one wins than the other, on the same luck."""
    return _more(100 * after.wins, 100 * before.wins, 100.0)


def more_score(after: Results, before: Results) -> Estimate:
    """How much more one scores than the other, on the same luck."""
    most = np.abs(after.scores - before.scores).max(initial=0.0)
    return _more(after.scores, before.scores, float(max(most, 1.0)))


def _more(after: Floats, before: Floats, largest: float) -> Estimate:
    change = after - before
    sums = paired(change.sum(), np.square(change).sum(), len(change), largest, (change != 0).sum())
    return Estimate(*(float(one[0]) for one in sums.interval()))
