"""The first screen's picture: versions, then cards, turn order and players.

All values are in wins per 100 games and share one axis. Changes are measured from 0; places and
players are measured from the fair share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.charts.intervals import STATES, Point
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.words import decimal

if TYPE_CHECKING:
    from eoc_sim.reports.plot import Plot

ROW, STRIP, TALL_ROW, TALL_STRIP = 24, 46, 44, 62
"""Heights of rows and strips, first on wide canvases, then on narrow.

On a narrow canvas, labels are above the dots.
"""
MAX_LABEL_SHARE = 0.42
"""Largest share of a wide canvas's width for labels."""
MAX_REACH_FACTOR = 3.0
"""Intervals are cut at this multiple of the largest value."""
PADDING = 1.06
"""Span of the axis, relative to the range shown.

The margin keeps dots at the ends whole.
"""
GAP = 6.0
"""Pixels between a strip's names and its middle."""
MIN_REACH = 4.0
"""Minimum reach of each side of the axis.

It is in wins per 100 games.
"""


@dataclass(frozen=True)
class Strip:
    """Several values on one line, with the outermost named.

    For instance, one strip shows all cards.
    """

    label: str
    points: tuple[Point, ...]


def standing(title: str, rows: Sequence[Point], strips: Sequence[Strip], unit: str) -> Chart:
    """Draw rows as dots on their intervals, and strips as dots alone."""
    values = [abs(entry.value) for entry in rows]
    values += [abs(point.value) for strip in strips for point in strip.points]
    ends = [abs(end) for entry in rows for end in (entry.low, entry.high) if end is not None]
    reach = PADDING * max(
        MIN_REACH, min(max(values + ends, default=0), MAX_REACH_FACTOR * max(values, default=0))
    )

    def draw(canvas: Canvas) -> None:
        row, strip_height = (TALL_ROW, TALL_STRIP) if canvas.is_narrow else (ROW, STRIP)
        height = row * len(rows) + strip_height * len(strips)
        labels = [*(entry.label for entry in rows), *(strip.label for strip in strips)]
        left = (
            14.0
            if canvas.is_narrow
            else (
                min(canvas.widest(labels, canvas.axis_text_size), MAX_LABEL_SHARE * canvas.width)
                + 16
            )
        )
        axes = canvas.axes(height, left=left, right=14, top=8, bottom=42)
        canvas.scale(axes.xaxis, -reach, reach, snug=True)
        axes.set_ylim(height, 0)
        axes.set_yticks([])
        axes.set_xlabel(unit)
        low, high = axes.get_xlim()
        axes.vlines(axes.get_xticks(), 0, height, color=canvas.colours.rule, lw=1, zorder=1)
        axes.vlines([0], 0, height, color=canvas.colours.ink, lw=1, zorder=1.5, ls=(0, (4, 3)))
        if rows and strips:
            axes.hlines([row * len(rows)], low, high, color=canvas.colours.rule, lw=1, zorder=1)
        for index, entry in enumerate(rows):
            top = row * index
            y = top + (30 if canvas.is_narrow else row / 2)
            _label(canvas, axes, entry.label, top + 14 if canvas.is_narrow else y, left)
            _dots(canvas, axes, [entry], y, line=2.5)
        for index, strip in enumerate(strips):
            top = row * len(rows) + strip_height * index
            y = top + (34 if canvas.is_narrow else 16)
            _label(canvas, axes, strip.label, top + 16 if canvas.is_narrow else y, left)
            _dots(canvas, axes, strip.points, y, line=0)
            _write_names(canvas, axes, strip.points, y + 22)

    description = "; ".join(
        [f"{entry.label} {entry.text}" for entry in rows]
        + [f"{strip.label}: {_ends(strip.points)}" for strip in strips if strip.points]
    )
    return Chart(title, description, draw)


def _ends(points: Sequence[Point]) -> str:
    lowest, highest = (end(points, key=lambda point: point.value) for end in (min, max))
    return f"from {lowest.label} {lowest.text} to {highest.label} {highest.text}"


def _label(canvas: Canvas, axes: Plot, label: str, y: float, left: float) -> None:
    """Write a row's name left of the plot, or above if narrow."""
    if canvas.is_narrow:
        text = canvas.fit(label, canvas.width - 8)
        axes.annotate(
            text,
            (0, y),
            (-10, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center_baseline",
        )
    else:
        text = canvas.fit(label, left - 12, canvas.axis_text_size)
        mark = axes.annotate(
            text,
            (0, y),
            (-10, 0),
            xycoords=("axes fraction", "data"),
            size=canvas.axis_text_size,
            textcoords="offset points",
            ha="right",
            va="center_baseline",
        )
        if text != label:
            canvas.tip(mark, label)


def _dots(canvas: Canvas, axes: Plot, points: Sequence[Point], y: float, line: float) -> None:
    low, high = axes.get_xlim()
    for state, (name, _) in STATES.items():
        points_of_state = [point for point in points if point.state == state]
        if not points_of_state:
            continue
        colour = getattr(canvas.colours, name)
        for shown_point in points_of_state if line else ():
            if shown_point.low is not None and shown_point.high is not None:
                axes.hlines(
                    [y],
                    max(shown_point.low, low),
                    min(shown_point.high, high),
                    color=colour,
                    lw=line,
                    zorder=2,
                )
        (dots,) = axes.plot(
            [min(max(point.value, low), high) for point in points_of_state],
            [y] * len(points_of_state),
            "o",
            zorder=3,
            mfc=canvas.colours.page if state == "open" else colour,
            mec=colour,
            mew=1.5,
            ms=8 if line else 7,
        )
        canvas.tip(dots, [f"{point.label} {point.text}" for point in points_of_state])


def _write_names(canvas: Canvas, axes: Plot, points: Sequence[Point], y: float) -> None:
    """Write the names of a strip's outermost values below them."""
    low, high = axes.get_xlim()
    span = high - low
    room = axes.get_position().width * canvas.width / 2 - 6
    ranking = sorted(points, key=lambda point: point.value)
    ends = [ranking[0], ranking[-1]] if len(ranking) > 1 else ranking
    for side, end in zip(("left", "right"), ends, strict=False):
        number = f" {decimal(end.value, sign=True)}".replace("-", "−")
        label_room = room - canvas.text_width(number, canvas.axis_text_size)
        text = f"{canvas.fit(end.label, label_room, canvas.axis_text_size)}{number}"
        half = canvas.text_width(text, canvas.axis_text_size) / 2 / (2 * room + 12) * span
        middle = (low + high) / 2
        x = min(max(end.value, low + half), high - half)
        # Each name stays in its half, so the two never touch.
        offset = half + GAP / (2 * room + 12) * span
        x = min(x, middle - offset) if side == "left" else max(x, middle + offset)
        axes.text(
            x,
            y,
            text,
            ha="center",
            va="center_baseline",
            size=canvas.axis_text_size,
            color=canvas.colours.quiet,
        )
