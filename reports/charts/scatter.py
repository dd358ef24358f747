"""Scatter plots: a dot per thing, with notable dots named."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.charts.intervals import interval_text
from eoc_sim.reports.charts.placing import place_names
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.words import decimal

if TYPE_CHECKING:
    from eoc_sim.reports.plot import Plot

HEIGHT, NARROW_HEIGHT = 340, 300
MAX_NAMED_NARROW = 5
"""The maximum number of dots named on a narrow canvas.

They are labelled with their short names.
"""
RADIUS = 4.5
NAME_HEIGHT = 15
"""Height of a name, in pixels."""
MIN_CONNECTED = 12.0
"""Minimum distance at which a line connects a name to its dot.

It is in pixels.
"""
HOLLOW = "open"
MARKS = {"dominating": ("above", "D")}
"""The colour and marker of each kind that is not a colour."""


@dataclass(frozen=True)
class Dot:
    """One thing: its names, position, vertical interval, and kind.

    ``kind`` is a colour of the house style, or one of `MARKS`; `HOLLOW` dots are not filled.
    """

    name: str
    short: str
    x: float
    y: float
    low: float
    high: float
    kind: str

    @property
    def tip(self) -> str:
        """The dot in words."""
        return f"{self.name}: {decimal(self.x)}; {interval_text(self.y, self.low, self.high, True)}"


def scatter(
    title: str,
    dots: Sequence[Dot],
    notable_indexes: Sequence[int],
    units: tuple[str, str],
    *,
    is_full_width: bool = True,
) -> Chart:
    """Draw dots and a line at height 0; name the notable dots.

    ``notable_indexes`` are the indexes of the notable dots in ``dots``, most important first. These
    dots show their interval as a bar (on a narrow canvas, only the first `MAX_NAMED_NARROW`).
    ``units`` are the horizontal and the vertical unit.
    """

    def draw(canvas: Canvas) -> None:
        labelled_dots = [
            dots[index]
            for index in (
                notable_indexes[:MAX_NAMED_NARROW] if canvas.is_narrow else notable_indexes
            )
        ]
        height = NARROW_HEIGHT if canvas.is_narrow else HEIGHT
        axes = canvas.axes(height, left=44, right=14, top=26, bottom=46)
        bars = [end for point in labelled_dots for end in (point.low, point.high)]
        ends = [0.0, *bars, *(dot.y for dot in dots)]
        canvas.scale(axes.xaxis, min(dot.x for dot in dots), max(dot.x for dot in dots))
        canvas.scale(axes.yaxis, min(ends), max(ends))
        canvas.ticks(axes.yaxis, list(axes.get_yticks()), sign=True)
        axes.grid(axis="both")
        axes.axhline(0, color=canvas.colours.ink, lw=1, ls=(0, (4, 3)), zorder=1.5)
        axes.set_xlabel(units[0], labelpad=6)
        canvas.name_unit(axes, units[1], -36)
        for kind in dict.fromkeys(dot.kind for dot in dots):
            dots_of_kind = [dot for dot in dots if dot.kind == kind]
            dots_with_bars = [point for point in labelled_dots if point.kind == kind]
            name, mark = MARKS.get(kind, (kind, "o"))
            colour = getattr(canvas.colours, name)
            axes.vlines(
                [point.x for point in dots_with_bars],
                [point.low for point in dots_with_bars],
                [point.high for point in dots_with_bars],
                color=colour,
                lw=1.5,
                zorder=2,
            )
            (marks,) = axes.plot(
                [point.x for point in dots_of_kind],
                [point.y for point in dots_of_kind],
                mark,
                ms=2 * RADIUS,
                mew=1.5,
                mfc=canvas.colours.page if kind == HOLLOW else colour,
                mec=colour,
                zorder=3,
            )
            canvas.tip(marks, [point.tip for point in dots_of_kind])
        _names(canvas, axes, dots, labelled_dots)

    tips = "; ".join(dots[index].tip for index in notable_indexes)
    return Chart(title, f"{len(dots)} dots. {tips}", draw, is_full_width=is_full_width)


def _names(canvas: Canvas, axes: Plot, dots: Sequence[Dot], labelled_dots: Sequence[Dot]) -> None:
    """Write the names beside their dots, where they cover the least."""
    area = axes.get_position()
    left, top = area.x0 * canvas.width, (1 - area.y1) * canvas.height
    (x_low, x_high), (y_low, y_high) = axes.get_xlim(), axes.get_ylim()
    x_scale = area.width * canvas.width / (x_high - x_low)
    y_scale = area.height * canvas.height / (y_high - y_low)

    def pixels(x: float, y: float) -> tuple[float, float]:
        return left + (x - x_low) * x_scale, top + (y_high - y) * y_scale

    def values(at_x: float, at_y: float) -> tuple[float, float]:
        return x_low + (at_x - left) / x_scale, y_high - (at_y - top) / y_scale

    texts = [point.short if canvas.is_narrow else point.name for point in labelled_dots]
    points = [pixels(point.x, point.y) for point in labelled_dots]
    bars = [
        (x - 2, pixels(point.x, point.high)[1], x + 2, pixels(point.x, point.low)[1])
        for point, (x, _) in zip(labelled_dots, points, strict=True)
    ]
    zero = pixels(0.0, 0.0)[1]
    bars.append((left, zero - 1, left + area.width * canvas.width, zero + 1))
    within = 2.0, top, canvas.width - 2.0, top + area.height * canvas.height
    boxes = place_names(
        points,
        [(canvas.text_width(text) + 4, NAME_HEIGHT) for text in texts],
        within,
        [pixels(dot.x, dot.y) for dot in dots],
        bars,
    )
    for point, text, (x, y), box in zip(labelled_dots, texts, points, boxes, strict=True):
        if box is None:
            continue
        nearest_point = min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])
        if math.dist(nearest_point, (x, y)) >= MIN_CONNECTED:
            end_x, end_y = values(*nearest_point)
            axes.plot(
                [point.x, end_x], [point.y, end_y], color=canvas.colours.quiet, lw=1, zorder=2
            )
        axes.annotate(
            text,
            values((box[0] + box[2]) / 2, (box[1] + box[3]) / 2),
            ha="center",
            va="center_baseline",
            zorder=5,
        )
