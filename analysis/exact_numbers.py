"""Constants for exact sums, shared with the compiled code."""

from __future__ import annotations

DENOMINATOR = 64 * 3600**2
"""Parts per unit.

Squares of 60ths and 3600ths are whole numbers of parts.
"""
LARGEST_IN_PARTS = 2.0**32
"""Above this, a number's fraction is dropped.

A number four times as large has more parts than a 64-bit integer can count.
"""
