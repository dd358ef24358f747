"""The change in a twin: a thing off, given, denied or moved.

``state.interventions`` holds it; in a game without any it is zero. Strategies do not know it
beforehand: a place or card is as printed until it first comes to an owner. From then on
``table.inert`` says which part of it is off.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.stadium.ledger import gain
from eoc_sim.simulator.stadium.outcomes import EARNED_EFFECTS
from eoc_sim.simulator.stadium.state import copy_intervention


@compiled
def intervene(state, intervention, round_number):
    """Make this game a twin.

    A VP is denied from when it was bought.
    """
    copy_intervention(state.interventions, intervention)
    state.interventions.round = round_number


@compiled
def come_to(state, seat, source):
    """Note that a place or card comes to an owner.

    If it is off in this game, it is off from now on.
    """
    box = state.box
    asked = state.interventions
    if box.owned_round[source] == 0:
        box.owned_round[source] = state.table.round
        box.first_owner[source] = seat
    if asked.inert > 0 and asked.source == source:
        state.table.inert[source] = asked.inert


@compiled
def give(state):
    """Make the round's change: give tokens, or start denying a VP."""
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
    """Return the round of a seat's third or fourth VP, else 0."""
    if number == 3:
        return ledger.seats[seat].vp3_round + 0
    return ledger.seats[seat].vp4_round + 0


@compiled
def parting_round(state, asked):
    """Return the round in which a twin departs from this finished game.

    It is 0 if it never does.
    """
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
