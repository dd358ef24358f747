"""Sheets as people save them: CSV and XLSX files read as text cells, and the cards sheet written.

Forgiving in form: commas, semicolons or tabs, a byte order mark, the encodings that spreadsheet
programs write, 3.0 for 3, blank rows and columns. What a sheet *says* is checked where its rows
become cards (components.py).
"""

from __future__ import annotations

import contextlib
import csv
import io
import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from eoc_sim.errors import InputError, nearest

SHEET_SUFFIXES = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm")
WRITTEN_SUFFIXES = (".csv", ".xlsx")
_DELIMITERS = ",;\t"
_LARGEST_ROWS = 10_000


class Readable(Protocol):
    """A file on disk or inside the package."""

    def read_bytes(self) -> bytes:
        """The file's content."""


@dataclass(frozen=True)
class Sheet:
    """The cells of one sheet as text: the header, then rows with their spreadsheet row number."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, Mapping[str, str]], ...]


def read_sheet(path: Path) -> Sheet:
    """Read a CSV or XLSX file."""
    suffix = path.suffix.lower()
    if suffix not in SHEET_SUFFIXES:
        raise InputError(
            f'{path} is no sheet: its name ends in "{suffix}", not in {", ".join(SHEET_SUFFIXES)}.'
        )
    if suffix in (".xlsx", ".xlsm"):
        return _sheet(str(path), _workbook_cells(path))
    return read_text_sheet(path, str(path))


def read_text_sheet(file: Readable, name: str) -> Sheet:
    """Read a CSV file, on disk or in the package."""
    text = _decode(read_bytes(file, name), name)
    first, _, rest = text.partition("\n")
    delimiter = ""
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:
        # Excel's own way to tell the delimiter: a line that counts as the first row.
        delimiter = first.strip()[4]
        text = "\n" + rest
        first = rest.partition("\n")[0]
    delimiter = delimiter or max(_DELIMITERS, key=first.count)
    if "\0" in text:
        raise InputError(f"{name} is no text file: it contains null characters.")
    try:
        records = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise InputError(f"{name} is not a readable CSV file: {error}.") from error
    return _sheet(name, records)


def read_bytes(file: Readable, name: str) -> bytes:
    """The content of a file; an InputError if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}.") from error


