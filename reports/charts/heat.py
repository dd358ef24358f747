"""A heat map of values, coloured by their distance from a middle."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.words import decimal

if TYPE_CHECKING:
    from eoc_sim.reports.plot import Plot

TALL, FLAT = 42, 30
"""Heights of a cell with and without its interval."""
MAX_LABEL_SHARE = 0.3
"""Largest share of a canvas's width for the names of rows."""
PAD = 6
"""Minimum space around the text in a cell."""
MIN_SCALE_PER_CHANGE = 5.0
"""Minimum distance of either end of the colour scale from its middle.

It is in units of the smallest change that matters. For a scale without a middle, it is the minimum
range.
"""
MIN_SCALE_PER_ERROR = 3.0
"""The same minimum, in units of half the median interval width."""
MAX_HALF_WIDTH_COLUMNS = 5
"""The maximum number of columns whose intervals fit in half a page.

More columns take the full width.
"""


@dataclass(frozen=True)
class HeatCell:
    """One cell: a value and its interval's ends, None if unknown."""

    value: float | None
    low: float | None = None
    high: float | None = None
    stays_empty: bool = False
    """True if the cell cannot have a value; it shows no "?"."""

    @property
    def is_known(self) -> bool:
        """True if there is a value with an interval."""
        ends = (self.value, self.low, self.high)
        return all(end is not None and math.isfinite(end) for end in ends)


def heat(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cell: Callable[[int, int], HeatCell],
    *,
    digits: int = 1,
    middle: float | None = 0.0,
    smallest: float = 0.0,
    is_half: bool = False,
) -> Chart:
    """Draw values in cells, with their intervals if there is room.

    Otherwise the intervals appear as tooltips. ``cell`` returns the cell of a row and a column,
    both counted from 0. The colour shows the distance above or below ``middle`` or, if that is
    None, the size of the value.

    The furthest value gets the darkest colour if its distance is at least `MIN_SCALE_PER_CHANGE`
    times the smallest change that matters (``smallest``) and `MIN_SCALE_PER_ERROR` times the
    sampling error, so noise stays pale. The colours show nothing that the numbers do not.
    With ``is_half``, the chart takes half a page, however many columns it has.
    """
    cells = [[cell(row, column) for column in range(len(columns))] for row in range(len(rows))]
    values = [
        [
            _text(heat_cell.value, digits)
            if heat_cell.is_known
            else ""
            if heat_cell.stays_empty
            else "?"
            for heat_cell in row
        ]
        for row in cells
    ]
    ends = [
        [
            f"{_text(heat_cell.low, digits)} to {_text(heat_cell.high, digits)}"
            if heat_cell.is_known
            else ""
            for heat_cell in row
        ]
        for row in cells
    ]

    def draw(canvas: Canvas) -> None:
        names = [canvas.fit(name, MAX_LABEL_SHARE * canvas.width) for name in rows]
        left = canvas.widest(names) + 12
        cell_width = (canvas.width - left - 2) / len(columns)
        widest = canvas.widest([end for row in ends for end in row], canvas.axis_text_size)
        has_room = not canvas.is_narrow and widest + PAD <= cell_width
        turned = canvas.widest(columns) + PAD > cell_width
        top = (canvas.widest(columns) if turned else 16) + 8
        cell_height = TALL if has_room else FLAT
        axes = canvas.axes(cell_height * len(rows), left=left, right=2, top=top, bottom=2)
        marks = _cells(canvas, axes, cells, middle, smallest)
        _names(axes, names, columns, turned)
        cells_at = [(row, column) for row in range(len(rows)) for column in range(len(columns))]
        for row, column in cells_at:
            axes.annotate(
                values[row][column],
                (column + 0.5, row + 0.5),
                (0, 7 if has_room and ends[row][column] else 0),
                textcoords="offset points",
                ha="center",
                va="center_baseline",
            )
        if has_room:
            for row, column in cells_at:
                axes.annotate(
                    ends[row][column],
                    (column + 0.5, row + 0.5),
                    (0, -10),
                    textcoords="offset points",
                    ha="center",
                    va="center_baseline",
                    size=canvas.axis_text_size,
                )
            return
        canvas.tip(
            marks,
            [
                f"{rows[row]}, {columns[column]}: {values[row][column]}"
                + (f" ({ends[row][column]})" if ends[row][column] else "")
                for row, column in cells_at
            ],
        )

    heat_cells = [heat_cell for row in cells for heat_cell in row if heat_cell.is_known]
    description = f"{len(rows)} rows by {len(columns)} columns"
    if heat_cells:
        lowest, highest = (end(heat_cells, key=_value) for end in (min, max))
        description += f", from {_text(lowest.value, digits)} to {_text(highest.value, digits)}"
    return Chart(
        title,
        description,
        draw,
        is_full_width=len(columns) > MAX_HALF_WIDTH_COLUMNS and not is_half,
    )


def _value(heat_cell: HeatCell) -> float:
    return heat_cell.value if heat_cell.value is not None else math.nan


def _text(value: float | None, digits: int) -> str:
    return decimal(value, digits).replace("-", "−")


def _cells(
    canvas: Canvas,
    axes: Plot,
    cells: Sequence[Sequence[HeatCell]],
    middle: float | None,
    smallest: float,
) -> Any:
    values = [[_value(cell) if cell.is_known else math.nan for cell in row] for row in cells]
    scale = canvas.colours.sequential if middle is None else canvas.colours.diverging
    ends = scale_of([cell for row in cells for cell in row if cell.is_known], middle, smallest)
    return canvas.cells(axes, values, scale, ends)


def scale_of(
    heat_cells: Sequence[HeatCell], middle: float | None, smallest: float
) -> tuple[float, float]:
    """Return the values at the ends of the colour scale.

    The smallest change that matters and the sampling error set a minimum for the distance
    of an end from ``middle`` or, if that is None, for the range.

    >>> scale_of([HeatCell(0.0, -0.1, 0.1), HeatCell(0.05, -0.05, 0.15)], 0.0, 2.0)
    (-10.0, 10.0)
    >>> scale_of([HeatCell(0.0, 0.0, 0.0)], None, 0.0)
    (0.0, 1.0)
    """
    values = [_value(heat_cell) for heat_cell in heat_cells]
    halves = [((heat_cell.high or 0.0) - (heat_cell.low or 0.0)) / 2 for heat_cell in heat_cells]
    minimum = max(
        MIN_SCALE_PER_CHANGE * smallest, MIN_SCALE_PER_ERROR * median(halves) if halves else 0.0
    )
    if middle is None:
        low = min(values, default=0.0)
        return low, low + (max(max(values, default=0.0) - low, minimum) or 1.0)
    end_distance = max([minimum, *(abs(value - middle) for value in values)]) or 1.0
    return middle - end_distance, middle + end_distance


def _names(axes: Plot, rows: Sequence[str], columns: Sequence[str], turned: bool) -> None:
    for row, name in enumerate(rows):
        axes.annotate(
            name,
            (0, row + 0.5),
            (-8, 0),
            textcoords="offset points",
            ha="right",
            va="center_baseline",
        )
    for column, name in enumerate(columns):
        axes.annotate(
            name,
            (column + 0.5, 0),
            (4 if turned else 0, 6),
            textcoords="offset points",
            ha="center",
            rotation=90 if turned else 0,
        )
