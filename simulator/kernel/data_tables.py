"""A strategy's list ``TABLES``: data files and lookups.

A strategy declares its files, whose rows have a key, such as a card's printed number. Before the
first game, the files' columns become fields of ``params``, with one number for each of the game's
ids.
"""

from __future__ import annotations

import csv
import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from eoc_sim.errors import StrategyError, nearest, no_such

MAX_TABLE_NUMBERS = 4096
"""The limit on the numbers in a strategy's tables and lookups together.

It is enough for 21 columns of numbers for 192 cards.
"""

_DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True)
class DataTable:
    """A data file that a strategy declares."""

    file: str
    key: str
    neutral: float
    columns: tuple[str, ...] = ()
    partial: bool = False


@dataclass(frozen=True)
class LoadedTable:
    """A data file as it was read.

    ``stem`` is the declared file's name without its suffix, even if another file was read.
    ``length`` is the number of ids in a column. ``rows`` maps each normalised printed number to the
    numbers in its row, in the order of ``columns``. ``cells`` maps it to the row's cells by column
    heading, as written but with decimal points.
    """

    name: str
    stem: str
    key: str
    neutral: float
    length: int
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[float, ...]]
    hash: str
    partial: bool = False
    cells: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    path: Path = field(default=Path(), compare=False)

    def check_against(self, printed_numbers: Sequence[str]) -> None:
        """Refuse a table whose rows are all unknown, unless it is partial.

        The table and the game may each lack some of the other's numbers, since decks differ.
        """
        if self.partial:
            return
        normal_names = {_normal(name): name for name in printed_numbers}
        if self.rows and not any(number in normal_names for number in self.rows):
            first = next(iter(self.rows))
            raise StrategyError(
                f"The data table {self.name} names no {self.key} of the game: there is no "
                f'"{first}".{nearest(first, normal_names.values())}'
            )

    def find_known(self, printed_numbers: Sequence[str]) -> list[bool]:
        """Check which printed numbers have a row in the file."""
        return [_normal(name) in self.rows for name in printed_numbers]

    def rows_except(self, printed_numbers: Sequence[str]) -> list[Mapping[str, str]]:
        """List the cells of all rows whose keys are not among ``printed_numbers``."""
        normal_numbers = {_normal(number) for number in printed_numbers}
        return [cells for number, cells in self.cells.items() if number not in normal_numbers]

    def with_numbers(self, column: str, numbers: Mapping[str, float]) -> LoadedTable:
        """Return the table with new numbers in one column, neutral ones elsewhere."""
        index = self.columns.index(column)
        rows = {}
        for printed_number, number in numbers.items():
            row = [self.neutral] * len(self.columns)
            row[index] = number
            rows[_normal(printed_number)] = tuple(row)
        return replace(self, rows=rows, cells={})

    def column(self, name: str, printed_numbers: Sequence[str]) -> np.ndarray:
        """Return a column: one float64 per id, neutral where missing."""
        column = self.columns.index(name)
        values = np.full(self.length, self.neutral)
        for index, printed_number in enumerate(printed_numbers):
            row = self.rows.get(_normal(printed_number))
            if row is not None:
                values[index] = row[column]
        return values


