"""Records of whole numbers as columns of fewer bytes."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry

BLOCK_ROWS = 256
"""Rows whose columns are narrowed one after the other, while they are in the nearest memory."""


@compiled
def _take(words, place, first, rows, block):
    """Copy a word of some rows into a block."""
    for row in range(rows):
        block[row] = words[first + row, place]


@compiled
def _extremes(block, rows, found):
    """Widen the extremes that were found before to those of a block."""
    least, greatest = found[0], found[1]
    for row in range(rows):
        least = min(least, block[row])
        greatest = max(greatest, block[row])
    found[0], found[1] = least, greatest


@compiled
def _put(block, rows, narrow, start, mask):
    """Write the lowest bits of a block, those in a mask, in unsigned numbers of so many bits."""
    for row in range(rows):
        narrow[start + row] = np.int64(block[row]) & mask


@compiled_entry
def narrow_words(words, places, sizes, starts, one, two, four, block, extremes):
    """Write columns of records one behind the other, in fewer bytes, and note their extremes.

    ``words`` are the records, at least one, a row each, in words of 32 bits. Column by column,
    ``places`` has its word, ``sizes`` its bytes, 1, 2 or 4, and ``starts`` where it begins, counted
    in numbers of its own size. ``one``, ``two`` and ``four`` are the same room in unsigned
    numbers of so many bytes. What does not fit is cut off, which ``extremes``, least and greatest
    of each column, tell. ``block`` is room for ``BLOCK_ROWS`` words.
    """
    for column in range(len(places)):
        extremes[column] = words[0, places[column]]
    for first in range(0, len(words), BLOCK_ROWS):
        rows = min(BLOCK_ROWS, len(words) - first)
        for column in range(len(places)):
            place = places[column]
            _take(words, place, first, rows, block)
            _extremes(block, rows, extremes[column])
            if sizes[column] == 1:
                _put(block, rows, one, starts[column] + first, 0xFF)
            elif sizes[column] == 2:
                _put(block, rows, two, starts[column] + first, 0xFFFF)
            else:
                _put(block, rows, four, starts[column] + first, 0xFFFFFFFF)


def compile_narrowing() -> None:
    """Compile it, and keep its code on disk, by narrowing columns of no table."""
    none = np.zeros(0, np.int64)
    narrow_words(
        np.zeros((1, 1), np.int32), none, none, none, np.zeros(0, np.uint8), np.zeros(0, np.uint16),
        np.zeros(0, np.uint32), np.zeros(BLOCK_ROWS, np.int32), np.zeros((0, 2), np.int32),
    )
