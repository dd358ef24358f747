"""A frozen planner plays as the planner does, and has its own copy of every table it reads."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy, strategy_folders
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.kernel.strategy import Strategy

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def freeze_planner() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "freeze_planner", ROOT / "scripts" / "freeze_planner.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "learnt").mkdir()
    for name in ("clauses", "solo", "unused"):
        (tmp_path / "learnt" / f"{name}.csv").write_text(name, encoding="utf-8")
    return tmp_path


def copies(folder: Path) -> dict[str, str]:
    files = folder.glob("learnt/old*.csv")
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def test_a_single_table_is_named_after_the_frozen_planner(freeze_planner: ModuleType, folder: Path):
    source = freeze_planner.copy_tables("table('learnt/clauses.csv')", "old", folder)
    assert source == "table('learnt/old.csv')"
    assert copies(folder) == {"old.csv": "clauses"}


def test_several_tables_are_copied_to_several_files(freeze_planner: ModuleType, folder: Path):
    source = "table('learnt/clauses.csv'), table('learnt/solo.csv')"
    frozen = freeze_planner.copy_tables(source, "old", folder)
    assert frozen == "table('learnt/old_clauses.csv'), table('learnt/old_solo.csv')"
    assert copies(folder) == {"old_clauses.csv": "clauses", "old_solo.csv": "solo"}


@pytest.fixture
def frozen(freeze_planner: ModuleType, tmp_path: Path) -> Strategy:
    """Return today's planner, frozen in a file with its tables beside it."""
    file = tmp_path / "frozen.py"
    file.write_text(freeze_planner.flatten("balanced"), encoding="utf-8")
    shutil.copytree(strategy_folders().strategies / "learnt", tmp_path / "learnt")
    return load_strategy(str(file))


def test_a_frozen_planner_has_the_planners_functions_and_parameters(frozen: Strategy):
    planner = load_strategy("balanced")
    # A frozen planner does not explain itself.
    assert {*frozen.functions} == {*planner.functions} - {"appraise"}
    assert frozen.parameters == planner.parameters


@pytest.mark.slow
def test_a_frozen_planner_plays_as_the_planner(frozen: Strategy):
    def scores(strategy: Strategy) -> list[int]:
        engine = Engine(load(), resolve("standard"), [strategy] * 4, 7)
        rows: list[int] = engine.worker().play(0, 12, ["seats"])["seats"]["score"].tolist()
        return rows

    assert scores(frozen) == scores(load_strategy("balanced"))
