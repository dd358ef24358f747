"""Stadium's engine uses no index out of range, which compiled code would not notice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PLAY = """
import sys
sys.path.insert(0, sys.argv[1])
from stadium.games import DEFAULT_STRATEGY, engine
from stadium.rule_sets import EFFECTS, components_with, random_rule_set
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.components import load

for number in range(40):
    owners, settings = random_rule_set(number)
    components = components_with(EFFECTS) if number % 2 else load()
    line_up = ["random", DEFAULT_STRATEGY, "random", "random", "random"][:owners]
    game_engine = engine(*line_up, components=components, seed=number, **settings)
    game_engine.worker().play(0, 200, tuple(TABLES))
    worker = game_engine.worker()
    worker.set_up(0)
    worker.play_until("acting", 5)
    worker.redeal(0, 3)
    game_engine.replay(1)
engine("expert:rollouts=40", "balanced", "staffer").worker().play(0, 20, tuple(TABLES))
print("every index fits")
"""


@pytest.mark.slow
def test_every_index_fits(tmp_path):
    """Play games with numba's bounds checks, which also refuse negative indices."""
    environment = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "EOC_SIM_CACHE": str(tmp_path / "cache"),
    }
    finished = subprocess.run(
        [sys.executable, "-c", PLAY, str(Path(__file__).parents[1])],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.stdout.strip() == "every index fits", finished.stderr[-2000:]
