"""A page's table as worksheet columns.

The lower and the upper ends of an interval have columns of their own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eoc_sim.analysis.stats import rule_of_three
from eoc_sim.reports.blocks import Block, Shown
from eoc_sim.simulator.runs.sheet_writing import put

TEXT = "General"
DIGITS, DECIMALS = 12, 9
"""Limits on the significant digits and the decimal places of a fraction."""
MAX_TEXT_WIDTH = 60
"""Maximum width of a column, in characters.

A longer word in its head makes it wider.
"""
MIN_WIDTH = 13
"""Minimum width of a column, in characters; longer heads are wrapped."""
LINE_HEIGHT = 15
"""Height of a line of a head, in points."""
_FORMATS = {
    "count": "#,##0",
    "plain": "0",
    "number": "General",
    "p": "0.000",
    "times": "0.0",
    "differ": "#,##0",
}


@dataclass(frozen=True)
class SheetColumn:
    """A column: its head, comment, values and number format.

    ``is_result`` marks results that are added to an editable sheet.
    """

    head: str
    tip: str
    values: Sequence[Any]
    format: str = TEXT
    is_result: bool = False


def sheet_columns(block: Block, columns_shown: Sequence[Shown] = ()) -> list[SheetColumn]:
    """Return a table's columns with the ends of their intervals.

    ``columns_shown`` limits them to certain columns.
    """
    assert block.frame is not None
    rows = block.frame.to_dicts()
    return [
        column
        for shown_column in columns_shown or block.columns
        for column in _columns(shown_column, rows)
    ]


def _columns(column: Shown, rows: Sequence[Mapping[str, Any]]) -> list[SheetColumn]:
    values = [row[column.name] for row in rows]
    if column.kind in ("text", "verdict"):
        texts = [None if value is None else str(value) for value in values]
        columns = [SheetColumn(column.head, column.tip, texts)]
        games_needed = [row.get("more_games") for row in rows]
        if column.kind == "verdict" and any(value is not None for value in games_needed):
            columns.append(
                SheetColumn(
                    f"{column.head}, more games that would decide it",
                    "additional games that would decide it, if the current estimate is right",
                    games_needed,
                    _FORMATS["count"],
                )
            )
        return columns
    numbers = [_number(value) for value in values]
    if column.kind == "differ":
        upper_limits = [
            None if value else 100 * float(rule_of_three(row["games"]))
            for value, row in zip(values, rows, strict=True)
        ]
        columns = [SheetColumn(column.head, column.tip, numbers, _FORMATS["differ"])]
        if any(value is not None for value in upper_limits):
            columns.append(
                SheetColumn(
                    f"{column.head}, upper limit per 100 games",
                    "upper limit by the rule of three, if no games differ",
                    upper_limits,
                    "0.000",
                )
            )
        return columns
    if column.kind in _FORMATS:
        return [SheetColumn(column.head, column.tip, numbers, _FORMATS[column.kind])]
    digits = "0." + "0" * column.digits if column.digits else "0"
    form = f"+{digits};-{digits};{digits}" if column.kind == "change" else digits
    columns = [SheetColumn(column.head, column.tip, numbers, form)]
    names = column.ends(rows[0] if rows else ())
    for end, name in zip(("low", "high"), names, strict=True):
        ends = [None if column.exact and row[column.exact] else _number(row[name]) for row in rows]
        tip = f"{'lower' if end == 'low' else 'upper'} end of the interval"
        tip += f": {column.tip}" if column.tip else ""
        columns.append(SheetColumn(f"{column.head}, {end}", tip, ends, form))
    return columns


def _number(value: Any) -> Any:
    """Return a number for a workbook cell; None if unknown.

    Fractions are rounded, as further digits depend on the order of summation.
    """
    if value is None or not math.isfinite(value):
        return None
    return round(float(f"{value:.{DIGITS}g}"), DECIMALS) if isinstance(value, float) else value


def write_columns(grid: Any, columns: Sequence[SheetColumn], first: int) -> None:
    """Write columns to an openpyxl worksheet, starting at column ``first``."""
    from openpyxl.comments import Comment
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.utils import get_column_letter

    bold = Font(bold=True)
    grey = PatternFill("solid", fgColor="EDEDED")
    wrapped_text = Alignment(wrap_text=True, vertical="top")
    tallest = 1
    for index, column in enumerate(columns, start=first):
        head = grid.cell(1, index)
        put(head, column.head)
        head.font, head.alignment = bold, wrapped_text
        if column.tip:
            head.comment = Comment(column.tip, "eoc-sim", height=110, width=280)
        is_text = all(value is None or isinstance(value, str) for value in column.values)
        for number, value in enumerate(column.values, start=2):
            cell = grid.cell(number, index)
            put(cell, value)
            cell.number_format = column.format
            if column.is_result:
                cell.fill = grey
        if column.is_result:
            head.fill = grey
        longest = max((len(value) for value in column.values if value), default=0) if is_text else 0
        longest_word = max(map(len, column.head.split()), default=0)
        width = max(MIN_WIDTH, longest_word + 3, min(longest + 3, MAX_TEXT_WIDTH))
        grid.column_dimensions[get_column_letter(index)].width = width
        tallest = max(tallest, math.ceil((len(column.head) + 4) / (width - 3)))
    grid.row_dimensions[1].height = LINE_HEIGHT * tallest + 3
