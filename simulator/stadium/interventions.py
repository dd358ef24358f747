"""What a twin of a game has otherwise: something off, given, denied, or a VP placed elsewhere.

``state.interventions`` says it; without any the record is zero. Strategies know nothing of it
beforehand: a place or card is as printed until it first comes to an owner, and ``table.inert``
says from then on what of it is off.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.stadium.ledger import gain
from eoc_sim.simulator.stadium.outcomes import EARNED_EFFECTS


@compiled
def come_to(state, seat, source):
    """Note that a place or card comes to an owner; if it is off in this game, it is from now on."""
    box = state.box
    asked = state.interventions
    if box.owned_round[source] == 0:
        box.owned_round[source] = state.table.round
        box.first_owner[source] = seat
    if asked.inert > 0 and asked.source == source:
        state.table.inert[source] = asked.inert


@compiled
def give(state):
    """What is otherwise as this round begins: tokens given, a VP denied from now on."""
    asked = state.interventions
    table = state.table
    if asked.round != table.round:
        return
    if asked.amount > 0:
        gain(state, asked.seat, asked.token, asked.amount, EARNED_EFFECTS)
    if asked.denied > 0:
        table.vp_most[asked.seat] = asked.denied - 1


@compiled
def bought_round(ledger, seat, number):
    """The round in which a seat bought its third or fourth VP, 0 if it did not."""
    if number == 3:
        return ledger.seats[seat].vp3_round + 0
    return ledger.seats[seat].vp4_round + 0


@compiled
def parting_round(state, asked):
    """The round in which a twin parts from this game, which is over; 0 if it never does."""
    box = state.box
    table = state.table
    if asked.inert > 0:
        return box.owned_round[asked.source] + 0
    if asked.denied > 0:
        return bought_round(state.ledger, asked.seat, asked.denied)
    if asked.round > table.round:
        return 0
    if asked.moved > 0:
        placed = box.first_placement[asked.round + 1] - box.first_placement[asked.round]
        return asked.round + 0 if asked.moved <= placed else 0
    return asked.round + 0 if asked.amount > 0 else 0
