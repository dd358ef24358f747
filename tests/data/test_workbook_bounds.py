"""Workbooks and sheets that would fill memory are refused before they do so."""

from __future__ import annotations

import csv
import io
import re
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import openpyxl
import pytest

from eoc_sim.errors import InputError
from eoc_sim.reports import workbook_file
from eoc_sim.simulator.eoc.components import Components, load
from eoc_sim.simulator.kernel import sheets
from eoc_sim.simulator.kernel.workbooks import MAX_BYTES, MAX_CELLS, MAX_ROWS, parts

SHEET = "xl/worksheets/sheet1.xml"
BOMB = 6 * MAX_BYTES
PEAK = 4 * MAX_BYTES
"""The maximum memory for refusing a file. A bomb, unpacked, takes more."""


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def changed(content: bytes, change: Callable[[bytes], bytes], method: int = 8) -> bytes:
    """Change the XML of a workbook's sheet."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(written, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, change(text) if name == SHEET else text, method)
    return written.getvalue()


def replaced(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(text: bytes) -> bytes:
        assert old in text
        return text.replace(old, new, 1)

    return change


def bomb() -> bytes:
    """Return a workbook of about 300 kB that unpacks to six times the limit."""
    return changed(workbook(("a", "b")), replaced(b"</sheetData>", b"</sheetData>" + b" " * BOMB))


def workbook_with_many_parts() -> bytes:
    """Return a workbook with thousands of empty parts."""
    output = io.BytesIO(SMALL)
    with zipfile.ZipFile(output, "a") as archive:
        for number in range(10_000):
            archive.writestr(f"{number}", "")
    return output.getvalue()


def understate_size(content: bytes, size: int) -> bytes:
    """Understate the sheet's size in the file's directory."""
    output = bytearray(content)
    place = output.rindex(SHEET.encode())  # the last one is in the directory
    struct.pack_into("<I", output, place - 46 + 24, size)
    return bytes(output)


def rows(number: int, row: bytes = b"<row><c><v>1</v></c></row>") -> Callable[[bytes], bytes]:
    return replaced(b"</sheetData>", row * number + b"</sheetData>")


def declare_entity(text: bytes) -> bytes:
    return b'<!DOCTYPE worksheet [<!ENTITY a "aaaa">]>' + text.partition(b"?>")[2]


TOO_MANY_ROWS = "more than 20 000 rows"
TOO_MANY_CELLS = "more than 1 000 000 cells"
SMALL = workbook(("a", "b"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (bomb, "unpacks to more than 50 MB"),
        pytest.param(
            lambda: understate_size(bomb(), 1000),
            "not a readable XLSX workbook",
            marks=pytest.mark.slow,
        ),
        (lambda: changed(SMALL, rows(300_000)), TOO_MANY_ROWS),
        (lambda: changed(SMALL, rows(1, b'<row r="20001"><c><v>1</v></c></row>')), TOO_MANY_ROWS),
        pytest.param(
            lambda: changed(SMALL, rows(1, b'<row r="999999999999"/>')),
            TOO_MANY_ROWS,
            marks=pytest.mark.slow,
        ),
        pytest.param(
            lambda: changed(SMALL, rows(1, b"<row>" + b"<c/>" * MAX_CELLS + b"</row>")),
            TOO_MANY_CELLS,
            marks=pytest.mark.slow,
        ),
        (lambda: changed(SMALL, rows(100, b'<row><c r="XFD1"><v>1</v></c></row>')), TOO_MANY_CELLS),
        (
            lambda: changed(
                SMALL,
                rows(
                    60, b'<row><c t="inlineStr"><is><t>' + b"a" * 900_000 + b"</t></is></c></row>"
                ),
            ),
            "unpacks to more than 50 MB",
        ),
        (workbook_with_many_parts, "parts; the maximum for a workbook is 10 000"),
        (lambda: changed(SMALL, declare_entity), "declares a document type"),
        (lambda: changed(SMALL, rows(1), zipfile.ZIP_BZIP2), "not a readable XLSX workbook"),
    ],
    ids=[
        "bomb",
        "lying directory",
        "rows",
        "a far row",
        "an endless gap",
        "cells",
        "wide rows",
        "texts",
        "parts",
        "entities",
        "unsupported method",
    ],
)
def test_workbook_limits(tmp_path: Path, content: Callable[[], bytes], message: str) -> None:
    path = tmp_path / "cards.xlsx"
    path.write_bytes(content())
    tracemalloc.start()
    try:
        for read in (
            lambda: sheets.read_sheet(path, "cards", Components.kinds),
            lambda: sheets.kinds_of_sheets(path, Components.kinds),
        ):
            with pytest.raises(InputError, match=message) as error:
                read()
            assert str(path) in str(error.value)
        assert tracemalloc.get_traced_memory()[1] < PEAK
    finally:
        tracemalloc.stop()


def test_a_text_shared_by_many_cells_counts_each_time(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for _ in range(60):
        book.active.append(["a" * 30_000] * 30)
    path = tmp_path / "cards.xlsx"
    book.save(path)
    assert path.stat().st_size < 100_000
    with pytest.raises(InputError, match="unpacks to more than 50 MB"):
        sheets.read_sheet(path, "cards", Components.kinds)


def test_parts_end_where_the_directory_says(tmp_path: Path) -> None:
    """A part is read only up to its declared size, even if it goes on.

    There is no error if the checksum matches the bytes that were read.
    """
    content = changed(SMALL, lambda text: b" " * BOMB)
    short = understate_size(content, 1000)
    place = short.rindex(SHEET.encode())
    output = bytearray(short)
    struct.pack_into("<I", output, place - 46 + 16, zipfile.crc32(b" " * 1000))
    tracemalloc.start()
    try:
        assert parts(bytes(output), "a.xlsx")[SHEET] == b" " * 1000
        assert tracemalloc.get_traced_memory()[1] < PEAK
    finally:
        tracemalloc.stop()


def test_a_bomb_is_not_one_of_our_workbooks(tmp_path: Path) -> None:
    path = tmp_path / "tables.xlsx"
    path.write_bytes(bomb())
    with pytest.raises(InputError, match=r"tables.xlsx unpacks to more than 50 MB"):
        workbook_file.check_target(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"number,name\n" + b"1,a\n" * MAX_ROWS, TOO_MANY_ROWS),
        (b"number" + b"," * MAX_CELLS, TOO_MANY_CELLS),
        (b" " * (MAX_BYTES + 1), "larger than 50 MB"),
    ],
    ids=["rows", "cells", "bytes"],
)
def test_text_sheet_limits(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "cards.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        sheets.read_sheet(path, "cards", Components.kinds)


def test_the_allowed_number_of_rows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cards.xlsx"
    path.write_bytes(changed(SMALL, rows(MAX_ROWS - 1)))
    assert len(sheets.read_sheet(path, "cards", Components.kinds).rows) == MAX_ROWS - 1
    path = tmp_path / "cards.csv"
    path.write_bytes(b"number,name\n" + b"1,a\n" * (MAX_ROWS - 1))
    assert len(sheets.read_sheet(path, "cards", Components.kinds).rows) == MAX_ROWS - 1


@pytest.mark.parametrize(
    "change",
    [
        # Merged cells and formatted rows without values are never read.
        replaced(
            b"</sheetData>",
            b'</sheetData><mergeCells><mergeCell ref="AZ1:XFD1048576"/></mergeCells>',
        ),
        rows(1, b'<row r="1048576" ht="20" customHeight="1"/>'),
        # Some programs write a wrong dimension.
        lambda text: re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1"', text),
    ],
    ids=["merged", "formatted", "dimension"],
)
def test_empty_cells_and_a_wrong_dimension_do_not_matter(
    tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    text = resources.files("eoc_sim.data").joinpath("eoc/cards.csv").read_text(encoding="utf-8")
    plain = tmp_path / "plain.csv"
    plain.write_text(text, encoding="utf-8")
    path = tmp_path / "cards.xlsx"
    path.write_bytes(changed(workbook(*map(tuple, csv.reader(io.StringIO(text)))), change))
    assert load(path) == load(plain)
