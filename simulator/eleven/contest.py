"""Shots of a section, worked out for all balls at once (MAT-8).

A word has a digit of four bits for each strength from 0 to `STRONGEST`: how many markers have at
least that strength. Take a section's balls and the shields that they face. At each strength, count
the balls of at least that strength and subtract the shields of at least that strength: that many of
these balls cannot be stopped. The largest difference is the number of balls that get through (the
deficiency form of Hall's theorem). The largest one at strengths above the keeper's is the number of
shots that he cannot save, since the strongest balls are stopped first.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import MASK, word

STRONGEST = 15
"""Greater strengths count as this one."""
DIGITS = STRONGEST + 1
_EACH = 0x1111111111111111
EACH, TWICE, HALF = word(_EACH), word(2 * _EACH), word(8 * _EACH)
"""Every digit 1, 2 and 8.

The digit 8 stands for a difference of 0.
"""
ONE, TWO, THREE = word(1), word(2), word(3)
NONE = word(0)

AT_LEAST = np.array([_EACH >> 4 * (STRONGEST - one) for one in range(DIGITS)], np.uint64)
"""The word of one marker, by strength."""
ABOVE = np.array([(1 << 64) - (1 << 4 * (one + 1)) for one in range(STRONGEST)] + [0], np.uint64)
"""The digits of strengths above a keeper's, by his strength."""

SHOTS_ABOVE = 1
SHOTS = 1 << 8
"""The units of the two counts that `shots` packs into one number."""


@compiled
def largest(differences):
    """Return the largest digit less 8, from 0 to 3."""
    positive = ((differences & HALF) >> THREE) * THREE
    digits = differences & positive
    if digits & (digits >> ONE) & EACH:
        return 3
    if digits & TWICE:
        return 2
    if digits:
        return 1
    return 0


@compiled
def shots(balls, shields, keeper):
    """Count the shots through shields, and those that the keeper cannot save.

    The words are of at most three balls and three shields.
    """
    differences = (balls + HALF - shields) & MASK
    all_shots = largest(differences)
    if all_shots == 0:
        return 0
    return all_shots * SHOTS + largest(differences & ABOVE[min(keeper, STRONGEST)]) * SHOTS_ABOVE


@compiled
def goals(counted, gloves):
    """Count the goals of shots that `shots` has counted, over all sections (MAT-9)."""
    above = counted & (SHOTS - 1)
    return above + max(0, (counted >> 8) - above - gloves)
