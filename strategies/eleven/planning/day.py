"""A manager's decisions before a match: the draft, the day and choices (WEE-2, ACT)."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.strategy_api import (
    BUILD,
    CHOOSE,
    DECLINE,
    DISMISS,
    END_DAY,
    FIRST_DIRECTOR,
    FIRST_SPONSOR,
    FIRST_STAFF,
    FIRST_TACTIC,
    FIRST_TOKEN,
    FOR_BONUS,
    FOR_MONEY,
    FREE,
    HIRE,
    OF_STAFF,
    OFFICE,
    PASS,
    SELL,
    SHIRT,
    SMALL,
    SPONSOR,
    SPONSOR_ROW,
    STAFF,
    STAFF_ROW,
    TRANSFERS,
    action_refusal,
    discount,
    free_refusal,
    is_forced,
    name_for,
    printed_price,
    staff_places,
    step_refusal,
    unchecked,
)
from eoc_sim.strategies.eleven.planning.deals import (
    assess_today,
    bank_price,
    cost_of,
    sale_worth,
    sale_worth_given_play,
    weigh_deals,
)
from eoc_sim.strategies.eleven.planning.worth import (
    ACTION,
    EXPERIENCE,
    TRAIN,
    WEEKLY,
    card_worth,
    clause_worth,
    lost_set_worth,
    source_worth,
    staff_worth,
    token_worth,
    training_worth,
    unit_worth,
    weeks_left,
)

EXPECTED_VP = np.array([79, 68, 40, 35, 38, 59, 80, 51, 34, 50, 29, 25, 40, 25, 25, 25, 22])
"""The mean VP that an objective brings in a season, in tenths.

The numbers are in the order of the objectives' measures.
"""
NO_LIMIT = 1e9
"""A bound that no action's worth reaches."""
SPONSORS_ON_OFFER = 3
"""The number of sponsors on offer: the oldest ones in the row (SET-8)."""
MIN_FREE_WORTH = 0.3
MIN_EXTRA_WORTH = 1.0
MIN_REPLACEMENT_GAIN = 6.0
"""Net worths that a free action, extra action and replacement must exceed."""


def director(table, me, params, order):
    """Take the director whose levels and effects are worth most."""
    maximum = -1e9
    for index in range(4):
        source = table.hand[me.seat, index]
        if source < 0:
            continue
        worth = source_worth(table, params, source, float(table.rule_weeks))
        for resource in range(4):
            worth += (
                unit_worth(params, resource)
                * (table.rule_weeks - 1)
                * table.director_shift[source - FIRST_DIRECTOR, resource]
            )
        if worth > maximum:
            maximum = worth
            order.card = source
    return 1


def objective(table, me, params, order):
    """Keep the objective that brings the most VP on average."""
    order.card = me.offered[0]
    other_objective = me.offered[1]
    if (
        other_objective >= 0
        and EXPECTED_VP[table.objective_measure[other_objective]]
        > EXPECTED_VP[table.objective_measure[me.offered[0]]]
    ):
        order.card = other_objective
    return 1


@unchecked
def sponsor_worth(table, params, card, way, weeks, money_worth):
    """Return the worth of a sponsor's contract."""
    sponsor = card - FIRST_SPONSOR
    if way == SMALL:
        return money_worth * table.sponsor_cash[sponsor]
    worth = 0.0
    if way == FOR_MONEY or way == SHIRT:
        worth += table.sponsor_weekly[sponsor] * (weeks - 1)
    if way == FOR_BONUS or way == SHIRT:
        worth += source_worth(table, params, card, weeks)
    return worth - (1.0 if way == SHIRT else 0.0)


@unchecked
def option_worth(table, me, params, kind, card, way, price, today):
    """Return an action's worth beyond its price."""
    weeks = weeks_left(table)
    if kind == SELL:
        return sale_worth(table, me, params, card, weeks, today, bank_price(table, card))
    if kind == SPONSOR:
        return sponsor_worth(table, params, card, way, weeks, today.money_worth)
    if kind == HIRE:
        worth = card_worth(table, me, params, card, weeks, today.squad_size)
    elif kind == STAFF:
        worth = staff_worth(table, me, params, card, weeks)
    elif card == OFFICE:
        worth = params.staff_weight * params.vp_worth
    else:
        worth = params.build_weight * token_worth(table, me, params, card, weeks)
    return worth - cost_of(params, price, today)


