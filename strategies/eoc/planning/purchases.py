"""Choosing purchases: the card or recruit with the most worth per EC."""

from __future__ import annotations

from typing import NamedTuple

from eoc_sim.simulator.eoc.strategy_api import (
    BAN_PAID_MOVE,
    BAN_TRADE,
    COLOURS,
    GAIN_BUCKS_AS_EC,
    GAIN_DISCOUNT,
    ON_CARDS,
    ON_RECRUITS,
    PLAY_CARD,
    TRADE,
    TRADE_FEE,
    WHEN_ALWAYS,
    WHEN_PLAY,
    WHEN_TRADE,
    card_discount,
    has_ban,
    has_play_ban,
    mat_total,
    recruit_discount,
    substitute_limit,
    trade_price,
    unchecked,
    unchecked_inlined,
)
from eoc_sim.strategies.eoc.planning.paying import choose_substitutes
from eoc_sim.strategies.eoc.planning.remembered import (
    CALENDAR_CARDS,
    CANDIDATES,
    CARD_FIRST,
    CARD_LATER,
    MORE_CARDS,
    MORE_RECRUITS,
    MORE_STEPS,
    MORE_TRADES,
    RECRUIT_FIRST,
    RECRUIT_LATER,
    is_chosen,
    reopen,
)
from eoc_sim.strategies.eoc.planning.routes import due, go_and_sign
from eoc_sim.strategies.eoc.planning.upgrades import accept_upgrades

MAX_TRADES = 3
"""The maximum number of EC that trades may add to a purchase."""
OUT_OF_REACH = -1.0
FIRST = 1e6
"""A rate beyond all others."""
EASIER = 0.3
"""The factor on the cost of favoured trades or steps."""
FAVOUR = 2.0
"""The factor on the worth of favoured cards or recruits."""


class Means(NamedTuple):
    """A seat's means of payment and its prices for trades and steps."""

    total: int
    """EC on the mat."""
    steps: int
    """The maximum number of steps that the seat may pay for."""
    trades: int
    """The maximum number of EC that trades may add to a purchase."""
    surcharge: int
    """EC that a trade costs beyond the one that it gives."""
    bucks: int
    """BB that may replace EC, where a card lets them."""
    card_relief: int
    """The maximum number of EC by which card prices may fall."""
    recruit_relief: int
    """The maximum number of EC by which recruit prices may fall."""
    trade_cost: float
    """Tenths of a star by which a traded EC lowers worth."""
    step_price: float
    """The number of EC that a step counts as."""
    card_favour: float
    """The preference for cards over recruits of the same worth."""


@unchecked
def _trades_left(table, seat):
    """Count the trades that the fee allows (ACT-3, CUT-3)."""
    if has_ban(table, seat, BAN_TRADE):
        return 0
    if table.rule_trade_fee == TRADE_FEE.BB1:
        return table.bucks[seat] + 0
    if table.rule_trade_fee == TRADE_FEE.STARS2:
        return table.score[seat] // 2
    return 99


@unchecked
def means_of_payment(table, me, params):
    """Work out the seat's `Means`, once for all possible purchases."""
    seat = me.seat
    total = mat_total(table, seat)
    trade_cost = params.trade_cost
    step_price = params.step_price
    if is_chosen(table, me, MORE_TRADES):
        trade_cost *= EASIER
    if is_chosen(table, me, MORE_STEPS):
        step_price *= EASIER
    bucks = 0
    card_relief = 0
    recruit_relief = 0
    for index in range(table.active_count[seat, WHEN_ALWAYS]):
        clause = table.active[seat, WHEN_ALWAYS, index]
        gain = table.clause_gain[clause]
        if gain == GAIN_BUCKS_AS_EC:
            bucks = table.bucks[seat] + 0
        elif gain == GAIN_DISCOUNT and table.clause_detail[clause] == ON_CARDS:
            card_relief += table.clause_amount[clause]
        elif gain == GAIN_DISCOUNT and table.clause_detail[clause] == ON_RECRUITS:
            recruit_relief += table.clause_amount[clause]
    card_favour = params.card_favour
    if is_chosen(table, me, MORE_CARDS):
        card_favour *= FAVOUR
    if is_chosen(table, me, MORE_RECRUITS):
        card_favour /= FAVOUR
    return Means(
        total,
        0 if has_ban(table, seat, BAN_PAID_MOVE) else total,
        min(MAX_TRADES, _trades_left(table, seat)),
        trade_price(table, seat) - 1,
        bucks,
        card_relief,
        recruit_relief,
        trade_cost,
        step_price,
        card_favour,
    )


