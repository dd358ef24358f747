"""Ratios of two uncertain means: Fieller's interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


ROUNDING = 1e-9
"""Largest mean, or share of a squared mean, treated as 0."""


def ratio_interval(
    numerator: ArrayLike,
    denominator: ArrayLike,
    numerator_variance: ArrayLike,
    denominator_variance: ArrayLike,
    covariance: ArrayLike,
    reach: ArrayLike,
) -> tuple[Floats, Floats, Floats]:
    """Return the ratio of two means with its interval: (ratio, low, high).

    ``numerator_variance``, ``denominator_variance`` and ``covariance`` are those of the means;
    ``reach`` is the quantile of t (1.96 for 95 % and many games). All results are nan where
    ``denominator`` may be 0 at that level, as the interval is then unbounded (Fieller, "Some
    problems in interval estimation", 1954).

    >>> print([round(float(one), 2) for one in ratio_interval(6, 3, 0.04, 0.01, 0, 1.96)])
    [2.0, 1.82, 2.19]
    """
    (
        numerator,
        denominator,
        numerator_variance,
        denominator_variance,
        covariance,
        reach,
    ) = np.broadcast_arrays(
        *(
            np.asarray(value, float)
            for value in (
                numerator,
                denominator,
                numerator_variance,
                denominator_variance,
                covariance,
                reach,
            )
        )
    )
    square = reach * reach
    with np.errstate(divide="ignore", invalid="ignore"):
        bottom = denominator**2 - square * denominator_variance
        middle = numerator * denominator - square * covariance
        inner = middle**2 - bottom * (numerator**2 - square * numerator_variance)
        half = np.sqrt(np.maximum(inner, 0.0))
        # Discard a ratio whose denominator is 0 up to rounding, however precisely it is known.
        has_ratio = (
            (np.abs(denominator) > ROUNDING) & (bottom > ROUNDING * denominator**2) & (inner >= 0)
        )
        values = (numerator / denominator, (middle - half) / bottom, (middle + half) / bottom)
    ratio, low, high = (np.where(has_ratio, value, np.nan) for value in values)
    return ratio, low, high
