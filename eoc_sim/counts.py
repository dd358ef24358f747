"""Format counts and durations for readers."""

from __future__ import annotations

import math


def count(number: float) -> str:
    """Format a whole number with spaces between thousands.

    >>> count(20000)
    '20 000'
    """
    return f"{number:,.0f}".replace(",", " ")


def plural(number: int, noun: str, nouns: str = "") -> str:
    """Format a number with its noun.

    >>> plural(1, "game"), plural(20000, "game"), plural(2, "die", "dice")
    ('1 game', '20 000 games', '2 dice')
    """
    return f"{count(number)} {noun if number == 1 else nouns or noun + 's'}"


def limits(low: float, high: float) -> str:
    """Put the limits of a number into words.

    >>> limits(2, 10000), limits(2, 2), limits(1, math.inf)
    ('between 2 and 10 000', '2', '1 or more')
    """
    if low == high:
        return count(low)
    return (
        f"{count(low)} or more" if high == math.inf else f"between {count(low)} and {count(high)}"
    )


def duration(seconds: float) -> str:
    """Format a duration in one unit.

    >>> duration(0.2), duration(42), duration(130), duration(5400)
    ('1 second', '40 seconds', '2 minutes', '1.5 hours')
    """
    if seconds < 10:
        return plural(max(1, round(seconds)), "second")
    if seconds < 55:
        return f"{5 * round(seconds / 5)} seconds"
    if seconds < 5400:
        return plural(max(1, round(seconds / 60)), "minute")
    return f"{seconds / 3600:.1f} hours"
