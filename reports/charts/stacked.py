"""Stacked bars."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.reports.canvas import Canvas, number
from eoc_sim.reports.pictures import Chart

ROW, TALL_ROW, BAR = 34, 52, 24
"""Heights of a row on wide and narrow canvases, and of bars."""
MAX_LABEL_SHARE = 0.35
"""Largest share of a wide canvas's width for labels."""


def draw_stacked(
    title: str, labels: Sequence[str], parts: Sequence[str], values: Sequence[Sequence[float]]
) -> Chart:
    """Draw horizontal bars of ``values[bar][part]``; negative parts go left."""
    totals = [f"{sum(bar):.0f}".replace("-", "−") for bar in values]
    left_end = min(sum(value for value in bar if value < 0) for bar in values)
    right_ends = [sum(value for value in bar if value > 0) for bar in values]

    def draw(canvas: Canvas) -> None:
        narrow = canvas.is_narrow
        row = TALL_ROW if narrow else ROW
        fitted_labels = [
            canvas.fit(label, (1 if narrow else MAX_LABEL_SHARE) * canvas.width) for label in labels
        ]
        axes = canvas.axes(
            row * len(labels),
            left=18 if narrow else canvas.widest(fitted_labels) + 16,
            right=12 + canvas.widest(totals),
            top=6,
            bottom=26,
        )
        canvas.scale(axes.xaxis, left_end, max(right_ends), snug=True)
        axes.set_ylim(row * len(labels), 0)
        axes.set_yticks([])
        axes.grid(axis="x")
        middles = [row * index + (36 if narrow else ROW / 2) for index in range(len(labels))]
        for label, y in zip(fitted_labels, middles, strict=True):
            axes.annotate(
                label,
                (0, y),
                (-16, 18) if narrow else (-10, 0),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                ha="left" if narrow else "right",
                va="baseline" if narrow else "center_baseline",
            )
        for total, y, end in zip(totals, middles, right_ends, strict=True):
            axes.annotate(
                total,
                (end, y),
                (6, 0),
                textcoords="offset points",
                va="center_baseline",
            )
        _bars(canvas, axes, middles)

    def _bars(canvas: Canvas, axes: object, middles: Sequence[float]) -> None:
        colours = canvas.colours.parts
        positive_ends, negative_ends = [0.0] * len(labels), [0.0] * len(labels)
        for part, name in enumerate(parts):
            for bar, (label, y) in enumerate(zip(labels, middles, strict=True)):
                value = values[bar][part]
                ends = positive_ends if value >= 0 else negative_ends
                start, ends[bar] = ends[bar], ends[bar] + value
                if abs(value) < 1e-9:
                    continue
                (patch,) = axes.barh(  # type: ignore[attr-defined]
                    y,
                    value,
                    BAR,
                    start,
                    color=colours[part % len(colours)],
                    edgecolor=canvas.colours.page,
                    linewidth=0.75,
                )
                canvas.tip(patch, f"{label}, {name}: " + f"{value:.1f}".replace("-", "−"))

    description = "; ".join(
        f"{label}: "
        + ", ".join(
            f"{name} {number(round(value, 1))}"
            for name, value in zip(parts, bar, strict=True)
            if value
        )
        for label, bar in zip(labels, values, strict=True)
    )
    return Chart(title, description, draw)
