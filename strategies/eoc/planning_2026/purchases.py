"""Cards and recruits: which purchase of a turn is worth most for its EC."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    COLOURS,
    PLAY_CARD,
    TRADE,
    TRADE_FEE,
    WHEN_ALWAYS,
    WHEN_PLAY,
    card_discount,
    compiled,
    mat_total,
    recruit_discount,
    trade_price,
)
from eoc_sim.strategies.eoc.planning_2026.remembered import CALENDAR_CARDS, CANDIDATES, reopen
from eoc_sim.strategies.eoc.planning_2026.routes import due, go_and_sign

MOST_TRADES = 2
"""EC that trades may add to a purchase."""
USUAL_TRADE_PRICE = 3
MOST_DISCOUNT = 3
"""A recruit that lacks more than this beyond the trades is not looked at again."""
TRADED_EC = 12
"""What an EC that has to be traded for takes off a purchase's worth."""
RATE = 16
"""Parts of a tenth of a star in which worth for an EC is compared."""


@compiled
def _trades_left(table, seat):
    """How many trades the fee allows (ACT-3, CUT-3)."""
    if table.rule_trade_fee == TRADE_FEE.BB1:
        return table.bucks[seat] + 0
    if table.rule_trade_fee == TRADE_FEE.STARS2:
        return table.score[seat] // 2
    return 99


@compiled
def _trade(table, me, order):
    """Order a trade of surplus EC for one that ``order.card`` or ``order.spot`` lacks (else -1)."""
    seat = me.seat
    card = order.card + 0
    spot = order.spot + 0
    left = trade_price(table, seat)
    take = -1
    for colour in range(COLOURS):
        owed = 0
        if card >= 0:
            owed = table.card_cost[card, colour] + 0
        if spot >= 0:
            owed = table.spot_cost[spot, colour] - table.package[seat, spot, colour]
        surplus = table.mat[seat, colour] - max(0, owed)
        if surplus > 0:
            give = min(left, surplus)
            order.give[colour] = give
            left -= give
        elif surplus < 0 and take < 0:
            take = colour
    order.take[take] = 1
    return TRADE


@compiled
def buy(table, me, order):
    """The purchase worth most for its EC, as an action, or the target noted; 0 if there is none.

    A purchase that lacks an EC or two may be completed by trades. What is out of reach is noted as
    closed, until EC come in: within a turn they only become fewer.
    """
    seat = me.seat
    total = mat_total(table, seat)
    free = table.free_moves[seat]
    standing_effects = table.active_count[seat, WHEN_ALWAYS]
    trades = min(MOST_TRADES, _trades_left(table, seat))
    price = USUAL_TRADE_PRICE
    if standing_effects > 0 or table.rule_trade_fee == TRADE_FEE.EC2:
        price = trade_price(table, seat)
    best_rate = 0
    best_short = 0
    first_month = max(1, table.month - 5) if total > 0 else 100
    for month in range(first_month, table.month + 1):
        card = table.calendar_card[seat, month]
        if card < 0 or me.closed_card[month % CALENDAR_CARDS] == 1:
            continue
        cost = table.card_price[card] + 0
        short = 0
        for colour in range(COLOURS):
            short += max(0, table.card_cost[card, colour] - table.mat[seat, colour])
        if standing_effects > 0:
            discount = card_discount(table, seat, card)
            short = max(0, short - discount)
            cost = max(0, cost - discount)
        if short > trades or total - cost + short < short * price:
            me.closed_card[month % CALENDAR_CARDS] = 1
            continue
        worth = me.card_worth[month % CALENDAR_CARDS] - TRADED_EC * short
        rate = RATE * worth // (cost - short + short * price + 1)
        if rate > best_rate:
            best_rate = rate
            order.card = card
            order.spot = -1
            best_short = short
    here = table.node[seat]
    for place in range(CANDIDATES):
        spot = me.candidate[place] + 0
        if me.closed_candidate[place] == 1 or spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        steps = max(0, table.distance[here, table.state_node[state]] - free)
        if steps > total:
            continue
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        cost = due(table, seat, spot, first)
        short = max(0, cost - table.mat[seat, first])
        if second >= 0:
            cost_second = due(table, seat, spot, second)
            cost += cost_second
            short += max(0, cost_second - table.mat[seat, second])
        if short > trades + MOST_DISCOUNT:
            me.closed_candidate[place] = 1
            continue
        if standing_effects > 0:
            discount = recruit_discount(table, seat, spot)
            short = max(0, short - discount)
            cost = max(0, cost - discount)
        if short > trades or total - cost + short < short * price + steps:
            continue
        worth = me.candidate_worth[place] - TRADED_EC * short
        rate = RATE * worth // (cost - short + short * price + steps + 1)
        if rate > best_rate:
            best_rate = rate
            order.card = -1
            order.spot = spot
            best_short = short
    if best_rate <= 0:
        return 0
    if best_short > 0:
        return _trade(table, me, order)
    if order.card >= 0:
        # Upgrades on cards put into play may bring EC.
        if table.active_count[seat, WHEN_PLAY] > 0:
            reopen(me)
        return PLAY_CARD
    me.target = order.spot
    return go_and_sign(table, me, order)
