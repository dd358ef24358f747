"""What players and employees are worth to an owner."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    EMPLOYEE_SOURCE,
    MONEY,
    PLAYER_SOURCE,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.clauses import standing_worth, star_worth
from eoc_sim.strategies.stadium.planning.remembered import THOUSAND


@unchecked
def _salaries(me, params, salary):
    """Points that a salary costs to the end of the game."""
    return salary * params.salary_share * me.rounds_left / THOUSAND * me.worth[MONEY] / THOUSAND


@unchecked
def player_worth(table, me, params, card):
    """Points that holding a player is worth from now on."""
    gains = params.player_weight * standing_worth(table, me, params, PLAYER_SOURCE + card)
    return table.player_points[card] + gains - _salaries(me, params, table.player_salary[card])


@unchecked
def employee_worth(table, me, params, card, colleagues):
    """Points that a hired employee is worth from now on, beside so many others (BON-5)."""
    source = EMPLOYEE_SOURCE + card
    later = me.rounds_left / THOUSAND - 1
    stars = later * params.star_uses / (1 + colleagues) * star_worth(table, me, params, source)
    worth = table.employee_points[card] + standing_worth(table, me, params, source) + stars
    return params.staff_weight * worth - _salaries(me, params, table.employee_salary[card])
