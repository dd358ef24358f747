"""A heat map as a block of the page: the picture, and the same numbers as a folded table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from eoc_sim.reports.blocks import Block, Shown, chart, in_a_sentence, table
from eoc_sim.reports.charts.heat import Warmth, heat
from eoc_sim.reports.everywhere import everywhere
from eoc_sim.reports.pictures import Charts


def heat_block(
    charts: Charts,
    heading: str,
    caption: str,
    rows: tuple[str, Sequence[str]],
    columns: Sequence[str],
    cell: Callable[[int, int], Warmth],
    *,
    tip: str = "",
    digits: int = 1,
    middle: float | None = 0.0,
    smallest: float = 0.0,
    is_half: bool = False,
    numbers: Block | None = None,
) -> Block:
    """``rows`` are what they are and their names; ``cell`` and the rest as in `heat`.

    ``tip`` is the statistical name of the intervals; ``numbers`` is a table that says more than
    the picture does, instead of one with the same numbers. Where the values do not differ, a
    sentence says so in the place of the picture, which is folded behind it.
    """
    import polars as pl

    of, names = rows
    alike = everywhere(
        [
            one.value
            for row in range(len(names))
            for column in range(len(columns))
            if (one := cell(row, column)).is_known and one.value is not None
        ],
        digits,
        smallest,
    )

    def told(block: Block) -> Block:
        return in_a_sentence(block, alike) if alike else block

    picture = charts.drawn(
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
        return told(chart(picture, caption, heading=heading, numbers=numbers))
    frame = {"row": list(names)} | {
        f"column_{column}{end}": [
            getattr(cell(row, column), end.removeprefix("_") or "value")
            for row in range(len(names))
        ]
        for column in range(len(columns))
        for end in ("", "_low", "_high")
    }
    shown = [
        Shown(f"column_{column}", name, tip, "estimate", digits)
        for column, name in enumerate(columns)
    ]
    return told(
        chart(
            picture,
            caption,
            heading=heading,
            numbers=table(
                f"{heading}: numbers",
                "",
                pl.DataFrame(frame, strict=False),
                [Shown("row", of, "", "text"), *shown],
            ),
        )
    )


def looked_up(
    found: Mapping[tuple[str, str], Mapping[str, Any]],
    rows: Sequence[str],
    columns: Sequence[str],
    value: str,
    ends: tuple[str, str],
) -> Callable[[int, int], Warmth]:
    """The cells of a heat map from rows by the names of row and column; empty without one."""

    def cell(row: int, column: int) -> Warmth:
        one = found.get((rows[row], columns[column]))
        if one is None:
            return Warmth(None, is_nothing=True)
        return Warmth(one[value], one[ends[0]], one[ends[1]])

    return cell
