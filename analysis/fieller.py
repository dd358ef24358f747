"""Ratios of two uncertain means: Fieller's interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


NOTHING = 1e-9
"""Largest mean, or share of a squared mean, that counts as rounding."""


def ratio_interval(
    above: ArrayLike,
    below: ArrayLike,
    variance_above: ArrayLike,
    variance_below: ArrayLike,
    covariance: ArrayLike,
    reach: ArrayLike,
) -> tuple[Floats, Floats, Floats]:
    """Return the ratio of two means with its interval: (ratio, low, high).

    ``variance_above``, ``variance_below`` and ``covariance`` are those of the means; ``reach`` is
    the quantile of t (1.96 for 95 % and many games). All results are nan where ``below`` may be 0
    at that level, as the interval is then unbounded (Fieller, "Some problems in interval
    estimation", 1954).

    >>> print([round(float(one), 2) for one in ratio_interval(6, 3, 0.04, 0.01, 0, 1.96)])
    [2.0, 1.82, 2.19]
    """
    above, below, first, second, covariances, reach = np.broadcast_arrays(
        *(
            np.asarray(value, float)
            for value in (above, below, variance_above, variance_below, covariance, reach)
        )
    )
    square = reach * reach
    with np.errstate(divide="ignore", invalid="ignore"):
        bottom = below**2 - square * second
        middle = above * below - square * covariances
        inner = middle**2 - bottom * (above**2 - square * first)
        half = np.sqrt(np.maximum(inner, 0.0))
        # Never divide by a value that is 0 up to rounding, however certain it is.
        has_ratio = (np.abs(below) > NOTHING) & (bottom > NOTHING * below**2) & (inner >= 0)
        values = (above / below, (middle - half) / bottom, (middle + half) / bottom)
    ratio, low, high = (np.where(has_ratio, value, np.nan) for value in values)
    return ratio, low, high
