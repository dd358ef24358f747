"""Ways to seat a line-up from game to game: names and codes."""

from __future__ import annotations

from math import factorial

from eoc_sim.errors import InputError, no_such

SEATINGS = ("balanced", "rotate", "fixed")
"""The names of all seatings; a name's index is its code."""
BALANCED, ROTATE, FIXED = range(len(SEATINGS))
DEFAULT_SEATING = SEATINGS[BALANCED]


def seating_code(name: str) -> int:
    """Return the code of a seating.

    Raises:
        InputError: there is no seating of this name.
    """
    if name not in SEATINGS:
        raise InputError(no_such("seating", name, SEATINGS, where="--seating"))
    return SEATINGS.index(name)


def games_per_round(name: str, players: int) -> int:
    """Return the number of games after which a seating starts again.

    >>> [games_per_round(name, 4) for name in SEATINGS]
    [24, 4, 1]
    """
    return (factorial(players), players, 1)[seating_code(name)]


def line_up_order(name: str, players: int, game: int) -> list[int]:
    """Return every seat's line-up entry, as `line_up.seat_entries` writes it.

    >>> [line_up_order("balanced", 3, game) for game in (0, 1, 5)]
    [[0, 1, 2], [0, 2, 1], [2, 1, 0]]
    """
    seating = seating_code(name)
    if seating == ROTATE:
        return [(seat - game) % players for seat in range(players)]
    seats, rank = list(range(players)), game % factorial(players)
    if seating == FIXED:
        return seats
    order = []
    for later_seats in reversed(range(players)):
        index, rank = divmod(rank, factorial(later_seats))
        order.append(seats.pop(index))
    return order
