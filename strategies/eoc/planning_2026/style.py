"""How a planner plays: the parameters that its strategies share."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import parameter

_PARAMETERS = (
    ("buck_worth", 10, 0, 40, "tenths of a star that a BB is worth when drafting cards"),
    ("bet_worth", 4, 0, 40, "tenths of a star that a free bet is worth when drafting cards"),
    ("price_weight", 5, 0, 20, "tenths of a star that an EC of a card's price counts in drafting"),
    ("wait_percent", 3, 0, 40, "percent that a die's EC lose for each month they come later"),
    ("blowout_month", 0, 0, 9, "month, 1 March to 12 February, towards which and the next EC are "
     "gathered; 0 nowhere"),
    ("step_weight", 6, 0, 30, "tenths of a star that a step beyond the free moves counts"),
    ("runner_least", 2, 1, 9, "fewest EC that are worth a runner's BB"),
    ("market_early", 0, 0, 1, "1: a campaign every month, before BB go to runners"),
    ("bet_first", 0, 0, 1, "1: leftover EC become bets before they become steps"),
)


def planner_parameters(**defaults):
    """The parameters of a strategy that uses this planner, with its own defaults."""
    return [
        parameter(name, default=defaults.get(name, default), low=low, high=high, help=text)
        for name, default, low, high, text in _PARAMETERS
    ]
