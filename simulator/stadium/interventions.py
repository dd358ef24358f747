"""Changes in twins: something switched off, given, denied or moved.

``state.interventions`` holds the change, or zeros if there is none. Strategies do not know it in
advance: they see the printed place or card until an owner first gets it. From then on
``table.inert`` names the part of it that is off.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.stadium.ledger import gain
from eoc_sim.simulator.stadium.outcomes import EARNED_EFFECTS
from eoc_sim.simulator.stadium.state import copy_intervention


@compiled
def intervene(state, intervention, round_number):
    """Make this game a twin.

    ``round_number`` is the round in which the change takes effect; for a denied VP, this is the
    round of its purchase.
    """
    copy_intervention(state.interventions, intervention)
    state.interventions.round = round_number


@compiled
def record_acquisition(state, seat, source):
    """Record that an owner gets a place or card.

    If this game is a twin that switches off the place or card, it is off from now on.
    """
    box = state.box
    intervention = state.interventions
    if box.owned_round[source] == 0:
        box.owned_round[source] = state.table.round
        box.first_owner[source] = seat
    if intervention.inert > 0 and intervention.source == source:
        state.table.inert[source] = intervention.inert


@compiled
def give(state):
    """Apply the round's change: give tokens, or begin to deny a VP."""
    intervention = state.interventions
    table = state.table
    if intervention.round != table.round:
        return
    if intervention.amount > 0:
        gain(state, intervention.seat, intervention.token, intervention.amount, EARNED_EFFECTS)
    if intervention.denied > 0:
        table.vp_most[intervention.seat] = intervention.denied - 1


@compiled
def purchase_round(ledger, seat, number):
    """Return the purchase round of a third or fourth VP, or 0."""
    if number == 3:
        return ledger.seats[seat].vp3_round + 0
    return ledger.seats[seat].vp4_round + 0


@compiled
def parting_round(state, intervention):
    """Return the round in which a twin departs from the original game.

    It is 0 if the twin never departs from it.
    """
    box = state.box
    table = state.table
    if intervention.inert > 0:
        return box.owned_round[intervention.source] + 0
    if intervention.denied > 0:
        return purchase_round(state.ledger, intervention.seat, intervention.denied)
    if intervention.round > table.round:
        return 0
    if intervention.moved > 0:
        placements = (
            box.first_placement[intervention.round + 1] - box.first_placement[intervention.round]
        )
        return intervention.round + 0 if intervention.moved <= placements else 0
    return intervention.round + 0 if intervention.amount > 0 else 0
