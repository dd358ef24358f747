"""Sentences that replace pictures whose values hardly differ."""

from __future__ import annotations

import math
from collections.abc import Sequence

from eoc_sim.reports.words import decimal

MIN_DIFFERENCE = 5.0
"""Numbers per 100 that differ by at most this need no picture."""


def value_of_all(values: Sequence[float], digits: int, tolerance: float = 0.0) -> str:
    """Put the range of close values into words; return "" for others.

    Values are close if, rounded to ``digits`` decimal places, they differ by at most ``tolerance``.

    >>> value_of_all([0.001, 0.0], 2), value_of_all([95.2, 100.0, 99.0], 0, MIN_DIFFERENCE)
    ('0.00 everywhere', '95 to 100 everywhere')
    >>> value_of_all([94.0, 100.0], 0, MIN_DIFFERENCE), value_of_all([7.0], 0), value_of_all([], 0)
    ('', '', '')
    """
    if len(values) < 2 or not all(map(math.isfinite, values)):
        return ""
    minimum, maximum = (round(end(values), digits) + 0.0 for end in (min, max))
    if maximum - minimum > tolerance + 1e-9:
        return ""
    ends = [decimal(end, digits).replace("-", "−") for end in (minimum, maximum)]
    return f"{ends[0]} everywhere" if ends[0] == ends[1] else f"{ends[0]} to {ends[1]} everywhere"
