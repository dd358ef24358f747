"""Writing sheets of components as CSV files and workbooks."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.card_sheet import CardSheet, fill, fill_lines
from eoc_sim.simulator.runs.whole_file import write_whole

WRITTEN_SUFFIXES = (".csv", ".xlsx")


@dataclass(frozen=True)
class WrittenSheet:
    """A sheet to be written, as columns and rows of texts.

    ``title`` names it in a workbook. ``choices`` are the words that a column allows, which a
    workbook offers in its cells. ``key`` is the column of the rows' numbers.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Mapping[str, str]]
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    key: str = "number"


def card_sheet(
    sheets: Sequence[WrittenSheet], help_title: str, help_lines: Sequence[str]
) -> CardSheet:
    """Lay out sheets for a report's workbook, in their order."""
    first, *tail = (
        CardSheet(
            tuple(sheet.columns),
            tuple(sheet.rows),
            sheet.key,
            sheet.choices,
            help_title,
            tuple(help_lines),
            title=sheet.title,
        )
        for sheet in sheets
    )
    return replace(first, further=tuple(tail))


def write_sheet(
    path: Path, sheet: WrittenSheet, *, help_lines: Sequence[str], fresh: bool = False
) -> None:
    """Write a sheet as CSV or XLSX; refuse existing files unless ``fresh``.

    ``help_lines`` is a text for card writers, on a second sheet of a workbook.
    """
    suffix = path.suffix.lower()
    if suffix not in WRITTEN_SUFFIXES:
        raise InputError(
            f"{path} should end in {' or '.join(WRITTEN_SUFFIXES)}; that says which kind of sheet "
            "to write."
        )
    refuse_existing(path, fresh=fresh)
    write_whole(
        path,
        csv_bytes(sheet) if suffix == ".csv" else workbook_bytes([sheet], help_lines),
    )


def refuse_existing(path: Path, *, fresh: bool) -> None:
    """Refuse an existing file unless ``fresh``, and any folder."""
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it.")
    if path.exists() and not fresh:
        raise InputError(f"{path} exists already; choose another name, or replace it with --fresh.")


def csv_bytes(sheet: WrittenSheet) -> bytes:
    """Write the sheet as a CSV file."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, sheet.columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(sheet.rows)
    # The byte order mark declares the text as UTF-8 to spreadsheet programs.
    return text.getvalue().encode("utf-8-sig")


def workbook_bytes(sheets: Sequence[WrittenSheet], help_lines: Sequence[str]) -> bytes:
    """Write the sheets as a workbook, with a help sheet last."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for sheet in sheets:
        fill(
            book.create_sheet(sheet.title),
            sheet.columns,
            sheet.rows,
            key=sheet.key,
            choices=sheet.choices,
        )
    fill_lines(book.create_sheet("effect words"), help_lines)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