@unchecked
def max_sale_worth(table, me, params, card, today):
    """Return an upper bound on a sale's worth, without comparing cards."""
    weeks, price = weeks_left(table), bank_price(table, card)
    return sale_worth_given_play(table, me, params, card, weeks, today, price, 0.0)


@unchecked
def weigh(table, me, params, order, kind, card, way, reduction, best_worth, limit, today):
    """Keep the action if it is legal and worth more than ``best_worth``.

    It must also be worth less than ``limit``. ``reduction`` is the discount on its price. The
    function returns the worth of the action kept, or else ``best_worth``.
    """
    price = 0
    if kind == HIRE or kind == STAFF or kind == BUILD:
        price = max(1, printed_price(table, me.seat, card) - reduction)
        if price > table.resources[me.seat, 0]:
            return best_worth
    if kind == SELL and max_sale_worth(table, me, params, card, today) <= best_worth:
        return best_worth
    worth = option_worth(table, me, params, kind, card, way, price, today)
    if worth <= best_worth or worth >= limit:
        return best_worth
    kept_card, kept_way = order.card + 0, order.way + 0
    order.card = card
    order.way = way
    if step_refusal(table, me.seat, kind, order) > 0:
        order.card = kept_card
        order.way = kept_way
        return best_worth
    order.kind = kind
    return worth


@unchecked
def use_worth(table, me, params, clause):
    """Return the worth of using a clause once."""
    facts = table.clause[clause]
    if facts.gain != TRAIN and facts.gain != EXPERIENCE:
        return clause_worth(table, params, clause, 1.0) / WEEKLY[ACTION]
    card = card_to_train(table, me, params, facts.gain == EXPERIENCE)
    worth = 0.0
    if card >= 0:
        worth = facts.amount * training_worth(table, me, params, card, weeks_left(table))
    if facts.pay_kind >= 0:
        worth -= facts.pay_amount * unit_worth(params, facts.pay_kind + 0)
    return worth


@unchecked
def card_to_train(table, me, params, youngsters_only):
    """Return the manager's card whose training is worth most, or -1."""
    best = -1
    maximum = -1.0
    for index in range(table.squad_size[me.seat]):
        card = table.squad[me.seat, index] + 0
        if table.is_trained[card] == 1:
            continue
        if youngsters_only and table.card_spaces[card] == 0:
            continue
        worth = training_worth(table, me, params, card, weeks_left(table))
        if worth > maximum:
            maximum = worth
            best = card
    return best


@unchecked
def free_action(table, me, params, order):
    """Choose the best free action; return False if none is worthwhile."""
    if table.free_taken > 0:
        return False
    maximum = MIN_FREE_WORTH
    has_option = False
    for kind in range(4):
        for index in range(table.held_count[me.seat, kind]):
            source = table.held[me.seat, kind, index] + 0
            if (table.moments[source] >> ACTION) & 1 == 0:
                continue
            for number in range(table.clauses_of[source]):
                clause = table.first_clause[source] + number
                if (
                    table.clause[clause].when != ACTION
                    or free_refusal(table, me.seat, source, number) > 0
                ):
                    continue
                worth = use_worth(table, me, params, clause)
                if worth > maximum:
                    maximum = worth
                    has_option = True
                    order.source = source
                    order.clause = number
    return has_option


@unchecked
def staff_to_replace(table, me, params, today):
    """CLU-6: return the staff card to dismiss for a better one, or -1."""
    seat = me.seat
    if table.held_count[seat, OF_STAFF] < staff_places(table, seat):
        return -1
    weeks = weeks_left(table)
    worst = -1
    minimum = 0.0
    for index in range(table.held_count[seat, OF_STAFF]):
        card = table.held[seat, OF_STAFF, index] + 0
        worth = source_worth(table, params, card, weeks) + lost_set_worth(table, seat, params, card)
        if worst < 0 or worth < minimum:
            worst = card
            minimum = worth
    reduction = discount(table, seat, FIRST_STAFF)
    for index in range(table.area_count[STAFF_ROW]):
        card = table.area[STAFF_ROW, index] + 0
        price = max(1, printed_price(table, seat, card) - reduction)
        if price > table.resources[seat, 0]:
            continue
        worth = staff_worth(table, me, params, card, weeks)
        worth -= cost_of(params, price, today)
        if worth - minimum > MIN_REPLACEMENT_GAIN * params.staff_weight:
            return worst
    return -1


