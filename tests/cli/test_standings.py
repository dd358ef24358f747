"""The standings on the bar have the interval that everybody has."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from scipy import stats as scipy_stats

from eoc_sim.cli.playing import _standings_line, share_and_error
from eoc_sim.simulator.runs.standings import Standing


def standing(shares: np.ndarray, strategy: int = 0) -> Standing:
    squares = float(np.square(shares).sum())
    return Standing(0, strategy, len(shares), float(shares.sum()), squares, 0.0)


@pytest.mark.parametrize("games", [2, 7, 500])
def test_the_interval_is_that_of_the_mean_over_games(games):
    shares = np.random.default_rng(games).choice([0.0, 0.5, 1.0], games, p=[0.7, 0.1, 0.2])
    shares[:2] = 0.0, 1.0
    mean, error = share_and_error(standing(shares))
    low, high = scipy_stats.t.interval(0.95, games - 1, shares.mean(), scipy_stats.sem(shares))
    assert mean == pytest.approx(100 * shares.mean())
    assert error == pytest.approx(50 * (high - low))


def test_the_line_names_the_strategies_of_the_current_rules():
    one = standing(np.array([1.0, 0.0] * 50), 1)
    other = Standing(1, 0, 100, 50.0, 50.0, 0.0)
    line = _standings_line([one, other], ["bold", "shy"], fair=2)
    assert line == "wins in 100 so far (fair: 50): shy 50.0 +-10.0"
    assert _standings_line([], ["bold"]) == "no standings yet"


def test_the_bar_loads_no_statistics_before_it_is_drawn():
    asked = "import sys, eoc_sim.cli.playing; print('scipy' in sys.modules, 'numpy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert answer.stdout.split() == ["False", "False"]
