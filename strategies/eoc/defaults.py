"""Default decisions for strategies without their own function (INF-4).

They also replace a banned answer. They are simple and keep no memory, because ``me.memory`` belongs
to the strategy. They order a banned move only if there is no other.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.strategy_api import (
    BAN_BID,
    BAN_BOOKIE,
    BAN_DELAY,
    BAN_FINAL_MARKET,
    BAN_HAND,
    BAN_POOL,
    BAN_STASH,
    COLOURS,
    DELAY,
    DICE_DRAFT,
    DICE_USE,
    DRAFT,
    END_TURN,
    FULL,
    HALF,
    HIDDEN,
    MARKET,
    MARKETING_COST,
    MONTHS,
    PLAY_CARD,
    SIGN,
    SOLO,
    card_shortfall,
    dice_limit,
    die_worth,
    has_ban,
    has_draft_ban,
    has_play_ban,
    recruit_shortfall,
)

# A banned card falls this far behind every other.
LAST_CHOICE = 10_000
# The range of bargains that a bid distinguishes.
WORST_BARGAIN, BEST_BARGAIN = -24, 40


def _bargain(table, card):
    """Return the stars minus half the price, doubled to stay whole."""
    return 2 * table.card_stars[card] - table.card_price[card]


def _play_value(table, seat, card):
    """Return a card's bargain, far lower where playing it is banned."""
    return _bargain(table, card) - (LAST_CHOICE if has_play_ban(table, seat, card) else 0)


def keep(table, me, params, order):
    """Keep the four cards with the most stars for their price."""
    seat = me.seat
    for _ in range(4):
        best = -1
        for index in range(6):
            if order.keep[index] == 0 and (
                best < 0
                or _play_value(table, seat, me.hand[index])
                > _play_value(table, seat, me.hand[best])
            ):
                best = index
        order.keep[best] = 1
    return 0


def pick(table, me, params, order):
    """Take the card with the most stars for its price."""
    seat = me.seat
    best = 0
    for index in range(1, table.hand_size[seat]):
        if _play_value(table, seat, me.hand[index]) > _play_value(table, seat, me.hand[best]):
            best = index
    return me.hand[best] + 0


def coach(table, me, params, order):
    """Take the first coach whose sheet is free."""
    for candidate in range(table.coaches):
        free = True
        for seat in range(table.players):
            rival_coach = table.coach[seat]
            if rival_coach >= 0 and table.coach_sheet[rival_coach] == table.coach_sheet[candidate]:
                free = False
        if free:
            return candidate
    return -1


def _draft_value(table, seat, card, source):
    """Return a card's bargain, far lower where drafting it is banned."""
    banned_here = has_draft_ban(table, seat, card, source)
    return _bargain(table, card) - (LAST_CHOICE if banned_here else 0)


def draft(table, me, params, order):
    """Draft the best bargain from hand, pool or stash.

    If all of them are banned, discard the first card of the hand and delay, if that is allowed.
    """
    seat = me.seat
    best = -1
    maximum = 0
    for index in range(table.hand_size[seat]):
        value = _draft_value(table, seat, me.hand[index], BAN_HAND)
        if best < 0 or value > maximum:
            best = me.hand[index] + 0
            maximum = value
    for index in range(table.pool_size):
        value = _draft_value(table, seat, table.pool[index], BAN_POOL)
        if best < 0 or value > maximum:
            best = table.pool[index] + 0
            maximum = value
    for index in range(table.stash_size[seat]):
        value = _draft_value(table, seat, me.stash[index], BAN_STASH)
        if best < 0 or value > maximum:
            best = me.stash[index] + 0
            maximum = value
    order.card = best
    if (
        maximum < -LAST_CHOICE // 2
        and table.hand_size[seat] > 1
        and table.rule_solo == SOLO.OFF
        and not has_ban(table, seat, BAN_DELAY)
    ):
        order.card = me.hand[0]
        return DELAY
    return DRAFT


def bookie(table, me, params, order):
    """Make the shift that wins the most additional bets, if any (CAR-7)."""
    seat = me.seat
    best = 0
    answer = 0
    if has_ban(table, seat, BAN_BOOKIE):
        return 0
    for colour in range(COLOURS):
        number = table.dice[colour]
        for shift in range(-1, 2, 2):
            gain = table.bet[seat, colour, (number - 1 + shift) % 6 + 1]
            gain -= table.bet[seat, colour, number]
            if gain > best:
                best = gain + 0
                answer = shift
                order.colour = colour
    return answer


def _mode(table, colour):
    """Choose full value if it arrives within the season, otherwise half value.

    Half value also replaces a banned full value, unless half value is banned too.
    """
    any_month = table.rule_dice_use == DICE_USE.ANY_MONTH
    if any_month:
        return FULL
    if table.month + table.dice[colour] - 1 > MONTHS:
        return HALF
    full = die_worth(table, colour, FULL)
    return FULL if full > 0 or die_worth(table, colour, HALF) == 0 else HALF


def _die_value(table, colour):
    """Return the EC of a die taken by default."""
    return die_worth(table, colour, _mode(table, colour))


def _take_die(table, order, die_index, colour):
    order.die[die_index] = colour
    order.mode[die_index] = _mode(table, colour)
    order.month[die_index] = table.month


