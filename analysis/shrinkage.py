"""Shrinkage of many estimates of one kind.

The largest of many estimates owes part of its size to chance. Most things of a kind are nearly
alike and a few stand out, so true values are assumed to be a mixture of two normal distributions
around one centre, a narrow and a wide one: small differences shrink, large ones hardly do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.stats import LEVEL

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

MIN_ROWS = 5
"""The minimum number of rows for estimating their spread."""
ROUNDING = 1e-12
"""Below this ratio to the median variance, a variance counts as 0.

Such a variance comes from games that are all alike.
"""
SCALES = 8
"""Number of possible standard deviations for each part of a mixture."""
NARROWEST = 0.1
"""The smallest of these standard deviations, in standard errors."""
SHARES = (0.01, 0.02, 0.04, 0.08, 0.16, 0.3, 0.5)
"""Possible shares of rows in the wide part."""
CENTRES = np.linspace(-2.5, 2.5, 5)
"""Possible positions of the centre, in standard errors of the median."""
HALVINGS = 40
"""Bisection steps that find the end of an interval."""
MIN_DENSITY = 1e-300
"""Added to densities before taking logarithms."""


@dataclass(frozen=True)
class Shrunk:
    """Shrunk estimates with intervals, in input order; nan if unknown."""

    mean: Floats
    low: Floats
    high: Floats


def shrink(estimates: ArrayLike, variances: ArrayLike, level: float = LEVEL) -> Shrunk:
    """Shrink estimates with known variances towards their centre.

    Each row's mean averages over all mixtures (each with two scales, a share and a centre). The
    weight of a mixture says how well it explains all rows, so the mean allows for the uncertainty
    of the mixture. Under any mixture, each interval contains its row's true value with probability
    ``level``, even for the strongest row. The interval is found by inverting tests. The tests'
    error is split between the two sides so that the interval is shortest under the mixtures that
    the other rows make likely (Pratt 1961; Yu and Hoff 2018).

    Args:
        estimates: one per row, assumed independent; nan stays nan and is ignored.
        variances: one per estimate, assumed known.
        level: confidence level of each interval.
    """
    y, v = np.broadcast_arrays(
        np.asarray(estimates, dtype=np.float64), np.asarray(variances, dtype=np.float64)
    )
    mean, low, high = (np.full(y.shape, np.nan) for _ in range(3))
    is_usable = np.isfinite(y) & np.isfinite(v) & (v > 0)
    is_usable &= v > ROUNDING * np.median(v[is_usable]) if is_usable.any() else is_usable
    if is_usable.sum() >= MIN_ROWS:
        mixtures = _Mixtures(y[is_usable], v[is_usable])
        mean[is_usable] = mixtures.means()
        low[is_usable], high[is_usable] = mixtures.end(-1, level), mixtures.end(1, level)
    return Shrunk(mean, low, high)


class _Mixtures:
    """All mixtures, and how well they explain the rows.

    The axes are centres, rows, and scales or pairs of scales with a share. Such a pair, at a
    centre, is a mixture.
    """

    def __init__(self, y: Floats, v: Floats) -> None:
        self._y, self._error = y, v**0.5
        middle, error = np.median(y), float(np.median(self._error))
        distances = np.abs(y - middle)
        # The standard error of the median, with the spread taken from the middle half of rows.
        median_error = 1.25 * max(1.48 * float(np.median(distances)), error / 2) / len(y) ** 0.5
        self._centres = (middle + median_error * CENTRES)[:, None, None]
        scales = np.geomspace(NARROWEST * error, max(2 * distances.max(), error), SCALES)
        self._weights = _scale_shares()
        self._variances = v[:, None] + scales**2
        self._shrinkage_factors = scales**2 / self._variances
        self._densities = np.exp(self._logs(y)) + MIN_DENSITY
        self._mixture_densities = self._densities @ self._weights.T
        logs = np.log(self._mixture_densities)
        self._mixture_weights = _probabilities(logs.sum(axis=1, keepdims=True))
        # A row does not weight the mixtures that determine its own interval.
        other_weights = _probabilities(logs.sum(axis=1, keepdims=True) - logs)
        self._log_other_weights = np.log(other_weights @ self._weights + MIN_DENSITY)

    def _logs(self, y: Floats) -> Floats:
        """Return log densities of estimates, by centre, row and scale."""
        squared_distances = (y[:, None] - self._centres) ** 2 / self._variances
        return -(squared_distances + np.log(self._variances)) / 2

    def means(self) -> Floats:
        """Average each row's true value over all mixtures."""
        densities = self._densities * (
            (self._mixture_weights / self._mixture_densities) @ self._weights
        )
        posterior = self._centres + self._shrinkage_factors * (self._y[:, None] - self._centres)
        means: Floats = (densities * posterior).sum(axis=(0, 2)) / densities.sum(axis=(0, 2))
        return means

    def _log_densities(self, y: Floats) -> Floats:
        """Return log densities of estimates, with mixtures weighted by other rows."""
        logs = self._log_other_weights + self._logs(y)
        maximum = logs.max(axis=(0, 2))
        densities: Floats = maximum + np.log(np.exp(logs - maximum[:, None]).sum(axis=(0, 2)))
        return densities

    def end(self, sign: int, level: float) -> Floats:
        """Find the upper (``sign`` 1) or lower (-1) end of each interval.

        A true value is accepted if the estimate is between two limits, here ``near`` and ``far``
        standard errors from it. Intervals are shortest if, at both limits, the density under the
        mixtures has the same ratio to that under the true value. At the end of the interval, the
        estimate itself is one of the limits.
        """
        from scipy.special import ndtri

        densities = self._log_densities(self._y)
        low, high = np.zeros(len(self._y)), np.ones(len(self._y))
        for _ in range(HALVINGS):
            share = (low + high) / 2
            near, far = ndtri((1 - level) * (1 - share)), -ndtri((1 - level) * share)
            opposite = self._log_densities(self._y + sign * self._error * (far - near))
            is_denser = opposite + far**2 / 2 > densities + near**2 / 2
            low, high = np.where(is_denser, share, low), np.where(is_denser, high, share)
        ends: Floats = self._y - sign * self._error * ndtri((1 - level) * (1 - (low + high) / 2))
        return ends


def _scale_shares() -> Floats:
    """List the shares of all scales, one mixture per row."""
    rows = []
    for narrow in range(SCALES):
        for wide in range(narrow + 1, SCALES):
            for share in SHARES:
                row = np.zeros(SCALES)
                row[narrow], row[wide] = 1 - share, share
                rows.append(row)
    return np.array(rows)


def _probabilities(logs: Floats) -> Floats:
    """Turn each row's log likelihoods into probabilities of all mixtures.

    Mixtures with different centres count as different.
    """
    weights: Floats = np.exp(logs - logs.max(axis=(0, 2), keepdims=True))
    return weights / weights.sum(axis=(0, 2), keepdims=True)
