"""The worth of players and employees to an owner."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import EMPLOYEE_SOURCE, MONEY, PLAYER_SOURCE, unchecked
from eoc_sim.strategies.stadium.planning.clauses import standing_worth, star_worth
from eoc_sim.strategies.stadium.planning.remembered import THOUSAND


@unchecked
def _salaries(me, params, salary, rounds):
    """Return the points that a salary costs over several rounds."""
    return salary * params.salary_share * rounds * me.worth[MONEY] / THOUSAND


@unchecked
def player_worth(table, me, params, card, rounds):
    """Return a player's worth over several rounds, in points."""
    gains = params.player_weight * standing_worth(table, me, params, PLAYER_SOURCE + card, rounds)
    return (
        table.player_points[card] + gains - _salaries(me, params, table.player_salary[card], rounds)
    )


@unchecked
def employee_worth(table, me, params, card, colleagues, rounds):
    """Return an employee's worth over several rounds, in points.

    ``colleagues`` is the number of other employees hired.
    """
    source = EMPLOYEE_SOURCE + card
    later = me.rounds_left / THOUSAND - 1
    stars = later * params.star_uses / (1 + colleagues) * star_worth(table, me, params, source)
    worth = table.employee_points[card] + standing_worth(table, me, params, source, rounds) + stars
    return params.staff_weight * worth - _salaries(me, params, table.employee_salary[card], rounds)
