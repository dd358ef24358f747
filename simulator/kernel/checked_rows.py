"""The rows of a sheet of components, read and checked cell by cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.sheets import Sheet

SOURCES = ("printed", "partial", "reconstructed")
"""How much of a row the published rules print: all, some of it, nothing."""
LONGEST_TEXT = 400


def source_cell(source: str, printed_columns: Sequence[str]) -> str:
    """The cell ``source``: the printed columns where only some are known to be printed."""
    return " ".join(printed_columns) if source == "partial" and printed_columns else source


def less_exact(*sources: str) -> bool:
    """Whether two cells ``source`` say the same, one of them less exactly."""
    return "partial" in sources and not {"printed", "reconstructed"} & set(sources)


class Row:
    """The cells of one row, read and checked one by one.

    ``place`` says where the row stands, as errors begin. Every method raises InputError for a cell
    that is not as it should be.
    """

    def __init__(self, place: str, values: Mapping[str, str]) -> None:
        self.place = place
        self.values = values

    def fail(self, column: str, message: str) -> InputError:
        """The error that a cell is wrong: where it stands, and the message."""
        return InputError(f"{self.place}, column {column}: {message}")

    def text(self, column: str, *, empty: bool = False, longest: int = LONGEST_TEXT) -> str:
        """The text of a cell, with single spaces."""
        text = " ".join(self.values[column].split())
        if not text and not empty:
            raise self.fail(column, "the cell is empty.")
        if len(text) > longest:
            raise self.fail(column, f"{len(text)} letters are too many; {longest} is the most.")
        if not text.isprintable():
            raise self.fail(column, f"{text!r} has characters that cannot be shown.")
        return text

    def number(self, column: str, low: int, high: int, *, empty: int | None = None) -> int:
        """A whole number; 3.0 and 3,0 are 3. An empty cell is ``empty``, if that is a number."""
        text = self.values[column]
        if not text and empty is not None:
            return empty
        match = re.fullmatch(r"([0-9]{1,9})([.,]0*)?", text)
        if match is None or not low <= int(match[1]) <= high:
            shown = f'"{text}"' if text else "an empty cell"
            raise self.fail(column, f"a whole number from {low} to {high} is needed, not {shown}.")
        return int(match[1])

    def word(
        self, column: str, allowed: Sequence[str], spellings: Mapping[str, str] | None = None
    ) -> str:
        """One of the words that the cell allows; ``spellings`` are other ways to write them."""
        text = " ".join(self.values[column].split())
        wanted = (spellings or {}).get(text.lower(), text.lower())
        for word in allowed:
            if word.lower() == wanted:
                return word
        raise self.fail(
            column, f'"{text}" is none of {", ".join(allowed)}.{nearest(text, allowed)}'
        )

    def source(self, columns: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """How much of the row is printed, and which cells, in the order of ``columns``.

        The cell says one of SOURCES, or names the printed columns.
        """
        cells = [column for column in columns if column != "source"]
        words = re.findall(r"[^\s,;+]+", self.values["source"].lower().replace("-", "_"))
        if len(words) == 1 and words[0] in SOURCES:
            return words[0], tuple(cells) if words[0] == "printed" else ()
        for word in words or [""]:
            if word not in cells:
                others = f"none of {', '.join(SOURCES)}, and " if len(words) < 2 else ""
                raise self.fail(
                    "source",
                    f'"{word}" is {others}no column that may be printed ({", ".join(cells)}).'
                    f"{nearest(word, [*SOURCES, *cells] if others else cells)}",
                )
        return "partial", tuple(column for column in cells if column in words)


def rows_of(sheet: Sheet) -> list[Row]:
    """The rows of a sheet; an InputError if there are none."""
    if not sheet.rows:
        raise InputError(f"{sheet.name} has a header and no rows.")
    return [Row(f"{sheet.name}, row {number}", values) for number, values in sheet.rows]


def refuse_twice(rows: Sequence[Row], keys: Sequence[str], column: str) -> None:
    """Refuse rows with the same key in a column; ``keys`` are those of the rows in their order."""
    first: dict[str, Row] = {}
    for row, key in zip(rows, keys, strict=True):
        if key in first:
            raise row.fail(column, f'"{key}" stands already in {first[key].place}.')
        first[key] = row
