"""Vectors with one number per place in turn order, and their test.

The numbers of one game depend on each other (one wins, so the others do not); the test of all at
once takes their own covariance over games. Formulas and their known bias:
docs/reference/metrics.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEWEST_GAMES = 10
"""Games below which there is no test of all places together."""


class VectorMoments:
    """Sums over games of a vector with one number per place.

    Places are in turn order.
    """

    def __init__(self, places: int) -> None:
        self.games = 0
        self.total: Floats = np.zeros(places)
        self.products: Floats = np.zeros((places, places))
        self.largest = 0.0

    def add(self, values: Floats) -> VectorMoments:
        """Add games, one row each."""
        self.games += len(values)
        self.total = self.total + values.sum(axis=0)
        self.products = self.products + values.T @ values
        self.largest = max(self.largest, float(np.abs(values).max(initial=0.0)))
        return self

    @property
    def mean(self) -> Floats:
        """The mean of each place."""
        return self.total / max(self.games, 1)

    @property
    def covariance(self) -> Floats:
        """The covariance of one game's vector."""
        centred = self.products - np.outer(self.total, self.total) / max(self.games, 1)
        return centred / max(self.games - 1, 1)

    def of_difference(self, one: int, other: int) -> tuple[float, float]:
        """Sum one place less another over games, with its squares."""
        squares = self.products[one, one] + self.products[other, other]
        return (
            float(self.total[one] - self.total[other]),
            float(squares - 2 * self.products[one, other]),
        )

    def with_wins_for_all(self) -> VectorMoments:
        """Add one imagined win per place, which draws the mean towards fair."""
        return self._with(100 * np.eye(len(self.total)))

    def with_changes_all_round(self) -> VectorMoments:
        """Add imagined changes that leave the mean unchanged.

        In each of these games a place takes a win from the next.
        """
        return self._with(100 * (np.eye(len(self.total)) - np.roll(np.eye(len(self.total)), 1, 1)))

    def _with(self, imagined: Floats) -> VectorMoments:
        more = VectorMoments(len(self.total))
        more.games, more.largest = self.games, self.largest
        more.total, more.products = self.total.copy(), self.products.copy()
        return more.add(imagined)


def joint_p_value(moments: VectorMoments) -> float:
    """Return how often chance alone sets all places this far apart.

    The test is Hotelling's T squared as F. The places less the first make the vector that is
    tested; nan where too few games were played, or all games are alike.

    >>> luck = np.random.default_rng(1)
    >>> wins = 100 * np.eye(4)[luck.integers(0, 4, 400)]
    >>> print(f"{joint_p_value(Moments(4).add(wins)):.2f}")
    0.09
    """
    from scipy.stats import f

    degrees = len(moments.total) - 1
    if moments.games < max(FEWEST_GAMES, degrees + 2):
        return float("nan")
    contrasts = np.eye(degrees, degrees + 1, 1)
    contrasts[:, 0] = -1.0
    apart = contrasts @ moments.mean
    spread = contrasts @ moments.covariance @ contrasts.T
    if np.linalg.matrix_rank(spread) < degrees:
        return float("nan")
    distance = moments.games * float(apart @ np.linalg.solve(spread, apart))
    scale = (moments.games - degrees) / (degrees * (moments.games - 1))
    return float(f.sf(scale * distance, degrees, moments.games - degrees))
