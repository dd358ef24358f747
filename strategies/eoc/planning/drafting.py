"""Choosing cards: for the Secret Stash at set-up, and each month."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    BAN_HAND,
    BAN_POOL,
    BAN_STASH,
    COACH_SOURCE,
    COLOURS,
    DELAY,
    DRAFT,
    MONTHS,
    POOL,
    SOLO,
    draw,
    has_draft_ban,
    has_play_ban,
    unchecked,
)
from eoc_sim.strategies.eoc.planning.outlook import look_ahead
from eoc_sim.strategies.eoc.planning.remembered import (
    CALENDAR_CARDS,
    CARD_DRAFTED,
    CARDS_DEALT,
    NEWEST_CARDS,
    POOL_CARDS,
    REACH,
    is_chosen,
)
from eoc_sim.strategies.eoc.planning.worth import card_worth, effect_worth

CARDS_TO_KEEP = 4
"""The number of cards to keep of those dealt for the stash."""
WAITING_DEDUCTION = 16
"""The deduction from the worth of a stash card that can wait."""
BAN_COST = 100_000
"""The distance by which a banned card falls behind every other."""
WORTH_OF_NONE = -1_000_000
"""The worth of a missing card."""


def keep(table, me, params, order):
    """Keep the four most useful of the six dealt cards (SET-8)."""
    look_ahead(table, me, params)
    for index in range(CARDS_DEALT):
        me.hand_worth[index] = int(card_worth(table, me, params, me.hand[index]))
        if has_play_ban(table, me.seat, me.hand[index]):
            me.hand_worth[index] -= BAN_COST
        order.keep[index] = 1
    for _ in range(CARDS_DEALT - CARDS_TO_KEEP):
        worst = -1
        for index in range(CARDS_DEALT):
            if order.keep[index] == 1 and (
                worst < 0 or me.hand_worth[index] < me.hand_worth[worst]
            ):
                worst = index
        order.keep[worst] = 0
    return 0


def pick(table, me, params, order):
    """Take the most useful card from the hand (SET-12)."""
    look_ahead(table, me, params)
    best = -1
    maximum = 0.0
    for index in range(table.hand_size[me.seat]):
        worth = card_worth(table, me, params, me.hand[index])
        if has_play_ban(table, me.seat, me.hand[index]):
            worth -= BAN_COST
        if best < 0 or worth > maximum:
            best = me.hand[index] + 0
            maximum = worth
    return best


def coach(table, me, params, order):
    """Take the most useful coach whose sheet is free (SET-14)."""
    best = -1
    maximum = 0.0
    look_ahead(table, me, params)
    for candidate in range(table.coaches):
        free = True
        for seat in range(table.players):
            rival_coach = table.coach[seat]
            if rival_coach >= 0 and table.coach_sheet[rival_coach] == table.coach_sheet[candidate]:
                free = False
        worth = effect_worth(table, params, me.seat, 0, me.signings / 10, COACH_SOURCE + candidate)
        if free and (best < 0 or worth > maximum):
            best = candidate
            maximum = worth
    return best


@unchecked
def note_supply(table, me):
    """Record how many EC of each colour the calendar's cards leave over."""
    seat = me.seat
    for colour in range(COLOURS):
        me.supply[colour] = 0
    for month in range(table.month, min(MONTHS, table.month + REACH) + 1):
        for colour in range(COLOURS):
            me.supply[colour] += table.calendar[seat, month, colour]
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month):
        card = table.calendar_card[seat, month]
        if card >= 0:
            for colour in range(COLOURS):
                me.supply[colour] -= table.card_cost[card, colour]
    for colour in range(COLOURS):
        me.supply[colour] = max(0, me.supply[colour])


@unchecked
def missing_colours_cost(table, me, params, card):
    """Return the extra price for EC whose colour the calendar lacks."""
    shortage = 0
    for colour in range(COLOURS):
        shortage += max(0, table.card_cost[card, colour] - me.supply[colour])
    return params.colour_lack * shortage


@unchecked
def _worth(table, me, params, card, ban):
    """Return the worth of drafting a card, with a random error."""
    worth = card_worth(table, me, params, card) - missing_colours_cost(table, me, params, card)
    maximum = int(params.whim)
    if maximum > 0:
        worth += draw(me, 2 * maximum + 1) - maximum
    if has_draft_ban(table, me.seat, card, ban):
        worth -= BAN_COST
    return int(worth)


