"""The style of a planner: parameters of all strategies built on it."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import COLOURS, lookup, parameter, table

TABLES = [
    table("learnt/clauses.csv", key="clause", neutral=1.0, columns=("factor",), partial=True),
    # For cards whose worth depends only on the months and recruits to come: the effect's worth at
    # the end of the game, and what each month and each recruit adds, by home region.
    lookup("card_known", key="card"),
    lookup("card_at_end", key="card", numbers=COLOURS),
    lookup("card_per_month", key="card", numbers=COLOURS),
    lookup("card_per_signing", key="card", numbers=COLOURS),
]

_PARAMETERS = (
    ("skill", 100.0, 0, 100, "percent of a planner's skill; a beginner has 0"),
    ("april", 23.0, 0, 200, "worth of an EC in April, as a percentage of one in July"),
    ("may", 98.7, 0, 200, "worth of an EC in May, as a percentage of one in July"),
    ("june", 187.0, 0, 200, "worth of an EC in June, as a percentage of one in July"),
    ("august", 182.0, 0, 200, "worth of an EC in August, as a percentage of one in July"),
    ("september", 140.0, 0, 200, "worth of an EC in September, as a percentage of one in July"),
    ("october", 125.0, 0, 200, "worth of an EC in October, as a percentage of one in July"),
    ("november", 105.0, 0, 200, "worth of an EC in November, as a percentage of one in July"),
    ("december", 92.0, 0, 200, "worth of an EC in December, as a percentage of one in July"),
    ("january", 15.9, 0, 200, "worth of an EC in January, as a percentage of one in July"),
    ("february", 15.2, 0, 200, "worth of an EC in February, as a percentage of one in July"),
    ("plenty", 22.0, 0, 40, "EC are worth less once fewer recruits than this are left; 0: never"),
    ("ec_a_recruit", 8.78, 2, 60, "EC that all players together receive per recruit signed"),
    (
        "yet_to_come",
        2.28,
        0,
        8,
        "EC that each player will still place on a month, per month until then",
    ),
    ("ec_for_cards", 26.6, 0, 100, "percent of an EC's worth that does not depend on recruits"),
    (
        "crowding",
        0.272,
        0,
        10,
        "percent by which each EC beyond the eighth in a month lowers the worth of all",
    ),
    ("wait_percent", -2.44, -20, 30, "percent of its worth that an EC loses per month of delay"),
    (
        "any_ec",
        6.46,
        0,
        10,
        "tenths of its worth that a die's EC keeps if its colour is not needed",
    ),
    ("buck_worth", 6.65, 0, 40, "tenths of a star that a BB is worth when drafting cards"),
    ("bet_worth", 4.26, 0, 40, "tenths of a star that a free bet is worth when drafting cards"),
    ("ec_worth", 12.1, 0, 40, "tenths of a star that an EC is worth when drafting cards"),
    (
        "price_weight",
        17.6,
        0,
        20,
        "tenths of a star by which each EC of a card's price lowers the card's worth",
    ),
    (
        "colour_lack",
        4.5,
        0,
        30,
        "further tenths of a star by which an EC of a card's price lowers the card's worth if that "
        "EC's colour is not coming in",
    ),
    (
        "patience",
        66.8,
        0,
        100,
        "tenths of a star by which a card in the pool must beat the best one in hand and stash to "
        "be taken before others have discarded; 0 never waits",
    ),
    ("whim", 0, 0, 1000, "tenths of a star by which drafting errs, at most, either way"),
    ("card_favour", 1.16, 0.2, 4, "how much cards are preferred to recruits of the same worth"),
    ("rate_offset", 1.84, 0.1, 20, "EC added to every price, which favours expensive purchases"),
    ("least_rate", 0.572, 0, 20, "worth per EC below which nothing is bought"),
    ("trade_cost", 40.9, 0, 60, "tenths of a star by which a traded EC lowers a purchase's worth"),
    ("step_price", 2.67, 0, 4, "EC added to a price for each step beyond the free moves"),
    ("new_position", 21.9, 0, 150, "minimum worth of a new position, in tenths of a star"),
    (
        "rarity",
        0.771,
        0,
        5,
        "how much more a new position is worth if only one recruit for it is left (half that bonus "
        "if two are)",
    ),
    (
        "region_recruit",
        71.1,
        0,
        400,
        "minimum worth of a recruit of the home region (or of a region where the player has at "
        "least two more recruits), in tenths of a star",
    ),
    ("border_worth", 0.0, 0, 150, "extra tenths of a star that a border recruit is worth"),
    (
        "board_worth",
        20.1,
        0,
        300,
        "tenths of a star that the Recruiting Board is worth, shared by its missing positions",
    ),
    (
        "own_cards",
        1.27,
        0,
        3,
        "weight of the stars, BB and EC that the player's own cards and coach bring for a recruit",
    ),
    ("runner_least", 5.36, 1, 9, "minimum number of EC for which a BB is spent on a runner"),
    ("market_early", 0, 0, 1, "1: a campaign every month, before purchases and runners"),
    ("bet_first", 1, 0, 1, "1: leftover EC become bets before they become steps"),
)


_UNSKILLED = {
    # Cards are drafted on a whim, without regard to their colours, and nobody waits for the pool.
    "whim": 1000,
    "patience": 0,
    "colour_lack": 0,
    "price_weight": 7,
    "ec_worth": 8.6,
    "buck_worth": 6.63,
    "bet_worth": 11.3,
    # No month is preferred, but an EC loses value with each month of delay. Expensive purchases are
    # favoured, and the map is assumed never to run out of recruits.
    **dict.fromkeys(
        (
            "april",
            "may",
            "june",
            "august",
            "september",
            "october",
            "november",
            "december",
            "january",
            "february",
        ),
        100,
    ),
    "plenty": 0,
    "wait_percent": 30,
    "any_ec": 10,
    "crowding": 0.19,
    "rate_offset": 20,
    "least_rate": 2.3,
    "card_favour": 1.41,
    # Recruits count by their stars alone: positions, region, board and own cards add nothing.
    "new_position": 0,
    "rarity": 0,
    "region_recruit": 0,
    "board_worth": 0,
    "own_cards": 0,
    # EC are traded freely, steps look expensive, and BB go to runners.
    "trade_cost": 0,
    "step_price": 3,
    "runner_least": 1,
}
"""A beginner's judgement, with the errors of a first game.

The lower the ``skill``, the nearer play comes to this judgement.
"""


def planner_parameters(**defaults):
    """List the parameters of this planner, with a strategy's own defaults."""
    return [
        parameter(
            name,
            default=defaults.get(name, default),
            low=low,
            high=high,
            help=text,
            unskilled=_UNSKILLED.get(name),
        )
        for name, default, low, high, text in _PARAMETERS
    ]
