"""The worth of cards and coaches, in tenths of a star.

A formula works out the worth of a card from its printed numbers and the clauses of its effect. The
worth that it gives to each clause is multiplied by a factor learnt from games. A clause without a
learnt factor, such as a changed one, has the factor 1.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.strategy_api import (
    COLOURS,
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
    clause_count,
    unchecked,
    unchecked_inlined,
)
from eoc_sim.strategies.eoc.planning.outlook import look_ahead
from eoc_sim.strategies.eoc.planning.remembered import CALENDAR_CARDS

STAR = 10
MIN_CARD_WORTH = 5
MONTHS_TO_PAYMENT = 2
"""The usual number of months from draft to payment."""
HOME_REGION_PERCENT, OTHER_REGION_PERCENT = 70, 25
"""The chances that a condition on regions holds, in percent.

The first is for conditions that name the home region, the second for those that do not.
"""
SLOWER_ABROAD = 3
"""The factor by which recruits from other regions are signed more slowly."""
USUAL_BET_WORTH = 4
"""The ``bet_worth`` with which a strategy bets as often as `_FREQUENCY` says."""


def _by_code(numbers):
    """Build an array over the codes 0, 1, 2 and so on."""
    return np.array([numbers[code] for code in range(len(numbers))])


UNIT_WORTH = _by_code(
    {
        GAIN_STARS: STAR,
        GAIN_BUCKS: 10,
        GAIN_EC: 7,
        GAIN_MOVES: 2,
        GAIN_FREE_BETS: 4,
        GAIN_FREE_RUNNERS: 2,
        GAIN_VALUE: 10,
        GAIN_DISCOUNT: 8,
        GAIN_BUCKS_AS_EC: 2,
        GAIN_USE_AGAIN: 4,
        GAIN_SHIFT_DIE: 12,
    }
)
"""The default worth of one unit of each gain.

The strategy's parameters set the worth of EC, BB and free bets instead, unless a counter multiplies
the gain.
"""
_FREQUENCY = _by_code(
    {
        WHEN_MONTH: 5,
        WHEN_PLAY: 2,
        WHEN_SIGN: 0,
        WHEN_MARKET: 3,
        WHEN_TRADE: 6,
        WHEN_MOVE: 8,
        WHEN_BET_WON: 2,
        WHEN_CRAP_OUT: 1,
        WHEN_ALWAYS: 8,
        WHEN_END: 0,
    }
)
"""Usable occurrences of each moment in a month, in tenths.

The numbers are chosen so that the mean learnt factor of a moment's clauses is about 1.
"""
SIGNED_IN_PLAY = 4
"""Recruits signed while the card is in play, out of ten signed."""
_PERCENT = _by_code(
    {
        CONDITION_TYPE: 40,
        CONDITION_FUNDRAISING_REGION: 8,
        CONDITION_REGION: 50,
        CONDITION_POSITION: 13,
        CONDITION_BASE_AT_LEAST: 40,
        CONDITION_BASE_AT_MOST: 50,
        CONDITION_BORDER: 50,
        CONDITION_SINGLE: 50,
        CONDITION_SAME_STATE: 30,
        CONDITION_MONTH: 0,
        CONDITION_USED_FUNDRAISING: 30,
        CONDITION_CRAPPED_OUT: 25,
    }
)
"""The chance that each condition holds, in percent.

A condition that names several positions counts the chance once for each.
"""
_GROWTH = _by_code(
    {
        COUNTER_NONE: 0,
        COUNTER_TYPE: 4,
        COUNTER_FUNDRAISING_REGION: 1,
        COUNTER_CARD: 7,
        COUNTER_RECRUIT: 10,
        COUNTER_BORDER_RECRUIT: 5,
        COUNTER_REGION_RECRUIT: 4,
        COUNTER_POSITION_RECRUIT: 2,
        COUNTER_UNIQUE_POSITION: 5,
        COUNTER_BUCKS: 1,
        COUNTER_REGION: 3,
        COUNTER_BASE_RECRUIT: 5,
    }
)
"""The growth of each counter per month, in tenths.

Counters of recruits grow by this per recruit instead.
"""
_COUNTS_RECRUITS = (
    COUNTER_RECRUIT,
    COUNTER_BORDER_RECRUIT,
    COUNTER_REGION_RECRUIT,
    COUNTER_POSITION_RECRUIT,
    COUNTER_UNIQUE_POSITION,
    COUNTER_REGION,
    COUNTER_BASE_RECRUIT,
)


@unchecked_inlined
def _condition_percent(month_now, home, condition, detail):
    """Estimate the chance that a condition holds after this month, in percent."""
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
        for month in range(month_now + 1, MONTHS + 1):
            percent += 100 * ((detail >> month) & 1)
        return percent // max(1, MONTHS - month_now)
    return _PERCENT[condition]


@unchecked_inlined
def _estimate_gain(table, seat, home, month, signings, clause):
    """Estimate a clause's gain in tenths, with the growth of its counter."""
    amount = 10.0 * table.clause_amount[clause]
    counter = table.clause_counter[clause]
    if counter > 0:
        growth = float(_GROWTH[counter])
        growth *= signings if counter in _COUNTS_RECRUITS else MONTHS - month
        if counter == COUNTER_REGION_RECRUIT and table.clause_counter_detail[clause] != home:
            growth /= SLOWER_ABROAD
        if table.clause_when[clause] != WHEN_END:
            growth /= 2  # the clause acts while the counter grows
        number = 10 * clause_count(table, seat, clause) + growth
        amount = table.clause_amount[clause] * number / table.clause_per[clause]
        amount = min(amount, 10.0 * table.clause_up_to[clause])
    elif table.clause_gain[clause] == GAIN_VALUE:
        amount -= 10
    return amount


