"""A heat map as an HTML table: in each cell a value with its interval, coloured by the value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from eoc_sim.reports.words import decimal, typeset

DEEPEST = 0.55
"""How much of its colour the cell has whose value is farthest from the middle."""


@dataclass(frozen=True)
class Warmth:
    """One cell: a value and the ends of its interval, None where they are not known."""

    value: float | None
    low: float | None = None
    high: float | None = None


def heat_map(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cell: Callable[[int, int], Warmth],
    *,
    digits: int = 1,
    middle: float = 0.0,
) -> Markup:
    """Values by rows and columns; above ``middle`` green, below it orange.

    ``cell`` gives the cell of a row and a column, both counted from 0. The colour says nothing that
    the numbers do not.
    """
    cells = [[cell(row, column) for column in range(len(columns))] for row in range(len(rows))]
    sizes = [
        abs(one.value - middle) for row in cells for one in row
        if one.value is not None and one.low is not None
    ]
    largest = max(sizes, default=0.0) or 1.0
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("", *columns))
    body = []
    for name, row in zip(rows, cells, strict=True):
        drawn = "".join(_drawn(one, digits, middle, largest) for one in row)
        body.append(f'<tr><th scope="row">{escape(name)}</th>{drawn}</tr>')
    return Markup(
        f'<table class="heat" aria-label="{escape(title)}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>"
    )


def _drawn(one: Warmth, digits: int, middle: float, largest: float) -> str:
    if one.value is None or one.low is None or one.high is None:
        return "<td>?</td>"
    away = one.value - middle
    depth = min(DEEPEST * abs(away) / largest, DEEPEST)
    colour = "45 125 70" if away >= 0 else "200 90 20"
    ends = f"{decimal(one.low, digits)} to {decimal(one.high, digits)}"
    return (
        f'<td style="background:rgb({colour} / {depth:.2f})">'
        f"{escape(typeset(decimal(one.value, digits)))}"
        f"<small>{escape(typeset(ends))}</small></td>"
    )
