"""How a planner plays: the parameters that its strategies share."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import COLOURS, parameter, prepared, table

TABLES = [
    table("learnt/clauses.csv", key="clause", neutral=1.0, columns=("factor",), partial=True),
    # By home region, what drafting a card is worth at the end of the game and so much more for
    # each month before, where that hangs on nothing else.
    prepared("card_known", key="card"),
    prepared("card_at_end", key="card", numbers=COLOURS),
    prepared("card_a_month", key="card", numbers=COLOURS),
]

_PARAMETERS = (
    ("april", 13.8, 0, 200, "percent that an EC of April is worth"),
    ("may", 97.1, 0, 200, "percent that an EC of May is worth"),
    ("june", 127.0, 0, 200, "percent that an EC of June is worth"),
    ("august", 157.0, 0, 200, "percent that an EC of August is worth"),
    ("september", 132.0, 0, 200, "percent that an EC of September is worth"),
    ("october", 121.0, 0, 200, "percent that an EC of October is worth"),
    ("november", 105.0, 0, 200, "percent that an EC of November is worth"),
    ("december", 92.3, 0, 200, "percent that an EC of December is worth"),
    ("january", 15.9, 0, 200, "percent that an EC of January is worth"),
    ("february", 3.05, 0, 200, "percent that an EC of February is worth"),
    ("crowding", 0.19, 0, 10, "percent by which each EC beyond the eighth of a month makes them "
     "worth less"),
    ("wait_percent", 0.0, -20, 30, "percent that EC lose for each month they come later"),
    ("any_ec", 7.98, 0, 10, "tenths of its worth that an EC of a die has whatever its colour"),
    ("buck_worth", 6.63, 0, 40, "tenths of a star that a BB is worth when drafting cards"),
    ("bet_worth", 11.3, 0, 40, "tenths of a star that a free bet is worth when drafting cards"),
    ("ec_worth", 8.6, 0, 40, "tenths of a star that an EC is worth when drafting cards"),
    ("price_weight", 7.0, 0, 20, "tenths of a star that an EC of a card's price counts"),
    ("patience", 23.5, 0, 100, "tenths of a star that a card of the pool must be better to be had "
     "before others have discarded; 0 never waits"),
    ("whim", 15, 0, 1000, "tenths of a star by which drafting errs, at most, either way"),
    ("card_favour", 1.41, 0.2, 4, "how much cards are preferred to recruits of the same worth"),
    ("rate_offset", 0.157, 0.1, 20, "EC that every purchase counts more, in favour of dear ones"),
    ("least_rate", 0.562, 0, 20, "worth for an EC below which nothing is bought"),
    ("trade_cost", 33.6, 0, 60, "tenths of a star that each EC by trade takes off a purchase"),
    ("step_price", 3.0, 0, 4, "EC that a step beyond the free moves counts"),
    ("new_position", 23.3, 0, 150, "tenths of a star that a new position is worth at least"),
    ("region_recruit", 81.2, 0, 400, "tenths of a star that a recruit of the region is worth"),
    ("border_worth", 0.0, 0, 150, "tenths of a star that a border recruit is worth more"),
    ("board_worth", 7.69, 0, 300, "tenths of a star that the Recruiting Board is worth, "
     "shared by the positions missing"),
    ("runner_least", 5.6, 1, 9, "fewest EC that are worth a runner's BB"),
    ("market_early", 0, 0, 1, "1: a campaign every month, before BB go to runners"),
    ("bet_first", 1, 0, 1, "1: leftover EC become bets before they become steps"),
)


def planner_parameters(**defaults):
    """The parameters of a strategy that uses this planner, with its own defaults."""
    return [
        parameter(name, default=defaults.get(name, default), low=low, high=high, help=text)
        for name, default, low, high, text in _PARAMETERS
    ]
