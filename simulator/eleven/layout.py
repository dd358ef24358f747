"""Layouts: where the ten markers stand (MAT-1, MAT-3, MAT-4), and random ones."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven import pitch
from eoc_sim.simulator.eleven.names import FORMATIONS
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw

IN_ROW = np.array([[int(digit) for digit in name] for name in FORMATIONS], np.int32)
"""The number of each formation's markers in each row."""
ALL_FORMATIONS = (1 << len(FORMATIONS)) - 1
"""A bit for each formation."""

MAX_TRIES = 100
"""The number of attempts before a random layout counts as impossible."""


def _divisions() -> list[list[list[int]]]:
    """List a row's legal divisions by its number of markers.

    A division is a list of the markers' columns.
    """
    return [
        [
            [*wings, *[pitch.CENTRE] * (markers - len(wings))]
            for wings in ([], [pitch.LEFT], [pitch.RIGHT], [pitch.LEFT, pitch.RIGHT])
            if 0 <= markers - len(wings) <= pitch.ROOM[pitch.CENTRE]
        ]
        for markers in range(pitch.MARKERS + 1)
    ]


_LEGAL = _divisions()
DIVISIONS = np.array([len(legal) for legal in _LEGAL], np.int32)
"""The number of legal divisions of a row, by its marker count."""
COLUMNS = np.zeros((pitch.MARKERS + 1, max(DIVISIONS), sum(pitch.ROOM)), np.int32)
"""The columns of the markers in a division of a row."""
for _markers, _legal in enumerate(_LEGAL):
    for _number, _columns in enumerate(_legal):
        COLUMNS[_markers, _number, :_markers] = _columns


ALL_SLOTS = (1 << pitch.MARKERS) - 1


def _slots(formation: list[int]) -> int:
    """Return a formation's slots, indices into ``me.free``, as bits per row."""
    ends = [sum(formation[:row]) for row in range(pitch.ROWS + 1)]
    return sum(
        1 << pitch.MARKERS * row + slot
        for row in range(pitch.ROWS)
        for slot in range(ends[row], ends[row + 1])
    )


SLOTS = np.array([_slots(formation.tolist()) for formation in IN_ROW], np.int64)
BITS = np.array([bits.bit_count() for bits in range(ALL_SLOTS + 1)], np.int8)
"""The number of bits set in a word of slots."""
NTH_BIT = np.zeros((ALL_SLOTS + 1, pitch.MARKERS), np.int8)
"""The position of each set bit in a word, from the lowest."""
for _bits in range(ALL_SLOTS + 1):
    NTH_BIT[_bits, : BITS[_bits]] = [index for index in range(pitch.MARKERS) if _bits >> index & 1]


@compiled
def draw_cells(me, formation):
    """Draw the cells of a formation into ``me.free`` (MAT-1).

    Every division of a row is equally likely.
    """
    number = 0
    for row in range(pitch.ROWS):
        markers = IN_ROW[formation, row]
        division = draw(me, DIVISIONS[markers])
        for marker in range(markers):
            me.free[number] = pitch.PLACES_IN_ROW * row + COLUMNS[markers, division, marker]
            number += 1


@compiled
def draw_layout(me, formation):
    """Draw a legal layout of a formation, or return False (MAT-4).

    Markers restricted to fewer rows come first; each takes a random free place in its rows.
    """
    for _ in range(MAX_TRIES):
        draw_cells(me, formation)
        slots = SLOTS[formation]
        slots_left = pitch.MARKERS
        for index in range(pitch.MARKERS):
            marker = me.by_freedom[index]
            fit = slots_in(slots, me.rows[marker])
            if fit == 0:
                break
            slots_left -= 1
            slot = NTH_BIT[fit, draw(me, BITS[fit])]
            last_row = me.free[slots_left] // pitch.PLACES_IN_ROW
            slots -= slot_bit(me.free[slot] // pitch.PLACES_IN_ROW, slot)
            slots += slot_bit(last_row, slot) - slot_bit(last_row, slots_left)
            me.cell[marker] = me.free[slot]
            me.free[slot] = me.free[slots_left]
        if slots_left == 0:
            return True
    return False


@compiled
def slot_bit(row, slot):
    """Return the bit of a slot in a row.

    A slot is an index into ``me.free``, the cells of the layout.
    """
    return 1 << pitch.MARKERS * int(row) + int(slot)


@compiled
def slots_in(slots, rows):
    """Return the slots whose free cells are in these rows, as bits."""
    fit = 0
    for row in range(pitch.ROWS):
        fit |= (slots >> pitch.MARKERS * row) * ((rows >> row) & 1)
    return fit & ALL_SLOTS


@compiled
def order_by_freedom(me):
    """Order markers by the number of their rows, fewest first."""
    number = 0
    for rows in range(1, pitch.ROWS + 1):
        for marker in range(pitch.MARKERS):
            mask = me.rows[marker]
            if (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) == rows:
                me.by_freedom[number] = marker
                number += 1


@compiled
def count_cells(me):
    """Count the markers in each cell."""
    for cell in range(pitch.CELLS):
        me.in_cell[cell] = 0
    for marker in range(pitch.MARKERS):
        me.in_cell[me.cell[marker]] += 1
