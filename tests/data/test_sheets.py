"""Sheets as spreadsheet programs save them, and the exported sheet."""

from __future__ import annotations

import csv
import io
import zipfile
from importlib import resources
from pathlib import Path

import openpyxl
import pytest

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.component_rows import CARDS
from eoc_sim.simulator.eoc.components import (
    Components,
    load,
)
from eoc_sim.simulator.kernel.sheets import read_sheet
from eoc_sim.simulator.runs.sheet_writing import CardSheet, write_sheet

PACKAGE = load(None)
TEXT = resources.files("eoc_sim.data").joinpath("eoc/cards.csv").read_text(encoding="utf-8")
RECORDS = list(csv.reader(io.StringIO(TEXT)))


def csv_text(records, delimiter=",", end="\r\n"):
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator=end).writerows(records)
    return text.getvalue()


def as_numbers(records):
    """Turn 001 into the number 1, as a spreadsheet does."""
    return [
        [cell.lstrip("0") or "0" if cell.isdecimal() else cell for cell in record]
        for record in records
    ]


def refusal(path):
    with pytest.raises(InputError) as error:
        load(path)
    message = str(error.value)
    assert str(path) in message
    return message


@pytest.mark.parametrize(
    "content",
    [
        csv_text(RECORDS).encode("utf-8-sig"),
        csv_text(as_numbers(RECORDS), ";").encode("utf-8-sig"),
        csv_text(as_numbers(RECORDS), ";").encode("cp1252"),
        csv_text(as_numbers(RECORDS), "\t").encode("utf-16"),
        ("sep=;\r\n" + csv_text(as_numbers(RECORDS), ";")).encode("utf-8"),
        csv_text(RECORDS, "\t", "\n").encode("utf-8"),
        csv_text(RECORDS, end="\r").encode("utf-8"),
        # Blank rows and columns, which spreadsheet programs save around edited cells.
        csv_text([*RECORDS[:1], *([""] * 16 for _ in range(2)), *RECORDS[1:], [""] * 20]).encode(),
        csv_text([[*record, "", ""] for record in RECORDS]).encode("utf-8"),
        csv_text(
            [
                [cell.title() if row == 0 else cell for cell in record]
                for row, record in enumerate(RECORDS)
            ]
        ).encode(),
        csv_text(
            [
                [
                    f"{cell}.0" if cell.isdecimal() and index else cell
                    for index, cell in enumerate(record)
                ]
                for record in RECORDS
            ]
        ).encode(),
        csv_text(
            [
                [f"{cell},0" if cell.isdecimal() else cell for cell in record]
                for record in as_numbers(RECORDS)
            ],
            ";",
        ).encode(),
        csv_text([[f" {cell} " for cell in record] for record in RECORDS]).encode(),
        csv_text([list(reversed(record)) for record in RECORDS]).encode(),
    ],
    ids=[
        "bom",
        "semicolon",
        "cp1252",
        "utf-16 tabs",
        "sep line",
        "tabs",
        "old mac",
        "blank rows",
        "blank columns",
        "capital header",
        "3.0",
        "3,0",
        "spaces",
        "other column order",
    ],
)
def test_sloppy_form_is_accepted(tmp_path, content):
    sheet = tmp_path / "mine.csv"
    sheet.write_bytes(content)
    assert load(sheet) == PACKAGE


def test_other_spellings_in_cells_are_accepted(tmp_path):
    records = [list(record) for record in RECORDS]
    records[1][1] = "Campus\xa0Near an  Airport Hub"
    records[1][2] = "P&F"
    records[88][RECORDS[0].index("usage")] = "Once a month"
    sheet = tmp_path / "mine.csv"
    sheet.write_text(csv_text(records), encoding="utf-8")
    assert load(sheet) == PACKAGE


def test_accented_letters_in_an_old_code_page_are_kept(tmp_path):
    sheet = tmp_path / "mine.csv"
    sheet.write_bytes(TEXT.replace("Campus Tours", "Campus Café").encode("cp1252"))
    assert load(sheet).card("076").name == "Campus Café"


def workbook(path, records, title="Sheet1"):
    book = openpyxl.Workbook()
    book.active.title = title
    for record in records:
        book.active.append([int(c) if c.isdecimal() else c or None for c in record])
    book.save(path)
    return book


def test_a_workbook_with_numbers_in_place_of_text_is_read(tmp_path):
    sheet = tmp_path / "mine.xlsx"
    workbook(sheet, RECORDS)
    assert load(sheet) == PACKAGE


