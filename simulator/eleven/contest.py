"""Shots from a section, worked out for all balls together (MAT-8).

A word has a four-bit digit for each strength from 0 to `STRONGEST`: the number of markers of at
least that strength. Take a section's balls and the shields that they face. At each strength, count
the balls of at least that strength and subtract the shields of at least that strength: at least
that many balls get through. The largest difference is the number of balls that get
through (the deficiency form of Hall's theorem). The largest difference at strengths above the
keeper's is the number of shots that he cannot save, since the strongest balls are stopped first.
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
"""Words whose digits are all 1, all 2 and all 8.

The digit 8 stands for a difference of 0.
"""
ONE, TWO, THREE = word(1), word(2), word(3)
NONE = word(0)

AT_LEAST = np.array([_EACH >> 4 * (STRONGEST - index) for index in range(DIGITS)], np.uint64)
"""The word that counts one marker, by the marker's strength.

Its digits are 1 for all strengths up to the marker's own, and 0 for greater ones.
"""
ALL_ABOVE_0 = word((1 << 64) - (1 << 4))
"""The digits of strengths above 0; shifted, those above a keeper's strength."""

SHOTS_ABOVE = 1
SHOTS = 1 << 8
"""The units of the two counts that `shots` packs into one number."""


@compiled
def largest(digits):
    """Return the largest digit, from 0 to 3."""
    return (
        int(digits != NONE)
        + int(digits & TWICE != NONE)
        + int(digits & (digits >> ONE) & EACH != NONE)
    )


@compiled
def shots(balls, shields, keeper):
    """Count the shots through shields, and those that the keeper cannot save.

    Words count at most three balls and three shields. There are no branches, so the compiler can
    vectorise the count over several line-ups.
    """
    differences = (balls + HALF - shields) & MASK
    # The digits of differences above 0, without their 8.
    through = differences & (((differences & HALF) >> THREE) * THREE)
    above = (ALL_ABOVE_0 << word(4 * min(keeper, STRONGEST))) & MASK
    return largest(through) * SHOTS + largest(through & above) * SHOTS_ABOVE


@compiled
def goals(count, gloves):
    """Count the goals from all sections' shots, as counted by `shots` (MAT-9)."""
    above = count & (SHOTS - 1)
    return above + max(0, (count >> 8) - above - gloves)
