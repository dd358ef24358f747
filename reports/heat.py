"""A heat map as a block: a picture and its folded table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl

from eoc_sim.reports.blocks import Block, Shown, chart, fold_to_sentence, table
from eoc_sim.reports.charts.heat import HeatCell, heat
from eoc_sim.reports.flat_pictures import value_of_all
from eoc_sim.reports.pictures import Charts


def heat_block(
    charts: Charts,
    heading: str,
    caption: str,
    rows: tuple[str, Sequence[str]],
    columns: Sequence[str],
    cell: Callable[[int, int], HeatCell],
    *,
    tip: str = "",
    digits: int = 1,
    middle: float | None = 0.0,
    smallest: float = 0.0,
    is_half: bool = False,
    numbers: Block | None = None,
) -> Block:
    """Make a heat map with its table.

    ``rows`` has the heading of the rows, and their names. ``cell``, ``digits``, ``middle``,
    ``smallest`` and ``is_half`` have the same meaning as in `heat`. ``tip`` explains the numbers of
    the table. ``numbers`` replaces the default table with one that has more than the picture's
    numbers. If the values hardly differ (by at most ``smallest``), the picture is folded under a
    heading that says so.
    """
    noun, names = rows
    common_value = value_of_all(
        [
            heat_cell.value
            for row in range(len(names))
            for column in range(len(columns))
            if (heat_cell := cell(row, column)).is_known and heat_cell.value is not None
        ],
        digits,
        smallest,
    )

    def as_sentence(block: Block) -> Block:
        return fold_to_sentence(block, common_value) if common_value else block

    picture = charts.draw(
        heat(
            heading,
            names,
            columns,
            cell,
            digits=digits,
            middle=middle,
            smallest=smallest,
            is_half=is_half,
        )
    )
    if numbers is not None:
        return as_sentence(chart(picture, caption, heading=heading, numbers=numbers))
    frame = {"row": list(names)} | {
        f"column_{column}{end}": [
            getattr(cell(row, column), end.removeprefix("_") or "value")
            for row in range(len(names))
        ]
        for column in range(len(columns))
        for end in ("", "_low", "_high")
    }
    columns_shown = [
        Shown(f"column_{column}", name, tip, "estimate", digits)
        for column, name in enumerate(columns)
    ]
    return as_sentence(
        chart(
            picture,
            caption,
            heading=heading,
            numbers=table(
                f"{heading}: numbers",
                "",
                pl.DataFrame(frame, strict=False),
                [Shown("row", noun, "", "text"), *columns_shown],
            ),
        )
    )


def heat_cells(
    by_names: Mapping[tuple[str, str], Mapping[str, Any]],
    rows: Sequence[str],
    columns: Sequence[str],
    value: str,
    ends: tuple[str, str],
) -> Callable[[int, int], HeatCell]:
    """Return a function that looks up a heat map's cells by name.

    The cells come from the table rows in ``by_names``; a cell without a row is empty.
    """

    def cell(row: int, column: int) -> HeatCell:
        entry = by_names.get((rows[row], columns[column]))
        if entry is None:
            return HeatCell(None, stays_empty=True)
        return HeatCell(entry[value], entry[ends[0]], entry[ends[1]])

    return cell
