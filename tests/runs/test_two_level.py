"""Two-level designs separate effects, as their defining words and columns show."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.two_level import MAX_FACTORS, resolution, two_level

# Published sizes of the smallest fractions of resolution V (Box, Hunter and Hunter 2005, table
# 6.22): 5 factors in 16 runs, 6 in 32, 8 in 64, 9 to 11 in 128.
PUBLISHED_RUN_COUNTS = {5: 16, 6: 32, 8: 64, 9: 128, 10: 128, 11: 128}


@pytest.mark.parametrize("factors", range(2, MAX_FACTORS + 1))
def test_effects_are_separable_at_resolution_five(factors):
    """The columns of main effects, pairwise products and the mean are mutually orthogonal.

    The design repeats no run, and it has no more runs than published.
    """
    design = two_level(factors, 5)
    signs = 2 * np.array(design.rows) - 1
    products = [signs[:, one] * signs[:, two] for one, two in combinations(range(factors), 2)]
    columns = np.column_stack([np.ones(len(signs)), signs, *products])
    assert (columns.T @ columns == len(signs) * np.eye(columns.shape[1])).all()
    assert (
        len(set(design.rows)) == len(design.rows) <= PUBLISHED_RUN_COUNTS.get(factors, 2**factors)
    )


@pytest.mark.parametrize(("factors", "wanted"), [(4, 4), (7, 3), (8, 4), (6, 3), (15, 3), (11, 5)])
def test_defining_words_match_the_columns(factors, wanted):
    """Only products of columns that form a defining word are constant, and no word is too short."""
    design = two_level(factors, wanted)
    signs = 2 * np.array(design.rows) - 1
    constant = {
        word
        for size in range(1, min(factors, 5) + 1)
        for word in combinations(range(factors), size)
        if abs(signs[:, word].prod(axis=1).sum()) == len(signs)
    }
    assert constant == {word for word in design.words if len(word) <= 5}
    assert resolution(design.words) >= wanted
    assert len(design.rows) * (len(design.words) + 1) == 2**factors


@pytest.mark.parametrize("wanted", [None, 3, 4, 5])
@pytest.mark.parametrize("factors", [1, 3, 5, 7])
def test_the_current_rules_come_first(factors, wanted):
    assert two_level(factors, wanted).rows[0] == (0,) * factors


def test_a_full_design_has_all_combinations():
    design = two_level(4, None)
    assert len(set(design.rows)) == 16 and not design.words and resolution(design.words) is None


def test_without_factors_there_is_one_run_and_too_many_factors_are_refused():
    assert two_level(0, 5).rows == ((),)
    with pytest.raises(InputError, match="at most 16"):
        two_level(17, 5)
