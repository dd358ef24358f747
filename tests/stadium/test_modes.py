"""Compiled and pure-Python modes play the same games of Stadium in every rule set."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from stadium.games import DEFAULT_STRATEGY, engine
from stadium.rule_sets import EFFECTS, components_with, random_rule_set

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.components import load


def engines(rule_set_count):
    """Yield engines of standard games and of random rule sets."""
    for owners in (2, 3, 4, 5):
        yield engine(
            *["random", DEFAULT_STRATEGY, "random", "random", "random"][:owners], seed=2**62
        )
    for number in range(rule_set_count):
        owners, settings = random_rule_set(1000 + number)
        components = components_with(EFFECTS) if number % 2 else load()
        yield engine(
            *["random"] * owners,
            components=components,
            seed=number,
            seating="balanced",
            **settings,
        )


def play_all(folder, rule_set_count):
    """Play one game with each engine, and save its rows and trace."""
    for number, game_engine in enumerate(engines(rule_set_count)):
        np.savez(folder / f"{number}.npz", **game_engine.worker().play(7, 1, tuple(TABLES)))
        (folder / f"{number}.json").write_text(json.dumps(game_engine.replay(7)), encoding="utf-8")


@pytest.mark.skipif(not COMPILED, reason="the test in compiled mode also plays in pure Python")
@pytest.mark.parametrize("rule_set_count", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_pure_python_plays_the_same_games(tmp_path, rule_set_count):
    """RND-1: rows of all tables and whole traces are equal in every rule set."""
    folders = {}
    for mode in ("compiled", "pure"):
        folders[mode] = tmp_path / mode
        folders[mode].mkdir()
    program = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[1]); "
        "from stadium.test_modes import play_all; "
        "play_all(pathlib.Path(sys.argv[2]), int(sys.argv[3]))"
    )
    tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    pure = subprocess.Popen(
        [sys.executable, "-c", program, tests, str(folders["pure"]), str(rule_set_count)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    play_all(folders["compiled"], rule_set_count)
    _, errors = pure.communicate()
    assert pure.returncode == 0, errors
    for number in range(4 + rule_set_count):
        one, two = (np.load(folders[mode] / f"{number}.npz") for mode in folders)
        for table in TABLES:
            assert one[table].dtype == two[table].dtype
            assert np.array_equal(one[table], two[table]), (number, table)
        traces = [(folders[mode] / f"{number}.json").read_bytes() for mode in folders]
        assert traces[0] == traces[1], number
