"""The choice of dice, and of the months for their EC."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    COLOURS,
    DICE_DRAFT,
    DICE_USE,
    FULL,
    HALF,
    MONTHS,
    dice_limit,
    die_worth,
    unchecked,
)
from eoc_sim.strategies.eoc.planning.outlook import look_ahead
from eoc_sim.strategies.eoc.planning.remembered import (
    CANDIDATES,
    DICE_TAKEN,
    DIE_PICKED,
    REACH,
    is_chosen,
)
from eoc_sim.strategies.eoc.planning.routes import due, plan

ENOUGH_EC = 8
"""Each EC beyond this number devalues all EC of the month."""


@unchecked
def month_weight(params, month):
    """Return an EC's worth in a month, as a percentage of July's."""
    if month <= 6:
        if month == 2:
            return params.april
        if month == 3:
            return params.may
        if month == 4:
            return params.june
        if month == 6:
            return params.august
        return 100.0
    if month == 7:
        return params.september
    if month == 8:
        return params.october
    if month == 9:
        return params.november
    if month == 10:
        return params.december
    if month == 11:
        return params.january
    return params.february


@unchecked
def _note_needs(table, me):
    """Record the EC that plan and cards still need, by colour."""
    seat = me.seat
    last = min(MONTHS, table.month + REACH)
    for colour in range(COLOURS):
        me.need[colour] = -table.mat[seat, colour]
    for month in range(table.month, last + 1):
        for colour in range(COLOURS):
            me.need[colour] -= table.calendar[seat, month, colour]
    for month in range(max(1, table.month - 5), table.month + 1):
        card = table.calendar_card[seat, month]
        if card >= 0:
            for colour in range(COLOURS):
                me.need[colour] += table.card_cost[card, colour]
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if spot >= 0:
            state = table.spot_state[spot]
            first = table.state_region[state, 0]
            second = table.state_region[state, 1]
            me.need[first] += due(table, seat, spot, first)
            if second >= 0:
                me.need[second] += due(table, seat, spot, second)


@unchecked
def _weigh_months(table, me, params):
    """Record an EC's worth in each month in reach.

    The unit is a thousandth of an EC's full worth in July. An EC is worth less in a month that
    already has many.
    """
    look_ahead(table, me, params)
    last = min(MONTHS, table.month + REACH)
    for month in range(table.month, last + 1):
        weight = month_weight(params, month) * me.ec_share[month - table.month] / 10
        weight *= 1 - params.wait_percent * (month - table.month) / 100
        total = 0
        for colour in range(COLOURS):
            total += table.calendar[me.seat, month, colour]
        weight -= 10 * params.crowding * max(0, total - ENOUGH_EC)
        me.month_weight[month - table.month] = max(1, int(weight))


@unchecked
def _best_month(table, me):
    """Find the month in reach where an EC is worth most.

    The later month wins a tie.
    """
    best = table.month + 0
    for month in range(table.month + 1, min(MONTHS, table.month + REACH) + 1):
        if me.month_weight[month - table.month] >= me.month_weight[best - table.month]:
            best = month
    return best


@unchecked
def _gain(table, me, params, colour, mode, month):
    """Return the worth of taking a die in this mode and month."""
    number = die_worth(table, colour, mode)
    need = min(number, max(0, me.need[colour]))
    tenths = params.any_ec * number + (10 - params.any_ec) * need
    return int(tenths * me.month_weight[month - table.month])


@unchecked
def _rate(table, me, params, colour, best_month):
    """Record the best way to take a die: worth, mode and month."""
    any_month = table.rule_dice_use == DICE_USE.ANY_MONTH  # then dice have no half value (FAM-3)
    mode = FULL if any_month else HALF
    me.die_mode[colour] = mode
    me.die_month[colour] = best_month
    me.die_gain[colour] = _gain(table, me, params, colour, mode, best_month)
    month = table.month + table.dice[colour] - 1
    if any_month or month > MONTHS:
        return
    gain = _gain(table, me, params, colour, FULL, month)
    if gain > me.die_gain[colour]:
        me.die_mode[colour] = FULL
        me.die_month[colour] = month
        me.die_gain[colour] = gain


@unchecked
def _take(me, order, die_index, colour):
    """Write a die into the order, in the way `_rate` found best."""
    order.die[die_index] = colour
    order.mode[die_index] = me.die_mode[colour]
    order.month[die_index] = me.die_month[colour]


@unchecked
def die_open(table, seat, colour):
    """Check if a seat may take a die in an exclusive draft (CUT-2)."""
    count = 0
    for rival in range(table.players):
        for die_index in range(2):
            if table.die[rival, die_index] == colour:
                count += 1
                if rival == seat:
                    return False
    return count < dice_limit(table)


@unchecked
def rate_dice(table, me, params):
    """Record each die's worth and the best way to take it."""
    plan(table, me, params)
    _note_needs(table, me)
    _weigh_months(table, me, params)
    best_month = _best_month(table, me)
    for colour in range(COLOURS):
        _rate(table, me, params, colour, best_month)


def dice(table, me, params, order):
    """Take the two best dice, or pick one in an exclusive draft."""
    exclusive = table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE
    rate_dice(table, me, params)
    if is_chosen(table, me, DICE_TAKEN):
        _take(me, order, 0, me.choice_subject // COLOURS)
        _take(me, order, 1, me.choice_subject % COLOURS)
        return 0
    if is_chosen(table, me, DIE_PICKED) and die_open(table, me.seat, me.choice_subject):
        return me.choice_subject + 0  # only once: afterwards the die is no longer open to this seat
    first = -1
    for die_index in range(2):
        best = -1
        for colour in range(COLOURS):
            if colour == first:
                continue
            if exclusive and not die_open(table, me.seat, colour):
                continue
            if best < 0 or me.die_gain[colour] > me.die_gain[best]:
                best = colour
        if exclusive:
            return best
        _take(me, order, die_index, best)
        first = best
    return 0


def place(table, me, params, order):
    """Choose the modes and months of the dice of an exclusive draft (CUT-5)."""
    _weigh_months(table, me, params)
    best_month = _best_month(table, me)
    for die_index in range(2):
        colour = table.die[me.seat, die_index] + 0
        _rate(table, me, params, colour, best_month)
        _take(me, order, die_index, colour)
    return 0
