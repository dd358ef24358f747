"""Constants of exact sums that compiled passes share."""

from __future__ import annotations

PARTS = 64 * 3600**2
"""Parts of a unit, fine enough for squares of 60ths and 3600ths.

Such a square is a whole number of parts.
"""
LARGEST_IN_PARTS = 2.0**32
"""Units beyond which a number's fraction is left out.

Floats hardly have one there.
"""
