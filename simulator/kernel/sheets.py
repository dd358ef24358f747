"""Sheets as people save them: CSV and XLSX, read as text cells.

The form may vary: commas, semicolons or tabs, a byte order mark, the encodings that spreadsheet
programs write, 3.0 for 3, blank rows and columns. The *content* of a sheet is checked when a game
makes components from its rows.
"""

from __future__ import annotations

import csv
import io
import re
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.workbooks import (
    MAX_CELLS,
    MAX_ROWS,
    Readable,
    Worksheet,
    read_bytes,
    too_many_cells,
    too_many_rows,
    worksheets,
)

SHEET_SUFFIXES = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm")
WORKBOOK_SUFFIXES = (".xlsx", ".xlsm")
RESULT = "result: "
"""The prefix of result columns' headings; such columns are never read."""
_DELIMITERS = ",;\t"
HEADER_SEARCH_LINES = 4
"""The number of lines in which a text file's header is sought."""


@dataclass(frozen=True)
class TextSheet:
    """The text cells of one sheet: header and numbered rows.

    Rows are numbered as in a spreadsheet. ``heads`` are the columns' headings as written,
    ``header_row`` is the header's row number, ``column_numbers`` the columns' numbers. ``faults``
    explains cells without a usable value, by row number and column. ``has_result_columns`` is true
    if the file has a report's result columns, which are left out here.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, Mapping[str, str]], ...]
    heads: Mapping[str, str] = field(default_factory=dict)
    column_numbers: Mapping[str, int] = field(default_factory=dict)
    header_row: int = 1
    faults: Mapping[tuple[int, str], str] = field(default_factory=dict)
    has_result_columns: bool = False

    def location(self, column: str) -> str:
        """Return the location of a column's heading, in words."""
        return f"{self.name}, row {self.header_row}, column {self.column_numbers[column]}"


@dataclass(frozen=True)
class SheetKind:
    """A kind of sheet: its columns, and the ``marks`` among them.

    Only a sheet with all the marks can be of this kind.
    """

    columns: Sequence[str]
    marks: frozenset[str]


def kind_of(columns: Collection[str], kinds: Mapping[str, SheetKind]) -> str:
    """Return the kind of sheet with these columns, or "".

    A designer's own column may be a mark of another kind, so the kind with the most columns in
    common is chosen.
    """
    fitting = [name for name, kind in kinds.items() if kind.marks <= set(columns)]
    return max(
        fitting,
        default="",
        key=lambda name: sum(column in columns for column in kinds[name].columns),
    )


def read_sheet(path: Path, title: str, kinds: Mapping[str, SheetKind]) -> TextSheet:
    """Read a CSV or XLSX file.

    From a workbook, read the sheet ``title`` or else the only filled one. Two sheets of the same
    kind in a workbook are an error.
    """
    suffix = path.suffix.lower()
    if suffix not in SHEET_SUFFIXES:
        raise InputError(
            f'{path} is not a sheet: its name ends in "{suffix}", not in '
            f"{', '.join(SHEET_SUFFIXES)}."
        )
    if suffix in WORKBOOK_SUFFIXES:
        return _sheet(*_workbook_cells(path, title, kinds))
    return read_text_sheet(path, str(path))


def read_text_sheet(file: Readable, name: str) -> TextSheet:
    """Read a CSV file, on disk or in the package."""
    text = _decode(read_bytes(file, name), name)
    first, _, body = text.partition("\n")
    delimiter = ""
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:
        # Excel may state the delimiter in a first line, which counts as a row.
        delimiter = first.strip()[4]
        text = "\n" + body
        first = body.partition("\n")[0]
    if not delimiter:
        # The header is the line with the most delimiters: a title above it may have a comma too.
        lines = text.lstrip("\r\n").splitlines()[:HEADER_SEARCH_LINES]
        header = max(lines, key=lambda line: max(map(line.count, _DELIMITERS)), default="")
        delimiter = max(_DELIMITERS, key=header.count)
    if "\0" in text:
        raise InputError(f"{name} is not a text file: it contains null characters.")
    records: list[list[str]] = []
    cells = 0
    try:
        for record in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            records.append(record)
            cells += len(record)
            if len(records) > MAX_ROWS:
                raise too_many_rows(name)
            if cells > MAX_CELLS:
                raise too_many_cells(name)
    except csv.Error as error:
        raise InputError(f"{name} is not a readable CSV file: {error}.") from error
    return _sheet(name, records)


