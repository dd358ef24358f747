"""The script that makes the shipped presets asks for what their evidence says made them."""

from __future__ import annotations

import importlib.util
import shlex
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from eoc_sim.simulator.eoc.engine import strategy_folders

SCRIPT = Path(__file__).resolve().parents[1] / "scripts" / "tune_presets.py"
PRESETS = strategy_folders().presets
UNTUNED = "beginner"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(SCRIPT.stem, SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_every_preset_but_the_beginner_is_made_by_the_script(script):
    assert {*script.CHARACTERS, UNTUNED} == {file.stem for file in PRESETS.glob("*.toml")}


@pytest.mark.parametrize(
    "file", sorted(file for file in PRESETS.glob("*.toml") if file.stem != UNTUNED),
    ids=lambda file: file.stem,
)
def test_by_default_the_script_asks_for_what_the_evidence_names(script, file):
    """Also with the parameters that are fixed, and the comment; --fresh only clears the folder."""
    character = script.CHARACTERS[file.stem]
    text = file.read_text(encoding="utf-8")
    preset = tomllib.loads(text)
    asked = ["eoc-sim", *script.command(file.stem, character.generations)]
    named = shlex.split(preset["evidence"]["command"])
    assert asked == [word for word in named if word != "--fresh"]
    assert preset["evidence"]["generations"] == character.generations
    # A preset leaves out what its strategy has anyway.
    fixed = script.COMMON | character.fixed
    kept = {key: preset["parameters"][key] for key in fixed if key in preset["parameters"]}
    assert kept.items() <= fixed.items()
    assert text.startswith("".join(f"# {line}\n" for line in character.comment))
