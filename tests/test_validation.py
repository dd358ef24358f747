"""The validation of benchmarks/validate.py in short: made-up games in short parts."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from synthetic_runs import random_run

FILE = Path(__file__).parents[1] / "benchmarks" / "validate.py"


@pytest.fixture(scope="module")
def validate() -> ModuleType:
    import sys

    spec = importlib.util.spec_from_file_location("validate", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["validate"] = module
    spec.loader.exec_module(module)
    return module


def test_intervals_of_parts_hold_the_whole(validate: ModuleType, tmp_path: Path) -> None:
    run = random_run(tmp_path / "run", 2400, stars=(1, 9))
    found = validate.validated(run, 240)
    seen = {name: held for name, held in found.items() if held.rows > held.unknown}
    assert len(seen) > 10
    for name, held in seen.items():
        assert held.held / (held.rows - held.unknown) > 0.9, name
    families = [held for held in found.values() if held.families]
    assert families and all(held.families_held >= 0.85 * held.families for held in families)
    assert all(held.wrong <= 0.1 * held.families for held in families)
    assert len(validate.lines(found, 2400, 240)) == len(found) + 4


def test_an_interval_that_is_too_narrow_is_found(
    validate: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(validate.Look, "level", lambda look, tests=1: 0.5)
    run = random_run(tmp_path / "run", 1200)
    held = validate.validated(run, 120)["stars by strategy"]
    assert held.held / held.rows < 0.8
