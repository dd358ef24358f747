"""The standings on the progress bar have the same intervals as all other output."""

from __future__ import annotations

import subprocess
import sys
from statistics import NormalDist

import numpy as np
import pytest

from eoc_sim.analysis.looks import Look
from eoc_sim.cli.progress import _standings_line, share_and_error
from eoc_sim.simulator.runs.standings import RunningStanding


def standing(shares: np.ndarray, strategy: int = 0) -> RunningStanding:
    squares = float(np.square(shares).sum())
    return RunningStanding(0, strategy, len(shares), float(shares.sum()), squares, 0.0, 0.0)


@pytest.mark.parametrize("games", [1000, 5000])
def test_the_interval_is_that_of_the_confidence_sequence(games):
    shares = np.random.default_rng(games).choice([0.0, 0.5, 1.0], games, p=[0.7, 0.1, 0.2])
    mean, error = share_and_error(standing(shares), 20_000, 4)
    reach = -NormalDist().inv_cdf((1 - Look(games, 20_000).level(4)) / 2)
    assert mean == pytest.approx(100 * shares.mean())
    assert error == pytest.approx(100 * reach * shares.std() / games**0.5)


def test_the_first_games_have_no_interval():
    assert share_and_error(standing(np.array([1.0, 0.0] * 499)), 20_000, 4) == (50, None)
    # These are the first games of a much longer run.
    assert share_and_error(standing(np.array([1.0, 0.0] * 501)), 10**9, 4) == (50, None)


def test_the_line_names_the_strategies_of_the_current_rules():
    shy, wild = (
        standing(np.array(shares * 500), number)
        for number, shares in ((1, [1.0, 0.0]), (2, [0.0, 1.0]))
    )
    other_version = RunningStanding(1, 0, 100, 50.0, 50.0, 0.0, 0.0)
    line = _standings_line([shy, wild, other_version], ["bold", "shy", "wild"], 1000, 2)
    assert line == "wins in 100 so far (fair: 50): shy 50.0 +-6.3, wild 50.0 +-6.3"


def test_the_line_says_little_after_a_few_games():
    few_games = standing(np.array([1.0, 0.0] * 50))
    assert _standings_line([few_games], ["bold"], 1000, 1) == "wins in 100 so far: bold 50.0"
    # After a few games the shares say little: a single game would show 100 for its winner.
    for first_standings in ([standing(np.array([1.0] * 99))], []):
        assert _standings_line(first_standings, ["bold"], 1000, 2) == "no standings yet"


def test_importing_the_progress_bar_loads_neither_numpy_nor_scipy():
    program = (
        "import sys, eoc_sim.cli.progress; print('scipy' in sys.modules, 'numpy' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert answer.stdout.split() == ["False", "False"]


def test_a_strategy_in_every_seat_has_no_interval():
    line = _standings_line([standing(np.full(2000, 0.5))], ["bold"], 2000, 2)
    assert line == "wins in 100 so far (fair: 50): bold 50.0 by construction"


def test_a_strategy_with_too_few_games_also_holds_a_seat():
    """Its games are too few to be shown, but the other's wins are not fixed."""
    shown, hidden = standing(np.array([1.0, 0.0] * 1000)), standing(np.zeros(50), 1)
    line = _standings_line([shown, hidden], ["bold", "shy"], 2000, 2)
    assert line.startswith("wins in 100 so far (fair: 50): bold 50.0 +-") and "shy" not in line
