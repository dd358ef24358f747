"""A frozen planner has its own copy of every table that it reads."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

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


def test_a_single_table_is_named_after_the_yardstick(freeze_planner: ModuleType, folder: Path):
    source = freeze_planner.copy_tables("table('learnt/clauses.csv')", "old", folder)
    assert source == "table('learnt/old.csv')"
    assert copies(folder) == {"old.csv": "clauses"}


def test_several_tables_are_copied_to_several_files(freeze_planner: ModuleType, folder: Path):
    source = "table('learnt/clauses.csv'), table('learnt/solo.csv')"
    frozen = freeze_planner.copy_tables(source, "old", folder)
    assert frozen == "table('learnt/old_clauses.csv'), table('learnt/old_solo.csv')"
    assert copies(folder) == {"old_clauses.csv": "clauses", "old_solo.csv": "solo"}
