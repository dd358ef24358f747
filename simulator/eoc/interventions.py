"""What a twin of a game has otherwise: a card that is off, or envelopes and Bucks given to a seat.

``state.interventions`` says it; without any the record is zero. Strategies know nothing of it
beforehand: they see the printed card until it comes into play, and ``table.inert`` from then on.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def switch_off(state, card):
    """Note what is off of a card that is being put into play.

    It keeps its place, type, region and cost, and still counts for other cards.
    """
    interventions = state.interventions
    if interventions.inert > 0 and state.box.card_row[card] == interventions.card_row:
        state.table.inert[card] = interventions.inert


@compiled
def give(state):
    """Give what is due as this month begins.

    Foreseen EC are on the calendar from the end of set-up; others appear there, and BB in the
    stock, when their month begins.
    """
    given = state.interventions
    table = state.table
    if given.envelopes > 0 and table.month == (1 if given.foreseen == 1 else given.month):
        table.calendar[given.seat, given.month, given.colour] += given.envelopes
    if given.bucks > 0 and table.month == given.month:
        table.bucks[given.seat] += given.bucks
