"""A manager's deals with others: what to auction, bid, offer and accept (TRA)."""

from __future__ import annotations

from typing import NamedTuple

from eoc_sim.simulator.eleven.strategy_api import (
    ACCEPT,
    AUCTION_DEAL,
    BID,
    BY_AUCTION,
    CARDS,
    DROP_OUT,
    FIRST_VETERAN,
    FROM_AREA,
    GIVE_UP,
    HIDE,
    MARKET,
    NEGOTIATE,
    OF_STAFF,
    OF_TOKENS,
    OFFER,
    REFUSE,
    ROWS,
    SALE_BONUS,
    SELL,
    SHOW,
    action_refusal,
    hire_price,
    hire_refusal,
    least_bid,
    market_money,
    sale_price,
    stand_places,
    step_refusal,
    unchecked,
)
from eoc_sim.strategies.eleven.planning.worth import (
    PLAYERS_TRACK,
    STADIUM_TRACK,
    STAFF_TRACK,
    YOUNGSTER_WORTH,
    card_worth,
    extra_upkeep,
    later_sale_worth,
    money_worth_now,
    play_worth,
    upkeep_of,
    weeks_left,
    youngster_worth,
)

SURPRISE = 2
"""The smallest gain through training for which the trained side is shown."""
MAX_ASKED = 99
RAISE = 2
"""Money that each new offer adds to the previous one."""
RIVAL_SQUAD_WEIGHT, RIVAL_YOUTH_WEIGHT = 0.6, 1.6
"""The weights that other managers are assumed to give players and youngsters."""
MIN_OFFER_GAIN = 2.0
"""The smallest gain for which a manager makes offers to other managers."""


class Today(NamedTuple):
    """A manager's circumstances today, on which the cost of a price depends."""

    money_worth: float
    """The worth of 1 money."""
    squad_size: int
    """The number of cards in the squad."""
    spare_money: int
    """Money beyond upkeep, including that from the stands."""


@unchecked
def market_best(table, card):
    """Return the highest market amount for a card, or 0."""
    best = 0
    has_market = False
    for row in range(ROWS):
        if (table.card_rows[card] >> row) & 1 == 1:
            money = market_money(table, row)
            if not has_market or money > best:
                best = money
                has_market = True
    return best


@unchecked
def worth_to(table, me, params, seat, card, weeks):
    """Estimate what a card is worth to this or another manager."""
    squad, youth = params.squad_weight, params.youth_weight
    if seat != me.seat:
        squad, youth = RIVAL_SQUAD_WEIGHT, RIVAL_YOUTH_WEIGHT
    worth = squad * play_worth(table, seat, params, card, weeks)
    worth += later_sale_worth(table, card, weeks)
    if table.is_trained[card] == 0:
        improvement = me.trained[card] - table.side_strength[card] - 1
        worth += 0.5 * squad * params.strength_worth * max(0, improvement) * weeks
        spaces = table.card_spaces[card] - table.experience[card]
        if 0 < spaces <= weeks:
            training_worth = params.vp_worth * table.card_vp[card] + YOUNGSTER_WORTH
            training_worth += params.strength_worth * 2 * (weeks - spaces)
            worth += youth * training_worth
    return worth - extra_upkeep(table, PLAYERS_TRACK, table.squad_size[seat]) * weeks


@unchecked
def spare_money(table, seat, size):
    """Return a manager's money beyond upkeep, including that from the stands."""
    due = upkeep_of(table, PLAYERS_TRACK, size)
    due += upkeep_of(table, STAFF_TRACK, table.held_count[seat, OF_STAFF] + 0)
    due += upkeep_of(table, STADIUM_TRACK, table.held_count[seat, OF_TOKENS] + 0)
    coming = min(stand_places(table, seat), table.resources[seat, 1])
    return coming + table.resources[seat, 0] - due


@unchecked
def assess_today(table, me, params):
    """Work out the manager's `Today`."""
    size = table.squad_size[me.seat] + 0
    return Today(money_worth_now(table, me, params), size, spare_money(table, me.seat, size))


@unchecked
def cost_of(params, price, today):
    """Return what a price costs, including upkeep that it leaves unpaid."""
    unpaid = max(0, price - today.spare_money)
    return today.money_worth * price + params.vp_worth * unpaid


@unchecked
def expected_price(table, me, params, card):
    """Estimate an auction's price: just above what the second bidder would pay.

    A unit of money is assumed to be worth 1 to each bidder, as in mid-season.
    """
    weeks = weeks_left(table)
    first = 0.0
    second = 0.0
    for seat in range(table.managers):
        if seat == me.seat:
            continue
        worth = worth_to(table, me, params, seat, card, weeks)
        spare = spare_money(table, seat, table.squad_size[seat])
        limit = min(worth, spare, table.resources[seat, 0])
        if limit > first:
            second = first
            first = limit
        elif limit > second:
            second = limit
    return int(min(first, second + 1.0))


