"""Placement of names next to points, without overlaps between names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels from the top left."""
REACHES = (8.0, 16.0, 28.0, 44.0, 64.0, 88.0)
"""Possible distances of a name from its point in pixels, closest first."""
DIRECTIONS = (
    (1.0, 0.0),
    (-1.0, 0.0),
    (1.0, -0.7),
    (1.0, 0.7),
    (-1.0, -0.7),
    (-1.0, 0.7),
    (0.0, -1.0),
    (0.0, 1.0),
    (-0.4, -1.0),
    (0.4, -1.0),
    (-0.4, 1.0),
    (0.4, 1.0),
    (1.0, -2.0),
    (-1.0, -2.0),
    (1.0, 2.0),
    (-1.0, 2.0),
)
POINT_COST, LINE_COST, REACH_COST = 8.0, 5.0, 0.15
"""Costs per point covered, line crossed, and pixel of distance."""


def place_names(
    points: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    within: Box,
    dots: Sequence[tuple[float, float]] = (),
    lines: Sequence[Box] = (),
) -> list[Box | None]:
    """Place each name's box next to its point, if there is room.

    A name gets None if there is no room. ``sizes`` are the widths and heights of the names. Names
    never overlap or leave ``within``. Each is placed where it covers the fewest ``dots`` and
    ``lines`` (thin boxes), close to its point. Names are placed in the given order.
    """
    centres = np.array(dots, dtype=float).reshape(-1, 2)
    barriers = np.array(lines, dtype=float).reshape(-1, 4)
    boxes: list[Box | None] = []
    for point, size in zip(points, sizes, strict=True):
        best: tuple[float, Box] | None = None
        placed_boxes = [other for other in boxes if other is not None]
        for reach in REACHES:
            for across, down in DIRECTIONS:
                box = _beside(point, size, reach * across, reach * down)
                if not _is_inside(box, within) or any(
                    _overlap(box, other) for other in placed_boxes
                ):
                    continue
                cost = REACH_COST * reach + POINT_COST * _covered_count(box, centres)
                cost += LINE_COST * _crossed_count(box, barriers)
                if best is None or cost < best[0]:
                    best = cost, box
        boxes.append(None if best is None else best[1])
    return boxes


def _beside(
    point: tuple[float, float], size: tuple[float, float], across: float, down: float
) -> Box:
    """Return a box at the given distance from the point.

    The distance is that of the closest side or corner.
    """
    (x, y), (width, height) = point, size
    left = x + across - (0 if across > 0 else width if across < 0 else width / 2)
    top = y + down - (0 if down > 0 else height if down < 0 else height / 2)
    return left, top, left + width, top + height


def _is_inside(box: Box, within: Box) -> bool:
    return (
        box[0] >= within[0] and box[1] >= within[1] and box[2] <= within[2] and box[3] <= within[3]
    )


def _overlap(first: Box, second: Box) -> bool:
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )


def _covered_count(box: Box, centres: Floats) -> int:
    inside = (centres[:, 0] > box[0] - 4) & (centres[:, 0] < box[2] + 4)
    return int((inside & (centres[:, 1] > box[1] - 4) & (centres[:, 1] < box[3] + 4)).sum())


def _crossed_count(box: Box, lines: Floats) -> int:
    left, top, right, bottom = lines.T
    is_crossed = (left < box[2]) & (box[0] < right) & (top < box[3]) & (box[1] < bottom)
    return int(is_crossed.sum())
