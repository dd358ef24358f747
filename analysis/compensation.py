"""The search for a whole-number compensation by turn order that makes all places win alike.

A paired pilot says what one unit for each place does to the wins of all. On the scale of log wins
that answer is nearly a straight line, however uneven the places are (a multinomial logit); it is
corrected by what further games show (Broyden's update). Each step takes the smallest whole numbers
that the line promises to be even enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

AIM = 0.5
"""The search aims at this part of what is tolerated: luck must not push it over the edge."""
FEWEST_WINS = 0.2
"""Wins in 100 that a place is taken to have at least, as the logarithm of none is not a number."""
GAIN = 0.1
"""Wins in 100 by which a further step has to promise to be more even."""


def unevenness(wins: Floats) -> float:
    """How far the place furthest from fair is from it.

    >>> unevenness(np.array([24.0, 25.5, 25.5, 25.0]))
    1.0
    """
    return float(np.abs(wins - wins.mean()).max())


def _log(wins: Sequence[float] | Floats) -> Floats:
    return np.log(np.maximum(np.asarray(wins, dtype=np.float64), FEWEST_WINS))


class Search:
    """Proposes compensations, one a step; learns from the wins that were played under each.

    ``given`` is where the search starts and ``wins`` what was played there; ``tried`` has for each
    place a number that it was given besides, and the wins of all places then.
    """

    def __init__(
        self,
        given: tuple[int, ...],
        wins: Sequence[float] | Floats,
        tried: Sequence[tuple[int, Sequence[float] | Floats]],
        most: int,
        within: float,
    ) -> None:
        self.given = given
        self.level = _log(wins)
        self.slopes: Floats = np.array([(_log(then) - self.level) / by for by, then in tried])
        self.within = within
        self.played = {given: np.asarray(wins, dtype=np.float64)}
        offers = np.indices((most + 1,) * len(given)).reshape(len(given), -1).T
        # The same for all is nothing for anybody.
        self.offers = offers[offers.min(axis=1) == 0]

    def propose(self) -> tuple[int, ...] | None:
        """The smallest compensation that promises to be even enough, else the most even one.

        None where nothing that was not played promises to be more even than what was.
        """
        reached = min(unevenness(wins) for wins in self.played.values())
        if reached <= AIM * self.within:
            return None
        logs = self.level + (self.offers - np.array(self.given)) @ self.slopes
        chances = np.exp(logs - logs.max(axis=1, keepdims=True))
        promised = 100 * chances / chances.sum(axis=1, keepdims=True)
        worst = np.abs(promised - 100 / len(self.given)).max(axis=1)
        for known in self.played:
            worst[(self.offers == known).all(axis=1)] = np.inf
        if worst.min() > reached - GAIN:
            return None
        enough = worst <= max(AIM * self.within, float(worst.min()))
        sizes = np.where(enough, self.offers.sum(axis=1), np.iinfo(np.int64).max)
        smallest = np.flatnonzero(sizes == sizes.min())
        best = smallest[np.argmin(worst[smallest])]
        return tuple(int(number) for number in self.offers[best])

    def learn(self, given: tuple[int, ...], wins: Sequence[float] | Floats) -> None:
        """Take in the wins that were played under ``given``; the next proposal starts from it."""
        step = np.array(given) - np.array(self.given)
        surprise = _log(wins) - self.level - step @ self.slopes
        self.slopes = self.slopes + np.outer(step, surprise) / float(step @ step)
        self.given, self.level = given, _log(wins)
        self.played[given] = np.asarray(wins, dtype=np.float64)

    def best(self) -> tuple[int, ...]:
        """The smallest of all that were played and even enough, else the most even of them."""
        enough = {
            given: wins for given, wins in self.played.items()
            if unevenness(wins) <= AIM * self.within
        }
        if enough:
            return min(enough, key=lambda given: (sum(given), unevenness(enough[given])))
        return min(self.played, key=lambda given: unevenness(self.played[given]))
