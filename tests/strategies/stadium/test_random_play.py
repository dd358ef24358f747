"""Random play of Stadium: uniform over legal actions, and the resulting games."""

from __future__ import annotations

import numpy as np
import pytest
from stadium_calibration import BY_BLOCKS, PLANNERS, percentage, play, play_line_ups, wins_of

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.stadium.state import MAX_BONUSES, SPACES

pytestmark = pytest.mark.skipif(
    not COMPILED, reason="averages need more games than pure Python can play in reasonable time"
)


@pytest.fixture(scope="module")
def random_tables():
    return play(["random"] * 4, 1500, ["games", "seats", "placements"])


def test_games_of_random_owners_are_long_and_some_reach_the_cap(random_tables):
    """C12: some games reach the round cap, but most end when an owner places their last block."""
    assert random_tables["games"]["rounds"].mean() > 25
    assert 5 < percentage(random_tables["games"]["end"] != BY_BLOCKS) < 40
    assert 20 < random_tables["seats"]["score"].mean() < 40


def test_the_first_placement_is_uniform_over_bonus_spaces(random_tables):
    """PLA-2: every free bonus space is equally likely."""
    rows = random_tables["placements"]
    first = rows[(rows["round"] == 1) & (rows["turn"] == 1)]
    place = first["space"].astype(int) * MAX_BONUSES + first["bonus"] - 1
    counts = np.bincount(place, minlength=SPACES * MAX_BONUSES)
    counts = counts[counts > 0]
    expected = len(first) / len(counts)
    assert len(counts) == 36
    # A chi-square with 35 degrees of freedom exceeds 82 once in 100 000 times.
    assert np.sum((counts - expected) ** 2 / expected) < 82


@pytest.mark.slow
def test_random_among_planners_hardly_ever_wins():
    """C12: random play scores few points and hardly ever wins."""
    tables = play_line_ups(4, 2000, ("random", *PLANNERS), ["games", "seats"])
    seats = tables["seats"]
    assert wins_of(tables, 0) < 1
    assert seats["score"][seats["strategy"] == 0].mean() < 8
