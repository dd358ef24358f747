"""The stadium board: squares and buildings, coloured by a value.

Squares are grouped by category, buildings by level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.charts.shades import KEY_HEIGHT, Shade, key, shade_colours
from eoc_sim.reports.pictures import Chart

if TYPE_CHECKING:
    from eoc_sim.reports.plot import Plot

WIDE = 900
"""The minimum width of a canvas with twice `NARROW_COLUMNS` boxes across."""
NARROW_COLUMNS = 3
"""The number of boxes across a narrower canvas."""
HEAD, BOX, GAP = 24, 58, 6
"""Heights of a strip's head, a box, and the gap between boxes.

The height of a box includes the gap below it.
"""
MAX_LINES = 2
"""The maximum number of lines of a name in its box."""


@dataclass(frozen=True)
class BoardStrip:
    """One category or level, and the names of its places in order."""

    head: str
    names: tuple[str, ...]


def board(
    title: str,
    description: str,
    strips: Sequence[BoardStrip],
    shades: Sequence[Shade],
    ends: tuple[str, str],
    *,
    is_full_width: bool = False,
) -> Chart:
    """Draw the board with a shade for each place.

    ``shades`` are in the order of the strips and their places; ``ends`` has the smallest and the
    largest value in words. Strips are laid out in rows, from left to right. A strip that does not
    fit beside the previous strip starts a new row.
    """

    def draw(canvas: Canvas) -> None:
        boxes_per_row = 2 * NARROW_COLUMNS if canvas.width >= WIDE else NARROW_COLUMNS
        places = _places(strips, boxes_per_row)
        row_count = 1 + max(
            (row for row, _ in (place for strip in places for place in strip)), default=0
        )
        height = row_count * (HEAD + BOX) + GAP
        axes = canvas.axes(height + KEY_HEIGHT, left=0, right=0, top=0, bottom=0)
        axes.set_xlim(0, canvas.width)
        axes.set_ylim(height + KEY_HEIGHT, 0)
        axes.set_axis_off()
        box_width = (canvas.width - GAP) / boxes_per_row
        corners = [
            (GAP + column * box_width, row * (HEAD + BOX) + HEAD)
            for strip in places
            for row, column in strip
        ]
        _boxes(canvas, axes, corners, box_width - GAP, shades)
        names = [name for strip in strips for name in strip.names]
        for name, shade, (x, y) in zip(names, shades, corners, strict=True):
            _text(canvas, axes, name, shade.text, (x + (box_width - GAP) / 2, y), box_width - GAP)
        for strip, cells in zip(strips, places, strict=True):
            for row in sorted({row for row, _ in cells}):
                first = min(column for other, column in cells if other == row)
                axes.text(
                    GAP + first * box_width,
                    row * (HEAD + BOX) + HEAD - 6,
                    strip.head,
                    color=canvas.colours.quiet,
                    size=canvas.axis_text_size,
                )
        key(canvas, axes, height, ends)

    return Chart(title, description, draw, is_full_width=is_full_width)


def _places(strips: Sequence[BoardStrip], boxes_per_row: int) -> list[list[tuple[int, int]]]:
    """Return the row and column of every box, by strip.

    >>> _places([BoardStrip("a", tuple("123")), BoardStrip("b", tuple("4567"))], 4)
    [[(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2), (1, 3)]]
    """
    boxes, row, column = [], 0, 0
    for strip in strips:
        if column and column + len(strip.names) > boxes_per_row:
            row, column = row + 1, 0
        cells = []
        for _ in strip.names:
            if column == boxes_per_row:
                row, column = row + 1, 0
            cells.append((row, column))
            column += 1
        boxes.append(cells)
    return boxes


def _boxes(
    canvas: Canvas,
    axes: Plot,
    corners: Sequence[tuple[float, float]],
    box_width: float,
    shades: Sequence[Shade],
) -> None:
    box = np.array([(0, 0), (box_width, 0), (box_width, BOX - GAP), (0, BOX - GAP)])
    # Boxes are sorted by colour, because consecutive boxes of one colour share an attribute.
    ordered = sorted(zip(shade_colours(canvas, shades), range(len(shades)), strict=True))
    boxes = canvas.areas(
        axes,
        [box + corners[number] for _, number in ordered],
        [colour for colour, _ in ordered],
        edge=canvas.colours.open,
        width=0.75,
    )
    canvas.tip(boxes, [shades[number].tip for _, number in ordered])


def _text(
    canvas: Canvas,
    axes: Plot,
    name: str,
    text: str,
    top_middle: tuple[float, float],
    box_width: float,
) -> None:
    """Write a name in at most `MAX_LINES` lines, above its value."""
    x, top = top_middle
    size = canvas.axis_text_size
    lines: list[str] = []
    for word in name.split():
        if lines and canvas.text_width(f"{lines[-1]} {word}", size) <= box_width - 4:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    lines = [*lines[: MAX_LINES - 1], " ".join(lines[MAX_LINES - 1 :])]
    for line, words in enumerate(line_text for line_text in lines if line_text):
        axes.text(
            x,
            top + 13 + 13 * line,
            canvas.fit(words, box_width - 4, size),
            ha="center",
            size=size,
            zorder=4,
        )
    axes.text(x, top + BOX - GAP - 7, text, ha="center", weight="bold", zorder=4)
