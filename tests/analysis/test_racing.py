"""Candidates that are clearly behind stop, and rank behind the others."""

from __future__ import annotations

import numpy as np

from eoc_sim.analysis.racing import clearly_behind, rank


def candidates(*means: float, spread: float = 1.0) -> list[np.ndarray]:
    """Return candidates with common luck, which nearly cancels out in their differences."""
    luck = np.random.default_rng(1)
    same = luck.normal(0, 30, 200)
    return [same + luck.normal(mean, spread, 200) for mean in means]


def test_common_luck_shows_who_is_behind():
    values = candidates(5.0, 4.0, 4.0, 0.0, -3.0)
    assert clearly_behind(values, [0, 1, 2, 3, 4], 2) == [3, 4]
    assert clearly_behind(values, [0, 1], 2) == []


def test_an_uncertain_difference_stops_nobody():
    assert clearly_behind(candidates(5.0, 4.0, 3.9, spread=60.0), [0, 1, 2], 1) == []


def test_equal_candidates_all_continue():
    assert clearly_behind([np.ones(50)] * 4, [0, 1, 2, 3], 2) == []


def test_stopped_candidates_rank_behind_the_others():
    values = [np.full(10, 9.0), np.full(20, 1.0), np.full(20, 2.0), np.full(20, 2.0)]
    assert rank(values) == [2, 3, 1, 0]