@unchecked_inlined
def unit_worth(params, gain, counter):
    """Return the worth of one unit of a gain.

    The strategy's parameters do not affect a gain that a counter multiplies.
    """
    if counter == COUNTER_NONE:
        if gain == GAIN_BUCKS:
            return params.buck_worth
        if gain == GAIN_FREE_BETS:
            return params.bet_worth
        if gain == GAIN_EC:
            return params.ec_worth
    return float(UNIT_WORTH[gain])


@unchecked_inlined
def clause_worth(table, params, seat, home, month, signings, clause):
    """Return a clause's worth in the months after ``month``, by the formula.

    ``home`` is the player's region; ``signings`` are the recruits that the player may still sign.
    """
    gain = table.clause_gain[clause]
    when = table.clause_when[clause]
    unit = unit_worth(params, gain, table.clause_counter[clause])
    value = _estimate_gain(table, seat, home, month, signings, clause) * unit
    value -= 10 * params.ec_worth * table.clause_pay_ec[clause]
    value -= 10 * params.buck_worth * table.clause_pay_bucks[clause]
    if value <= 0:
        return 0.0
    if when == WHEN_END:
        return value / 10
    frequency = float(_FREQUENCY[when]) * (MONTHS - month)
    if when == WHEN_SIGN:
        frequency = SIGNED_IN_PLAY * signings
    if when in (WHEN_BET_WON, WHEN_CRAP_OUT):
        frequency = frequency * params.bet_worth / USUAL_BET_WORTH
    for index in range(table.clause_conditions[clause]):
        percent = _condition_percent(
            month,
            home,
            table.clause_condition[clause, index],
            table.clause_condition_detail[clause, index],
        )
        frequency = frequency * percent / 100
    return value * frequency / 100


@unchecked
def effect_worth(table, params, seat, month, signings, source):
    """Estimate the worth of a card's or coach's effect after ``month``."""
    home = table.region[seat]
    return _effect_worth(table, params, seat, home, month, signings, source)


@unchecked
def _effect_worth(table, params, seat, home, month, signings, source):
    """Return the `effect_worth` for a home region."""
    worth = 0.0
    for clause in range(table.source_first[source], table.source_last[source]):
        worth += params.factor[clause] * clause_worth(
            table, params, seat, home, month, signings, clause
        )
    return worth


@unchecked
def _depends_on_the_game(table, card):
    """Check if an effect's worth depends on counters or particular months."""
    for clause in range(table.source_first[card], table.source_last[card]):
        if table.clause_counter[clause] != COUNTER_NONE:
            return True
        for index in range(table.clause_conditions[clause]):
            if table.clause_condition[clause, index] == CONDITION_MONTH:
                return True
    return False


def prepare(table, me, params, order):
    """Precompute the worth of cards without counters or conditions on months.

    For each home region, it depends only on the months left and the recruits still to be signed.
    """
    for card in range(table.cards):
        if _depends_on_the_game(table, card):
            continue
        params.card_known[card] = 1.0
        for home in range(COLOURS):
            at_end = _effect_worth(table, params, me.seat, home, MONTHS, 0.0, card)
            before = _effect_worth(table, params, me.seat, home, MONTHS - 1, 0.0, card)
            signing = _effect_worth(table, params, me.seat, home, MONTHS, 1.0, card)
            params.card_at_end[card, home] = at_end
            params.card_per_month[card, home] = before - at_end
            params.card_per_signing[card, home] = signing - at_end
    return 0


@unchecked
def price_worth(table, me, params, card):
    """Return the worth of a card's price.

    It is lower when EC will not buy much else.
    """
    return params.price_weight * table.card_price[card] * me.ec_share[MONTHS_TO_PAYMENT] / 100


@unchecked
def card_worth(table, me, params, card):
    """Return the worth of drafting a card: stars and effect minus price.

    The caller must have called `look_ahead`, which is not repeated here for each of many cards.
    """
    home = table.region[me.seat]
    months = MONTHS - table.month
    signings = me.signings / 10
    if params.card_known[card] > 0:
        worth = params.card_at_end[card, home] + months * params.card_per_month[card, home]
        worth += signings * params.card_per_signing[card, home]
    else:
        worth = _effect_worth(table, params, me.seat, home, table.month, signings, card)
    return worth + STAR * table.card_stars[card] - price_worth(table, me, params, card)


@unchecked
def value_cards(table, me, params):
    """Record the worth of playing each calendar card, without its price."""
    look_ahead(table, me, params)
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month + 1):
        card = table.calendar_card[me.seat, month]
        if card >= 0:
            worth = card_worth(table, me, params, card) + price_worth(table, me, params, card)
            me.card_worth[month % CALENDAR_CARDS] = int(max(MIN_CARD_WORTH, worth))
