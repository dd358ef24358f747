"""What cards and coaches are worth, in tenths of a star; and which cards to take."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.strategy_api import (
    CONDITION_BASE_AT_LEAST,
    CONDITION_BASE_AT_MOST,
    CONDITION_BORDER,
    CONDITION_CRAPPED_OUT,
    CONDITION_FUNDRAISING_REGION,
    CONDITION_MONTH,
    CONDITION_POSITION,
    CONDITION_REGION,
    CONDITION_SAME_STATE,
    CONDITION_SINGLE,
    CONDITION_TYPE,
    CONDITION_USED_FUNDRAISING,
    COUNTER_BASE_RECRUIT,
    COUNTER_BORDER_RECRUIT,
    COUNTER_BUCKS,
    COUNTER_CARD,
    COUNTER_FUNDRAISING_REGION,
    COUNTER_NONE,
    COUNTER_POSITION_RECRUIT,
    COUNTER_RECRUIT,
    COUNTER_REGION,
    COUNTER_REGION_RECRUIT,
    COUNTER_TYPE,
    COUNTER_UNIQUE_POSITION,
    DRAFT,
    GAIN_BUCKS,
    GAIN_BUCKS_AS_EC,
    GAIN_DISCOUNT,
    GAIN_EC,
    GAIN_FREE_BETS,
    GAIN_FREE_RUNNERS,
    GAIN_MOVES,
    GAIN_SHIFT_DIE,
    GAIN_STARS,
    GAIN_USE_AGAIN,
    GAIN_VALUE,
    MONTHS,
    WHEN_ALWAYS,
    WHEN_BET_WON,
    WHEN_CRAP_OUT,
    WHEN_END,
    WHEN_MARKET,
    WHEN_MONTH,
    WHEN_MOVE,
    WHEN_PLAY,
    WHEN_SIGN,
    WHEN_TRADE,
    compiled,
    counted,
)
from eoc_sim.strategies.eoc.planning_2026.remembered import CALENDAR_CARDS, DEALT

STAR = 10
NEWEST_OF_POOL = 6
KEPT = 4
LEAST_CARD_WORTH = 5
STASH_CAN_WAIT = 4
"""What taking a stash card is worth less while it need not be taken yet."""

EC_COST, BUCK_COST = 6, 10
"""What an EC and a BB of an effect's cost count."""
HOME_REGION_PERCENT, OTHER_REGION_PERCENT = 70, 25
"""How often a condition on the region holds."""
ABROAD_SLOWER = 3
"""How much slower recruits of another region than the own come in."""
USUAL_BET_WORTH = 4
"""The worth of a bet with which the frequencies of Vegas were chosen."""


def _by_code(numbers):
    """An array over codes 0, 1, 2, ... from a number for each."""
    return np.array([numbers[code] for code in range(len(numbers))])


UNIT_WORTH = _by_code({
    GAIN_STARS: STAR, GAIN_BUCKS: 10, GAIN_EC: 7, GAIN_MOVES: 5, GAIN_FREE_BETS: 4,
    GAIN_FREE_RUNNERS: 8, GAIN_VALUE: 32, GAIN_DISCOUNT: 5, GAIN_BUCKS_AS_EC: 3,
    GAIN_USE_AGAIN: 12, GAIN_SHIFT_DIE: 3,
})
"""What one unit of each gain is worth; BB and free bets go by style."""
_OFTEN = _by_code({
    WHEN_MONTH: 9, WHEN_PLAY: 7, WHEN_SIGN: 11, WHEN_MARKET: 8, WHEN_TRADE: 3, WHEN_MOVE: 25,
    WHEN_BET_WON: 2, WHEN_CRAP_OUT: 3, WHEN_ALWAYS: 10, WHEN_END: 0,
})
"""How often each moment comes in a month, in tenths."""
_PERCENT = _by_code({
    CONDITION_TYPE: 40, CONDITION_FUNDRAISING_REGION: 8, CONDITION_REGION: 50,
    CONDITION_POSITION: 13, CONDITION_BASE_AT_LEAST: 40, CONDITION_BASE_AT_MOST: 50,
    CONDITION_BORDER: 50, CONDITION_SINGLE: 50, CONDITION_SAME_STATE: 30, CONDITION_MONTH: 0,
    CONDITION_USED_FUNDRAISING: 30, CONDITION_CRAPPED_OUT: 25,
})
"""In how many of 100 cases each condition holds; positions count one by one."""
_GROWTH = _by_code({
    COUNTER_NONE: 0, COUNTER_TYPE: 4, COUNTER_FUNDRAISING_REGION: 1, COUNTER_CARD: 7,
    COUNTER_RECRUIT: 11, COUNTER_BORDER_RECRUIT: 5, COUNTER_REGION_RECRUIT: 4,
    COUNTER_POSITION_RECRUIT: 2, COUNTER_UNIQUE_POSITION: 5, COUNTER_BUCKS: 1, COUNTER_REGION: 3,
    COUNTER_BASE_RECRUIT: 5,
})
"""What each counter grows by in a month, in tenths."""


