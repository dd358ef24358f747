"""Compiled and pure-Python modes play the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from eoc.tabletop import engine

from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.kernel.compiled import COMPILED

GAMES = (
    (["random", "random"], {}, 0, 5),
    (["vegas", "random", "marketing_drip"], {}, 2**62, 4),
    (["hoarder", "quick_start", "vegas", "balanced"], {}, 3, 3),
    (["random"] * 4, {"rules": "family", "stash": "open_draft"}, 4, 3),
    (["random"] * 3, {"rules": "cutthroat", "dice_order": "snake", "auction": "on"}, 5, 3),
    (["random"], {"rules": "solo"}, 6, 3),
    (
        ["vegas", "random", "hoarder"],
        {"bans": (frozenset({"bet", "trade", "type:culture"}), frozenset({"dice:half", "stash"}))},
        7,
        3,
    ),
)


def play_all(folder, divisor):
    """Play the games above, or a part of them; save their rows and traces."""
    for number, (lineup, settings, seed, all_games) in enumerate(GAMES):
        games = -(-all_games // divisor)
        game_engine = engine(*lineup, seed=seed, seating="balanced", **settings)
        rows = game_engine.worker().play(7, games, tuple(TABLES))
        np.savez(folder / f"{number}.npz", **rows)
        traces = [game_engine.replay(game) for game in range(7, 7 + games)]
        (folder / f"{number}.json").write_text(json.dumps(traces), encoding="utf-8")


@pytest.mark.skipif(not COMPILED, reason="pure Python is compared with compiled code")
@pytest.mark.parametrize(
    "divisor", [2, pytest.param(1, marks=pytest.mark.slow)], ids=["half", "all"]
)
def test_pure_python_plays_the_same_games(tmp_path, divisor):
    """RND-1: both modes give each line-up and rule set the same rows and traces."""
    folders = {}
    for mode in ("compiled", "pure"):
        folders[mode] = tmp_path / mode
        folders[mode].mkdir()
    program = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[1]); "
        "from eoc.test_modes import play_all; play_all(pathlib.Path(sys.argv[2]), int(sys.argv[3]))"
    )
    tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    pure = subprocess.Popen(
        [sys.executable, "-c", program, tests, str(folders["pure"]), str(divisor)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    play_all(folders["compiled"], divisor)
    _, errors = pure.communicate()
    assert pure.returncode == 0, errors
    for number in range(len(GAMES)):
        one, two = (np.load(folders[mode] / f"{number}.npz") for mode in folders)
        for table in TABLES:
            assert one[table].dtype == two[table].dtype
            assert np.array_equal(one[table], two[table]), (number, table)
        traces = [(folders[mode] / f"{number}.json").read_bytes() for mode in folders]
        assert traces[0] == traces[1], number
