"""The sheet of a game's cards in a workbook, for editing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from eoc_sim.simulator.kernel.sheets import RESULT

__all__ = ["RESULT", "CardSheet", "fill", "fill_lines", "put"]

WIDEST = 70
"""The most letters in a column's width."""
LAST_ROW = 1000
"""The last row in which a workbook offers a column's words."""


@dataclass(frozen=True)
class CardSheet:
    """The cards as played: texts by column and row.

    ``key`` is the column of their numbers. ``choices`` are the words that a column allows;
    ``help_lines`` is a text for card writers, headed ``help_title``. ``title`` is the sheet's
    title; ``further`` are the game's other sheets.
    """

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]
    key: str
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    help_title: str = ""
    help_lines: tuple[str, ...] = ()
    title: str = "cards"
    further: tuple[CardSheet, ...] = ()

    @property
    def sheets(self) -> tuple[CardSheet, ...]:
        """The sheet and the further ones."""
        return (self, *self.further)


def fill(
    grid: Any,
    columns: Sequence[str],
    rows: Sequence[Mapping[str, str]],
    *,
    key: str,
    choices: Mapping[str, Sequence[str]],
) -> None:
    """Write rows of texts into an empty worksheet of openpyxl.

    Texts that are numbers become numbers, except in the column ``key``. The first row and the first
    two columns stay visible.
    """
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    for position, column in enumerate(columns, start=1):
        letter = get_column_letter(position)
        grid.cell(1, position).font = Font(bold=True)
        put(grid.cell(1, position), column)
        for number, row in enumerate(rows, start=2):
            text = row[column]
            put(grid.cell(number, position), text if column == key else _number(text))
        lines = [line for row in rows for line in row[column].splitlines()]
        longest = max(map(len, [column, *lines]))
        grid.column_dimensions[letter].width = min(longest + 3, WIDEST)
        if column in choices:
            entries = DataValidation(
                type="list", formula1='"' + ",".join(choices[column]) + '"', allow_blank=True
            )
            entries.add(f"{letter}2:{letter}{LAST_ROW}")
            grid.add_data_validation(entries)
        if column == key:
            for (cell,) in grid.iter_rows(min_col=position, max_col=position):
                cell.number_format = "@"
    grid.freeze_panes = "C2"
    grid.auto_filter.ref = grid.dimensions


def fill_lines(grid: Any, lines: Sequence[str]) -> None:
    """Write a text into an empty worksheet of openpyxl, line by line."""
    from openpyxl.styles import Alignment

    grid.column_dimensions["A"].width = 110
    for number, line in enumerate(lines, start=1):
        cell = grid.cell(number, 1)
        put(cell, line)
        cell.alignment = Alignment(wrap_text=True)
        cell.number_format = "@"


def put(cell: Any, value: Any) -> None:
    """Set a cell of openpyxl; texts beginning with "=" stay texts."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if isinstance(value, str):
        value = ILLEGAL_CHARACTERS_RE.sub("", value)
    cell.value = None if value == "" else value
    if cell.data_type in ("f", "e"):
        cell.data_type = "s"


def _number(text: str) -> str | int | float:
    """Return a text as a number if writing that restores the text.

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
