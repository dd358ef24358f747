"""Compiled passes that sum rows.

Each pass reads the rows of some games once, in their order, so its sums are the same on every
machine. Import this module only where there are rows: reading sums needs no compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.exact_numbers import DENOMINATOR, LARGEST_IN_PARTS
from eoc_sim.simulator.kernel.compiled import compiled_entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]


@compiled_entry
def mark_shared(game: Integers, key: Integers, last: Integers, is_shared: NDArray[np.bool_]) -> int:
    """Mark rows that share a game and group; return their number.

    Return -1 if games are out of order. ``last`` is scratch space with one -1 per group.
    """
    count = 0
    begin = 0
    for row in range(len(game)):
        if row and game[row] != game[row - 1]:
            if game[row] < game[row - 1]:
                return -1
            begin = row
        group = key[row]
        previous = last[group]
        if previous >= begin:
            count += 1 if is_shared[previous] else 2
            is_shared[previous] = True
            is_shared[row] = True
        last[group] = row
    return count


@compiled_entry
def add_integers(key: Integers, column: Integers, sums: Integers, ends: Integers) -> None:
    """Add whole numbers by group: count, sum, squares, minimum and maximum."""
    for row in range(len(key)):
        group, value = key[row], column[row]
        sums[group, 0] += 1
        sums[group, 1] += value
        sums[group, 2] += value * value
        if value < ends[group, 0]:
            ends[group, 0] = value
        if value > ends[group, 1]:
            ends[group, 1] = value


@compiled_entry
def add_numbers(key: Integers, column: Floats, sums: Integers, ends: Floats) -> None:
    """Add numbers by group, each rounded to an integer number of parts.

    Values of nan are left out. ``sums`` are the count, then whole units and parts of the sum and of
    the sum of squares; ``ends`` are the minimum and the maximum, initially nan.
    """
    for row in range(len(key)):
        group, value = key[row], column[row]
        if np.isnan(value):
            continue
        sums[group, 0] += 1
        if not value >= ends[group, 0]:
            ends[group, 0] = value
        if not value <= ends[group, 1]:
            ends[group, 1] = value
        for column_of_sum in (1, 3):
            if abs(value) >= LARGEST_IN_PARTS:
                sums[group, column_of_sum] += np.int64(np.floor(value))
            else:
                numerator = np.int64(np.rint(value * DENOMINATOR))
                units = numerator // DENOMINATOR
                sums[group, column_of_sum] += units
                sums[group, column_of_sum + 1] += numerator - units * DENOMINATOR
            value *= value
