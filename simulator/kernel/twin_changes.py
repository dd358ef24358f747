"""Each seat's difference in outcome between a game and its twin."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def score_change(game: Any, twin: Any, seats: Any, seat: int, sign: int) -> Any:
    """Return the change in a seat's score; 0 for an empty seat.

    The change is the outcome with a thing minus the outcome without it. ``sign`` is 1 if only
    the twin has the thing, -1 if only the game does; ``seats`` is the game's number of seats.
    """
    if seat >= seats:
        return 0
    return sign * (twin.table.score[seat] - game.table.score[seat])


@compiled
def _win_share(state: Any, seat: int) -> float:
    """Return a seat's share of the win: 1/k with k winners."""
    return state.box.shares[seat] / max(1, state.box.sharers)


@compiled
def win_share_change(game: Any, twin: Any, seats: Any, seat: int, sign: int) -> float:
    """Return the change in a seat's win share, like `score_change`."""
    if seat >= seats:
        return 0.0
    if sign < 0:
        return _win_share(game, seat) - _win_share(twin, seat)
    return _win_share(twin, seat) - _win_share(game, seat)
