"""Factors for a formula's values, learnt from games by regression.

The outcome of a game, minus the formula's value of everything that has no factor, is regressed on
the values of the things that the player took: the slope of each is its factor. The less precisely a
factor is known, the more it shrinks towards 1, the unchanged formula (ridge regression; Hoerl and
Kennard 1970, Technometrics 12). The factor is then the posterior mean under a normal prior.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.stats import LEVEL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PRIOR_MEAN, PRIOR_SPREAD = 1.0, 0.7
"""Mean and standard deviation of factors before any game."""
MIN_FACTOR, MAX_FACTOR = 0.05, 4.0
"""Limits on factors.

A component's value is never negative, and never as high as a few lucky games may suggest.
"""
CONTROL_SPREAD = 100.0
"""Prior standard deviation of controls, so large that they hardly shrink."""
FALSE_SHARE = 0.1
"""Largest share of false findings among factors found to differ between versions."""


@dataclass(frozen=True)
class RegressionSums:
    """Products of columns with each other and with the outcome, over games.

    The first ``effects`` columns are the formula's values; the others are controls.
    """

    products: Floats
    with_outcome: Floats
    outcome_squared: float
    games: int
    effects: int

    def __add__(self, other: RegressionSums) -> RegressionSums:
        return RegressionSums(
            self.products + other.products,
            self.with_outcome + other.with_outcome,
            self.outcome_squared + other.outcome_squared,
            self.games + other.games,
            self.effects,
        )

    def __sub__(self, other: RegressionSums) -> RegressionSums:
        return RegressionSums(
            self.products - other.products,
            self.with_outcome - other.with_outcome,
            self.outcome_squared - other.outcome_squared,
            self.games - other.games,
            self.effects,
        )


def sums_of(worths: Floats, controls: Floats, outcome: Floats) -> RegressionSums:
    """Sum products over games.

    The columns are ``worths[game, thing]`` and ``controls[game, control]``.
    """
    columns = np.hstack([worths, controls])
    return RegressionSums(
        columns.T @ columns,
        columns.T @ outcome,
        float(outcome @ outcome),
        len(outcome),
        worths.shape[1],
    )


@dataclass(frozen=True)
class Factors:
    """A factor with its interval for each column of ``worths``.

    ``noise`` is the standard deviation of a game's outcome about the regression.
    """

    factor: Floats
    low: Floats
    high: Floats
    noise: float


def factors(sums: RegressionSums, level: float = LEVEL) -> Factors:
    """Estimate factors and intervals from games, between `MIN_FACTOR` and `MAX_FACTOR`.

    An interval contains the true factor in ``level`` of cases if factors are spread as the prior
    assumes; a factor with little evidence keeps the prior's interval.
    """
    from scipy.optimize import lsq_linear

    effects = sums.effects
    noise = _noise(sums)
    precision, weighted_sums = _posterior(sums, noise)
    unbounded = np.linalg.solve(precision, weighted_sums)
    spread = np.sqrt(np.diag(np.linalg.inv(precision)))[:effects]
    # If one factor is held at its bound, the other factors make up for it.
    root = np.linalg.cholesky(precision).T
    lowest, highest = np.full(len(unbounded), -np.inf), np.full(len(unbounded), np.inf)
    lowest[:effects], highest[:effects] = MIN_FACTOR, MAX_FACTOR
    solution = lsq_linear(root, root @ unbounded, (lowest, highest), method="bvls").x[:effects]
    factor = np.clip(solution, MIN_FACTOR, MAX_FACTOR)
    reach = NormalDist().inv_cdf(0.5 + level / 2) * spread
    low = np.minimum(np.clip(unbounded[:effects] - reach, MIN_FACTOR, MAX_FACTOR), factor)
    high = np.maximum(np.clip(unbounded[:effects] + reach, MIN_FACTOR, MAX_FACTOR), factor)
    return Factors(factor, low, high, noise)


def differing_pairs(
    sums: Sequence[RegressionSums],
    other_sums: Sequence[RegressionSums],
    pairs: Sequence[tuple[int, int]],
) -> NDArray[np.bool_]:
    """Test which pairs of factors, one from each set of games, differ.

    Each entry of ``sums`` and ``other_sums`` has the sums of one block of games; blocks at the same
    position were played with the same luck. ``pairs`` holds the indexes of the two factors, which
    are compared by a jackknife over the blocks. On average, at most `FALSE_SHARE` of the pairs
    reported as different are false findings (Benjamini and Hochberg 1995, Journal of the Royal
    Statistical Society B 57).
    """
    from scipy.stats import false_discovery_control, t

    blocks = len(sums)
    if blocks < 2 or len(pairs) == 0:
        return np.zeros(len(pairs), np.bool_)
    first, second = np.array(pairs).T
    differences = np.array(
        [
            a[first] - b[second]
            for a, b in zip(
                _jackknife_estimates(sums), _jackknife_estimates(other_sums), strict=True
            )
        ]
    )
    middle = differences.mean(axis=0)
    spread = ((blocks - 1) / blocks * np.square(differences - middle).sum(axis=0)) ** 0.5
    # If no game differs, any difference is rounding.
    size = np.where(np.abs(middle) < 1e-9, 0.0, np.abs(middle) / np.maximum(spread, 1e-12))
    p_values = 2 * t.sf(size, blocks - 1)
    return np.asarray(false_discovery_control(p_values) <= FALSE_SHARE)


def _jackknife_estimates(blocks: Sequence[RegressionSums]) -> list[Floats]:
    """Estimate the factors, without bounds, leaving out each block in turn."""
    total = sum(blocks[1:], blocks[0])
    noise = _noise(total)
    return [
        np.asarray(np.linalg.solve(*_posterior(total - block, noise)), np.float64)
        for block in blocks
    ]


def _posterior(sums: RegressionSums, noise: float) -> tuple[Floats, Floats]:
    """Return the posterior precision of all slopes, and the weighted sums."""
    prior = np.full(len(sums.with_outcome), 1 / CONTROL_SPREAD**2)
    prior[: sums.effects] = 1 / PRIOR_SPREAD**2
    middle = np.zeros(len(prior))
    middle[: sums.effects] = PRIOR_MEAN
    return sums.products / noise**2 + np.diag(prior), sums.with_outcome / noise**2 + prior * middle


def _noise(sums: RegressionSums) -> float:
    """Return the outcome's standard deviation about the unshrunk regression."""
    products = sums.products
    rank = int(np.linalg.matrix_rank(products, hermitian=True))
    explained_squares = (
        sums.with_outcome @ np.linalg.pinv(products, hermitian=True) @ sums.with_outcome
    )
    residual_squares = max(sums.outcome_squared - float(explained_squares), 0.0)
    return float(max(residual_squares / max(sums.games - rank, 1), 1e-12) ** 0.5)