@dataclass(frozen=True)
class Lookup:
    """A field of ``params`` that ``prepare`` fills, id by id.

    ``numbers`` is the count of numbers that each id has; None stands for a single number.
    ``length``, the number of ids, is set once the game is known.
    """

    name: str
    key: str
    numbers: int | None
    length: int = 0

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the field: (ids,) or (ids, numbers)."""
        return (self.length,) if self.numbers is None else (self.length, self.numbers)

    @property
    def size(self) -> int:
        """The count of numbers in the field."""
        return self.length * (self.numbers or 1)


def lookup(name: str, *, key: str, numbers: int | None = None) -> Lookup:
    """Declare numbers that ``prepare`` computes, for the list ``TABLES``.

    Args:
        name: their name in the functions, as a field of ``params``.
        key: the kind of id that has a number, such as ``card``; the game names its kinds.
        numbers: how many each id has, for ``params.name[card, number]``; without it, each id has
            one, ``params.name[card]``.

    Raises:
        StrategyError: the name is not a Python name or begins with _, or ``numbers`` is below 1.

    >>> lookup("bargain", key="card").name
    'bargain'
    """
    if not name.isidentifier() or name.startswith("_"):
        raise StrategyError(
            f"lookup({name!r}): the name should be a Python name without a leading _"
        )
    if numbers is not None and (not isinstance(numbers, int) or numbers < 1):
        raise StrategyError(f"Lookup {name}: {numbers!r} numbers; expected 1 or more, or None")
    return Lookup(name, key, numbers)


def with_length(template: Lookup, file: Path, max_ids: Mapping[str, int]) -> Lookup:
    """Set a lookup's length to the game's number of ids.

    Raises:
        StrategyError: the key is unknown.
    """
    _check_key(f'{file}: lookup "{template.name}"', template.key, max_ids)
    return replace(template, length=max_ids[template.key])


def table(
    file: str,
    *,
    key: str,
    neutral: float = 0.0,
    columns: Sequence[str] = (),
    partial: bool = False,
) -> DataTable:
    """Declare a data file of a strategy, for its list ``TABLES``.

    Its columns become fields of ``params``, such as ``params.worth[card]``.

    Args:
        file: a CSV file with a header; the path is relative to the strategy's file.
        key: the column with the printed numbers, named after their kind, such as ``card``; the
            game names its kinds. 1, 01 and 001 are the same; rows whose number the game does not
            have are left out.
        neutral: the number for ids that the file lacks and for empty cells.
        columns: the columns to read, by default all except the key's.
        partial: accept a game to which none of the file's rows apply, for example because all
            its cards were edited.
    """
    return DataTable(file, key, float(neutral), tuple(columns), partial)


def read_tables(
    declarations: object,
    strategy_file: Path,
    max_ids: Mapping[str, int],
    replacements: Mapping[str, Path] | None = None,
    package: Path | None = None,
) -> tuple[LoadedTable, ...]:
    """Read the data tables that a strategy file declares in ``TABLES``.

    ``declarations`` is that list without its lookups. ``max_ids`` maps each kind of id that can be
    a key to the number of ids of that kind. ``replacements`` are files to read instead of declared
    ones, by the declared file's name without its suffix. A file that is not in the strategy's
    folder is looked for in the folder ``package``, because a strategy may import another's
    ``TABLES``.

    Raises:
        StrategyError: ``declarations`` is not a list of table(...), a key is unknown, a replaced
            table does not exist, or a file cannot be read; the message names the row and column.
    """
    replacements = replacements or {}
    if not isinstance(declarations, (list, tuple)) or not all(
        isinstance(declaration, DataTable) for declaration in declarations
    ):
        raise StrategyError(
            f"{strategy_file}: TABLES should be a list; each entry is a table(...) or a lookup(...)"
        )
    stems = [Path(declaration.file).stem for declaration in declarations]
    for name in replacements:
        if name not in stems:
            raise StrategyError(
                f'{strategy_file} has no data table "{name}"; it has {", ".join(stems) or "none"}.'
                f"{nearest(name, stems)}"
            )
    sheets = []
    for declaration, stem in zip(declarations, stems, strict=True):
        _check_key(f'{strategy_file}: table "{declaration.file}"', declaration.key, max_ids)
        file = strategy_file.parent / declaration.file
        if package is not None and not file.exists() and (package / declaration.file).exists():
            file = package / declaration.file
        file = replacements.get(stem, file)
        sheets.append(_read(declaration, stem, file, max_ids[declaration.key]))
    return tuple(sheets)


def _check_key(where: str, key: str, max_ids: Mapping[str, int]) -> None:
    if key not in max_ids:
        raise StrategyError(
            f'{where} has the key "{key}"; a key is one of {", ".join(max_ids)}.'
            f"{nearest(key, max_ids)}"
        )


def _read(table: DataTable, stem: str, path: Path, length: int) -> LoadedTable:
    try:
        content = path.read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise StrategyError(f"The data table {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise StrategyError(f"The data table {path} is not UTF-8 text") from None
    lines = text.splitlines() or [""]
    delimiter = max(_DELIMITERS, key=lines[0].count)
    try:
        header, *rows = [
            [cell.strip() for cell in row] for row in csv.reader(lines, delimiter=delimiter)
        ]
    except csv.Error as error:
        raise StrategyError(f"The data table {path} cannot be read: {error}") from None
    columns = _columns(table, path, header)
    key_column = header.index(table.key)
    decimal_comma = delimiter != ","
    numbers: dict[str, tuple[float, ...]] = {}
    texts: dict[str, dict[str, str]] = {}
    for number, row in enumerate(rows, 2):
        if not any(row):
            continue
        where = f"{path}, row {number}"
        if len(row) > len(header):
            raise StrategyError(f"{where}: {len(row)} cells; the header has {len(header)}")
        cells = row + [""] * (len(header) - len(row))
        key = _normal(cells[key_column])
        if not key:
            raise StrategyError(f"{where}: the column {table.key} is empty")
        if key in numbers:
            raise StrategyError(f"{where}: {table.key} {cells[key_column]} appears twice")
        numbers[key] = tuple(
            _number(
                cells[header.index(column)],
                f"{where}, column {column}",
                table.neutral,
                decimal_comma=decimal_comma,
            )
            for column in columns
        )
        texts[key] = {
            head: cell.replace(",", ".") if decimal_comma and head != table.key else cell
            for head, cell in zip(header, cells, strict=True)
        }
    digest = hashlib.sha256(content).hexdigest()[:16]
    return LoadedTable(
        path.name,
        stem,
        table.key,
        table.neutral,
        length,
        columns,
        numbers,
        digest,
        table.partial,
        texts,
        path,
    )


def _columns(table: DataTable, path: Path, header: Sequence[str]) -> tuple[str, ...]:
    """List the columns that hold numbers, in order."""
    if table.key not in header:
        raise StrategyError(no_such("column", table.key, header, where=f"{path}, row 1"))
    columns = table.columns or tuple(name for name in header if name != table.key)
    for name in columns:
        if name not in header:
            raise StrategyError(no_such("column", name, header, where=f"{path}, row 1"))
        if not name.isidentifier():
            raise StrategyError(
                f'{path}, row 1: the column "{name}" is not a valid Python name, so it '
                "cannot be a field of params"
            )
    if len(set(header)) < len(header):
        raise StrategyError(f"{path}, row 1: a column appears twice: {', '.join(header)}")
    if not columns:
        raise StrategyError(f"{path}, row 1: there is no column other than {table.key}")
    return columns


def _number(cell: str, where: str, neutral: float, *, decimal_comma: bool) -> float:
    if not cell:
        return neutral
    try:
        value = float(cell.replace(",", ".") if decimal_comma else cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise StrategyError(f'{where}: "{cell}" is not a number')
    return value


def _normal(printed_number: str) -> str:
    """Normalise a printed number: 1, 01, 001 and 1.0 are equal."""
    text = printed_number.strip().casefold()
    integer, _, fraction = text.partition(".")
    if integer.isdecimal() and not fraction.strip("0"):
        return str(int(integer))
    return text
