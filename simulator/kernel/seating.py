"""How a line-up takes its seats from game to game: the words, and the codes that kernels see."""

from __future__ import annotations

from math import factorial

from eoc_sim.errors import InputError, nearest

SEATINGS = ("balanced", "rotate", "fixed")
"""Every seating by its name; the place of a name here is its code."""
BALANCED, ROTATE, FIXED = range(len(SEATINGS))
DEFAULT_SEATING = SEATINGS[BALANCED]


def seating_code(name: str) -> int:
    """The code of a seating.

    Raises:
        InputError: there is none of that name.
    """
    if name not in SEATINGS:
        raise InputError(
            f'--seating: there is no seating "{name}"; there are {", ".join(SEATINGS)}.'
            f"{nearest(name, SEATINGS)}"
        )
    return SEATINGS.index(name)


def games_a_round(name: str, players: int) -> int:
    """The games after which a seating begins anew.

    >>> [games_a_round(name, 4) for name in SEATINGS]
    [24, 4, 1]
    """
    return (factorial(players), players, 1)[seating_code(name)]
