"""Candidates that a search drops, and cases in which luck makes no difference."""

from __future__ import annotations

import numpy as np
import pytest

from eoc_sim.simulator.kernel.search import _drop_worst, _no_luck


def test_the_worst_challengers_are_dropped_and_among_equals_the_last():
    alive = np.ones(5, np.int64)
    _drop_worst(alive, 5, np.array([0.0, 3.0, 1.0, 3.0, 1.0]), 3)
    assert alive.tolist() == [1, 1, 1, 1, 0]
    _drop_worst(alive, 5, np.array([0.0, 3.0, 1.0, 3.0, 1.0]), 1)
    assert alive.tolist() == [1, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("values", "same"),
    [
        ([[200, 200], [-30, -30]], True),
        ([[200, 200], [-30, -31]], False),
        ([[0, 0], [1, -1]], False),
        ([[0, 0], [0, 0]], True),
    ],
)
def test_luck_makes_no_difference_with_equal_worth_in_all_worlds(values, same):
    table = np.array(values, float)
    sums = np.concatenate([[0.0], table.sum(axis=1)])
    squares = np.concatenate([[0.0], np.square(table).sum(axis=1)])
    assert _no_luck(np.ones(3, np.int64), 3, sums, squares, 2) == same


def test_dropped_candidates_are_ignored():
    sums, squares = np.array([0.0, 4.0, 0.0]), np.array([0.0, 8.0, 50.0])
    assert not _no_luck(np.array([1, 1, 1]), 3, sums, squares, 2)
    assert _no_luck(np.array([1, 1, 0]), 3, sums, squares, 2)
