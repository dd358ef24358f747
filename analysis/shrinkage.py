"""Empirical Bayes: many estimates of one kind, each drawn towards their common mean.

The largest of many estimates owes part of its size to chance. Drawn in by as much as their
uncertainty and the spread of all rows say, estimates are nearer to the truth on average, and the
largest is no longer too large.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.stats import LEVEL

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

FEWEST = 5
"""Rows below which there is no telling how far they lie apart."""
STEPS = 200
"""Steps that the spread may take to settle; it usually needs fewer than ten."""


CLOSE = 1e-9
"""How near to its solution the equation of the spread is taken for solved."""
ROUNDING = 1e-12
"""A variance is none at all if it is such a part of the others': games that are all alike."""


@dataclass(frozen=True)
class Shrunk:
    """Estimates drawn in, with their intervals, in the order they came; nan where unknown.

    ``centre`` is the mean that they are drawn to, ``spread`` the standard deviation of the true
    values about it (tau).
    """

    mean: Floats
    low: Floats
    high: Floats
    centre: float
    spread: float


def shrink(estimates: ArrayLike, variances: ArrayLike, level: float = LEVEL) -> Shrunk:
    """Draw estimates of known variances towards their mean: the normal-normal model.

    y_i ~ N(t_i, v_i), t_i ~ N(centre, tau^2), with tau^2 by Paule and Mandel (1982) and intervals
    after Morris (1983): of the rows taken together, ``level`` hold the true value, and what is
    not known of centre and tau^2 is part of their width.

    Args:
        estimates: one a row; nan stays nan and takes no part.
        variances: of each, in the square of its unit; taken for known and independent.
        level: of the intervals, averaged over the rows.
    """
    y, v = np.broadcast_arrays(
        np.asarray(estimates, dtype=np.float64), np.asarray(variances, dtype=np.float64)
    )
    mean, low, high = (np.full(y.shape, np.nan) for _ in range(3))
    known = np.isfinite(y) & np.isfinite(v) & (v > 0)
    known &= v > ROUNDING * np.median(v[known]) if known.any() else known
    rows = int(known.sum())
    if rows < FEWEST:
        return Shrunk(mean, low, high, np.nan, np.nan)
    y, v = y[known], v[known]
    spread = _spread(y, v)
    weight = 1 / (v + spread)
    weight /= weight.sum()
    centre = float(weight @ y)
    # (k - 3)/(k - 1): without it the estimated share of chance is too large on average.
    chance = (rows - 3) / (rows - 1) * v / (v + spread)
    mean[known] = y - chance * (y - centre)
    # Morris (1983), 1.17: the known share, what centre and spread might be otherwise.
    unsure = 2 / (rows - 3) * chance**2 * ((weight @ v) + spread) / (v + spread)
    variance = v * (1 - (1 - weight) * chance) + unsure * (y - centre) ** 2
    reach = NormalDist().inv_cdf(0.5 + level / 2) * variance**0.5
    low[known], high[known] = mean[known] - reach, mean[known] + reach
    return Shrunk(mean, low, high, centre, spread**0.5)


def _spread(y: Floats, v: Floats) -> float:
    """The variance of the true values about their mean, tau^2, by Paule and Mandel."""
    spread = 0.0
    for _ in range(STEPS):
        weight = 1 / (v + spread)
        apart = (y - weight @ y / weight.sum()) ** 2
        # What the rows lie apart, less what they should if the spread were right.
        excess = weight @ apart - (len(y) - 1)
        if excess <= CLOSE:  # from below it only falls, so at 0 chance explains it all
            break
        spread += excess / (weight**2 @ apart)
    return float(spread)
