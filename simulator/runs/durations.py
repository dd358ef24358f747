"""Lengths of time in round figures."""

from __future__ import annotations

from eoc_sim.simulator.kernel.phrases import count_words


def duration(seconds: float) -> str:
    """Write a length of time in one unit.

    >>> duration(0.2), duration(42), duration(130), duration(5400)
    ('1 second', '40 seconds', '2 minutes', '1.5 hours')
    """
    if seconds < 10:
        return count_words(max(1, round(seconds)), "second")
    if seconds < 55:
        return f"{5 * round(seconds / 5)} seconds"
    if seconds < 5400:
        return count_words(max(1, round(seconds / 60)), "minute")
    return f"{seconds / 3600:.1f} hours"
