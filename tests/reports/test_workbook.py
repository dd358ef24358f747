"""A report's workbook has the page's rows, with numbers as numbers."""

from __future__ import annotations

import errno
import os
import re
import zipfile
from pathlib import Path

import openpyxl
import polars as pl
import pytest
from synthetic_orchard import orchard_run
from synthetic_runs import random_run

from eoc_sim.analysis.strata import main_strata
from eoc_sim.analysis.tables import Run
from eoc_sim.errors import InputError
from eoc_sim.reports import build, page, words, workbook
from eoc_sim.reports.blocks import Block, Shown
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sheet_columns import sheet_columns
from eoc_sim.reports.workbook import SHORTENINGS
from eoc_sim.simulator.runs.sheet_writing import CardSheet

CARDS = CardSheet(
    ("number", "notes", "stars"),
    (
        {"number": "001", "notes": "=mine", "stars": "1"},
        {"number": "038", "notes": "", "stars": "5"},
        {"number": "999", "notes": "of another deck", "stars": "2"},
    ),
    "number",
    {"stars": ("1", "2", "5")},
    "help",
    ("a word",),
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "sweep"
    return random_run(path, 300, stars=(1, 9), keep=("games", "seats", "cards", "offers"))


@pytest.fixture(scope="module")
def file(run: Path) -> Path:
    target = run.parent / "results.xlsx"
    assert build(run, target, CARDS) == run / "report.html"
    return target


@pytest.fixture(scope="module")
def book(file: Path) -> openpyxl.Workbook:
    return openpyxl.load_workbook(file)


def blocks(run: Path) -> list[Block]:
    sections = page.build_sections(Findings(Run(run))).sections
    page_blocks = [block for section in sections for block in section.blocks]
    return [
        block
        if block.kind == "table"
        else block.numbers.on_sheet(block.sheet or block.numbers.sheet)
        for block in page_blocks
        if block.kind == "table" or block.numbers is not None
    ]


def index_lines(book: openpyxl.Workbook) -> list[tuple[str, str, str, str, int]]:
    """Return the lines of the index that list sheets."""
    rows = list(book["index"].iter_rows(max_col=5, values_only=True))
    return rows[rows.index(("sheet", "section", "table", "text", "rows")) + 1 :]


def test_every_table_of_the_page_is_a_sheet_with_its_rows(run, book):
    tables = blocks(run)
    names = [line[0] for line in index_lines(book)]
    assert names[0] == "cards" and names[-1] == "rules" and len(names) == len(tables) + 2
    names = names[1:]
    assert book.sheetnames == ["cards", "index", *names, "help"]
    assert book.active.title == "cards", "the sheet to edit is open"
    text = (run / "report.html").read_text(encoding="utf-8")
    assert text.count("<table") == len(tables) + 1
    for name, block in zip(names, tables, strict=False):
        rows = list(book[name].iter_rows(min_row=2, values_only=True))
        assert len(rows) == len(block.rows)
        heads = [cell.value for cell in book[name][1]]
        for row, cells in zip(rows, block.rows, strict=True):
            for column, cell in zip(block.columns, cells, strict=True):
                value = row[heads.index(column.head)]
                if column.kind in ("estimate", "change") and cell.text not in ("–", "?"):
                    number = float(cell.text.replace("−", "-"))
                    assert abs(value - number) <= 0.5 * 10**-column.digits + 1e-9
                elif column.kind == "count" and cell.text != "–":
                    assert words.typeset(words.count(value)) == cell.text
                elif column.kind == "text":
                    assert words.typeset(str(value or "")) == cell.text


def test_intervals_are_numbers_beside_their_value(book):
    grid = next(book[name] for name in book.sheetnames if name.startswith("Every card"))
    heads = [cell.value for cell in grid[1]]
    column_index = heads.index("drafted in 100 games")
    assert heads[column_index + 1 : column_index + 3] == [
        "drafted in 100 games, low",
        "drafted in 100 games, high",
    ]
    for row in grid.iter_rows(min_row=2, values_only=True):
        assert row[column_index + 1] <= row[column_index] <= row[column_index + 2]
    assert grid.freeze_panes == "B2" and grid.auto_filter.ref == grid.dimensions
    assert grid.cell(2, column_index + 1).number_format == "0.0"
    card_counts = next(book[name] for name in book.sheetnames if name.startswith("Every card as"))
    column = [cell.value for cell in card_counts[1]].index("games drafted")
    assert card_counts.cell(2, column + 1).number_format == "#,##0"
    assert grid.cell(2, heads.index("like for like") + 1).number_format == "+0.0;-0.0;0.0"
    assert "95 % Wilson interval" in grid.cell(1, column_index + 1).comment.text
    assert grid.cell(1, column_index + 2).comment.text.startswith("lower end of the interval: ")
    assert "Over 300 games" in next(line[3] for line in index_lines(book) if line[0] == grid.title)


def test_names_of_sheets_and_navigation(run, book):
    assert all(len(name) <= 31 for name in book.sheetnames)
    assert len({name.lower() for name in book.sheetnames}) == len(book.sheetnames)
    index = book["index"]
    links = {
        cell.value: cell.hyperlink.location
        for (cell,) in index.iter_rows(max_col=1)
        if cell.hyperlink
    }
    assert links == {line[0]: f"'{line[0]}'!A1" for line in index_lines(book)}
    output = dict(index.iter_rows(max_col=2, max_row=12, values_only=True))
    assert output["seed"] == 1 and output["games"] == "300 games in each of 3 versions"
    assert output["the same games again"] == "eoc-sim run --games 2000"
    assert index["A1"].value == "Envelopes of Cash, 4 players: 038 Analytics Nerd"
    rules = list(book["rules"].iter_rows(values_only=True))
    assert rules[0] == ("switch", "value", "standard value", "meaning")
    assert rules[1][:2] == ("start_bucks", "7")


def test_cards_to_edit_with_their_results(book):
    grid = book["cards"]
    heads = [cell.value for cell in grid[1]]
    assert heads[:3] == ["number", "notes", "stars"]
    assert all(head.startswith("result: ") for head in heads[3:])
    assert {
        "result: verdict",
        "result: worth when dealt",
        "result: worth when dealt, low",
        "result: games drafted",
        "result: drafted in 100 games",
        "result: like for like, high",
        "result: played of 100 drafted",
    } <= set(heads)
    assert grid["A2"].value == "001" and grid["C2"].value == 1
    assert grid["B2"].value == "=mine" and grid["B2"].data_type == "s"
    column_index = heads.index("result: drafted in 100 games")
    card_grid = next(book[name] for name in book.sheetnames if name.startswith("Every card"))
    column = [cell.value for cell in card_grid[1]].index("drafted in 100 games")
    by_card = {row[0][:3]: row[column] for row in card_grid.iter_rows(min_row=2, values_only=True)}
    values = [row[column_index] for row in grid.iter_rows(min_row=2, values_only=True)]
    assert values == [by_card["001"], by_card["038"], None]


def test_the_result_of_an_edit_is_beside_its_row(run, book):
    (heads,) = book["cards"].iter_rows(max_row=1, values_only=True)
    rows = {
        row[0]: dict(zip(heads, row, strict=True))
        for row in book["cards"].iter_rows(min_row=2, values_only=True)
    }
    edited_row = rows["038"]
    assert re.fullmatch(
        r"stars 5\s→\s[19], for anyone who (keeps|loses|gains) it; 1 more version",
        edited_row["result: what my edit did"],
    )
    page = Findings(Run(run))
    effects = main_strata(page.effects["holders"]).filter(
        pl.col("change")
        .round(9)
        .is_in(
            [
                edited_row["result: my edit, wins in 100"],
                edited_row["result: my edit, stars"],
            ]
        )
    )
    assert effects["arm"].n_unique() == 1 and effects["stratum"].n_unique() == 1
    for row in effects.iter_rows(named=True):
        unit = "wins in 100" if row["metric"] == "wins" else "stars"
        for end in ("low", "high"):
            assert abs(edited_row[f"result: my edit, {unit}, {end}"] - row[f"all_{end}"]) < 1e-6
        assert edited_row[f"result: my edit, {unit}: verdict"] == row["verdict"]
    assert rows["001"]["result: what my edit did"] is None


@pytest.mark.slow
def test_names_of_sheets_keep_every_word_of_the_heading(run, book):
    """A sheet has the heading of its table as its name, but certain words are shortened.

    If the heading is too long, the sheet instead has the table's own short name, if there is one.
    """
    shortened_words = {
        word for pattern in dict(SHORTENINGS) for word in re.findall(r"\w+", pattern)
    }
    for block in blocks(run):
        name = workbook.sheet_name(block.heading or "table", set(), block.sheet)
        heading = re.sub("numbers$", "", block.heading)
        if block.sheet and len(heading.strip(" ,:")) > workbook.LONGEST_NAME:
            assert name == block.sheet
            continue
        missing = set(re.findall(r"\w+", heading)) - set(re.findall(r"\w+", name)) - shortened_words
        assert not missing or "every value" in name, (block.heading, name)


def test_an_unknown_value_is_an_empty_cell():
    frame = pl.DataFrame(
        {
            "label": ["a", "b"],
            "wins": [float("nan"), 25.0],
            "wins_low": [None, 20.0],
            "wins_high": [None, float("inf")],
            "differ": [0, 3],
            "games": [300, 300],
            "verdict": ["not decided", None],
            "more_games": [2000, None],
            "all": [False, True],
        }
    )
    shown_columns = (
        Shown("wins", "wins", "", "estimate", exact="all"),
        Shown("differ", "differ", "", "differ"),
        Shown("verdict", "verdict", "", "verdict"),
    )
    columns = {
        sheet_column.head: sheet_column.values
        for sheet_column in sheet_columns(Block("table", columns=shown_columns, frame=frame))
    }
    assert columns["wins"] == [None, 25.0]
    assert columns["wins, low"] == [None, None] and columns["wins, high"] == [None, None]
    assert columns["differ, upper limit per 100 games"] == [pytest.approx(1, rel=0.3), None]
    assert columns["verdict"] == ["not decided", None]
    assert columns["verdict, more games that would decide it"] == [2000, None]


@pytest.mark.slow
def test_the_same_run_makes_the_same_bytes(run, file):
    before = file.read_bytes()
    build(run, file, CARDS)
    assert file.read_bytes() == before


@pytest.mark.slow
def test_a_workbook_of_another_game_has_no_foreign_word(run, tmp_path):
    path = orchard_run(tmp_path / "run", run, values=(1, 9))
    build(path, tmp_path / "orchard.xlsx")
    book = openpyxl.load_workbook(tmp_path / "orchard.xlsx")
    assert "cards" not in book.sheetnames
    text = " ".join(
        str(value)
        for grid in book
        for row in grid.iter_rows(values_only=True)
        for value in row
        if isinstance(value, str)
    )
    assert "kind of soil" in text and "apples" in text and "stars" not in text


def test_foreign_files_are_never_replaced(run, file, tmp_path):
    foreign = tmp_path / "foreign.xlsx"
    book = openpyxl.Workbook()
    book.active.append(["my work"])
    book.save(foreign)
    text = tmp_path / "text.xlsx"
    text.write_text("my work", encoding="utf-8")
    edited = tmp_path / "edited.xlsx"
    edited_book = openpyxl.load_workbook(file)
    edited_book["cards"]["C2"] = 3
    edited_book.save(edited)
    saved = tmp_path / "saved.xlsx"
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(saved, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content + b"\n" if name.endswith("styles.xml") else content)
    for path, message in (
        (foreign, "was not written by eoc-sim"),
        (text, "was not written by eoc-sim"),
        (edited, "saved by another program"),
        (saved, "saved by another program"),
    ):
        before = path.read_bytes()
        with pytest.raises(InputError, match=message):
            build(run, path, CARDS)
        assert path.read_bytes() == before


@pytest.mark.slow
def test_unwritable_targets(run, file, tmp_path, monkeypatch):
    (tmp_path / "folder.xlsx").mkdir()
    for name, message in (
        ("results.ods", "should end in .xlsx"),
        ("folder.xlsx", "is a folder"),
        ("none/results.xlsx", "there is no folder"),
    ):
        with pytest.raises(InputError, match=message):
            build(run, tmp_path / name, CARDS)
    before = file.read_bytes()

    replace = os.replace

    def fail_on_full_disk(partial: Path, target: Path) -> None:
        if target == file:
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(partial, target)

    monkeypatch.setattr("os.replace", fail_on_full_disk)
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        build(run, file, CARDS)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["folder.xlsx"]


def test_names_are_unique_at_any_length():
    taken: set[str] = set()
    for _ in range(12):
        name = workbook.sheet_name("The seats: who [holds] the changed card/cards?", taken)
        assert len(name) <= 31 and name.lower() not in taken
        assert not set("[]:*?/\\") & set(name)
        taken.add(name.lower())
    assert workbook.sheet_name("", taken) == "table"
    assert len(workbook.sheet_name("x" * 60, taken)) == 31
