"""Layouts: where the ten markers stand (MAT-1, MAT-3, MAT-4), and random ones."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.names import FORMATIONS
from eoc_sim.simulator.eleven.pitch import (
    ANY_ROW,
    CELLS,
    CENTRE,
    LEFT,
    MARKERS,
    PLACES_IN_ROW,
    RIGHT,
    ROOM,
    ROWS,
)
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw

IN_ROW = np.array([[int(digit) for digit in name] for name in FORMATIONS], np.int32)
"""Markers of each formation in each row."""
ALL_FORMATIONS = (1 << len(FORMATIONS)) - 1
"""A bit for each formation."""

MOST_TRIES = 100
"""Attempts at a random layout before it is called impossible."""


def _divisions() -> list[list[list[int]]]:
    """List the legal divisions of a row by its number of markers, each as columns."""
    return [
        [
            [*wings, *[CENTRE] * (markers - len(wings))]
            for wings in ([], [LEFT], [RIGHT], [LEFT, RIGHT])
            if 0 <= markers - len(wings) <= ROOM[CENTRE]
        ]
        for markers in range(MARKERS + 1)
    ]


_LEGAL = _divisions()
DIVISIONS = np.array([len(legal) for legal in _LEGAL], np.int32)
"""Legal divisions of a row, by its number of markers."""
COLUMNS = np.zeros((MARKERS + 1, max(DIVISIONS), sum(ROOM)), np.int32)
"""The columns of the markers in a division of a row."""
for _markers, _legal in enumerate(_LEGAL):
    for _number, _columns in enumerate(_legal):
        COLUMNS[_markers, _number, :_markers] = _columns


@compiled
def draw_cells(me, formation):
    """Draw the cells of a formation into ``me.free`` (MAT-1).

    Every division of a row is equally likely.
    """
    number = 0
    for row in range(ROWS):
        markers = IN_ROW[formation, row]
        division = draw(me, DIVISIONS[markers])
        for marker in range(markers):
            me.free[number] = PLACES_IN_ROW * row + COLUMNS[markers, division, marker]
            number += 1


@compiled
def draw_layout(me, formation):
    """Draw a legal layout of a formation; False if there is none (MAT-4).

    Markers restricted to fewer rows come first; each takes any free place in its rows.
    """
    for _ in range(MOST_TRIES):
        draw_cells(me, formation)
        left = MARKERS
        for place in range(MARKERS):
            marker = me.by_freedom[place]
            slot = draw_slot(me, me.rows[marker], left)
            if slot < 0:
                break
            left -= 1
            me.cell[marker] = me.free[slot]
            me.free[slot] = me.free[left]
        if left == 0:
            return True
    return False


@compiled
def draw_slot(me, rows, left):
    """Draw one of the cells left that is in these rows, or -1 if there is none."""
    if rows == ANY_ROW:
        return draw(me, left)
    fit = 0
    for slot in range(left):
        fit += (rows >> me.free[slot] // PLACES_IN_ROW) & 1
    if fit == 0:
        return -1
    drawn = draw(me, fit)
    for slot in range(left):
        if (rows >> me.free[slot] // PLACES_IN_ROW) & 1:
            if drawn == 0:
                return slot
            drawn -= 1
    return -1


@compiled
def order_by_freedom(me):
    """Order markers by the number of rows that they may stand in."""
    number = 0
    for rows in range(1, ROWS + 1):
        for marker in range(MARKERS):
            mask = me.rows[marker]
            if (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) == rows:
                me.by_freedom[number] = marker
                number += 1


@compiled
def count_cells(me):
    """Count the markers in each cell."""
    for cell in range(CELLS):
        me.in_cell[cell] = 0
    for marker in range(MARKERS):
        me.in_cell[me.cell[marker]] += 1