@compiled
def _condition_percent(table, home, condition, detail):
    """In how many of 100 cases a condition of an effect is likely to hold from now on."""
    if condition == CONDITION_REGION:
        return HOME_REGION_PERCENT if (detail >> home) & 1 == 1 else OTHER_REGION_PERCENT
    if condition == CONDITION_POSITION:
        percent = 0
        while detail > 0:
            percent += _PERCENT[CONDITION_POSITION] * (detail & 1)
            detail = detail >> 1
        return percent
    if condition == CONDITION_MONTH:
        percent = 0
        for month in range(table.month + 1, MONTHS + 1):
            percent += 100 * ((detail >> month) & 1)
        return percent // max(1, MONTHS - table.month)
    return _PERCENT[condition]


@compiled
def _tenths_gained(table, me, clause):
    """The units that a clause gives when it acts, ten times over, its counter grown by then."""
    amount = 10 * table.clause_amount[clause]
    counter = table.clause_counter[clause]
    if counter > 0:
        growth = _GROWTH[counter] * (MONTHS - table.month)
        if (
            counter == COUNTER_REGION_RECRUIT
            and table.clause_counter_detail[clause] != table.region[me.seat]
        ):
            growth = growth // ABROAD_SLOWER
        if table.clause_when[clause] != WHEN_END:
            growth = growth // 2  # it acts all the way there
        number = 10 * counted(table, me.seat, clause) + growth
        amount = table.clause_amount[clause] * number // table.clause_per[clause]
        amount = min(amount, 10 * table.clause_up_to[clause])
    elif table.clause_gain[clause] == GAIN_VALUE:
        amount -= 10
    return amount


@compiled
def _unit_worth(params, gain, counter):
    """What one unit of a gain is worth; of a counted gain regardless of style."""
    if counter == COUNTER_NONE:
        if gain == GAIN_BUCKS:
            return int(params.buck_worth)
        if gain == GAIN_FREE_BETS:
            return int(params.bet_worth)
    return UNIT_WORTH[gain]


@compiled
def source_worth(table, me, params, source):
    """What the effect of a card or coach is likely to be worth from now to the end."""
    left = MONTHS - table.month
    home = table.region[me.seat]
    worth = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        gain = table.clause_gain[clause]
        when = table.clause_when[clause]
        unit = _unit_worth(params, gain, table.clause_counter[clause])
        value = _tenths_gained(table, me, clause) * unit
        value -= 10 * EC_COST * table.clause_pay_ec[clause]
        value -= 10 * BUCK_COST * table.clause_pay_bucks[clause]
        if value <= 0:
            continue
        if when == WHEN_END:
            worth += value // 10
            continue
        often = _OFTEN[when] * left
        if when in (WHEN_BET_WON, WHEN_CRAP_OUT):
            often = often * int(params.bet_worth) // USUAL_BET_WORTH
        for place in range(table.clause_conditions[clause]):
            percent = _condition_percent(
                table, home, table.clause_condition[clause, place],
                table.clause_condition_detail[clause, place],
            )
            often = often * percent // 100
        worth += value * often // 100
    return worth


@compiled
def card_worth(table, me, params, card):
    """What drafting a card is worth: printed stars and effect, less its price."""
    home = table.region[me.seat]
    worth = STAR * table.card_stars[card] + source_worth(table, me, params, card)
    abroad = table.card_price[card] - table.card_cost[card, home]
    return worth - int(params.price_weight) * table.card_price[card] - abroad


def keep(table, me, params, order):
    """Keep the four most useful of the six dealt cards (SET-8)."""
    for place in range(DEALT):
        me.hand_worth[place] = card_worth(table, me, params, me.hand[place])
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


def draft(table, me, params, order):
    """Draft the most useful card of hand, pool and stash (DRA-2)."""
    seat = me.seat
    best = -1
    best_worth = 0
    for place in range(table.hand_size[seat]):
        worth = card_worth(table, me, params, me.hand[place])
        if best < 0 or worth > best_worth:
            best = me.hand[place]
            best_worth = worth
    # Older pool cards have been passed over by the whole table, and by this planner.
    for place in range(max(0, table.pool_size - NEWEST_OF_POOL), table.pool_size):
        worth = card_worth(table, me, params, table.pool[place])
        if best < 0 or worth > best_worth:
            best = table.pool[place]
            best_worth = worth
    # A stash card can wait while the months left outnumber the stash.
    waiting = STASH_CAN_WAIT if MONTHS - table.month >= table.stash_size[seat] else 0
    for place in range(table.stash_size[seat]):
        worth = card_worth(table, me, params, me.stash[place]) - waiting
        if best < 0 or worth > best_worth:
            best = me.stash[place]
            best_worth = worth
    order.card = best
    me.card_worth[table.month % CALENDAR_CARDS] = _worth_once_drafted(
        table, params, best, best_worth
    )
    return DRAFT


@compiled
def _worth_once_drafted(table, params, card, worth):
    """What putting a card into play is worth, from what drafting it was: its price comes then."""
    price = int(params.price_weight) * table.card_price[card]
    return max(LEAST_CARD_WORTH, worth + price)


@compiled
def recall_cards(table, me, params):
    """Work out what cards on the calendar are worth where nothing is remembered of it.

    A game may be taken up in its middle, by a player whose memory is empty.
    """
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month + 1):
        card = table.calendar_card[me.seat, month]
        if card >= 0 and me.card_worth[month % CALENDAR_CARDS] == 0:
            me.card_worth[month % CALENDAR_CARDS] = _worth_once_drafted(
                table, params, card, card_worth(table, me, params, card)
            )
