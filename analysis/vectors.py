"""Vectors with one number per place in turn order, and their test.

The numbers of one game depend on each other (if one place wins, the others do not), so the joint
test uses their covariance over games. Formulas and their known bias: docs/reference/metrics.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MIN_GAMES = 10
"""The minimum number of games for a joint test of all places."""


class VectorMoments:
    """Sums over games of vectors, usually with one number per place."""

    def __init__(self, size: int) -> None:
        self.games = 0
        self.total: Floats = np.zeros(size)
        self.products: Floats = np.zeros((size, size))
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
        deviation_products = self.products - np.outer(self.total, self.total) / max(self.games, 1)
        return deviation_products / max(self.games - 1, 1)

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """Sum the difference between two places over games, and its squares."""
        squares = self.products[first, first] + self.products[second, second]
        return (
            float(self.total[first] - self.total[second]),
            float(squares - 2 * self.products[first, second]),
        )

    def with_imagined_wins(self) -> VectorMoments:
        """Add one imagined win per place, pulling the mean towards equal wins."""
        return self._with_games(100 * np.eye(len(self.total)))

    def with_imagined_changes(self) -> VectorMoments:
        """Add imagined games that sum to 0, pulling the mean towards 0.

        In each of them, one place takes a win from the next.
        """
        return self._with_games(
            100 * (np.eye(len(self.total)) - np.roll(np.eye(len(self.total)), 1, 1))
        )

    def _with_games(self, imagined_games: Floats) -> VectorMoments:
        moments = VectorMoments(len(self.total))
        moments.games, moments.largest = self.games, self.largest
        moments.total, moments.products = self.total.copy(), self.products.copy()
        return moments.add(imagined_games)


def joint_p_value(moments: VectorMoments) -> float:
    """Return the p-value for equal means at all places.

    The test is Hotelling's T squared, converted to an F statistic. It tests the differences between
    the first place and each of the other places. The result is nan if there are too few games or
    they are too alike.

    >>> luck = np.random.default_rng(1)
    >>> wins = 100 * np.eye(4)[luck.integers(0, 4, 400)]
    >>> print(f"{joint_p_value(VectorMoments(4).add(wins)):.2f}")
    0.09
    """
    from scipy.stats import f

    degrees = len(moments.total) - 1
    if moments.games < max(MIN_GAMES, degrees + 2):
        return float("nan")
    contrasts = np.eye(degrees, degrees + 1, 1)
    contrasts[:, 0] = -1.0
    contrast_means = contrasts @ moments.mean
    covariance = contrasts @ moments.covariance @ contrasts.T
    if np.linalg.matrix_rank(covariance) < degrees:
        return float("nan")
    distance = moments.games * float(contrast_means @ np.linalg.solve(covariance, contrast_means))
    scale = (moments.games - degrees) / (degrees * (moments.games - 1))
    return float(f.sf(scale * distance, degrees, moments.games - degrees))
