"""The style of a manager: the parameters of season planners."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import parameter

_PARAMETERS = (
    ("spends", 1, 0, 1, "1: it takes actions; 0: it takes no actions and spends nothing"),
    ("squad_weight", 0.4, 0, 10, "weight of players"),
    ("youth_weight", 1.7, 0, 10, "weight of youngsters"),
    ("staff_weight", 1.0, 0, 10, "weight of staff"),
    ("build_weight", 0.75, 0, 10, "weight of tokens and office steps"),
    ("sale_weight", 0.4, 0, 10, "weight of sales"),
    ("objective_weight", 0.6, 0, 10, "weight of progress towards its objective"),
    ("strength_worth", 1.3, 0, 3, "worth of a point of strength in a match, in money"),
    ("vp_worth", 6.8, 0, 20, "worth of a VP, in money"),
    ("fans_worth", 0.9, 0, 3, "worth of a fan, in money"),
    ("operation_worth", 0.8, 0, 3, "worth of an operation, in money"),
    ("fitness_worth", 1.7, 0, 4, "worth of a point of fitness, in money"),
    (
        *("auction_from", 1.0, -5, 20),
        "auctions a card if the expected bid exceeds the card's strength + 1 by at least this much",
    ),
    (
        *("offer_factor", 1.0, 0.5, 5),
        "price of a card in offers and answers, as a multiple of its worth to its manager",
    ),
    ("point_worth", 4.0, 0, 12, "worth of a league point from an ability, in money"),
    (
        *("bet", 1, 0, 3),
        "0: it never bets; 1: it bets the supply's money only; 2: it adds 3 money of its own where "
        "a gain is likely; 3: it adds half of its own money there",
    ),
    (
        *("bet_shape", 0, 0, 3),
        "where it bets; 0: the best place; 1: the best space; 2: the best border; "
        "3: the best point",
    ),
    (
        *("referee_reroll", 2.0, 0, 10),
        "highest price at which it re-rolls a referee's dice, in money",
    ),
)


def season_parameters():
    """List the parameters of a season planner."""
    return [
        parameter(name, default=default, low=low, high=high, help=words)
        for name, default, low, high, words in _PARAMETERS
    ]
