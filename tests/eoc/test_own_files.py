"""Strategies in files: their dependencies are found, and they load the same elsewhere."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.runs.version_options import VersionOptions

STRATEGY = '''
"""Mine."""
from eoc_sim.simulator.eoc.strategy_api import DRAFT, parameter, table
from own_worths.cards import EDGE

PARAMETERS = [parameter("edge", default=1, low=0, high=9, help="edge")]
TABLES = [table("data/values.csv", key="card", columns=["value"])]


def draft(table, me, params, order):
    order.card = me.hand[0] + EDGE
    return DRAFT
'''
PRESET = """
strategy = "mine.py"
tables = { values = "../others.csv" }
[parameters]
edge = 3
"""


@pytest.fixture
def files(tmp_path, monkeypatch) -> dict[str, Path]:
    """Write a strategy with its own table and module, and a preset for it."""
    contents = {
        "work/strategies/mine.py": STRATEGY,
        "work/strategies/edge.toml": PRESET,
        "work/strategies/data/values.csv": "card,value\n001,5\n",
        "work/others.csv": "card,value\n002,7\n",
        "modules/own_worths/__init__.py": "",
        "modules/own_worths/cards.py": "EDGE = 0\n",
    }
    for name, content in contents.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "modules"), *sys.path])
    monkeypatch.chdir(tmp_path / "work")
    GAME.forget_files()
    return {name: tmp_path / name for name in contents}


def version(*seats: str) -> object:
    return GAME.baseline(VersionOptions(seats=seats))


def test_dependencies_of_a_strategy(files):
    both = version("strategies/mine.py:edge=5", "strategies/edge.toml", "random", "vegas")
    assert GAME.own_files.files(both) == {path: path.read_bytes() for path in files.values()}
    assert GAME.own_files.files(version("random", "vegas")) == {}


def test_strategies_load_the_same_elsewhere(files, tmp_path, monkeypatch):
    sent = version("strategies/mine.py:edge=5", "strategies/edge.toml", "random", "vegas")
    own_files, other_folder = GAME.own_files.files(sent), tmp_path / "elsewhere"
    for file, content in own_files.items():
        moved = other_folder / file.relative_to(file.anchor)
        moved.parent.mkdir(parents=True, exist_ok=True)
        moved.write_bytes(content)
        if "modules" not in file.parts:
            file.unlink()
    output = pickle.dumps(GAME.own_files.move(sent, lambda file: file))
    monkeypatch.chdir(other_folder)
    received = GAME.own_files.move(
        pickle.loads(output), lambda file: other_folder / file.relative_to(file.anchor)
    )
    assert received.seats[2:] == ("random", "vegas") and received.seats[0].endswith(
        "mine.py:edge=5"
    )
    for before, after in zip(sent.strategies(), received.strategies(), strict=True):
        assert (after.name, after.hash, after.parameters) == (
            before.name,
            before.hash,
            before.parameters,
        )
        assert [table.rows for table in after.tables] == [table.rows for table in before.tables]


def test_a_strategy_changed_since_loading_is_refused(files):
    sent = version("strategies/mine.py", "random")
    sent.strategies()
    files["work/strategies/data/values.csv"].write_text("card,value\n001,6\n")
    with pytest.raises(StrategyError, match="strategies/mine.py has just been changed; repeat"):
        GAME.own_files.files(sent)


@pytest.mark.parametrize("kind", ["engine", "worker"])
def test_engines_are_not_sent(kind):
    (engine,) = GAME.engines([version("random", "random")], 1, "fixed")
    with pytest.raises(TypeError, match="send a simulator.runs.recipe.Recipe instead"):
        pickle.dumps(engine if kind == "engine" else engine.worker())