def dice(table, me, params, order):
    """Take the two dice with the most EC.

    In an exclusive draft, pick the die with the most EC of those still open.
    """
    first = -1
    second = -1
    for colour in range(COLOURS):
        if table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE:
            count = 0
            for rival in range(table.players):
                for die_index in range(2):
                    if table.die[rival, die_index] == colour:
                        count += 100 if rival == me.seat else 1
            if count >= dice_limit(table):
                continue
        if first < 0 or _die_value(table, colour) > _die_value(table, first):
            second = first
            first = colour
        elif second < 0 or _die_value(table, colour) > _die_value(table, second):
            second = colour
    if table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE:
        return first
    _take_die(table, order, 0, first)
    _take_die(table, order, 1, second)
    return 0


def place(table, me, params, order):
    """Place the two dice of an exclusive draft, preferably at full value."""
    for die_index in range(2):
        _take_die(table, order, die_index, table.die[me.seat, die_index])
    return 0


def act(table, me, params, order):
    """Sign here, else play a card, else campaign, else end the turn.

    The campaign costs 1 BB.
    """
    seat = me.seat
    state = table.node_state[table.node[seat]]
    if state >= 0:
        for slot in range(2):
            spot = table.state_spot[state, slot]
            if (
                spot >= 0
                and table.spot_owner[spot] < 0
                and recruit_shortfall(table, seat, spot) == 0
            ):
                order.spot = spot
                return SIGN
    for month in range(max(1, table.month - 5), table.month + 1):
        card = table.calendar_card[seat, month]
        if card >= 0 and card_shortfall(table, seat, card) == 0:
            order.card = card
            return PLAY_CARD
    if table.marketed[seat] == 0 and table.bucks[seat] > 0:
        order.number = 1
        return MARKET
    return END_TURN


def _campaign_stars(bucks, campaigns):
    """Count the stars that BB buy in several campaigns, cheapest stars first (ACT-8)."""
    stars = 0
    for column in range(1, 9):
        price = MARKETING_COST[column] - MARKETING_COST[column - 1]
        purchases = min(campaigns, bucks // price)
        stars += purchases
        bucks -= purchases * price
    return stars


def _expect_best(unseen_cards, number):
    """Return the expected bargain of the best of ``number`` cards dealt.

    ``unseen_cards`` counts the unseen cards by bargain.
    """
    cards = unseen_cards.sum()
    expectation = float(WORST_BARGAIN)
    worse = 0
    for bargain in range(WORST_BARGAIN, BEST_BARGAIN):
        worse += unseen_cards[bargain - WORST_BARGAIN]
        if worse < cards:
            expectation += 1 - (worse / cards) ** number
    return expectation


def _start_stars(table):
    """Estimate what starting the next month is worth, in stars.

    The starter chooses first from the pool and may be dealt extra cards.
    """
    best = float(WORST_BARGAIN)
    second = float(WORST_BARGAIN)
    for index in range(table.pool_size):
        bargain = _bargain(table, table.pool[index])
        if bargain > best:
            second = best
            best = float(bargain)
        elif bargain > second:
            second = float(bargain)
    unseen_cards = np.zeros(BEST_BARGAIN - WORST_BARGAIN + 1, np.int64)
    for card in range(table.cards):
        if table.card_place[card] == HIDDEN:
            bargain = min(max(_bargain(table, card), WORST_BARGAIN), BEST_BARGAIN)
            unseen_cards[bargain - WORST_BARGAIN] += 1
    hand = table.rule_hand
    starting = max(best, _expect_best(unseen_cards, hand + table.rule_dealer_bonus))
    waiting = max(second, _expect_best(unseen_cards, hand))
    return (starting - waiting) / 2


def _campaigns_to_come(table):
    """Count the campaigns after this month, the final one included."""
    return MONTHS - table.month + 1


def bid(table, me, params, order):
    """Raise by 1 BB while starting is worth more than the bid.

    BB are valued by the number of stars that they would buy.
    """
    if has_ban(table, me.seat, BAN_BID):
        return 0
    highest = 0
    if table.top_bidder >= 0:
        highest = table.bid[table.top_bidder] + 0
    bucks = table.bucks[me.seat] + 0
    campaigns = _campaigns_to_come(table)
    loss = _campaign_stars(bucks, campaigns) - _campaign_stars(bucks - highest - 1, campaigns)
    return highest + 1 if loss < _start_stars(table) else 0


def sell(table, me, params, order):
    """Sell the Chain if selling buys more stars than starting brings."""
    bucks = table.bucks[me.seat] + 0
    highest = table.bid[table.top_bidder] + 0
    campaigns = _campaigns_to_come(table)
    stars_if_sold = _campaign_stars(bucks + table.sale_price, campaigns)
    stars_kept = _campaign_stars(bucks - highest, campaigns)
    return 1 if stars_if_sold - stars_kept > _start_stars(table) else 0


def final_campaign(table, me, params, order):
    """Choose the most expensive column that the BB can pay for (SCO-2)."""
    stars = 0
    if has_ban(table, me.seat, BAN_FINAL_MARKET):
        return 0
    while stars < 8 and MARKETING_COST[stars + 1] <= table.bucks[me.seat]:
        stars += 1
    return stars


def propose(table, me, params, order):
    """Propose no candidate: a strategy without this function does not search."""
    return 0


def judge(table, me, params, order):
    """Return the current score, in hundredths of a star."""
    return 100 * table.score[me.seat]
