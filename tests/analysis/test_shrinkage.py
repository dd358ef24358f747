"""Estimates drawn in: nearer to the truth, and as often covered as is said."""

from __future__ import annotations

import numpy as np
import pytest

from eoc_sim.analysis.shrinkage import shrink


@pytest.mark.parametrize("spread, gain", [(0.2, 0.3), (0.9, 0.9), (3.0, 1.0)])
def test_shrunk_estimates_are_nearer_and_covered(spread: float, gain: float) -> None:
    """120 rows with errors of 0.25 to 0.6; the spread is that of the true values."""
    rng = np.random.default_rng(2)
    raw, near, inside, found = [], [], [], []
    for _ in range(150):
        variance = rng.uniform(0.25, 0.6, 120) ** 2
        true = rng.normal(0.5, spread, 120)
        estimate = rng.normal(true, variance**0.5)
        shrunk = shrink(estimate, variance)
        raw.append(np.mean((estimate - true) ** 2))
        near.append(np.mean((shrunk.mean - true) ** 2))
        inside.append(np.mean((shrunk.low <= true) & (true <= shrunk.high)))
        found.append(shrunk.spread)
    assert np.mean(near) < gain * np.mean(raw)
    assert 0.9 < np.mean(inside) < 0.97
    if spread > 0.5:
        assert np.mean(inside) == pytest.approx(0.95, abs=0.01)
        assert np.mean(found) == pytest.approx(spread, rel=0.05)


def test_rows_without_a_spread_of_their_own_come_together() -> None:
    rng = np.random.default_rng(4)
    found = shrink(rng.standard_normal(60) * 0.5, np.full(60, 1.0))
    assert found.spread == 0
    assert np.ptp(found.mean) < 0.2
    assert (found.low < 0).all() and (found.high > 0).all()


def test_the_less_is_known_the_more_a_row_is_drawn_in() -> None:
    estimate = np.array([2.0, 2.0, -1.0, 0.0, 1.0, -2.0])
    found = shrink(estimate, np.array([0.1, 4.0, 0.1, 0.1, 0.1, 0.1]))
    assert found.centre < found.mean[1] < found.mean[0] < 2
    assert found.high[1] - found.low[1] > found.high[0] - found.low[0]


def test_unknown_rows_stay_unknown() -> None:
    estimate = np.array([1.0, np.nan, 2.0, 3.0, -1.0, 0.0, 5.0])
    found = shrink(estimate, np.array([1.0, 1, 1, 1, 1, 1, 0]))
    assert np.isnan(found.mean).tolist() == [False, True, False, False, False, False, True]
    assert np.isnan(shrink(estimate[:4], np.ones(4)).mean).all(), "too few to tell a spread"


def test_the_spread_is_that_of_paule_and_mandel() -> None:
    from statsmodels.stats.meta_analysis import combine_effects

    rng = np.random.default_rng(5)
    for spread in (0.0, 0.3, 2.0):
        variance = rng.uniform(0.05, 0.8, 40)
        estimate = rng.normal(1, (variance + spread**2) ** 0.5)
        theirs = combine_effects(estimate, variance, method_re="iterated", maxiter=200, atol=1e-10)
        assert shrink(estimate, variance).spread == pytest.approx(theirs.tau2**0.5, abs=1e-6)


@pytest.mark.filterwarnings("error")
def test_few_games_that_are_alike() -> None:
    """Estimates all the same, and variances that are nothing but rounding."""
    assert shrink(np.ones(6), np.ones(6)).mean == pytest.approx(np.ones(6))
    found = shrink([1.0, 2, 3, 4, 5, 6, 7], [1e-31, 1, 1, 1, 1, 1, 1])
    assert np.isnan(found.mean).tolist() == [True] + [False] * 6
    assert np.isfinite(shrink(np.arange(6.0), np.full(6, 1e-33)).mean).all()
