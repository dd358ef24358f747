"""Test a player's results in games that were not used to select the player."""

from __future__ import annotations

import numpy as np
import pytest
from runs.counter_game import DECLARATION

from eoc_sim.analysis.held_out import Results, extra_score, extra_wins, score, wins_in_100

TABLE = DECLARATION.standings


def rows(entries: list[tuple[int, int, int, int, float]]) -> np.ndarray:
    names = ("game", "seat", "strategy", "score", "win_share")
    return np.array(entries, [(name, float if name == "win_share" else np.int32) for name in names])


def test_the_first_entry_is_measured_and_an_automaton_left_out():
    results = Results.extract(
        TABLE,
        rows(
            [
                (7, 0, 0, 10, 1.0),
                (7, 1, 1, 4, 0.0),
                (7, 2, 2, 50, 0.0),
                (8, 0, 1, 9, 0.5),
                (8, 1, 0, 9, 0.5),
                (8, 2, 2, 50, 0.0),
            ]
        ),
        2,
    )
    assert (results.wins.tolist(), results.scores.tolist(), results.other_scores.tolist()) == (
        [1.0, 0.5],
        [10.0, 9.0],
        [4.0, 9.0],
    )


def test_several_seats_of_one_strategy_are_one_player():
    results = Results.extract(TABLE, rows([(0, 0, 0, 10, 1.0), (0, 1, 0, 4, 0.0)]), 2)
    assert (results.wins.tolist(), results.scores.tolist()) == ([0.5], [7.0])
    assert results.other_scores.tolist() == [7.0]


def test_common_luck_makes_a_gain_clear():
    luck = np.random.default_rng(1)
    base = luck.normal(100, 30, 400)
    before = Results((base > 100).astype(float), base, base)
    after = Results((base > 95).astype(float), base + 5 + luck.normal(0, 1, 400), base)
    gain = extra_score(after, before)
    assert gain.low > 4.5 and gain.high < 5.5 and gain.mean == pytest.approx(5.0, abs=0.3)
    assert score(after).low < score(before).high  # without common luck the gain is unclear
    assert extra_wins(after, before).mean == pytest.approx(
        wins_in_100(after).mean - wins_in_100(before).mean
    )


def test_no_difference_still_has_an_interval():
    same = Results(np.zeros(100), np.ones(100), np.ones(100))
    none = extra_wins(same, same)
    assert none.mean == 0 and none.low < 0 < none.high