@unchecked_inlined
def _rate(params, means, worth, cost, shortage, replaceable, steps):
    """Return a purchase's worth per EC and the EC to trade for.

    The worth per EC is OUT_OF_REACH if trades, BB and EC do not suffice.

    Args:
        params: the strategy's parameters.
        means: the means of the seat.
        worth: the purchase's worth, in tenths of a star.
        cost: EC that it costs after discounts.
        shortage: EC of its colours that the mat lacks after discounts.
        replaceable: EC that BB may replace (PAY-3).
        steps: steps to it beyond the free moves.
    """
    price = cost
    if replaceable > 0:
        replaceable = min(shortage, replaceable, means.bucks)
        shortage -= replaceable
        price -= replaceable
    if shortage > 0:
        if shortage > means.trades:
            return OUT_OF_REACH, 0
        price += shortage * means.surcharge
    if price + steps > means.total:
        return OUT_OF_REACH, 0
    worth -= means.trade_cost * shortage + params.buck_worth * replaceable
    return worth / (price + means.step_price * steps + params.rate_offset), shortage


@unchecked_inlined
def _cannot_beat(best_rate, params, worth, price):
    """Check that no possible `_rate` of a purchase beats ``best_rate``.

    ``price`` is a lower bound on the EC that the purchase costs after discounts and BB.
    """
    return worth <= best_rate * (max(0, price) + params.rate_offset)


@unchecked_inlined
def card_rate(table, seat, params, means, card, worth):
    """Return the `_rate` of putting a calendar card into play."""
    shortage = 0
    for colour in range(COLOURS):
        shortage += max(0, table.card_cost[card, colour] - table.mat[seat, colour])
    cost = table.card_price[card] + 0
    replaceable = 0
    if means.card_relief > 0:
        discount = card_discount(table, seat, card)
        cost = max(0, cost - discount)
        shortage = max(0, shortage - discount)
    if means.bucks > 0 and shortage > 0:
        replaceable = substitute_limit(table, seat, ON_CARDS, card, -1)
    return _rate(params, means, means.card_favour * worth, cost, shortage, replaceable, 0)


@unchecked_inlined
def recruit_rate(table, me, params, means, index):
    """Return the `_rate` of signing a candidate.

    A candidate is closed if more EC are missing than trades, discounts and BB can cover.
    """
    seat = me.seat
    spot = me.candidate[index] + 0
    state = table.spot_state[spot]
    node = table.state_node[state]
    steps = max(0, table.distance[table.node[seat], node] - table.free_moves[seat])
    if steps > means.steps:
        return OUT_OF_REACH, 0
    first = table.state_region[state, 0]
    second = table.state_region[state, 1]
    cost = due(table, seat, spot, first)
    shortage = max(0, cost - table.mat[seat, first])
    if second >= 0:
        cost_second = due(table, seat, spot, second)
        cost += cost_second
        shortage += max(0, cost_second - table.mat[seat, second])
    if shortage > means.trades + means.recruit_relief + means.bucks:
        me.closed_candidates |= 1 << index
        return OUT_OF_REACH, 0
    replaceable = 0
    if means.recruit_relief > 0:
        discount = recruit_discount(table, seat, spot)
        cost = max(0, cost - discount)
        shortage = max(0, shortage - discount)
    if means.bucks > 0 and shortage > 0:
        replaceable = substitute_limit(table, seat, ON_RECRUITS, -1, spot)
    worth = float(me.candidate_worth[index])
    return _rate(params, means, worth, cost, shortage, replaceable, steps)