def test_floats_and_formulas_with_saved_values_are_read(tmp_path):
    sheet = tmp_path / "mine.xlsx"
    book = workbook(sheet, RECORDS)
    book.active["E2"] = 1.0
    book.save(sheet)
    assert load(sheet) == PACKAGE
    book.active["L2"] = "=1+0"
    book.save(sheet)
    # This library saves a formula without its value, unlike a spreadsheet program.
    assert "cell L2: the formula has no saved value" in refusal(sheet)
    with_value = tmp_path / "saved.xlsx"
    with zipfile.ZipFile(sheet) as old, zipfile.ZipFile(with_value, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("sheet1.xml"):
                assert b"<f>1+0</f><v />" in content or b"<f>1+0</f><v></v>" in content
                content = content.replace(b"<f>1+0</f><v />", b"<f>1+0</f><v>1</v>")
                content = content.replace(b"<f>1+0</f><v></v>", b"<f>1+0</f><v>1</v>")
            new.writestr(name, content)
    assert load(with_value) == PACKAGE


def test_a_workbook_with_an_error_cell_is_refused(tmp_path):
    sheet = tmp_path / "mine.xlsx"
    book = workbook(sheet, RECORDS)
    book.active["L2"] = "#REF!"
    book.active["L2"].data_type = "e"
    book.save(sheet)
    assert "cell L2: the cell holds the error #REF!" in refusal(sheet)


def test_the_cards_sheet_of_a_workbook_is_found(tmp_path):
    sheet = tmp_path / "mine.xlsx"
    book = workbook(sheet, RECORDS)
    notes = book.create_sheet("notes")
    book.save(sheet)
    assert load(sheet) == PACKAGE
    notes.append(["a", "b"])
    notes.append(["c", "d"])
    book.save(sheet)
    assert 'give the name "cards" to the one to read' in refusal(sheet)
    book["Sheet1"].title = "Cards"
    book.save(sheet)
    assert load(sheet) == PACKAGE
    empty = openpyxl.Workbook()
    empty.save(sheet)
    assert "has no filled sheet" in refusal(sheet)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.xlsx", b"no workbook", "not a readable XLSX workbook"),
        ("a.xlsx", b"PK\x03\x04 cut short", "not a readable XLSX workbook"),
        ("a.xlsx", b"", "not a readable XLSX workbook"),
        ("a.csv", b"", "is empty"),
        ("a.csv", b"\xff\xfe\x00", "not text in UTF-8"),
        ("a.csv", b"\x81\x8d\x8f", "not text in UTF-8"),
        ("a.csv", b"number,na\0me\n", "null characters"),
        ("a.csv", b'number,name\n1,"half', "not a readable CSV file"),
        ("a.csv", b"number,name\n1,2,3\n", "beyond the last column"),
        ("a.csv", b"number,number\n", "appears twice"),
        ("a.csv", b"number,,name\n", "header of column 2 is empty"),
        ("a.csv", b"number,nam\n1,2\n", 'Did you mean "name"?'),
        ("a.csv", b"number,name\n1,2\n", 'the column "type" is missing'),
        ("a.csv", b"number," + b"x" * 200_000 + b"\n", "not a readable CSV file"),
    ],
)
def test_files_that_are_not_sheets_are_refused(tmp_path, name, content, sentence):
    path = tmp_path / name
    path.write_bytes(content)
    assert sentence in refusal(path)


def test_row_numbers_are_those_of_the_spreadsheet(tmp_path):
    records = [list(record) for record in RECORDS]
    records[1][14] = "a text\nof two lines"
    records[3][11] = "many"
    sheet = tmp_path / "mine.csv"
    sheet.write_text(csv_text([[], records[0], [], *records[1:]]), encoding="utf-8", newline="")
    assert "row 6 (card 003), column stars" in refusal(sheet)
    book = tmp_path / "mine.xlsx"
    workbook(book, [[], records[0], [], *records[1:]])
    assert "row 6 (card 003), column stars" in refusal(book)


def test_missing_files_and_other_formats_are_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_sheet(tmp_path / "missing.csv", "cards", Components.kinds)
    with pytest.raises(InputError, match="is not a sheet"):
        read_sheet(tmp_path / "cards.ods", "cards", Components.kinds)


def export(path, fresh=False):
    rows = [CARDS.row(card) for card in PACKAGE.cards]
    write_sheet(
        path,
        CardSheet(CARDS.columns, rows, choices=CARDS.choices),
        help_lines=["= words", "", "month: 1 stars"],
        fresh=fresh,
    )


@pytest.mark.parametrize("name", ["cards.csv", "cards.xlsx", "CARDS.XLSX"])
def test_exported_data_is_read_back_unchanged(tmp_path, name):
    path = tmp_path / name
    export(path)
    assert load(path) == PACKAGE
    assert load(path).hash == PACKAGE.hash
    assert list(tmp_path.iterdir()) == [path]


def test_an_edit_in_an_exported_workbook_is_read(tmp_path):
    path = tmp_path / "cards.xlsx"
    export(path)
    book = openpyxl.load_workbook(path)
    grid = book["cards"]
    assert grid["A2"].value == "001"
    assert grid["L39"].value == 5
    offered = [rule.formula1 or "" for rule in grid.data_validations.dataValidation]
    assert any("culture" in words for words in offered)
    # A cell of "source" may hold names of columns, so the column offers no list of words.
    assert not any("reconstructed" in words for words in offered)
    assert grid["P39"].value == "number name stars usage effect"
    grid["L39"] = 3
    book.save(path)
    assert load(path) == PACKAGE.with_changes([("038", "stars", "3")])


def test_existing_files_are_overwritten_only_with_fresh(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("my notes", encoding="utf-8")
    with pytest.raises(InputError, match="already exists"):
        export(path)
    assert path.read_text(encoding="utf-8") == "my notes"
    export(path, fresh=True)
    assert load(path) == PACKAGE


def test_unwritable_places(tmp_path):
    for path, sentence in (
        (tmp_path / "cards.ods", "should end in .csv or .xlsx"),
        (tmp_path / "none" / "cards.csv", "cannot be written"),
    ):
        with pytest.raises(InputError, match=sentence):
            export(path)
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    with pytest.raises(InputError, match="is a folder"):
        export(folder, fresh=True)
    assert sorted(p.name for p in Path(tmp_path).iterdir()) == ["folder.csv"]
