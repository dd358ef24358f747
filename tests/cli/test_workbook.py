"""A run can be written as a workbook, and the cards edited there can be played."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest
from cli.process import call
from synthetic_runs import random_run

from eoc_sim.cli.exit_codes import BAD_INPUT
from eoc_sim.games import find
from eoc_sim.simulator.eoc import versions
from eoc_sim.simulator.eoc.component_rows import CARDS
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.runs.arms import sheet_arms
from eoc_sim.simulator.runs.run_file import read_run_file, write_run_file
from eoc_sim.simulator.runs.version_options import VersionOptions

SMALL_RUN = ("--seats", "random,random,random,random", "--games", "2", "--jobs", "1")


def export_with_notes(folder: Path) -> None:
    """Export the cards as mine.xlsx and add a column of the designer's own."""
    call(folder, "data", "export", "mine.xlsx")
    book = openpyxl.load_workbook(folder / "mine.xlsx")
    grid = book["cards"]
    grid["Q1"], grid["Q39"] = "notes", "too strong?"
    book.save(folder / "mine.xlsx")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a workbook that has notes, and a run that played its cards."""
    folder = tmp_path_factory.mktemp("sheets")
    export_with_notes(folder)
    answer = call(folder, "run", "--data", "mine.xlsx", "--out", "run", *SMALL_RUN)
    assert answer.returncode == 0, answer.stderr
    assert (
        "Note: mine.xlsx, sheet \"cards\": the column 'notes' is your own; it is kept, but has no "
        "effect on the game." in answer.stderr
    )
    return folder


@pytest.mark.slow
def test_the_cards_in_a_runs_workbook_are_read_back(tmp_path: Path):
    """The games are made up; the record of the run is real."""
    export_with_notes(tmp_path)
    version = versions.baseline(
        VersionOptions(seats=("random",) * 4, data=str(tmp_path / "mine.xlsx"))
    )
    random_run(tmp_path / "run", 60)
    record = read_run_file(tmp_path / "run")
    write_run_file(tmp_path / "run", {**record, "baseline": versions.record(version)})
    answer = call(tmp_path, "report", "run", "--xlsx", "results.xlsx")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.endswith("\n  eoc-sim sweep --cards results.xlsx\n")
    book = openpyxl.load_workbook(tmp_path / "results.xlsx")
    grid = book["cards"]
    heads = [cell.value for cell in grid[1]]
    assert heads[:17] == [*CARDS.columns, "notes"] and grid["Q39"].value == "too strong?"
    assert all(head.startswith("result: ") for head in heads[17:]) and len(heads) > 25
    grid["L39"] = 3
    book.save(tmp_path / "results.xlsx")
    edited = GAME.with_sheet(version, str(tmp_path / "results.xlsx"))
    arms = sheet_arms(find("eoc"), version, edited)
    assert [arm.label for arm in arms.arms] == ["baseline", "038 Analytics Nerd"]
    assert [change.sentence for change in arms.arms[1].changes] == [
        "038 Analytics Nerd: stars 5 -> 3"
    ]
    assert len(edited.components.describe_own_columns()) == 2


@pytest.mark.slow
def test_cards_edited_in_a_runs_workbook_are_played(folder: Path):
    answer = call(folder, "report", "run", "--xlsx", "results.xlsx")
    assert answer.returncode == 0, answer.stderr
    assert "Workbook: results.xlsx" in answer.stdout
    assert "  eoc-sim sweep --cards results.xlsx" in answer.stdout
    assert (folder / "run" / "report.html").is_file()
    book = openpyxl.load_workbook(folder / "results.xlsx")
    grid = book["cards"]
    heads = [cell.value for cell in grid[1]]
    assert heads[16] == "notes" and grid["Q39"].value == "too strong?"
    assert "result: drafted in 100 games" in heads
    grid["L39"] = 3
    grid.cell(39, heads.index("result: drafted in 100 games") + 1).value = "whatever"
    book.save(folder / "results.xlsx")
    answer = call(folder, "sweep", "--cards", "results.xlsx", "--out", "sweep", *SMALL_RUN)
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr.count("begin with 'result: ' are not read") == 1
    record = json.loads((folder / "sweep" / "run.json").read_text())
    changes = [change["sentence"] for arm in record["arms"] for change in arm["changes"]]
    assert changes == ["038 Analytics Nerd: stars 5 -> 3"]
    before = (folder / "results.xlsx").read_bytes()
    answer = call(folder, "report", "run", "--xlsx", "results.xlsx")
    assert answer.returncode == BAD_INPUT and "saved by another program" in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert (folder / "results.xlsx").read_bytes() == before
    # The sheet in the sweep's workbook has the notes and the cards of the current rules.
    assert call(folder, "report", "sweep", "--xlsx", "again.xlsx").returncode == 0
    grid = openpyxl.load_workbook(folder / "again.xlsx")["cards"]
    assert grid["Q39"].value == "too strong?" and grid["L39"].value == 5


@pytest.mark.slow
def test_a_changed_note_does_not_prevent_resuming(folder: Path):
    arguments = ("run", "--data", "mine.xlsx", "--out", "longer", *SMALL_RUN)
    assert call(folder, *arguments).returncode == 0
    book = openpyxl.load_workbook(folder / "mine.xlsx")
    book["cards"]["Q39"] = "still too strong?"
    book.save(folder / "mine.xlsx")
    answer = call(folder, *arguments, "--resume")
    assert answer.returncode == 0, answer.stderr


def test_without_the_played_cards_there_is_no_sheet(tmp_path: Path):
    random_run(tmp_path / "old", 50)
    answer = call(tmp_path, "report", "old", "--xlsx", "results.xlsx")
    assert answer.returncode == 0
    assert (
        "Note: the workbook has no cards sheet to edit. The package's components have"
        in answer.stderr
    )
    assert "sweep --cards" not in answer.stdout
    assert "cards" not in openpyxl.load_workbook(tmp_path / "results.xlsx").sheetnames


def test_a_misspelt_column_is_reported_in_one_line(tmp_path: Path):
    export_with_notes(tmp_path)
    book = openpyxl.load_workbook(tmp_path / "mine.xlsx")
    book["cards"]["R1"] = "star"
    book.save(tmp_path / "slip.xlsx")
    answer = call(tmp_path, "sweep", "--cards", "slip.xlsx", *SMALL_RUN)
    assert answer.returncode == BAD_INPUT and answer.stderr.count("\n") == 1
    where = 'slip.xlsx, sheet "cards", row 1, column 18'
    assert f'{where}: the column "star" is unknown' in answer.stderr
    assert 'Did you mean "stars"?' in answer.stderr
