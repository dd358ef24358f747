"""Read a sheet's component rows and check them cell by cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from eoc_sim.errors import InputError, SeveralErrors, nearest
from eoc_sim.simulator.kernel.sheets import TextSheet

Component = TypeVar("Component")

SOURCES = ("printed", "partial", "reconstructed")
"""The values of ``source`` for printed, partly printed and unprinted rows."""
OWN = "own"
"""The value of ``source`` for a designer's own row.

An empty cell means the same.
"""
PROVENANCE = ("source", "reported")
"""Columns that say where the other cells of a row come from."""
LONGEST_TEXT = 400
MAX_FAULTS = 20
"""The maximum number of faults listed; further ones are only counted."""


def source_cell(source: str, printed_columns: Sequence[str]) -> str:
    """Format the cell ``source``; for a partial row, list its printed columns."""
    return " ".join(printed_columns) if source == "partial" and printed_columns else source


def agree_inexactly(*sources: str) -> bool:
    """Check if two ``source`` cells agree although one says only "partial"."""
    return "partial" in sources and not {"printed", "reconstructed"} & set(sources)


class CheckedRow:
    """The cells of one row, read and checked one by one.

    ``location`` names the row, and begins every error. A method raises InputError for an invalid
    cell. With ``faults`` it appends the error to this list instead and still returns a value, so
    that the row's other cells are read too.
    """

    def __init__(
        self, location: str, values: Mapping[str, str], faults: list[InputError] | None = None
    ) -> None:
        self.location = location
        self.values = values
        self.faults = faults

    def with_name(self, name: str) -> CheckedRow:
        """Return the same row with its name added to its location."""
        return CheckedRow(f"{self.location} ({name})", self.values, self.faults)

    def refuse(self, error: InputError) -> None:
        """Raise an error, or add it to the faults."""
        if self.faults is None:
            raise error
        self.faults.append(error)

    def key(self, column: str, longest: int = LONGEST_TEXT) -> str:
        """Return the text that identifies the row.

        An invalid key raises InputError even with ``faults``: the rest of the row is then not read.
        """
        return CheckedRow(self.location, self.values).text(column, longest=longest)

    def refuse_conflict(self, error: InputError) -> None:
        """Refuse cells that conflict, unless the row has a fault already."""
        if not self.faults:
            self.refuse(error)

    def cell_error(self, column: str, message: str) -> InputError:
        """Make the error for an invalid cell, with its location."""
        return InputError(f"{self.location}, column {column}: {message}")

    def text(self, column: str, *, empty: bool = False, longest: int = LONGEST_TEXT) -> str:
        """Return the text of a cell, with single spaces."""
        text = " ".join(self.values[column].split())
        if not text and not empty:
            self.refuse(self.cell_error(column, "the cell is empty."))
        elif len(text) > longest:
            self.refuse(
                self.cell_error(
                    column, f"the text has {len(text)} characters; the maximum is {longest}."
                )
            )
        elif not text.isprintable():
            self.refuse(self.cell_error(column, f"{text!r} has characters that cannot be shown."))
        return text

    def number(self, column: str, low: int, high: int, *, empty: int | None = None) -> int:
        """Read a whole number, or ``empty`` from an empty cell.

        3.0 and 3,0 are read as 3.
        """
        text = self.values[column]
        if not text and empty is not None:
            return empty
        match = re.fullmatch(rf"({'-?' if low < 0 else ''}[0-9]{{1,9}})([.,]0*)?", text)
        if match is None or not low <= int(match[1]) <= high:
            cell = f'"{text}"' if text else "an empty cell"
            self.refuse(
                self.cell_error(
                    column, f"a whole number from {low} to {high} is needed, not {cell}."
                )
            )
            return low
        return int(match[1])

    def word(
        self, column: str, words: Sequence[str], spellings: Mapping[str, str] | None = None
    ) -> str:
        """Read one of the allowed words; ``spellings`` maps other forms to them."""
        text = " ".join(self.values[column].split())
        spelling = (spellings or {}).get(text.lower(), text.lower())
        for word in words:
            if word.lower() == spelling:
                return word
        self.refuse(
            self.cell_error(
                column, f'"{text}" is not one of {", ".join(words)}.{nearest(text, words)}'
            )
        )
        return words[0]

    def source(self, columns: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """Read how much of a row is printed, and which cells.

        The printed cells are in the order of ``columns``. The cell ``source`` is one of SOURCES or
        names the printed columns. If empty or OWN, it marks the designer's own row, in which no
        cell is a guess.
        """
        cells = [column for column in columns if column not in PROVENANCE]
        words = self._words("source")
        if len(words) == 1 and words[0] in SOURCES:
            return words[0], tuple(cells) if words[0] == "printed" else ()
        if words in ([], [OWN]):
            return OWN, tuple(cells)
        return "partial", self._columns("source", cells, SOURCES if len(words) < 2 else ())

    def read_reported_names(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Read the names of a row's reported columns."""
        return self._columns("reported", [column for column in columns if column not in PROVENANCE])

    def _words(self, column: str) -> list[str]:
        return re.findall(r"[^\s,;+]+", self.values[column].lower().replace("-", "_"))

    def _columns(
        self, column: str, cells: Sequence[str], alternatives: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """Read the names of columns, in the order of ``cells``.

        ``alternatives`` are words that the cell could have had instead, for the error message.
        """
        words = self._words(column)
        for word in words:
            if word not in cells:
                choices = f"one of {', '.join(alternatives)}, nor " if alternatives else ""
                status = "reported" if column == "reported" else "printed"
                self.refuse(
                    self.cell_error(
                        column,
                        f'"{word}" is not {choices}a column that may be {status} '
                        f"({', '.join(cells)})."
                        f"{nearest(word, [*alternatives, *cells])}",
                    )
                )
                break
        return tuple(cell for cell in cells if cell in words)


def read_rows(
    sheet: TextSheet,
    read: Callable[[CheckedRow], Component],
    key: Callable[[Component], str],
    column: str = "number",
) -> list[Component]:
    """Read the rows of a sheet and refuse duplicate keys.

    ``read`` reads a row, and ``key`` returns its key. ``column`` is the key's column, for error
    messages.

    Raises:
        InputError: the sheet has no rows or has faults; the message lists up to MAX_FAULTS of them.
    """
    if not sheet.rows:
        raise InputError(f"{sheet.name} has a header but no rows.")
    components: list[Component] = []
    first: dict[str, str] = {}
    faults: list[InputError] = []
    for number, values in sheet.rows:
        row = CheckedRow(f"{sheet.name}, row {number}", values, [])
        row_faults = row.faults = []
        try:
            result = read(row)
        except InputError as error:
            faults += [*row_faults, error]
            continue
        faults += row_faults
        if key(result) in first:
            where = f'"{key(result)}" is already in {first[key(result)]}.'
            faults += [] if row_faults else [row.cell_error(column, where)]
            continue
        first[key(result)] = row.location
        components.append(result)
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise SeveralErrors(_list_faults(sheet.name, faults))
    return components


def _list_faults(name: str, faults: Sequence[InputError]) -> str:
    """List a sheet's faults, one per line."""
    lines = [f"- {str(fault).removeprefix(f'{name}, ')}" for fault in faults[:MAX_FAULTS]]
    unlisted = len(faults) - len(lines)
    end = [f"- and {unlisted} more"] if unlisted else []
    return "\n".join([f"{name} has {len(faults)} faults:", *lines, *end])
