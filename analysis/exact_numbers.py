"""How a number is held in sums that are exact: the constants that compiled passes have, too."""

from __future__ import annotations

PARTS = 64 * 3600**2
"""The parts of a unit: a square of something in 60ths, or 3600ths, is a whole number of them."""
LARGEST_IN_PARTS = 2.0**32
"""Units of a number from which on its fraction is left out: floats hardly have one there."""
