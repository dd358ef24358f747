"""Shrunk estimates are nearer to the truth, with valid intervals even for the strongest."""

from __future__ import annotations

import numpy as np
import pytest

from eoc_sim.analysis.shrinkage import shrink

STRONG = (3.4, 1.4, 1.1, 1.0, 0.9, 0.8)


@pytest.mark.parametrize(("error", "gain", "strongest"), [(0.9, 0.25, 2.5), (0.31, 0.6, 0.45)])
def test_a_deck_with_a_few_strong_cards(error: float, gain: float, strongest: float) -> None:
    rng = np.random.default_rng(2)
    raw, shrunk, inside = [], [], []
    for _ in range(30):
        true = np.concatenate([STRONG, rng.normal(-0.1, 0.2, 114)])
        variance = error**2 * rng.uniform(0.8, 1.25, 120)
        estimate = rng.normal(true, variance**0.5)
        estimates = shrink(estimate, variance)
        raw.append((estimate - true) ** 2)
        shrunk.append((estimates.mean - true) ** 2)
        inside.append((estimates.low <= true) & (true <= estimates.high))
        assert ((estimates.low <= estimates.mean) & (estimates.mean <= estimates.high)).all()
    assert np.mean(shrunk) < gain * np.mean(raw)
    assert np.mean(shrunk, axis=0)[0] ** 0.5 < strongest
    assert np.mean(inside) == pytest.approx(0.95, abs=0.01)
    assert np.mean(inside, axis=0)[:2].min() >= 0.9


@pytest.mark.parametrize("spread", [0.2, 3.0])
def test_intervals_hold_where_true_values_are_normal(spread: float) -> None:
    rng = np.random.default_rng(3)
    inside = []
    for _ in range(15):
        true = rng.normal(0.5, spread, 120)
        estimates = shrink(rng.normal(true, 0.5), 0.25)
        inside.append((estimates.low <= true) & (true <= estimates.high))
    assert np.mean(inside) == pytest.approx(0.95, abs=0.01)


def test_a_row_far_from_the_others_is_left_alone() -> None:
    rng = np.random.default_rng(4)
    estimate = np.append(rng.standard_normal(99), 40)
    estimates = shrink(estimate, 1)
    assert estimates.mean[-1] == pytest.approx(40, abs=0.5)
    assert [estimates.low[-1], estimates.high[-1]] == pytest.approx([38.04, 41.96], abs=0.1)


def test_rows_without_spread_between_them_coincide() -> None:
    rng = np.random.default_rng(4)
    estimates = shrink(rng.standard_normal(60) * 0.5, np.full(60, 1.0))
    assert np.ptp(estimates.mean) < 0.2
    assert (estimates.low < 0).all() and (estimates.high > 0).all()


def test_less_precise_rows_shrink_more() -> None:
    estimate = np.array([2.0, 2.0, -1.0, 0.0, 1.0, -2.0])
    estimates = shrink(estimate, np.array([0.1, 4.0, 0.1, 0.1, 0.1, 0.1]))
    assert estimates.mean[1] < estimates.mean[0] < 2
    assert estimates.high[1] - estimates.low[1] > estimates.high[0] - estimates.low[0]


def test_estimates_are_mirrored_scaled_and_shifted_with_their_rows() -> None:
    rng = np.random.default_rng(5)
    estimate, variance = rng.standard_t(3, 50), rng.uniform(0.2, 2, 50)
    estimates, mirrored = shrink(estimate, variance), shrink(7 - 3 * estimate, 9 * variance)
    assert mirrored.mean == pytest.approx(7 - 3 * estimates.mean)
    assert mirrored.low == pytest.approx(7 - 3 * estimates.high)
    assert mirrored.high == pytest.approx(7 - 3 * estimates.low)


def test_unknown_rows_stay_unknown() -> None:
    estimate = np.array([1.0, np.nan, 2.0, 3.0, -1.0, 0.0, 5.0])
    estimates = shrink(estimate, np.array([1.0, 1, 1, 1, 1, 1, 0]))
    assert np.isnan(estimates.mean).tolist() == [False, True, False, False, False, False, True]
    assert np.isnan(shrink(estimate[:4], np.ones(4)).mean).all(), "too few to know a spread"


@pytest.mark.filterwarnings("error")
def test_equal_estimates_and_tiny_variances() -> None:
    """Equal estimates, and variances that are mere rounding errors, raise no error."""
    assert shrink(np.ones(6), np.ones(6)).mean == pytest.approx(np.ones(6))
    estimates = shrink([1.0, 2, 3, 4, 5, 6, 7], [1e-31, 1, 1, 1, 1, 1, 1])
    assert np.isnan(estimates.mean).tolist() == [True] + [False] * 6
    estimates = shrink(np.arange(6.0), np.full(6, 1e-33))
    assert np.isfinite([estimates.mean, estimates.low, estimates.high]).all()