def _decode(content: bytes, name: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        # What is not UTF-8 was saved by a spreadsheet program in the Western code page.
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise InputError(f"{name} is no text in UTF-8, UTF-16 or Windows-1252; save it as UTF-8.")


def _workbook_cells(path: Path) -> list[list[str]]:
    """The cells of the workbook's only cards sheet, or of its only filled sheet."""
    from openpyxl import load_workbook

    content = io.BytesIO(read_bytes(path, str(path)))
    with warnings.catch_warnings():
        # Spreadsheet programs leave out styles or add extensions that openpyxl warns about.
        warnings.simplefilter("ignore")
        try:
            book = load_workbook(content)
            grid = _chosen_sheet(path, book.worksheets)
            if any(cell.data_type == "f" for row in grid.iter_rows() for cell in row):
                content.seek(0)
                values = load_workbook(content, data_only=True)[grid.title]
            else:
                values = grid
        except InputError:
            raise
        # A damaged workbook fails anywhere in the unzipping and parsing, each with its own error.
        except Exception as error:
            raise InputError(f"{path} is not a readable XLSX workbook.") from error
    if grid.max_row > _LARGEST_ROWS:
        raise InputError(f"{path} has {grid.max_row} rows; at most {_LARGEST_ROWS} are read.")
    cells = []
    for row, value_row in zip(grid.iter_rows(), values.iter_rows(), strict=True):
        texts = []
        for cell, valued in zip(row, value_row, strict=True):
            where = f"{path}, row {cell.row}, cell {cell.coordinate}"
            if cell.data_type == "f" and valued.value is None:
                raise InputError(
                    f"{where}: the formula has no saved value; save the file in a spreadsheet "
                    "program, or write the value itself."
                )
            if valued.data_type == "e":
                raise InputError(f"{where}: the cell holds the error {valued.value}.")
            texts.append(_cell_text(valued.value))
        cells.append(texts)
    return cells


def _chosen_sheet(path: Path, sheets: Sequence[Any]) -> Any:
    named = [sheet for sheet in sheets if sheet.title.strip().lower() == "cards"]
    filled = [sheet for sheet in sheets if sheet.max_row > 1 or sheet.max_column > 1]
    # A copy that is edited beside the original would else be passed over without a word.
    alike = [sheet for sheet in filled if _looks_like_cards(sheet)]
    if len(alike) > 1:
        titles = " and ".join(f'"{sheet.title}"' for sheet in alike)
        raise InputError(
            f"{path} has {len(alike)} cards sheets, {titles}; leave the one to read in the "
            "workbook, and move the others to files of their own."
        )
    if len(named) == 1:
        return named[0]
    if len(filled) == 1:
        return filled[0]
    if not filled:
        raise InputError(f"{path} has no filled sheet.")
    titles = ", ".join(f'"{sheet.title}"' for sheet in sheets)
    raise InputError(f'{path} has several sheets ({titles}); name the one to read "cards".')


def _looks_like_cards(sheet: Any) -> bool:
    """Whether the first filled row has the columns that only a cards sheet has."""
    for row in sheet.iter_rows(max_row=20, values_only=True):
        cells = {str(cell).strip().lower() for cell in row if cell is not None}
        if cells:
            return {"number", "stars", "effect"} <= cells
    return False


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _sheet(name: str, records: Iterable[Sequence[str]]) -> Sheet:
    """Make header and rows of raw cells; row numbers count from 1, blank rows included."""
    columns: list[str] = []
    rows: list[tuple[int, Mapping[str, str]]] = []
    for number, record in enumerate(records, start=1):
        cells = [cell.strip() for cell in record]
        if not any(cells):
            continue
        if not columns:
            while not cells[-1]:
                cells.pop()
            columns = ["_".join(cell.lower().replace("-", " ").split()) for cell in cells]
            _check_header(name, number, columns)
            continue
        if any(cells[len(columns) :]):
            raise InputError(
                f"{name}, row {number}: the row has a cell beyond the last column, "
                f'"{columns[-1]}"; a text with commas needs quotation marks.'
            )
        cells += [""] * (len(columns) - len(cells))
        rows.append((number, dict(zip(columns, cells, strict=False))))
    if not columns:
        raise InputError(f"{name} is empty.")
    return Sheet(name, tuple(columns), tuple(rows))


def _check_header(name: str, row: int, columns: Sequence[str]) -> None:
    for position, column in enumerate(columns, start=1):
        if not column:
            raise InputError(f"{name}, row {row}: the header of column {position} is empty.")
        if columns.index(column) != position - 1:
            raise InputError(f'{name}, row {row}: the column "{column}" stands there twice.')


def check_columns(sheet: Sheet, expected: Sequence[str]) -> None:
    """Refuse a sheet that lacks a column or has an unknown one."""
    for column in sheet.columns:
        if column not in expected:
            raise InputError(
                f'{sheet.name}: the column "{column}" is unknown; the columns are '
                f"{', '.join(expected)}.{nearest(column, expected)}"
            )
    for column in expected:
        if column not in sheet.columns:
            raise InputError(
                f'{sheet.name}: the column "{column}" is missing; the columns are '
                f"{', '.join(expected)}."
            )


def write_sheet(
    path: Path,
    columns: Sequence[str],
    rows: Sequence[Mapping[str, str]],
    *,
    choices: Mapping[str, Sequence[str]],
    help_lines: Sequence[str],
    fresh: bool = False,
) -> None:
    """Write the cards sheet as CSV or XLSX; an existing file is refused unless ``fresh``.

    ``choices`` are the words that a column allows and ``help_lines`` a text for card writers; a
    workbook offers them in the cells and on a second sheet.
    """
    suffix = path.suffix.lower()
    if suffix not in WRITTEN_SUFFIXES:
        raise InputError(
            f"{path} should end in {' or '.join(WRITTEN_SUFFIXES)}; that says which kind of sheet "
            "to write."
        )
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it.")
    if path.exists() and not fresh:
        raise InputError(
            f"{path} exists already; choose another name, or replace it with --fresh."
        )
    content = (
        _csv_bytes(columns, rows)
        if suffix == ".csv"
        else _workbook_bytes(columns, rows, choices, help_lines)
    )
    # Under a temporary name first: an interrupted export leaves what was there before.
    try:
        partial = path.with_name(f".{path.name}.part")
        try:
            partial.write_bytes(content)
            os.replace(partial, path)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path} cannot be written: {reason}.") from error


def _csv_bytes(columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    # The mark tells spreadsheet programs that the text is UTF-8.
    return text.getvalue().encode("utf-8-sig")


def _workbook_bytes(
    columns: Sequence[str],
    rows: Sequence[Mapping[str, str]],
    choices: Mapping[str, Sequence[str]],
    help_lines: Sequence[str],
) -> bytes:
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    book = Workbook()
    grid = book.active
    grid.title = "cards"
    grid.append(list(columns))
    for row in rows:
        grid.append([_cell_value(column, row[column]) for column in columns])
    grid.freeze_panes = "C2"
    grid.auto_filter.ref = grid.dimensions
    for position, column in enumerate(columns, start=1):
        letter = get_column_letter(position)
        grid.cell(1, position).font = Font(bold=True)
        longest = max([len(column), *(len(row[column]) for row in rows)])
        grid.column_dimensions[letter].width = min(longest + 3, 70)
        if column in choices:
            listed = DataValidation(
                type="list", formula1='"' + ",".join(choices[column]) + '"', allow_blank=True
            )
            listed.add(f"{letter}2:{letter}1000")
            grid.add_data_validation(listed)
        if column == "number":
            for cells in grid[letter]:
                cells.number_format = "@"
    words = book.create_sheet("effect words")
    for line in help_lines:
        words.append([line])
    words.column_dimensions["A"].width = 110
    for (cell,) in words.iter_rows():
        cell.alignment = Alignment(wrap_text=True)
        cell.number_format = "@"
        # A line that begins with a sign of equality would be taken for a formula.
        cell.data_type = "s" if cell.value else "n"
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _cell_value(column: str, text: str) -> str | int | None:
    if column != "number" and text.isdecimal() and text.isascii():
        return int(text)
    return text or None
