"""Shrunk estimates are nearer to the truth, with valid intervals even for the strongest."""

from __future__ import annotations

import numpy as np
import pytest

from eoc_sim.analysis.shrinkage import shrink

STRONG = (3.4, 1.4, 1.1, 1.0, 0.9, 0.8)


@pytest.mark.parametrize(("error", "gain", "strongest"), [(0.9, 0.25, 2.5), (0.31, 0.6, 0.45)])
def test_a_deck_with_a_few_strong_cards(error: float, gain: float, strongest: float) -> None:
    rng = np.random.default_rng(2)
    raw, near, inside = [], [], []
    for _ in range(30):
        true = np.concatenate([STRONG, rng.normal(-0.1, 0.2, 114)])
        variance = error**2 * rng.uniform(0.8, 1.25, 120)
        estimate = rng.normal(true, variance**0.5)
        found = shrink(estimate, variance)
        raw.append((estimate - true) ** 2)
        near.append((found.mean - true) ** 2)
        inside.append((found.low <= true) & (true <= found.high))
        assert ((found.low <= found.mean) & (found.mean <= found.high)).all()
    assert np.mean(near) < gain * np.mean(raw)
    assert np.mean(near, axis=0)[0] ** 0.5 < strongest
    assert np.mean(inside) == pytest.approx(0.95, abs=0.01)
    assert np.mean(inside, axis=0)[:2].min() >= 0.9


@pytest.mark.parametrize("spread", [0.2, 3.0])
def test_intervals_hold_where_true_values_are_normal(spread: float) -> None:
    rng = np.random.default_rng(3)
    inside = []
    for _ in range(15):
        true = rng.normal(0.5, spread, 120)
        found = shrink(rng.normal(true, 0.5), 0.25)
        inside.append((found.low <= true) & (true <= found.high))
    assert np.mean(inside) == pytest.approx(0.95, abs=0.01)


def test_a_row_far_from_the_others_is_left_alone() -> None:
    rng = np.random.default_rng(4)
    estimate = np.append(rng.standard_normal(99), 40)
    found = shrink(estimate, 1)
    assert found.mean[-1] == pytest.approx(40, abs=0.5)
    assert [found.low[-1], found.high[-1]] == pytest.approx([38.04, 41.96], abs=0.1)


def test_rows_without_spread_between_them_coincide() -> None:
    rng = np.random.default_rng(4)
    found = shrink(rng.standard_normal(60) * 0.5, np.full(60, 1.0))
    assert np.ptp(found.mean) < 0.2
    assert (found.low < 0).all() and (found.high > 0).all()


def test_less_known_rows_shrink_more() -> None:
    estimate = np.array([2.0, 2.0, -1.0, 0.0, 1.0, -2.0])
    found = shrink(estimate, np.array([0.1, 4.0, 0.1, 0.1, 0.1, 0.1]))
    assert found.mean[1] < found.mean[0] < 2
    assert found.high[1] - found.low[1] > found.high[0] - found.low[0]


def test_mirrored_and_shifted_rows() -> None:
    rng = np.random.default_rng(5)
    estimate, variance = rng.standard_t(3, 50), rng.uniform(0.2, 2, 50)
    found, turned = shrink(estimate, variance), shrink(7 - 3 * estimate, 9 * variance)
    assert turned.mean == pytest.approx(7 - 3 * found.mean)
    assert turned.low == pytest.approx(7 - 3 * found.high)
    assert turned.high == pytest.approx(7 - 3 * found.low)


def test_unknown_rows_stay_unknown() -> None:
    estimate = np.array([1.0, np.nan, 2.0, 3.0, -1.0, 0.0, 5.0])
    found = shrink(estimate, np.array([1.0, 1, 1, 1, 1, 1, 0]))
    assert np.isnan(found.mean).tolist() == [False, True, False, False, False, False, True]
    assert np.isnan(shrink(estimate[:4], np.ones(4)).mean).all(), "too few to tell a spread"


@pytest.mark.filterwarnings("error")
def test_few_equal_games() -> None:
    """Test equal estimates, and variances that are only rounding."""
    assert shrink(np.ones(6), np.ones(6)).mean == pytest.approx(np.ones(6))
    found = shrink([1.0, 2, 3, 4, 5, 6, 7], [1e-31, 1, 1, 1, 1, 1, 1])
    assert np.isnan(found.mean).tolist() == [True] + [False] * 6
    found = shrink(np.arange(6.0), np.full(6, 1e-33))
    assert np.isfinite([found.mean, found.low, found.high]).all()
