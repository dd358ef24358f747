"""Changes in twins: a card switched off, a gift, another die mode.

``state.interventions`` holds the change, or all zeros if there is none. Strategies do not know the
change in advance, except for foreseen EC, which they see on the calendar. They see the printed card
until it comes into play, and ``table.inert`` from then on.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc.state import FULL, HALF, MONTHS, copy_intervention
from eoc_sim.simulator.eoc.switches import DICE_USE
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def intervene(state, intervention, month):
    """Make this game a twin."""
    copy_intervention(state.interventions, intervention)


@compiled
def switch_off(state, card):
    """Turn off parts of a card that is being put into play.

    The card keeps its place, type, region and cost, and still counts for other cards.
    """
    interventions = state.interventions
    if interventions.inert > 0 and state.box.card_row[card] == interventions.card_row:
        state.table.inert[card] = interventions.inert


@compiled
def give_gifts(state):
    """Give the EC and BB that are due this month.

    Foreseen EC are on the calendar from the end of set-up. Other EC, and BB, arrive when their
    month begins.
    """
    intervention = state.interventions
    table = state.table
    if intervention.envelopes > 0 and table.month == (
        1 if intervention.foreseen == 1 else intervention.month
    ):
        table.calendar[intervention.seat, intervention.month, intervention.colour] += (
            intervention.envelopes
        )
    if intervention.bucks > 0 and table.month == intervention.month:
        table.bucks[intervention.seat] += intervention.bucks


@compiled
def other_mode(table, month, number, mode):
    """Return a die's other mode, or -1 if that is illegal (DIC-5, FAM-3)."""
    if table.rule_dice_use == DICE_USE.ANY_MONTH:
        return -1
    if mode == FULL:
        return HALF
    return FULL if month + number - 1 <= MONTHS else -1


@compiled
def switch_die_mode(state, seat):
    """Switch the mode of a die just chosen, if that is legal.

    At full value the number fixes the month of the EC; at half value they arrive in the month of
    the roll.
    """
    intervention = state.interventions
    table = state.table
    box = state.box
    if intervention.die == 0 or intervention.seat != seat or intervention.month != table.month:
        return
    die_index = intervention.die - 1
    number = table.dice[box.chosen[seat, die_index]]
    mode = other_mode(table, table.month, number, box.chosen[seat, 2 + die_index])
    if mode >= 0:
        box.chosen[seat, 2 + die_index] = mode
        box.chosen[seat, 4 + die_index] = table.month + (number - 1 if mode == FULL else 0)


@compiled
def first_play(state, card_row):
    """Return the copy of a card that was played first, or -1."""
    table = state.table
    box = state.box
    first = -1
    for card in range(table.cards):
        month = box.card_played_month[card]
        if box.card_row[card] == card_row and month > 0:
            if first < 0 or month < box.card_played_month[first]:
                first = card
    return first


@compiled
def parting_month(state, intervention):
    """Return the month in which a twin departs from the original game.

    It is 0 if the twin never departs from it.
    """
    month = 0
    if intervention.card_row >= 0:
        card = first_play(state, intervention.card_row)
        if card >= 0:
            month = state.box.card_played_month[card]
    if intervention.die > 0:
        die = state.ledger.dice[intervention.seat, intervention.month, intervention.die - 1]
        if other_mode(state.table, intervention.month, die.value, die.mode) >= 0:
            month = earlier_month(month, intervention.month)
    if intervention.envelopes > 0:
        month = earlier_month(month, 1 if intervention.foreseen == 1 else intervention.month)
    if intervention.bucks > 0:
        month = earlier_month(month, intervention.month)
    return month


@compiled
def earlier_month(month, other_month):
    """Return the earlier of two months; a ``month`` of 0 means none."""
    return other_month if month == 0 else min(month, other_month)
