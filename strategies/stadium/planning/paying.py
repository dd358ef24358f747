"""Choosing whom to pay when money is short, and what to lose (GAM-3, LOS-2)."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    LOSS_EMPLOYEE,
    MONEY,
    SALARIES,
    UNPAID_VP,
    unchecked,
    vps_due,
)
from eoc_sim.strategies.stadium.planning.cards import employee_worth, player_worth
from eoc_sim.strategies.stadium.planning.drafting import least_valuable_player
from eoc_sim.strategies.stadium.planning.outlook import look
from eoc_sim.strategies.stadium.planning.placing import least_valuable_employee
from eoc_sim.strategies.stadium.planning.remembered import THOUSAND

NOBODY, THE_VP, A_PLAYER, AN_EMPLOYEE = range(4)


@unchecked
def _vp_at_stake(table, me, params):
    """Return the points lost if a VP's salary is not paid (GAM-5)."""
    later = me.rounds_left / THOUSAND - 1
    if later <= 0 or table.rule_unpaid_vp == UNPAID_VP.STAYS:
        return 0.0
    rounds = later if table.rule_unpaid_vp == UNPAID_VP.LEAVES else 1.0
    return rounds * params.vp_placement


def pay(table, me, params, order):
    """Pay salaries, starting with those that save most per unit of money.

    Where the rules allow it, salaries that save less than they cost stay unpaid.
    """
    look(table, me, params)
    seat = me.seat
    money = table.tokens[seat, MONEY] + 0
    is_optional = table.rule_salaries == SALARIES.MAY
    later = me.rounds_left / THOUSAND - 1
    unit_worth = me.worth[MONEY] / THOUSAND
    while True:
        kind = NOBODY
        best_card = -1
        maximum = unit_worth if is_optional else -1e9
        salary = table.rule_vp_salary + 0
        if order.vps < vps_due(table, seat) and 0 < salary <= money:
            rate = _vp_at_stake(table, me, params) / salary
            if rate > maximum:
                kind = THE_VP
                maximum = rate
        for card in range(table.players):
            due = table.player_salary[card]
            if 0 < due <= money and table.team[seat, card] > order.players[card]:
                rate = player_worth(table, me, params, card, later) / due
                if rate > maximum:
                    kind = A_PLAYER
                    best_card = card
                    maximum = rate
                    salary = due
        for card in range(table.employees):
            due = table.employee_salary[card]
            if 0 < due <= money and table.hired[seat, card] > order.employees[card]:
                colleagues = table.hired_count[seat] - 1
                rate = employee_worth(table, me, params, card, colleagues, later) / due
                if rate > maximum:
                    kind = AN_EMPLOYEE
                    best_card = card
                    maximum = rate
                    salary = due
        if kind == NOBODY:
            return 1
        money -= salary
        if kind == THE_VP:
            order.vps += 1
        elif kind == A_PLAYER:
            order.players[best_card] += 1
        else:
            order.employees[best_card] += 1


def lose(table, me, params, order):
    """Lose the card that is worth least after this round."""
    look(table, me, params)
    if table.space_loss[table.space] == LOSS_EMPLOYEE:
        order.card = least_valuable_employee(table, me, params)[0]
    else:
        order.card = least_valuable_player(table, me, params, me.rounds_left / THOUSAND - 1)
    return 1
