"""The search for a whole-number compensation by turn order that makes all places win alike.

A paired pilot says what one unit for each place changes of the wins of all. The answer is taken
for linear around what was played last, corrected by what the next games show (Broyden's update),
and each step takes the smallest whole numbers that the line promises to be even enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

AIM = 0.5
"""The search aims at this part of what is tolerated: luck must not push it over the edge."""


def unevenness(wins: Floats) -> float:
    """How far the place furthest from fair is from it.

    >>> unevenness(np.array([24.0, 25.5, 25.5, 25.0]))
    1.0
    """
    return float(np.abs(wins - wins.mean()).max())


class Search:
    """Proposes compensations, one a step; learns from the wins that were played under each."""

    def __init__(
        self,
        given: tuple[int, ...],
        wins: Sequence[float] | Floats,
        slopes: Floats,
        most: int,
        within: float,
    ) -> None:
        self.given = given
        self.wins: Floats = np.asarray(wins, dtype=np.float64)
        self.slopes: Floats = np.asarray(slopes, dtype=np.float64)
        self.most = most
        self.within = within
        self.played = {self.given: self.wins}

    def propose(self) -> tuple[int, ...]:
        """The smallest compensation that promises to be even enough, else the most even one."""
        offers = np.array(list(product(range(self.most + 1), repeat=len(self.wins))))
        offers = offers[offers.min(axis=1) == 0]  # the same for all is nothing for anybody
        promised = self.wins + (offers - np.array(self.given)) @ self.slopes
        worst = np.abs(promised - promised.mean(axis=1, keepdims=True)).max(axis=1)
        enough = worst <= max(AIM * self.within, float(worst.min()))
        sizes = np.where(enough, offers.sum(axis=1), np.iinfo(np.int64).max)
        smallest = np.flatnonzero(sizes == sizes.min())
        best = smallest[np.argmin(worst[smallest])]
        return tuple(int(number) for number in offers[best])

    def learn(self, given: tuple[int, ...], wins: Sequence[float] | Floats) -> None:
        """Take in the wins that were played under ``given``; the next proposal starts from it."""
        found = np.asarray(wins, dtype=np.float64)
        step = np.array(given) - np.array(self.given)
        if step.any():
            surprise = found - self.wins - step @ self.slopes
            self.slopes = self.slopes + np.outer(step, surprise) / float(step @ step)
        self.given, self.wins = given, found
        self.played[given] = found

    def best(self) -> tuple[int, ...]:
        """The most even of all that were played; of those even enough the smallest."""
        enough = {
            given: wins for given, wins in self.played.items()
            if unevenness(wins) <= AIM * self.within
        }
        if enough:
            return min(enough, key=lambda given: (sum(given), unevenness(enough[given])))
        return min(self.played, key=lambda given: unevenness(self.played[given]))

    def done(self, proposal: tuple[int, ...]) -> bool:
        """Whether nothing is left to try: what is proposed was played, or the last was even."""
        return proposal in self.played or unevenness(self.wins) <= AIM * self.within
