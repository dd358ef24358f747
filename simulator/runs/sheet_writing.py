"""Sheets of components as text, written as CSV files and workbooks."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.runs.whole_file import unwritable, write_whole

MAX_WIDTH = 70
"""The maximum width of a column, in characters."""
LAST_ROW = 1000
"""The last row in which a workbook offers a column's words."""
WRITTEN_SUFFIXES = (".csv", ".xlsx")
EFFECT_WORDS = "effect words"
"""The default title of a help sheet."""


@dataclass(frozen=True)
class CardSheet:
    """A sheet of cards or other components: text by column and row.

    ``key`` is the column with the components' numbers. ``choices`` has the words that each column
    allows, which a workbook offers in its cells; ``help_lines`` is text for card writers, headed
    ``help_title``. ``title`` is the sheet's title; ``further`` are the game's other sheets.
    """

    columns: Sequence[str]
    rows: Sequence[Mapping[str, str]]
    key: str = "number"
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    help_title: str = ""
    help_lines: tuple[str, ...] = ()
    title: str = "cards"
    further: tuple[CardSheet, ...] = ()

    @property
    def sheets(self) -> tuple[CardSheet, ...]:
        """The sheet and the further ones."""
        return (self, *self.further)


def fill(grid: Any, sheet: CardSheet) -> None:
    """Write a sheet into an empty openpyxl worksheet.

    Text that is a number becomes a number, except in the key's column. The first row and the first
    two columns stay visible.
    """
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    for position, column in enumerate(sheet.columns, start=1):
        letter = get_column_letter(position)
        grid.cell(1, position).font = Font(bold=True)
        put(grid.cell(1, position), column)
        for number, row in enumerate(sheet.rows, start=2):
            text = row[column]
            put(grid.cell(number, position), text if column == sheet.key else _number(text))
        lines = [line for row in sheet.rows for line in row[column].splitlines()]
        longest = max(map(len, [column, *lines]))
        grid.column_dimensions[letter].width = min(longest + 3, MAX_WIDTH)
        if column in sheet.choices:
            entries = DataValidation(
                type="list", formula1='"' + ",".join(sheet.choices[column]) + '"', allow_blank=True
            )
            entries.add(f"{letter}2:{letter}{LAST_ROW}")
            grid.add_data_validation(entries)
        if column == sheet.key:
            for (cell,) in grid.iter_rows(min_col=position, max_col=position):
                cell.number_format = "@"
    grid.freeze_panes = "C2"
    grid.auto_filter.ref = grid.dimensions


def fill_lines(grid: Any, lines: Sequence[str]) -> None:
    """Write text into an empty openpyxl worksheet, line by line."""
    from openpyxl.styles import Alignment

    grid.column_dimensions["A"].width = 110
    for number, line in enumerate(lines, start=1):
        cell = grid.cell(number, 1)
        put(cell, line)
        cell.alignment = Alignment(wrap_text=True)
        cell.number_format = "@"


def put(cell: Any, value: Any) -> None:
    """Set an openpyxl cell's value; text beginning with "=" stays text."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if isinstance(value, str):
        value = ILLEGAL_CHARACTERS_RE.sub("", value)
    cell.value = None if value == "" else value
    if cell.data_type in ("f", "e"):
        cell.data_type = "s"


def _number(text: str) -> str | int | float:
    """Return text as a number if writing the number restores the text.

    >>> _number("12"), _number("1.5"), _number("007"), _number("a")
    (12, 1.5, '007', 'a')
    """
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if str(number) == text and abs(number) < 1e15:
            return number
    return text


def join_sheets(
    sheets: Sequence[CardSheet], help_title: str, help_lines: Sequence[str]
) -> CardSheet:
    """Join sheets, in their order, for a report's workbook."""
    first, *tail = (
        replace(sheet, help_title=help_title, help_lines=tuple(help_lines)) for sheet in sheets
    )
    return replace(first, further=tuple(tail))


def write_sheet(
    path: Path, sheet: CardSheet, *, help_lines: Sequence[str], fresh: bool = False
) -> None:
    """Write a sheet as CSV or XLSX; refuse existing files unless ``fresh``.

    ``help_lines`` is text for card writers, on a second sheet of a workbook.
    """
    suffix = path.suffix.lower()
    if suffix not in WRITTEN_SUFFIXES:
        raise InputError(
            f"{path} should end in {' or '.join(WRITTEN_SUFFIXES)}: the ending says which kind of "
            "sheet to write."
        )
    refuse_existing(path, fresh=fresh)
    write_whole(
        path,
        csv_bytes(sheet) if suffix == ".csv" else workbook_bytes([sheet], help_lines),
    )


def export_sheets(
    sheets: Sequence[CardSheet],
    contents: Mapping[str, bytes],
    file: Path,
    title: str,
    help_lines: Sequence[str],
    *,
    fresh: bool,
    help_title: str = EFFECT_WORDS,
) -> int:
    """Write sheets to edit in a spreadsheet, and count their rows.

    A workbook (.xlsx) has all sheets; a name without a suffix means a folder with the files of
    ``contents``; a CSV file has the sheet that it is named after, or the only one. ``--data`` reads
    all three forms. ``title`` is the game's title, ``help_title`` that of the help sheet.

    Raises:
        InputError: the name fits none of these, or a file exists and may not be replaced.
    """
    suffix = file.suffix.lower()
    if suffix == ".xlsx":
        refuse_existing(file, fresh=fresh)
        write_whole(file, workbook_bytes(sheets, help_lines, help_title))
    elif suffix == ".csv":
        names = [sheet.title for sheet in sheets]
        sheets = [sheet for sheet in sheets if sheet.title == file.stem.lower()] or sheets
        if len(sheets) > 1:
            raise InputError(
                f"{file}: {title} has the sheets {', '.join(names)}; give a workbook (.xlsx), a "
                "folder, or a CSV file named after one of the sheets."
                f"{nearest(file.stem.lower(), names)}"
            )
        write_sheet(file, sheets[0], help_lines=help_lines, fresh=fresh)
    elif not suffix:
        write_folder(contents, file, fresh=fresh)
    else:
        raise InputError(
            f"{file} should end in .xlsx for a workbook or in .csv for a single sheet, or have no "
            "ending for a folder."
        )
    return sum(len(sheet.rows) for sheet in sheets)


def write_folder(contents: Mapping[str, bytes], folder: Path, *, fresh: bool = False) -> None:
    """Write sheets and tables into a folder like the package's data.

    Raises:
        InputError: it cannot be written, or a file exists and may not be replaced.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None
    for file in contents:
        refuse_existing(folder / file, fresh=fresh)
    for file, content in contents.items():
        write_whole(folder / file, content)


def refuse_existing(path: Path, *, fresh: bool) -> None:
    """Refuse any folder, and an existing file unless ``fresh``."""
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it.")
    if path.exists() and not fresh:
        raise InputError(
            f"{path} already exists; choose another name, or add --fresh to replace the file."
        )


def csv_bytes(sheet: CardSheet) -> bytes:
    """Return the content of a CSV file with the sheet."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, sheet.columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(sheet.rows)
    # The byte order mark declares the text as UTF-8 to spreadsheet programs.
    return text.getvalue().encode("utf-8-sig")


def workbook_bytes(
    sheets: Sequence[CardSheet], help_lines: Sequence[str], help_title: str = EFFECT_WORDS
) -> bytes:
    """Return the content of a workbook with the sheets, and help last."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for sheet in sheets:
        fill(book.create_sheet(sheet.title), sheet)
    if help_lines:
        fill_lines(book.create_sheet(help_title), help_lines)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