def rebuild_sheet(rows: Any, name: str, table: str, columns: Sequence[str]) -> TextSheet:
    """Rebuild the sheet ``table`` from recorded rows; errors begin with ``name``."""
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise InputError(f"{name}: {table} should be a list of rows.")
    texts = []
    for position, row in enumerate(rows, start=1):
        if set(row) != set(columns) or not all(isinstance(v, str) for v in row.values()):
            raise InputError(
                f"{name}: row {position} of {table} should have the columns "
                f"{', '.join(columns)}, each with text."
            )
        texts.append((position, dict(row)))
    return TextSheet(f"{name}, {table}", tuple(columns), tuple(texts))


def _decode(content: bytes, name: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        # Spreadsheet programs that do not save UTF-8 mostly use the Western code page.
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise InputError(f"{name} is not text in UTF-8, UTF-16 or Windows-1252; save it as UTF-8.")


def kinds_of_sheets(path: Path, kinds: Mapping[str, SheetKind]) -> list[str]:
    """List the kinds of sheets in a file, ordered as in ``kinds``.

    A text file is one sheet, identified by its columns or else by the file's name. A filled
    worksheet is identified by its title or else by its columns; if none is, the workbook is
    identified by the file's name.
    """
    if path.suffix.lower() not in WORKBOOK_SUFFIXES:
        present_kinds = {
            kind_of(read_text_sheet(path, str(path)).columns, kinds) or path.stem.lower()
        }
    else:
        content = read_bytes(path, str(path))
        with _report_damage(path):
            present_kinds = set()
            for sheet in _keep_filled(worksheets(content, str(path))):
                title = sheet.title.strip().lower()
                present_kinds.add(title if title in kinds else kind_of(_columns_of(sheet), kinds))
        if not present_kinds & set(kinds):
            present_kinds = {path.stem.lower()}
    return [kind for kind in kinds if kind in present_kinds]


@contextmanager
def _report_damage(path: Path) -> Iterator[None]:
    """Report a damaged workbook as an InputError within this context."""
    with warnings.catch_warnings():
        # Spreadsheet programs leave out styles or add extensions that openpyxl warns about.
        warnings.simplefilter("ignore")
        try:
            yield
        except InputError:
            raise
        # A damaged workbook may fail anywhere in unzipping and parsing, with any error.
        except Exception as error:
            raise InputError(f"{path} is not a readable XLSX workbook.") from error


def _workbook_cells(
    path: Path, title: str, kinds: Mapping[str, SheetKind]
) -> tuple[str, list[list[str]], dict[tuple[int, int], str]]:
    """Read the sheet ``title``, or else the only filled one.

    Return the sheet's name for error messages, its cells, and the faults of cells without a usable
    value, by row and column, both counted from 1.
    """
    content = read_bytes(path, str(path))
    values: dict[tuple[int, int], Any] = {}
    with _report_damage(path):
        sheets = worksheets(content, str(path))
        grid = _chosen_sheet(path, sheets, title, kinds)
        if any(cell.data_type == "f" for row in grid.rows for cell in row):
            grid_values = worksheets(content, str(path), values=True)[sheets.index(grid)]
            values = {
                (cell.row, cell.column): cell
                for row in grid_values.rows
                for cell in row
                if cell.value is not None
            }
    name = str(path) if _keep_filled(sheets) == [grid] else f'{path}, sheet "{grid.title}"'
    cells = []
    faults = {}
    for row in grid.rows:
        texts = []
        for cell in row:
            value_cell = values.get((cell.row, cell.column)) if cell.data_type == "f" else cell
            if value_cell is None:
                faults[cell.row, cell.column] = (
                    f"{name}, row {cell.row}, cell {cell.coordinate}: the formula has no saved "
                    "value; save the file in a spreadsheet program, or write the value itself."
                )
                value_cell = cell
            elif value_cell.data_type == "e":
                faults[cell.row, cell.column] = (
                    f"{name}, row {cell.row}, cell {cell.coordinate}: the cell holds the error "
                    f"{value_cell.value}."
                )
            texts.append(_cell_text(value_cell.value))
        cells.append(texts)
    return name, cells, faults


def _keep_filled(sheets: Sequence[Worksheet]) -> list[Worksheet]:
    return [sheet for sheet in sheets if sheet.is_filled]


def _chosen_sheet(
    path: Path, sheets: Sequence[Worksheet], title: str, kinds: Mapping[str, SheetKind]
) -> Worksheet:
    matches = [sheet for sheet in sheets if sheet.title.strip().lower() == title]
    filled_sheets = _keep_filled(sheets)
    for kind in kinds:
        duplicates = [
            sheet for sheet in filled_sheets if kind_of(_columns_of(sheet), kinds) == kind
        ]
        # Without this check, an edited copy next to the original would be silently ignored.
        if len(duplicates) > 1:
            titles = " and ".join(f'"{sheet.title}"' for sheet in duplicates)
            raise InputError(
                f"{path} has {len(duplicates)} {kind} sheets, {titles}; keep only "
                "the one to read in this file, and move the others to separate files."
            )
    if len(matches) == 1:
        return matches[0]
    if len(filled_sheets) == 1:
        return filled_sheets[0]
    if not filled_sheets:
        raise InputError(f"{path} has no filled sheet.")
    titles = ", ".join(f'"{sheet.title}"' for sheet in sheets)
    raise InputError(
        f'{path} has more than one sheet ({titles}); give the name "{title}" to the one to read.'
    )


def _columns_of(sheet: Worksheet) -> set[str]:
    """Read a worksheet's columns from its first filled row."""
    for row in sheet.rows:
        cells = {_column(str(cell.value).strip()) for cell in row if cell.value is not None}
        if cells:
            return cells
    return set()


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _follows_title(cells: Sequence[str], width: int) -> bool:
    """Check if this row is the header, below a title row.

    The title row has ``width`` cells. This row is the header if it has more than twice as many, or
    if each of its cells holds a different name. Names consist only of letters, spaces and
    underscores, unlike most cells of data.
    """
    texts = [cell for cell in cells if cell]
    are_names = all(re.fullmatch(r"[A-Za-z][A-Za-z_ ]*", cell) for cell in texts)
    return len(cells) > 2 * width or (are_names and len(set(texts)) == len(cells))


def _sheet(
    name: str,
    records: Iterable[Sequence[str]],
    faults: Mapping[tuple[int, int], str] | None = None,
) -> TextSheet:
    """Make a sheet from raw cells; row numbers count blank rows too."""
    heads: dict[int, str] = {}
    header_row, width = 0, 0
    result_columns: set[int] = set()
    blank: set[int] = set()
    rows: list[tuple[int, list[str]]] = []
    for number, record in enumerate(records, start=1):
        cells = [cell.strip() for cell in record]
        if not any(cells):
            continue
        if not heads:
            while not cells[-1]:
                cells.pop()
            header_row, width = number, len(cells)
            result_columns = {
                index for index, cell in enumerate(cells) if cell.lower().startswith(RESULT.strip())
            }
            blank = {index for index, cell in enumerate(cells) if not cell}
            heads = {
                index: " ".join(cell.split())
                for index, cell in enumerate(cells)
                if index not in result_columns | blank
            }
            continue
        if any(cells[width:]) and not rows and _follows_title(cells, width):
            raise InputError(
                f'{name}, row {header_row}: "{", ".join(heads.values())}" should be the names of '
                "the columns; remove any title above them."
            )
        if any(cells[width:]):
            raise InputError(
                f"{name}, row {number}: the row has a cell beyond the last column, "
                f'"{heads[max(heads)] if heads else ""}"; text with commas needs quotation marks.'
            )
        rows.append((number, cells + [""] * (width - len(cells))))
    if not header_row:
        raise InputError(f"{name} is empty.")
    for index in sorted(blank):
        # In a sheet with rows, a column with a blank heading is harmless unless one of its cells
        # is filled.
        if not rows or any(cells[index] for _, cells in rows):
            raise InputError(
                f"{name}, row {header_row}: the header of column {index + 1} is empty."
            )
    columns = {index: _column(head) for index, head in heads.items()}
    _check_header(name, header_row, list(columns.values()))
    return TextSheet(
        name,
        tuple(columns.values()),
        tuple(
            (number, {column: cells[index] for index, column in columns.items()})
            for number, cells in rows
        ),
        {column: heads[index] for index, column in columns.items()},
        {column: index + 1 for index, column in columns.items()},
        header_row,
        {
            (row, columns[index - 1]): text
            for (row, index), text in (faults or {}).items()
            if index - 1 in columns
        },
        bool(result_columns),
    )


def _column(head: str) -> str:
    """Return a column's name from any form of its heading."""
    return "_".join(head.lower().replace("-", " ").split())


def _check_header(name: str, row: int, columns: Sequence[str]) -> None:
    for position, column in enumerate(columns):
        if columns.index(column) != position:
            raise InputError(f'{name}, row {row}: the column "{column}" appears twice.')
