"""Random play that fills in every optional field: colours, discounts, BB instead of EC, costs.

It also picks coaches where they are chosen. All orders are legal.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    BET,
    COLOURS,
    GAIN_EC,
    MARKET,
    MARKETING_COST,
    MOVE,
    ON_CARDS,
    ON_MOVES,
    ON_RECRUITS,
    PLAY_CARD,
    SIGN,
    TRADE,
    TRADE_FEE,
    TRIGGER,
    WHEN_MARKET,
    WHEN_MONTH,
    WHEN_MOVE,
    WHEN_PLAY,
    WHEN_SIGN,
    WHEN_TRADE,
    card_discount,
    check_costs,
    clause_amount,
    compiled,
    conditions_hold,
    draw,
    recruit_discount,
    substitute_limit,
    trade_price,
)
from eoc_sim.strategies.eoc import random
from eoc_sim.strategies.eoc.random import (
    MEMORY,
    bid,
    bookie,
    draft,
    final_campaign,
    keep,
    pick,
    sell,
)

__all__ = ["MEMORY", "bid", "bookie", "draft", "final_campaign", "keep", "pick", "sell"]

random_act = compiled(random.act)


def coach(table, me, params, order):
    """Take any coach whose sheet is free."""
    while True:
        candidate = draw(me, table.coaches)
        free = True
        for seat in range(table.players):
            other = table.coach[seat]
            if other >= 0 and table.coach_sheet[other] == table.coach_sheet[candidate]:
                free = False
        if free:
            return candidate


def _give(table, me, order, number):
    """Choose the colours of some of the EC to be given."""
    for _ in range(draw(me, number + 1)):
        colour = draw(me, COLOURS)
        if table.mat[me.seat, colour] > order.give[colour]:
            order.give[colour] += 1


def _take_any(me, order):
    """Choose the colours of up to two EC; any beyond the gain are ignored."""
    for _ in range(draw(me, 3)):
        order.take[draw(me, COLOURS)] += 1


def _choose_discount(me, order, discount, card, spot, table):
    """Choose some of the colours that a discount reduces."""
    for _ in range(draw(me, discount + 1)):
        colour = draw(me, COLOURS)
        cost = table.card_cost[card, colour] if card >= 0 else table.spot_cost[spot, colour]
        if order.discount[colour] < cost:
            order.discount[colour] += 1


def _substitute(me, order, allowed, card, spot, table):
    """Choose the EC to be replaced with BB when there is no discount."""
    for _ in range(min(allowed, table.bucks[me.seat])):
        colour = draw(me, COLOURS)
        cost = table.card_cost[card, colour] if card >= 0 else table.spot_cost[spot, colour]
        if order.substitute[colour] < cost:
            order.substitute[colour] += 1


def _purchase(table, me, order, card, spot):
    """Fill in the payment for a card or recruit; return the BB in it.

    It is filled in only if the mat alone could pay the whole price.
    """
    seat = me.seat
    total = 0
    for colour in range(COLOURS):
        cost = table.card_cost[card, colour] if card >= 0 else table.spot_cost[spot, colour]
        total += cost
        if table.mat[seat, colour] < cost:
            return 0
    target = ON_CARDS if card >= 0 else ON_RECRUITS
    discount = (
        card_discount(table, seat, card) if card >= 0 else recruit_discount(table, seat, spot)
    )
    if discount > 0:
        _choose_discount(me, order, min(discount, total), card, spot, table)
    else:
        _substitute(me, order, substitute_limit(table, seat, target, card, spot), card, spot, table)
    spent = 0
    for colour in range(COLOURS):
        spent += order.substitute[colour]
    return spent


def _trigger(table, me, order):
    """Choose colours for the cost and gain of a once-a-month benefit."""
    seat = me.seat
    source = order.card
    gained = 0
    payable = 0
    fixed = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        if (
            table.clause_when[clause] == WHEN_MONTH
            and table.clause_gain[clause] == GAIN_EC
            and table.clause_detail[clause] < 0
            and conditions_hold(table, seat, clause, -1, -1, -1)
            # Leave out gains per BB and the like, because the cost may change the count.
            and table.clause_counter[clause] == 0
        ):
            gained += clause_amount(table, seat, clause)
        if table.clause_when[clause] == WHEN_MONTH and conditions_hold(
            table, seat, clause, -1, -1, -1
        ):
            if table.clause_pay_colour[clause] < 0:
                payable += table.clause_pay_ec[clause]
            else:
                fixed += table.clause_pay_ec[clause]
    if fixed == 0:
        _give(table, me, order, payable)
    for _ in range(draw(me, gained + 1)):
        order.take[draw(me, COLOURS)] += 1


def act(table, me, params, order):
    """Act as `random` does, and fill in some of what its order leaves open."""
    seat = me.seat
    kind = random_act(table, me, params, order)
    when = -1
    spent = 0
    card = -1
    spot = -1
    node = -1
    if kind == PLAY_CARD:
        when = WHEN_PLAY
        card = order.card + 0
        spent = _purchase(table, me, order, card, -1)
    elif kind == SIGN:
        when = WHEN_SIGN
        spot = order.spot + 0
        spent = _purchase(table, me, order, -1, spot)
    elif kind == MARKET:
        when = WHEN_MARKET
        spent = MARKETING_COST[order.number]
    elif kind == TRADE:
        when = WHEN_TRADE
        spent = 1 if table.rule_trade_fee == TRADE_FEE.BB1 else 0
        _give(table, me, order, trade_price(table, seat))
    elif kind == MOVE:
        when = WHEN_MOVE
        node = order.node + 0
        if table.free_moves[seat] == 0:
            allowed = substitute_limit(table, seat, ON_MOVES, -1, -1)
            if allowed > 0 and table.bucks[seat] > 0 and draw(me, 2) == 1:
                order.bucks = 1
                spent = 1
            else:
                _give(table, me, order, 1)
    elif kind == BET:
        if table.free_bets[seat] == 0:
            _give(table, me, order, 1)
    elif kind == TRIGGER:
        _trigger(table, me, order)
    if when >= 0:
        if kind != TRADE:
            _take_any(me, order)
        if kind == PLAY_CARD or kind == SIGN:
            _give(table, me, order, 3)
        order.accept = draw(me, 1 << 13)
        if check_costs(table, order, seat, when, card, spot, node, spent) > 0:
            order.accept = 0
    return kind
