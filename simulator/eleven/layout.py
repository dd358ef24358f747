"""Layouts: where the ten markers stand (MAT-1, MAT-3, MAT-4), and random ones."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.names import FORMATIONS
from eoc_sim.simulator.eleven.pitch import (
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

LEFT_TAKEN, RIGHT_TAKEN = 1, 2
"""The wing cells of a row that have a marker, as bits."""


def _divisions() -> np.ndarray:
    """Tabulate the wings of a row's legal divisions, by its markers.

    Unused entries are -1.
    """
    wings_of = np.full((MARKERS + 1, 5), -1, np.int32)
    for markers in range(MARKERS + 1):
        legal = [
            wings for wings in range(4) if 0 <= markers - (wings & 1) - (wings >> 1) <= ROOM[CENTRE]
        ]
        wings_of[markers, : len(legal)] = legal
    return wings_of


DIVISIONS = _divisions()


@compiled
def draw_cells(me, formation):
    """Draw the cells of a formation into ``me.free`` (MAT-1).

    Every division of a row is equally likely.
    """
    number = 0
    for row in range(ROWS):
        divisions = 0
        while DIVISIONS[IN_ROW[formation, row], divisions] >= 0:
            divisions += 1
        wings = DIVISIONS[IN_ROW[formation, row], draw(me, divisions)]
        for _ in range(IN_ROW[formation, row]):
            column = CENTRE
            if wings & LEFT_TAKEN:
                column = LEFT
                wings -= LEFT_TAKEN
            elif wings & RIGHT_TAKEN:
                column = RIGHT
                wings -= RIGHT_TAKEN
            me.free[number] = PLACES_IN_ROW * row + column
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
            rows = me.rows[marker]
            fit = 0
            for slot in range(left):
                fit += (rows >> me.free[slot] // PLACES_IN_ROW) & 1
            if fit == 0:
                break
            drawn = draw(me, fit)
            for slot in range(left):
                if (rows >> me.free[slot] // PLACES_IN_ROW) & 1:
                    if drawn == 0:
                        left -= 1
                        me.cell[marker] = me.free[slot]
                        me.free[slot] = me.free[left]
                        break
                    drawn -= 1
        if left == 0:
            return True
    return False


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
