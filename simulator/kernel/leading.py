"""Leads in score, recorded in ``box``, for any game."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def lead(table: Any, seats: Any, seat: Any) -> Any:
    """Return a seat's lead over the best other seat.

    There must be at least two seats.
    """
    best = -1
    for other in range(seats):
        if other != seat and (best < 0 or table.score[other] > table.score[best]):
            best = other
    return table.score[seat] - table.score[best]


@compiled
def note_leader(table: Any, box: Any, seats: Any, number: Any) -> None:
    """Record the sole leader after round ``number``, if there is one."""
    best = -1
    sole = True
    for seat in range(seats):
        if best < 0 or table.score[seat] > table.score[best]:
            best = seat
            sole = True
        elif table.score[seat] == table.score[best]:
            sole = False
    if not sole:
        box.leader_round = 0
        return
    if best != box.leader:
        if box.leader >= 0:
            box.lead_changes += 1
        box.leader = best
        box.leader_round = number
    elif box.leader_round == 0:
        box.leader_round = number


@compiled
def winners_margin(table: Any, box: Any, seats: Any) -> Any:
    """Return the winner's lead, 0 for a shared win."""
    return lead(table, seats, box.winner) if box.winner >= 0 else 0


@compiled
def lead_start(box: Any, rounds: Any) -> Any:
    """Return the round from which the winner led alone.

    It is one more than ``rounds`` if the winner did not lead alone at the end, and 0 for a shared
    win.
    """
    if box.winner < 0:
        return 0
    if box.leader == box.winner and box.leader_round > 0:
        return box.leader_round + 0  # an int64, like the other results
    return rounds + 1