@unchecked
def _look_over_own_cards(table, me, params):
    """Record the best card in hand and stash, and the hand's worst."""
    seat = me.seat
    me.own_month = table.month
    note_supply(table, me)
    me.own_best = -1
    me.own_worth = WORTH_OF_NONE
    worst_worth = 0
    for index in range(table.hand_size[seat]):
        worth = _worth(table, me, params, me.hand[index], BAN_HAND)
        if worth > me.own_worth:
            me.own_best = me.hand[index]
            me.own_worth = worth
        if index == 0 or worth <= worst_worth:
            me.own_worst = me.hand[index]
            worst_worth = worth
    # A stash card can wait while enough months follow to draft the whole stash.
    deduction = WAITING_DEDUCTION if MONTHS - table.month >= table.stash_size[seat] else 0
    for index in range(table.stash_size[seat]):
        worth = _worth(table, me, params, me.stash[index], BAN_STASH) - deduction
        if worth > me.own_worth:
            me.own_best = me.stash[index]
            me.own_worth = worth


@unchecked
def _look_over_pool(table, me, params):
    """Record the pool's best cards, old and new.

    Returns:
        The index in ``me.pool_best`` of the best one. If there is none, ``me.pool_worth`` is
        WORTH_OF_NONE at this index.
    """
    first_new = 0
    for index in range(table.pool_size - 1, -1, -1):
        for newest in range(NEWEST_CARDS):
            if table.pool[index] + 1 == me.pool_newest[newest]:
                first_new = max(first_new, index + 1)
        if first_new > 0:
            break
    # Within a month's draft, the worth of cards and its random error stay the same.
    is_same_month = me.pool_month == table.month
    me.pool_month = table.month
    for slot in range(POOL_CARDS):
        card = me.pool_best[slot] - 1
        if first_new == 0 or card < 0 or table.card_place[card] != POOL:
            me.pool_worth[slot] = WORTH_OF_NONE
        elif not is_same_month or me.pool_worth[slot] == WORTH_OF_NONE:
            me.pool_worth[slot] = _worth(table, me, params, card, BAN_POOL)
    for index in range(first_new, table.pool_size):
        worth = _worth(table, me, params, table.pool[index], BAN_POOL)
        minimum = 0
        for slot in range(1, POOL_CARDS):
            if me.pool_worth[slot] < me.pool_worth[minimum]:
                minimum = slot
        if worth > me.pool_worth[minimum]:
            me.pool_worth[minimum] = worth
            me.pool_best[minimum] = table.pool[index] + 1
    for newest in range(NEWEST_CARDS):
        index = table.pool_size - 1 - newest
        me.pool_newest[newest] = table.pool[index] + 1 if index >= 0 else 0
    best = 0
    for slot in range(1, POOL_CARDS):
        if me.pool_worth[slot] > me.pool_worth[best]:
            best = slot
    return best


@unchecked
def _others_still_draft(table, me):
    """Check if another player has yet to place this month's card."""
    waiting = 0
    for seat in range(table.players):
        if seat != me.seat:
            waiting += 1 - table.drafted[seat]
    return waiting > 0


def draft(table, me, params, order):
    """Draft the most useful card from hand, pool and stash (DRA-2).

    The cards in the player's hand and stash are safe. Unless a card in the pool is better than all
    of them by more than ``patience``, the player discards the worst card of their hand and waits,
    as long as other players, who may discard something better, have yet to draft.
    """
    seat = me.seat
    if is_chosen(table, me, CARD_DRAFTED):
        order.card = me.choice_subject
        return DRAFT
    look_ahead(table, me, params)
    if me.own_month != table.month:
        _look_over_own_cards(table, me, params)
    best = me.own_best + 0
    best_worth = me.own_worth + 0
    slot = _look_over_pool(table, me, params)
    if me.pool_worth[slot] > best_worth:
        best = me.pool_best[slot] - 1
        best_worth = me.pool_worth[slot] + 0
    waits = params.patience > 0 and best_worth <= me.own_worth + params.patience
    if (
        waits
        and table.rule_solo == SOLO.OFF
        and table.hand_size[seat] > 1
        and _others_still_draft(table, me)
    ):
        order.card = me.own_worst
        if table.hand_size[seat] > 2:
            me.own_month = 0  # next time a different card is the worst of the hand
        return DELAY
    order.card = best
    return DRAFT