@unchecked
def sale_worth(table, me, params, card, weeks, today, price):
    """Return the worth of selling a card for a price."""
    worth = params.squad_weight * play_worth(table, me.seat, params, card, weeks)
    return sale_worth_given_play(table, me, params, card, weeks, today, price, worth)


@unchecked
def sale_worth_given_play(table, me, params, card, weeks, today, price, worth):
    """Return the worth of a sale, given the card's worth in matches.

    If that worth is given as 0, the result is the most that the sale can be worth.
    """
    if table.card_spaces[card] > 0 and table.is_trained[card] == 0:
        worth += params.youth_weight * youngster_worth(table, me, params, card, weeks)
    size = today.squad_size
    saving = upkeep_of(table, PLAYERS_TRACK, size) - upkeep_of(table, PLAYERS_TRACK, size - 1)
    worth += later_sale_worth(table, card, weeks)
    return params.sale_weight * today.money_worth * price - worth + saving * weeks


@unchecked
def bank_price(table, card):
    """Return the money from an ordinary sale, including the market's."""
    price = sale_price(table, card)
    if table.rule_market == MARKET.ON:
        price += market_best(table, card)
    return price


@unchecked
def weigh_deals(table, me, params, order, best_worth, today):
    """Write into ``order`` an auction or negotiation worth more than ``best_worth``."""
    if action_refusal(table, me.seat) > 0:
        return
    weeks = weeks_left(table)
    for card in range(CARDS):
        if table.owner[card] != me.seat:
            continue
        target_price = expected_price(table, me, params, card)
        beyond = target_price + SALE_BONUS - 1 - sale_price(table, card)
        if beyond < params.auction_from:
            continue
        price = bank_price(table, card) + beyond
        worth = sale_worth(table, me, params, card, weeks, today, price)
        if worth > best_worth:
            best_worth = worth
            order.kind = SELL
            order.card = card
            order.way = BY_AUCTION
            order.amount = min(MAX_ASKED, target_price)
    if best_offer(table, me, params, order, today, False) > max(best_worth, MIN_OFFER_GAIN):
        if step_refusal(table, me.seat, NEGOTIATE, order) == 0:
            order.kind = NEGOTIATE


@unchecked
def price_to_offer(table, me, params, card, weeks, today):
    """Return the price that a card's manager is likely to accept."""
    owner = table.owner[card] + 0
    worth = params.offer_factor * worth_to(table, me, params, owner, card, weeks)
    price = max(worth / max(0.05, today.money_worth), sale_price(table, card))
    return int(price) + 1 + RAISE * table.deal_refused


@unchecked
def best_offer(table, me, params, order, today, fill_in):
    """Return the gain of the best offer.

    If ``fill_in`` is true, the offer is written into the order.
    """
    weeks = weeks_left(table)
    maximum = 0.0
    for card in range(FIRST_VETERAN):
        if table.owner[card] < 0 or table.owner[card] == me.seat:
            continue
        worth = worth_to(table, me, params, me.seat, card, weeks)
        if worth <= maximum:
            continue
        price = price_to_offer(table, me, params, card, weeks, today)
        gain = worth - cost_of(params, price, today)
        if gain > maximum and price <= table.resources[me.seat, 0]:
            maximum = gain
            if fill_in:
                order.card = card
                order.amount = price
    return maximum


def bid(table, me, params, order):
    """Bid the least that is needed, up to the card's worth."""
    today = assess_today(table, me, params)
    card = table.deal_card + 0
    worth = worth_to(table, me, params, me.seat, card, weeks_left(table))
    order.amount = least_bid(table)
    return BID if worth > cost_of(params, order.amount, today) else DROP_OUT


def show(table, me, params, order):
    """Show a card that training improves more than usual."""
    card = table.deal_card + 0
    return SHOW if me.trained[card] - table.side_strength[card] >= SURPRISE else HIDE


def offer(table, me, params, order):
    """Make or raise the best offer, or hire elsewhere, or pass."""
    today = assess_today(table, me, params)
    gain = 0.0
    if table.deal_refused < table.rule_refusals:
        gain = best_offer(table, me, params, order, today, True)
    answer = OFFER if gain > 0 else GIVE_UP
    for row in range(2):
        for index in range(table.area_count[row]):
            card = table.area[row, index] + 0
            if hire_refusal(table, me.seat, card) > 0:
                continue
            worth = card_worth(table, me, params, card, weeks_left(table), today.squad_size)
            worth -= cost_of(params, hire_price(table, me.seat, card), today)
            if worth > gain:
                gain = worth
                answer = FROM_AREA
                order.card = card
    return answer


def answer(table, me, params, order):
    """Accept a price that covers the card's worth to the seller."""
    today = assess_today(table, me, params)
    card = table.deal_card + 0
    price = table.deal_price + market_best(table, card)
    worth = worth_to(table, me, params, me.seat, card, weeks_left(table))
    if table.deal == AUCTION_DEAL:
        return ACCEPT if today.money_worth * price >= worth else REFUSE
    if price <= sale_price(table, card):
        return REFUSE
    return ACCEPT if today.money_worth * price >= params.offer_factor * worth else REFUSE
