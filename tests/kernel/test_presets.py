"""Presets: how they are read and written, with their own tables and their evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from eoc.tabletop import engine

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.eoc.engine import load_strategy
from eoc_sim.simulator.kernel.presets import preset_text
from eoc_sim.simulator.runs.versions import strategy_label

SOURCE = """from eoc_sim.simulator.eoc.strategy_api import parameter, table

PARAMETERS = [parameter("boldness", default=1.5, low=0, high=9, help="a number")]
TABLES = [table("data/mine.csv", key="card", columns=("stars",))]


def final_campaign(table, me, params, order):
    return int(params.stars[0] * params.boldness)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/mine.csv").write_text("card,stars,note\n001,1,2\n", encoding="utf-8")
    (tmp_path / "other.csv").write_text("card,stars\n001,3\n", encoding="utf-8")
    (tmp_path / "mine.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def preset(folder: Path, content: str, name: str = "own.toml") -> str:
    file = folder / name
    file.write_text(content, encoding="utf-8")
    return str(file)


def test_a_preset_reads_its_own_table(folder: Path):
    own = preset(folder, 'strategy = "mine.py"\ntables = { mine = "other.csv" }\n')
    declared, replaced = load_strategy(str(folder / "mine.py")), load_strategy(own)
    assert [strategy.tables[0].rows["1"] for strategy in (declared, replaced)] == [(1.0,), (3.0,)]
    assert replaced.tables[0].name == "other.csv" and replaced.tables[0].stem == "mine"
    assert declared.hash != replaced.hash and declared.code_hash == replaced.code_hash
    rows = engine(own, "random", start_bucks=30).worker().play(0, 1, ("seats",))["seats"]
    assert rows["final_marketing"][0] == 4


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('tables = { mien = "other.csv" }', 'no data table "mien"; it has mine. Did you mean'),
        ('tables = { mine = "absent.csv" }', "absent.csv cannot be read"),
        ("tables = { mine = 3 }", "tables should look like"),
        ('tables = "other.csv"', "tables should look like"),
    ],
)
def test_invalid_tables(folder: Path, content: str, words: str):
    with pytest.raises(StrategyError, match=words):
        load_strategy(preset(folder, f'strategy = "mine.py"\n{content}\n'))


def test_evidence_is_not_read(folder: Path):
    plain = load_strategy(preset(folder, 'strategy = "mine.py"\n'))
    with_evidence = load_strategy(
        preset(folder, 'strategy = "mine.py"\n[evidence]\nwins = [1, 2]\n')
    )
    assert plain == with_evidence


def test_a_preset_is_named_without_its_own_settings(folder: Path):
    """The settings in a preset's file do not lengthen its name, but they do change its hash."""
    own = preset(folder, 'strategy = "mine.py"\n[parameters]\nboldness = 3\n')
    assert strategy_label(load_strategy(own)) == "own"
    assert strategy_label(load_strategy(f"{own}:boldness=4")) == "own:boldness=4"
    (folder / "b").mkdir()
    text = Path(own).read_text().replace("mine.py", "../mine.py").replace("3", "5")
    assert load_strategy(preset(folder / "b", text)).hash != load_strategy(own).hash


def test_a_written_preset_is_read_as_the_same_strategy(folder: Path):
    base = load_strategy(f"{folder / 'mine.py'}:boldness=2")
    (folder / "out").mkdir()
    text = preset_text(
        base,
        folder / "out",
        parameters={"boldness": 2.5},
        tables={"mine": folder / "other.csv"},
        evidence={"command": 'eoc-sim "x" \\ ü', "wins": [1.5, 2], "against": ["a"]},
        comment="Found.",
    )
    assert text.startswith('# Found.\nstrategy = "../mine.py"\ntables = { mine = "../other.csv" }')
    read = load_strategy(preset(folder / "out", text))
    assert read.parameters == {"boldness": 2.5} and read.tables[0].rows["1"] == (3.0,)
    # A preset written for a loaded preset keeps that preset's settings.
    again = load_strategy(preset(folder, preset_text(read, folder), "again.toml"))
    assert (again.parameters, again.tables) == (read.parameters, read.tables)


def test_a_written_preset_refers_to_a_built_in_strategy_by_name(tmp_path: Path):
    assert preset_text(load_strategy("balanced"), tmp_path) == 'strategy = "balanced"\n'


def test_a_preset_cannot_be_based_on_another_preset(tmp_path: Path):
    with pytest.raises(StrategyError, match='"hoarder" is itself a preset; give its strategy, "'):
        load_strategy(preset(tmp_path, 'strategy = "hoarder"\n'))
