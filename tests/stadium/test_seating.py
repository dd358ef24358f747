"""Seating in Stadium depends only on the line-up, not on strategies' names or ids."""

from __future__ import annotations

import shutil
from itertools import permutations

import numpy as np
import pytest
from stadium.games import DEFAULT_STRATEGY, engine

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.stadium.columns import TABLES

GAMES = 20 if COMPILED else 2
ALL = tuple(TABLES)


def without_strategies(rows):
    """Return all rows without the ids of the strategies."""
    seats = rows["seats"].copy()
    seats["strategy"] = 0
    return {**rows, "seats": seats}


@pytest.mark.slow
def test_another_name_changes_no_game(tmp_path):
    """RND-2: a copy of a strategy with another name and another id plays the same games."""
    copied = tmp_path / "other_name.py"
    shutil.copy(DEFAULT_STRATEGY, copied)
    one = engine(DEFAULT_STRATEGY, "random", DEFAULT_STRATEGY, seed=5).worker().play(0, GAMES, ALL)
    two = engine(str(copied), "random", DEFAULT_STRATEGY, seed=5).worker().play(0, GAMES, ALL)
    assert one["seats"]["strategy"].tolist() != two["seats"]["strategy"].tolist()
    one, two = without_strategies(one), without_strategies(two)
    assert all(np.array_equal(one[table], two[table]) for table in ALL)


@pytest.mark.parametrize("seating", ["balanced", "rotate"])
def test_a_seating_equals_a_fixed_line_up(seating):
    """SET-4, RND-2: each game has the seats and luck of a line-up fixed in the same order."""
    line_up = ("random", DEFAULT_STRATEGY, "random")
    rows = engine(*line_up, seed=4, seating=seating).worker().play(0, 6, ALL)
    for game in range(6):
        seats = rows["seats"][rows["seats"]["game"] == game]
        order = (
            list(permutations(range(3)))[game]
            if seating == "balanced"
            else [(seat - game) % 3 for seat in range(3)]
        )
        seated = engine(*(line_up[entry] for entry in order), seed=4)
        fixed = seated.worker().play(game, 1, ALL)
        mine = {table: array[array["game"] == game] for table, array in rows.items()}
        assert [int(row["strategy"]) for row in seats] == [int(entry == 1) for entry in order]
        for table in ALL:
            one, two = (without_strategies(tables)[table] for tables in (mine, fixed))
            assert np.array_equal(one, two), (game, table)


def test_each_seat_is_first_equally_often():
    """SET-4: each seat is the commissioner about equally often."""
    rows = engine(*[DEFAULT_STRATEGY] * 3, seed=2).worker().play(0, 40 * GAMES, ("games",))["games"]
    firsts = np.bincount(rows["first_seat"], minlength=3)
    assert firsts.min() > 0.7 * firsts.mean() or not COMPILED
