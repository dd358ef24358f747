"""Hire: one more VP, or employees (ACT-5, ACT-6)."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    HIRE,
    HIRE_BOTH,
    HIRE_EMPLOYEES,
    HIRE_OPTION,
    HIRE_VP,
    MONEY,
    NOTHING,
    salaries_due,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.cards import employee_worth
from eoc_sim.strategies.stadium.planning.outlook import look
from eoc_sim.strategies.stadium.planning.remembered import THOUSAND
from eoc_sim.strategies.stadium.planning.standing import count_standing, money_to_come


@unchecked
def vp_gain(table, me, params, money, spare, purchases):
    """Return the worth of a further VP beyond its price.

    It is 0 if the VP cannot be bought, or is not worth its price. ``purchases`` is the number of
    VPs bought before it. ``spare`` is the money left after salaries, including money to come.
    """
    price = table.rule_vp_price
    if table.vps[me.seat] + purchases >= table.vp_most[me.seat] or money < price:
        return 0.0
    penalty = params.unpaid_cost * max(0, price - max(0, spare))
    return max(0.0, (me.vp_worth - price * me.worth[MONEY]) / THOUSAND - penalty)


@unchecked
def next_employee(table, me, params, money, hires, mask):
    """Return the best face-down employee, or -1, and the gain.

    ``hires`` is the number of employees already chosen. ``mask`` has their rows as bits; further
    copies of them are left out.
    """
    best = -1
    maximum = 0.0
    colleagues = table.hired_count[me.seat] + hires
    for card in range(table.employees):
        if me.face_down[card] == 0 or (mask >> card) & 1 == 1:
            continue
        cost = table.employee_cost[card]
        if cost <= money:
            worth = employee_worth(table, me, params, card, colleagues, me.rounds_left / THOUSAND)
            worth -= cost * me.worth[MONEY] / THOUSAND
            if worth > maximum:
                best = card
                maximum = worth
    return best, maximum


@unchecked
def staff_gain(table, me, params, money, mask):
    """Return the gain, cost and rows of all worthwhile employees.

    The rows are bits, added to ``mask``, which holds the employees already chosen.
    """
    total = 0.0
    cost = 0
    hires = 0
    while hires < table.face_down_count[me.seat]:
        card, worth = next_employee(table, me, params, money - cost, hires, mask)
        if card < 0:
            break
        total += worth
        cost += table.employee_cost[card]
        hires += 1
        mask |= 1 << card
    return total, cost, mask


def hire(table, me, params, order):
    """Hire a VP or employees, whichever is better, or both.

    Hiring both is possible only if the rules allow it.
    """
    look(table, me, params)
    money = table.tokens[me.seat, MONEY] + 0
    spare = money + money_to_come(me, count_standing(table, me.seat), HIRE + 1)
    spare += me.income[MONEY] - salaries_due(table, me.seat)
    vp = vp_gain(table, me, params, money, spare, 0)
    staff = staff_gain(table, me, params, min(money, spare), 0)[0]
    action = NOTHING
    if vp > 0 and (vp >= staff or table.rule_hire_option == HIRE_OPTION.BOTH):
        action = HIRE_VP
        money -= table.rule_vp_price
        spare -= table.rule_vp_price
        if table.rule_hire_option == HIRE_OPTION.ONE:
            return action
    mask = staff_gain(table, me, params, min(money, spare), 0)[2]
    if mask == 0:
        return action
    for card in range(table.employees):
        order.employees[card] = (mask >> card) & 1
    return HIRE_BOTH if action == HIRE_VP else HIRE_EMPLOYEES
