"""A heat map as a block of the page: the picture, and the same numbers as a folded table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eoc_sim.reports.blocks import Block, Shown, chart, table
from eoc_sim.reports.charts.heat import Warmth, heat
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
) -> Block:
    """``rows`` are what they are and their names; ``cell`` and the rest as in `heat`.

    ``tip`` is the statistical name of the intervals.
    """
    import polars as pl

    of, names = rows
    frame = {"row": list(names)} | {
        f"column_{column}{end}": [
            getattr(cell(row, column), end.removeprefix("_") or "value")
            for row in range(len(names))
        ]
        for column in range(len(columns)) for end in ("", "_low", "_high")
    }
    shown = [
        Shown(f"column_{column}", name, tip, "estimate", digits)
        for column, name in enumerate(columns)
    ]
    return chart(
        charts.drawn(heat(heading, names, columns, cell, digits=digits, middle=middle)), caption,
        heading=heading,
        numbers=table(
            f"{heading}: numbers", "", pl.DataFrame(frame, strict=False),
            [Shown("row", of, "", "text"), *shown],
        ),
    )