@unchecked
def least_worth(table, params):
    """Return the worth above which an action is taken."""
    if table.actions_taken == 0:
        return 0.0
    return MIN_EXTRA_WORTH + 0.5 * params.operation_worth * table.rule_extra_cost


@unchecked
def best_action(table, me, params, order, best_worth, limit, today):
    """Choose the best action whose worth lies between two limits.

    The action is worth more than ``best_worth`` and less than ``limit``, and its worth is returned.
    Doing nothing counts as an action that is worth `least_worth`. If there is no such action, the
    order is left alone, and ``best_worth`` is returned.
    """
    idle = least_worth(table, params)
    if best_worth < idle < limit:
        best_worth = idle
        order.kind = END_DAY if table.actions_taken > 0 else PASS
    for row in range(SPONSOR_ROW):
        if table.area_count[row] == 0:
            continue
        kind = STAFF if row == STAFF_ROW else HIRE
        reduction = discount(table, me.seat, table.area[row, 0] + 0)
        for index in range(table.area_count[row]):
            card = table.area[row, index]
            best_worth = weigh(
                table, me, params, order, kind, card, 0, reduction, best_worth, limit, today
            )
    for index in range(min(SPONSORS_ON_OFFER, table.area_count[SPONSOR_ROW])):
        card = table.area[SPONSOR_ROW, index]
        for way in range(FOR_MONEY, SMALL + 1):
            best_worth = weigh(
                table, me, params, order, SPONSOR, card, way, 0, best_worth, limit, today
            )
    for index in range(table.squad_size[me.seat]):
        card = table.squad[me.seat, index] + 0
        best_worth = weigh(table, me, params, order, SELL, card, 0, 0, best_worth, limit, today)
    reduction = discount(table, me.seat, OFFICE)
    for token in range(FIRST_TOKEN, FIRST_TACTIC):
        if table.token_copies[token - FIRST_TOKEN] > 0:
            best_worth = weigh(
                table, me, params, order, BUILD, token, 0, reduction, best_worth, limit, today
            )
    return weigh(table, me, params, order, BUILD, OFFICE, 0, reduction, best_worth, limit, today)


@unchecked
def plan_action(table, me, params, order):
    """Take the action that is worth most, if it covers its cost."""
    if params.spends == 0:
        return END_DAY
    if free_action(table, me, params, order):
        return FREE
    if action_refusal(table, me.seat) > 0:
        return END_DAY if table.actions_taken > 0 else PASS
    today = assess_today(table, me, params)
    order.card = staff_to_replace(table, me, params, today)
    if order.card >= 0:
        return DISMISS
    maximum = best_action(table, me, params, order, -NO_LIMIT, NO_LIMIT, today)
    if table.rule_transfers == TRANSFERS.ON:
        weigh_deals(table, me, params, order, maximum, today)
    return order.kind + 0


def act(table, me, params, order):
    """Take the action that is worth most, if it covers its cost."""
    return plan_action(table, me, params, order)


def choose(table, me, params, order):
    """Take an effect if it is forced or worth its cost.

    The effect is used on the best cards.
    """
    source = table.asked_source
    clause = table.first_clause[source] + table.asked_clause
    gain = table.clause[clause].gain
    if gain == TRAIN or gain == EXPERIENCE:
        card = card_to_train(table, me, params, gain == EXPERIENCE)
        if card < 0:
            return DECLINE
        room = max(1, table.card_spaces[card] - table.experience[card])
        order.chosen[card] = min(room, table.asked_amount) if gain == EXPERIENCE else 1
    elif not name_for(table, me, order, source, table.asked_clause):
        return DECLINE
    if is_forced(table, clause) or use_worth(table, me, params, clause) >= 0:
        return CHOOSE
    return DECLINE
