"""Designers' own columns: kept and shown, never played or mistaken for others."""

from __future__ import annotations

import csv
import io
from importlib import resources
from pathlib import Path

import openpyxl
import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc import component_report, versions
from eoc_sim.simulator.eoc.component_rows import CARDS
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.runs.game_of_versions import write_edits
from eoc_sim.simulator.runs.version_options import VersionOptions

PACKAGE = load(None)
SEATS = ("random",) * 4


def records(file: str = "cards.csv") -> list[list[str]]:
    text = resources.files("eoc_sim.data").joinpath(f"eoc/{file}").read_text(encoding="utf-8")
    return list(csv.reader(io.StringIO(text)))


def with_columns(place: int, columns: dict[str, str], file: str = "cards.csv") -> list[list[str]]:
    """Insert columns into the package's sheet, with a value in the third row."""
    rows = []
    for number, row in enumerate(records(file)):
        own = [
            head if number == 0 else text if number == 3 else "" for head, text in columns.items()
        ]
        rows.append([*row[:place], *own, *row[place:]])
    return rows


def save(path: Path, rows: list[list[str]], delimiter: str = ";") -> Path:
    """Save the sheet as LibreOffice does: semicolons, a byte order mark, blank columns."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows([*row, "", ""] for row in rows)
    path.write_bytes(text.getvalue().encode("utf-8-sig"))
    return path


def headers(path: Path) -> list[str]:
    return next(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def test_notes_are_kept_and_written_back_in_their_place(tmp_path):
    mine = save(tmp_path / "mine.csv", with_columns(2, {"My Notes": "too weak; café", "old": ""}))
    components = load(mine)
    assert components == PACKAGE and components.hash == PACKAGE.hash
    assert components.own["cards"].sentences() == [
        f"{mine}: the columns 'My Notes', 'old' are your own; they are kept, but have no effect on "
        "the game"
    ]
    for name in ("back.csv", "back.xlsx"):
        count, messages = component_report.export(str(mine), tmp_path / name, False)
        assert count == 120 and len(messages) == 1
        back = load(tmp_path / name)
        assert back == PACKAGE
        assert back.own["cards"].order == ("number", "name", "My Notes", "old", *CARDS.columns[2:])
        assert back.own["cards"].cells["003"] == {"My Notes": "too weak; café", "old": ""}


def test_coaches_and_boards_have_notes_too(tmp_path):
    save(tmp_path / "coaches.csv", with_columns(6, {"notes": "a favourite"}, "coaches.csv"))
    save(tmp_path / "boards.csv", with_columns(0, {"idea": "swap"}, "boards.csv"))
    components = load(tmp_path)
    assert components == PACKAGE
    assert components.own["coaches"].cells["HC3"] == {"notes": "a favourite"}
    assert components.own["boards"].cells["B3"] == {"idea": "swap"}
    version = versions.baseline(VersionOptions(seats=SEATS, data=str(tmp_path)))
    assert len(version.components.describe_own_columns()) == 2


def test_edited_sheets_keep_notes(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    save(mine / "cards.csv", with_columns(16, {"notes": "keep me"}))
    version = versions.baseline(VersionOptions(seats=SEATS, data=str(mine)))
    changed = versions.change(
        version, [("card.003.stars", "2" if version.components.card("003").stars != 2 else "3")]
    )
    options = dict(write_edits(changed, None, str(mine), tmp_path / "out"))
    written = Path(options["--data"]) / "cards.csv"
    assert headers(written) == [*CARDS.columns, "notes"]
    assert load(written).own["cards"].cells["003"] == {"notes": "keep me"}


def test_a_run_keeps_notes_and_its_cards_sheet_shows_them(tmp_path):
    mine = save(tmp_path / "mine.csv", with_columns(1, {"notes": "keep me"}))
    version = versions.baseline(VersionOptions(seats=SEATS, data=str(mine)))
    record = versions.record(version)
    assert "data" not in record
    sheet = versions.card_sheet(record)
    assert sheet.columns[:3] == ("number", "notes", "name")
    assert sheet.rows[2]["notes"] == "keep me" and sheet.rows[0]["notes"] == ""
    assert versions.restore(record).components.own["cards"].heads == ("notes",)
    plain = versions.record(versions.baseline(VersionOptions(seats=SEATS)))
    assert "carried" not in plain and versions.card_sheet(plain).columns == CARDS.columns


def test_new_notes_are_not_a_difference(tmp_path):
    version = versions.baseline(VersionOptions(seats=SEATS))
    mine = save(tmp_path / "mine.csv", with_columns(1, {"notes": "new"}))
    other = GAME.with_sheet(version, str(mine))
    assert versions.differences(*versions.align([version, other])) == ()
    first, _ = versions.align([version, other])
    assert first.components.own["cards"].heads == ("notes",)


def test_result_columns_are_left_out(tmp_path):
    rows = with_columns(16, {"result: wins": "25.1", "notes": "x", "Result:  wins": "9"})
    mine = save(tmp_path / "mine.csv", rows)
    own = load(mine).own["cards"]
    assert own.heads == ("notes",)
    assert own.sentences()[1].startswith(f"{mine}: the columns that begin with 'result: '")
    assert own.columns_and_rows([])[0] == (*CARDS.columns, "notes")


@pytest.mark.parametrize(
    ("head", "meant"),
    [
        ("star", "stars"),
        ("cost_bleu", "cost_blue"),
        ("efect", "effect"),
        ("Names", "name"),
        ("Cost Blu", "cost_blue"),
    ],
)
@pytest.mark.parametrize("has_correct_column", [True, False])
def test_misspelt_columns_are_errors_that_name_the_place(tmp_path, head, meant, has_correct_column):
    """They are errors whether or not the correct column is there too."""
    rows = (
        with_columns(1, {head: "3"})
        if has_correct_column
        else [[head if cell == meant else cell for cell in records()[0]], *records()[1:]]
    )
    mine = save(tmp_path / "mine.csv", rows)
    column = 2 if has_correct_column else 1 + CARDS.columns.index(meant)
    with pytest.raises(InputError) as error:
        load(mine)
    assert f'{mine}, row 1, column {column}: the column "{head}" is unknown' in str(error.value)
    assert f'Did you mean "{meant}"?' in str(error.value)


@pytest.mark.parametrize("head", ["old stars", "text (de)", "notes", "price", "usage notes", "ü"])
def test_own_columns_may_mention_game_words(tmp_path, head):
    mine = save(tmp_path / "mine.csv", with_columns(1, {head: "3"}))
    assert load(mine).own["cards"].heads == (head,)


def test_formulas_and_errors_in_own_columns_are_harmless(tmp_path):
    path = tmp_path / "mine.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "cards"
    book.create_sheet("other").append(["number", "stars"])
    for row in with_columns(16, {"ratio": "=L4/2", "broken": "", "": ""}):
        book.active.append([int(cell) if cell.isdecimal() else cell or None for cell in row])
    book.active["R4"] = "#DIV/0!"
    book.active["R4"].data_type = "e"
    book.save(path)
    assert load(path).own["cards"].cells["003"] == {"ratio": "=L4/2", "broken": "#DIV/0!"}
    component_report.export(str(path), tmp_path / "back.xlsx", False)
    grid = openpyxl.load_workbook(tmp_path / "back.xlsx")["cards"]
    assert grid["Q4"].value == "=L4/2" and grid["Q4"].data_type == "s"


def test_blank_columns_between_others_are_harmless(tmp_path):
    mine = save(tmp_path / "mine.csv", with_columns(4, {"": ""}))
    assert load(mine) == PACKAGE and not load(mine).own
    filled = save(tmp_path / "filled.csv", with_columns(4, {"": "3"}))
    with pytest.raises(InputError, match="header of column 5 is empty"):
        load(filled)
