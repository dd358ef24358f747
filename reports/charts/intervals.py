"""Estimates with their intervals, one per row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.words import decimal

if TYPE_CHECKING:
    from eoc_sim.reports.plot import Plot

ROW, LOW_ROW, TALL_ROW = 26, 42, 58
"""Heights of a row on wide canvases and on narrow ones.

`ROW` is for wide canvases. On a narrow canvas the label and the number are above the
interval, and the height is `LOW_ROW`. If they do not fit side by side, the number is below the
interval, and the height is `TALL_ROW`.
"""
MAX_LABEL_SHARE = 0.42
"""Largest share of a wide canvas's width for labels."""
MAX_DESCRIBED = 8
"""The maximum number of rows in the description.

The table shows all of them.
"""
SHARE, CHANGE_OF_SHARE = (0.0, 100.0), (-100.0, 100.0)
"""Possible ranges of wins in 100 games, and of changes in wins."""
STATES = {
    "open": ("open", "o"),
    "same": ("same", "o"),
    "changed": ("changed", "o"),
    "ink": ("ink", "o"),
    "below": ("below", "o"),
    "above": ("above", "o"),
    "dominating": ("above", "D"),
}
"""Colour and mark by state, in drawing order; open points are hollow."""


@dataclass(frozen=True)
class Point:
    """One row; ``state`` is one of `STATES`.

    If the ends are None, the point has no line.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    text: str
    state: str = "open"


def point(
    label: str,
    value: float,
    low: float | None,
    high: float | None,
    state: str = "open",
    *,
    sign: bool = False,
    within: tuple[float, float] | None = None,
    digits: int = 1,
) -> Point:
    """Make a row with its number as text.

    The interval is clipped to ``within``.
    """
    if within is not None:
        low = None if low is None else min(max(low, within[0]), within[1])
        high = None if high is None else min(max(high, within[0]), within[1])
    return Point(label, value, low, high, interval_text(value, low, high, sign, digits), state)


def interval_text(
    value: float, low: float | None, high: float | None, sign: bool = False, digits: int = 1
) -> str:
    """Format a number with its interval: "25.9 (24.0 to 27.8)"."""
    texts = [decimal(number, digits, sign).replace("-", "−") for number in (value, low, high)]
    return f"{texts[0]} ({texts[1]} to {texts[2]})"


def intervals(
    title: str,
    points: Sequence[Point],
    reference: float | None = None,
    reference_label: str = "",
    *,
    is_full_width: bool = False,
) -> Chart:
    """Draw every estimate as a dot on its interval.

    ``reference`` is a line across all rows. With ``is_full_width``, for long labels, the chart
    takes the full width of a page.
    """
    ends = [
        end
        for dot in points
        for end in (dot.value, dot.low, dot.high, reference)
        if end is not None
    ]

    def draw(canvas: Canvas) -> None:
        if canvas.is_narrow:
            axes, rows = _narrow(canvas, points, ends)
        else:
            axes, rows = _wide(canvas, points, ends)
        if reference is not None:
            _lines(canvas, axes, [reference], rows, color=canvas.colours.ink, ls=(0, (4, 3)))
            axes.annotate(
                reference_label,
                (canvas.shift_inside(axes, reference, reference_label, canvas.axis_text_size), 1),
                (0, 4),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                ha="center",
                color=canvas.colours.quiet,
                size=canvas.axis_text_size,
            )
        _lines(canvas, axes, list(axes.get_xticks()), rows, color=canvas.colours.rule)
        _dots(canvas, axes, points, rows)

    description = "; ".join(f"{dot.label} {dot.text}" for dot in points[:MAX_DESCRIBED])
    undescribed = len(points) - MAX_DESCRIBED
    remainder = (
        f"; and {undescribed} more row{'' if undescribed == 1 else 's'}" if undescribed > 0 else ""
    )
    return Chart(title, description + remainder, draw, is_full_width=is_full_width)


def _wide(
    canvas: Canvas, points: Sequence[Point], ends: Sequence[float]
) -> tuple[Plot, list[float]]:
    """Place labels to the left of the plot, numbers to its right."""
    labels = [canvas.fit(dot.label, MAX_LABEL_SHARE * canvas.width) for dot in points]
    left = canvas.widest(labels) + 18
    right = canvas.widest([dot.text for dot in points], canvas.axis_text_size) + 18
    axes = canvas.axes(ROW * len(points), left=left, right=right, top=24, bottom=26)
    _set_scales(canvas, axes, ends, ROW * len(points))
    rows = [ROW * (index + 0.5) for index in range(len(points))]
    for dot, label, y in zip(points, labels, rows, strict=True):
        text = axes.annotate(
            label,
            (0, y),
            (-12, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha="right",
            va="center_baseline",
        )
        if label != dot.label:
            canvas.tip(text, dot.label)
    for dot, y in zip(points, rows, strict=True):
        axes.annotate(
            dot.text,
            (1, y),
            (12, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center_baseline",
            size=canvas.axis_text_size,
        )
    return axes, rows


def _narrow(
    canvas: Canvas, points: Sequence[Point], ends: Sequence[float]
) -> tuple[Plot, list[float]]:
    """Place labels above the intervals, and numbers beside labels or below intervals."""
    rows = [
        LOW_ROW
        if canvas.text_width(dot.label) + canvas.text_width(dot.text) + 16 <= canvas.width
        else TALL_ROW
        for dot in points
    ]
    axes = canvas.axes(sum(rows), left=18, right=18, top=26, bottom=26)
    _set_scales(canvas, axes, ends, sum(rows))
    tops = [sum(rows[:index]) for index in range(len(points))]
    for dot, top in zip(points, tops, strict=True):
        axes.annotate(
            canvas.fit(dot.label, canvas.width - 4),
            (-16 / (canvas.width - 36), top + 18),
            xycoords=("axes fraction", "data"),
        )
    for dot, row, top in zip(points, rows, tops, strict=True):
        if row == LOW_ROW:
            axes.annotate(
                dot.text,
                (1 + 16 / (canvas.width - 36), top + 18),
                ha="right",
                xycoords=("axes fraction", "data"),
                color=canvas.colours.quiet,
            )
            continue
        axes.text(
            canvas.shift_inside(axes, dot.value, dot.text),
            top + 48,
            dot.text,
            ha="center",
            color=canvas.colours.quiet,
        )
    return axes, [top + 29.0 for top in tops]


def _set_scales(canvas: Canvas, axes: Plot, ends: Sequence[float], height: float) -> None:
    canvas.scale(axes.xaxis, min(ends), max(ends))
    axes.set_ylim(height, 0)
    axes.set_yticks([])


def _lines(
    canvas: Canvas, axes: Plot, values: Sequence[float], rows: Sequence[float], **look: Any
) -> None:
    """Draw lines down all rows, with gaps for text on narrow canvases."""
    ends = [(y - 8, y + 7) for y in rows] if canvas.is_narrow else [axes.get_ylim()]
    axes.vlines(
        [x for x in values for _ in ends],
        [start for start, _ in ends] * len(values),
        [end for _, end in ends] * len(values),
        lw=1,
        zorder=1 if look["color"] == canvas.colours.rule else 1.5,
        **look,
    )


def _dots(canvas: Canvas, axes: Plot, points: Sequence[Point], rows: Sequence[float]) -> None:
    for state, (name, mark) in STATES.items():
        colour = getattr(canvas.colours, name)
        dots = [(dot, y) for dot, y in zip(points, rows, strict=True) if dot.state == state]
        lines = [
            (y, estimate.low, estimate.high)
            for estimate, y in dots
            if estimate.low is not None and estimate.high is not None
        ]
        if lines:
            rows_at, lows, highs = zip(*lines, strict=True)
            axes.hlines(rows_at, lows, highs, color=colour, lw=2.5, zorder=2)
        if dots:
            face = canvas.colours.page if state == "open" else colour
            axes.plot(
                [estimate.value for estimate, _ in dots],
                [y for _, y in dots],
                mark,
                zorder=3,
                mfc=face,
                mec=colour,
                mew=2,
            )
