"""Indices of the engine and its planners are in range, which compiled code does not check."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PLAY = """
import random
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.columns import (TABLES)
from eoc_sim.simulator.eoc.engine import Engine, load_strategy, strategy_folders
from eoc_sim.simulator.eoc.rules import resolve

tables = [table for table in TABLES if table != "twins"]
names = [name for name in strategy_folders().names() if name != "expert"]
pick = random.Random(1)
line_ups = [
    (preset, [pick.choice(names) for _ in range(players)], 2000)
    for preset, max_players in (("standard", 4), ("cutthroat", 4), ("family", 4), ("solo", 1))
    for players in ([1] if preset == "solo" else range(2, max_players + 1)) for _ in range(3)
]
line_ups.append(("standard", ["expert:rollouts=40", "balanced", "vegas", "balanced_2026"], 20))
for preset, seats, games in line_ups:
    engine = Engine(load(None), resolve(preset), [load_strategy(one) for one in seats], 1)
    engine.worker().play(0, games, tables)
print("every index fits")
"""


@pytest.mark.slow
def test_every_index_fits(tmp_path):
    """Numba's bounds checks cover ``unchecked`` functions too, and refuse negative indices."""
    environment = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "EOC_SIM_CACHE": str(tmp_path / "cache"),
    }
    finished = subprocess.run(
        [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=False
    )
    assert finished.stdout.strip() == "every index fits", finished.stderr[-2000:]
