"""Charts with a line per group over the rounds."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.charts.intervals import interval_text
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.style import Line

HEIGHT = 220
LINE_GAP = 0.12
"""Distance between lines, in rounds, so that their bars do not overlap."""
LETTERS = 3
"""The number of letters kept if rounds' full names do not fit."""
Estimate = tuple[float, float, float]
"""A value and the ends of its interval."""


def rounds(
    title: str,
    names: Sequence[str],
    lines: Sequence[tuple[str, Line, Sequence[Estimate | None]]],
    unit: str,
) -> Chart:
    """Draw each line's estimates for the rounds in ``names``.

    ``lines`` has tuples of a name, a line style and the estimates, None if unknown. Intervals are
    bars on the lines.
    """
    all_estimates = [
        estimate for *_, estimates in lines for estimate in estimates if estimate is not None
    ]

    def draw(canvas: Canvas) -> None:
        axes = canvas.axes(HEIGHT, left=44, right=14, top=26, bottom=30)
        axes.set_xlim(-0.4, len(names) - 0.6)
        room = (canvas.width - 58) / len(names)
        labels = (
            names
            if canvas.widest(names, canvas.axis_text_size) + 8 < room
            else [name[:LETTERS] for name in names]
        )
        step = 1 if canvas.widest(labels, canvas.axis_text_size) + 6 < room else 2
        axes.set_xticks(range(0, len(names), step), labels[::step])
        ends = [0.0, *(end for estimate in all_estimates for end in estimate)]
        canvas.scale(axes.yaxis, min(ends), max(ends) if all_estimates else 1.0)
        axes.grid(axis="y")
        canvas.name_unit(axes, unit, -36)
        for number, (name, line, estimates) in enumerate(lines):
            points = [
                (index, estimate)
                for index, estimate in enumerate(estimates)
                if estimate is not None
            ]
            shift = LINE_GAP * (number - (len(lines) - 1) / 2)
            positions = [index + shift for index, _ in points]
            heights = [value for _, (value, _, _) in points]
            colour = line.colour(canvas.colours)
            axes.plot(positions, heights, color=colour, lw=2, ls=line.dash, zorder=2)
            axes.vlines(
                positions,
                [low for _, (_, low, _) in points],
                [high for _, (*_, high) in points],
                color=colour,
                lw=2,
                zorder=2,
            )
            (dots,) = axes.plot(
                positions, heights, "o", ms=6, mfc=canvas.colours.page, mec=colour, mew=2, zorder=3
            )
            canvas.tip(
                dots,
                [
                    f"{name}, {names[index]}: {interval_text(*estimate)}"
                    for index, estimate in points
                ],
            )

    description = "; ".join(
        f"{name} "
        + ", ".join("?" if estimate is None else f"{estimate[0]:.1f}" for estimate in estimates)
        for name, _, estimates in lines
    )
    return Chart(title, description, draw)
