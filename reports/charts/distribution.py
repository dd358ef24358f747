"""Distributions, drawn as steps."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.sheet import Sheet
from eoc_sim.reports.style import Line

HEIGHT = 210


def distribution(
    title: str,
    description: str,
    bins: Sequence[float],
    width: float,
    shares: Sequence[tuple[str, Line, Sequence[float]]],
    unit: str,
    across_unit: str,
) -> Chart:
    """Draw a step line of shares by bin for each name.

    Bin ``k`` goes from ``bins[k]`` to ``bins[k] + width``.
    """

    def draw(sheet: Sheet) -> None:
        axes = sheet.axes(HEIGHT, left=44, right=16, top=26, bottom=46)
        sheet.scale(axes.xaxis, bins[0], bins[-1] + width, snug=True)
        sheet.scale(axes.yaxis, 0.0, max(max(line) for *_, line in shares))
        axes.grid(axis="y")
        axes.set_xlabel(across_unit, labelpad=6)
        axes.annotate(
            unit,
            (0, 1),
            (-36, 12),
            xycoords="axes fraction",
            textcoords="offset points",
            color=sheet.colours.quiet,
            size=sheet.small,
        )
        for name, line, share in shares:
            steps = axes.stairs(
                share,
                [*bins, bins[-1] + width],
                edgecolor=line.colour(sheet.colours),
                linestyle=line.dash,
                linewidth=2,
                zorder=2,
            )
            sheet.tip(steps, name)

    return Chart(title, description, draw)
