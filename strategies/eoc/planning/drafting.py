"""Which cards to take: into the Secret Stash at set-up, and each month onto the calendar."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import DELAY, DRAFT, MONTHS, SOLO, compiled, draw
from eoc_sim.strategies.eoc.planning.remembered import CALENDAR_CARDS, CARD_DRAFTED, DEALT, chosen
from eoc_sim.strategies.eoc.planning.worth import card_worth, worth_once_drafted

KEPT = 4
"""Of the cards dealt for the stash."""


def keep(table, me, params, order):
    """Keep the four most useful of the six dealt cards (SET-8)."""
    for place in range(DEALT):
        me.hand_worth[place] = int(card_worth(table, me, params, me.hand[place]))
        order.keep[place] = 1
    for _ in range(DEALT - KEPT):
        worst = -1
        for place in range(DEALT):
            if order.keep[place] == 1 and (
                worst < 0 or me.hand_worth[place] < me.hand_worth[worst]
            ):
                worst = place
        order.keep[worst] = 0
    return 0


@compiled
def _whim(me, params):
    """What a card is worth more by whim alone, on average nothing."""
    most = int(params.whim)
    if most == 0:
        return 0.0
    return float(draw(me, 2 * most + 1) - most)


@compiled
def _others_still_draft(table, me):
    """Whether another player has yet to place this month's card."""
    waiting = 0
    for seat in range(table.players):
        if seat != me.seat:
            waiting += 1 - table.drafted[seat]
    return waiting > 0


def draft(table, me, params, order):
    """Draft the most useful card of hand, pool and stash (DRA-2).

    While the best card is in the own hand or stash it is safe: then the worst of the hand is
    discarded, and what others discard meanwhile may be better still.
    """
    seat = me.seat
    if chosen(table, me, CARD_DRAFTED):
        order.card = me.choice_of
        me.card_worth[table.month % CALENDAR_CARDS] = worth_once_drafted(
            table, params, order.card, card_worth(table, me, params, order.card)
        )
        return DRAFT
    best = -1
    best_worth = 0.0
    worst = -1
    worst_worth = 0.0
    for place in range(table.hand_size[seat]):
        worth = card_worth(table, me, params, me.hand[place]) + _whim(me, params)
        if best < 0 or worth > best_worth:
            best = me.hand[place]
            best_worth = worth
        if worst < 0 or worth <= worst_worth:
            worst = me.hand[place]
            worst_worth = worth
    # A stash card can wait while the months left outnumber the stash.
    waiting = params.stash_wait if MONTHS - table.month >= table.stash_size[seat] else 0.0
    for place in range(table.stash_size[seat]):
        worth = card_worth(table, me, params, me.stash[place]) - waiting + _whim(me, params)
        if best < 0 or worth > best_worth:
            best = me.stash[place]
            best_worth = worth
    delay = table.rule_solo == SOLO.OFF and table.hand_size[seat] > 1
    delay = delay and _others_still_draft(table, me) and params.patience > 0
    own_worth = best_worth + params.patience
    for place in range(table.pool_size):
        worth = card_worth(table, me, params, table.pool[place]) + _whim(me, params)
        if best < 0 or worth > best_worth:
            best = table.pool[place]
            best_worth = worth
    if delay and best_worth <= own_worth:
        order.card = worst
        return DELAY
    order.card = best
    me.card_worth[table.month % CALENDAR_CARDS] = worth_once_drafted(
        table, params, best, best_worth
    )
    return DRAFT
