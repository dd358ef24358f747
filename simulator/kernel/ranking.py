"""Ranks and the win in any game, recorded in ``box``."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw_once
from eoc_sim.simulator.kernel.tracing import emit, emit_value

FACES = 6


def ranking(compare: Any) -> Any:
    """Make ``rank(state, seats)``, which ranks the seats and shares the win.

    ``compare(table, one, other)`` is above 0 if seat ``one`` is better, and 0 if the two are tied.
    ``rank`` returns one of the winners; ``box.winner`` is -1 if the win is shared.
    """

    @compiled
    def rank(state: Any, seats: Any) -> Any:
        box = state.box
        box.sharers = 0
        for seat in range(seats):
            box.rank[seat] = 1
            for other in range(seats):
                if compare(state.table, other, seat) > 0:
                    box.rank[seat] += 1
            box.shares[seat] = 1 if box.rank[seat] == 1 else 0
            box.sharers += box.shares[seat]
            if box.rank[seat] == 1:
                box.winner = seat
        winner = box.winner + 0
        if box.sharers > 1:
            box.winner = -1
        return winner

    return rank


def rolling_off(event: Any, stream: Any) -> Any:
    """Make ``roll_off(state, trace, seats, rolls)``, which finds one winner among several.

    Those who share the win roll a die in seat order; those who rolled highest roll again, until
    only one is left. ``event`` lists seats and rolls. ``rolls`` is working memory, with two numbers
    for each seat.
    """

    @compiled
    def roll_off(state: Any, trace: Any, seats: Any, rolls: Any) -> None:
        box = state.box
        for seat in range(seats):
            rolls[seat, 0] = box.shares[seat]
        position = 0
        sharers = box.sharers + 0
        while sharers > 1:
            high = 0
            for seat in range(seats):
                rolls[seat, 1] = 0
                if rolls[seat, 0] == 1:
                    rolls[seat, 1] = draw_once(box, stream, position, FACES) + 1
                    position += 1
                    high = max(high, rolls[seat, 1])
            if trace.position > 0:
                emit(trace, event, -1)
                emit_value(trace, 2 * sharers)
            sharers = 0
            for seat in range(seats):
                if rolls[seat, 0] == 1:
                    emit_value(trace, seat)
                    emit_value(trace, rolls[seat, 1])
                    if rolls[seat, 1] < high:
                        rolls[seat, 0] = 0
                    else:
                        sharers += 1
                        box.winner = seat

    return roll_off
