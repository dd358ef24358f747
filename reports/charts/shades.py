"""Maps of places coloured by a value, and their colour key."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.words import decimal

if TYPE_CHECKING:
    from eoc_sim.reports.plot import Plot

KEY_HEIGHT = 40
"""Height of the colour key under a map."""


@dataclass(frozen=True)
class Shade:
    """One place of a map: its value, text and tip."""

    value: float | None
    text: str
    tip: str


def shade_values(
    measure: str,
    rows: Sequence[Mapping[str, Any]],
    name: str,
    tips: Sequence[str],
    unit: str,
    digits: int = 0,
) -> tuple[list[Shade], str, tuple[str, str]]:
    """Shade places by the column ``name`` of their ``rows``.

    Return the shades, a description, and the ends of the key. ``measure`` names the value.
    ``unit`` is its unit, with {} in place of the value. ``digits`` is the number of decimals on the
    map.
    """
    complete = [row for row in rows if row[name] is not None]
    shades = [
        Shade(row[name], "–" if row[name] is None else decimal(row[name], digits), tip)
        for row, tip in zip(rows, tips, strict=True)
    ]
    description, ends = measure, ("–", "–")
    if complete:
        lowest, highest = (end(complete, key=lambda row: row[name]) for end in (min, max))
        ends = (decimal(lowest[name]), decimal(highest[name]))
        description += f": from {ends[0]} in {lowest['label']} to {ends[1]} in {highest['label']}"
    return shades, description, (unit.format(ends[0]), unit.format(ends[1]))


def estimate_text(row: Mapping[str, Any], name: str) -> str:
    """Format the value in column ``name`` with its interval; "?" if unknown."""
    if row[name] is None:
        return "?"
    low, high = (decimal(row[f"{name}_{end}"]) for end in ("low", "high"))
    return f"{decimal(row[name])} ({low} to {high})"


def shade_colours(canvas: Canvas, shades: Sequence[Shade]) -> list[str]:
    """Return each place's colour; the largest value gets the scale's last step."""
    steps = canvas.colours.sequential[1:]
    values = [
        shade.value for shade in shades if shade.value is not None and math.isfinite(shade.value)
    ]
    low, high = min(values, default=0.0), max(values, default=1.0)
    span = (high - low) or 1.0
    return [
        canvas.colours.head
        if shade.value is None or not math.isfinite(shade.value)
        else steps[min(int((shade.value - low) / span * len(steps)), len(steps) - 1)]
        for shade in shades
    ]


def key(canvas: Canvas, axes: Plot, top: float, ends: tuple[str, str]) -> None:
    """Draw the colour key, `KEY_HEIGHT` pixels high, from ``top`` down.

    ``ends`` has the ends of the scale in words.
    """
    steps = canvas.colours.sequential[1:]
    side = 10 if canvas.is_narrow else 14
    low_text, high_text = ends
    middle = top + KEY_HEIGHT / 2 + 4
    x = 4.0
    axes.text(x, middle + 4.5, low_text, size=canvas.axis_text_size, color=canvas.colours.quiet)
    x = round(x + canvas.text_width(low_text, canvas.axis_text_size) + 6)
    corners = np.array([(0, -7), (side, -7), (side, 7), (0, 7)])
    boxes = [corners + (x + side * index, middle) for index in range(len(steps))]
    canvas.areas(axes, boxes, steps)
    x += side * len(steps) + 6
    axes.text(x, middle + 4.5, high_text, size=canvas.axis_text_size, color=canvas.colours.quiet)
