"""Distributions, drawn as steps."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.style import Line

HEIGHT = 210


def distribution(
    title: str,
    description: str,
    bins: Sequence[float],
    width: float,
    shares: Sequence[tuple[str, Line, Sequence[float]]],
    unit: str,
    x_label: str,
) -> Chart:
    """Draw a step line of shares by bin for each name.

    Bin ``k`` goes from ``bins[k]`` to ``bins[k] + width``.
    """

    def draw(canvas: Canvas) -> None:
        axes = canvas.axes(HEIGHT, left=44, right=16, top=26, bottom=46)
        canvas.scale(axes.xaxis, bins[0], bins[-1] + width, snug=True)
        canvas.scale(axes.yaxis, 0.0, max(max(share) for *_, share in shares))
        axes.grid(axis="y")
        axes.set_xlabel(x_label, labelpad=6)
        canvas.name_unit(axes, unit, -36)
        for name, line, share in shares:
            steps = axes.stairs(
                share,
                [*bins, bins[-1] + width],
                edgecolor=line.colour(canvas.colours),
                linestyle=line.dash,
                linewidth=2,
                zorder=2,
            )
            canvas.tip(steps, name)

    return Chart(title, description, draw)
