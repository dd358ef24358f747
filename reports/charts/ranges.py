"""Charts that plot the gain for each value of a numeric setting."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.reports.canvas import Canvas, number
from eoc_sim.reports.charts.intervals import interval_text
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.style import Line

HEIGHT = 220
LINE_GAP = 5.0
"""Pixels between lines, so that intervals do not hide each other."""
MAX_TICKS = 12
"""Largest number of values that are all labelled, if there is room."""
GainPoint = tuple[float, float, float, float]
"""A value, its gain, and the ends of the gain's interval."""


def ranges(
    title: str,
    description: str,
    lines: Sequence[tuple[str, Line, Sequence[GainPoint]]],
    band: tuple[float, float] | None,
    unit: str,
) -> Chart:
    """Draw the gains of each line; ``band`` shades a range of values.

    Each of ``lines`` is a tuple of a name, a line style and the points.
    """
    values = sorted({point[0] for *_, points in lines for point in points})
    margin = (values[-1] - values[0]) * 0.06 or 1.0
    ends = [end for *_, points in lines for point in points for end in point[2:]] + [0.0]

    def draw(canvas: Canvas) -> None:
        axes = canvas.axes(HEIGHT, left=50, right=14, top=26, bottom=28)
        low, high = values[0] - margin, values[-1] + margin
        canvas.scale(axes.xaxis, low, high, snug=True)
        label_width = sum(
            canvas.text_width(number(value), canvas.axis_text_size) + 8 for value in values
        )
        if len(values) <= MAX_TICKS and label_width < canvas.width - 64:
            canvas.ticks(axes.xaxis, values)
        canvas.scale(axes.yaxis, min(ends), max(ends))
        canvas.ticks(axes.yaxis, list(axes.get_yticks()), sign=True)
        axes.grid(axis="y")
        if band is not None:
            axes.axvspan(
                max(band[0] - margin, low),
                min(band[1] + margin, high),
                color=canvas.colours.band,
                lw=0,
                zorder=0,
            )
        axes.axhline(0, color=canvas.colours.ink, lw=1, ls=(0, (4, 3)), zorder=1.5)
        canvas.name_unit(axes, unit, -44)
        pixel = (high - low) / (canvas.width - 64)
        for index, (name, line, points) in enumerate(lines):
            shift = LINE_GAP * pixel * (index - (len(lines) - 1) / 2)
            colour = line.colour(canvas.colours)
            positions = [value + shift for value, *_ in points]
            heights = [gain for _, gain, *_ in points]
            axes.plot(positions, heights, color=colour, lw=1, ls=(0, (2, 3)), zorder=2)
            axes.vlines(
                positions,
                [low for _, _, low, _ in points],
                [high for *_, high in points],
                color=colour,
                lw=2,
                ls=line.dash,
                zorder=2,
            )
            (dots,) = axes.plot(
                positions,
                heights,
                "o",
                ms=8,
                mfc=canvas.colours.page,
                mec=colour,
                mew=2,
                zorder=3,
            )
            canvas.tip(
                dots,
                [
                    f"{name} at {number(value)}: {interval_text(gain, low, high, sign=True)}"
                    for value, gain, low, high in points
                ],
            )

    return Chart(title, description, draw)