@unchecked
def _trade(table, me, params, order):
    """Trade surplus EC for one that the purchase lacks.

    The purchase is ``order.card`` or ``order.spot``; the other is -1.
    """
    seat = me.seat
    card = order.card + 0
    spot = order.spot + 0
    price_left = trade_price(table, seat)
    take = -1
    for colour in range(COLOURS):
        ec_due = 0
        if card >= 0:
            ec_due = table.card_cost[card, colour] + 0
        if spot >= 0:
            ec_due = table.spot_cost[spot, colour] - table.package[seat, spot, colour]
        surplus = table.mat[seat, colour] - max(0, ec_due)
        if surplus > 0:
            give = min(price_left, surplus)
            order.give[colour] = give
            price_left -= give
        elif surplus < 0 and take < 0:
            take = colour
    order.take[take] = 1
    fee = 1 if table.rule_trade_fee == TRADE_FEE.BB1 else 0
    accept_upgrades(table, me, params, order, WHEN_TRADE, -1, -1, -1, fee)
    return TRADE


@unchecked
def buy(table, me, params, order):
    """Fill in the order with the next action towards the best purchase.

    The best purchase has the most worth per EC. The function returns the action, or 0 if there is
    no purchase. A chosen recruit becomes the target. A purchase that lacks EC may be completed by
    trades, and by BB where a card lets them replace EC. Purchases out of reach stay closed until EC
    come in, since until then the mat only empties.
    """
    seat = me.seat
    best_rate = params.least_rate
    means = means_of_payment(table, me, params)
    trades = 0
    order.card = -1
    order.spot = -1
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month + 1):
        card = table.calendar_card[seat, month]
        index = month % CALENDAR_CARDS
        if card < 0 or (me.closed_cards >> index) & 1 == 1 or has_play_ban(table, seat, card):
            continue
        if card == me.choice_subject and is_chosen(table, me, CARD_LATER):
            continue
        worth = float(me.card_worth[index])
        if card != me.choice_subject and _cannot_beat(
            best_rate,
            params,
            means.card_favour * worth,
            table.card_price[card] - means.card_relief - means.bucks,
        ):
            continue
        rate, shortage = card_rate(table, seat, params, means, card, worth)
        if rate >= 0 and card == me.choice_subject and is_chosen(table, me, CARD_FIRST):
            rate += FIRST
        if rate < 0:
            me.closed_cards |= 1 << index
        elif rate > best_rate:
            best_rate = rate
            trades = shortage
            order.card = card
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if (me.closed_candidates >> index) & 1 == 1 or spot < 0 or table.spot_owner[spot] >= 0:
            continue
        if spot == me.choice_subject and is_chosen(table, me, RECRUIT_LATER):
            continue
        if spot != me.choice_subject and _cannot_beat(
            best_rate,
            params,
            me.candidate_worth[index],
            table.spot_price[spot]
            - table.package_size[seat, spot]
            - means.recruit_relief
            - means.bucks,
        ):
            continue
        rate, shortage = recruit_rate(table, me, params, means, index)
        if rate >= 0 and spot == me.choice_subject and is_chosen(table, me, RECRUIT_FIRST):
            rate += FIRST
        if rate > best_rate:
            best_rate = rate
            trades = shortage
            order.card = -1
            order.spot = spot
    if order.card < 0 and order.spot < 0:
        return 0
    if trades > 0:
        return _trade(table, me, params, order)
    if order.spot >= 0:
        me.target = order.spot
        return go_and_sign(table, me, params, order)
    cost = choose_substitutes(table, seat, order, order.card, -1)
    accept_upgrades(table, me, params, order, WHEN_PLAY, order.card, -1, -1, cost)
    reopen(me)  # the card may lower prices, and upgrades bring EC
    return PLAY_CARD
