"""The style of a manager: the parameters of season planners."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import parameter

_PARAMETERS = (
    ("spends", 1, 0, 1, "1: it takes actions; 0: it never spends anything"),
    ("squad_weight", 0.4, 0, 10, "factor of the worth of players"),
    ("youth_weight", 1.7, 0, 10, "factor of the worth of youngsters"),
    ("staff_weight", 1.0, 0, 10, "factor of the worth of staff"),
    ("build_weight", 0.75, 0, 10, "factor of the worth of tokens and office steps"),
    ("sale_weight", 0.4, 0, 10, "factor of the worth of sales"),
    ("objective_weight", 0.6, 0, 10, "factor of the worth of steps towards its objective"),
    ("strength_worth", 1.3, 0, 3, "money that a point of strength is worth in a match"),
    ("vp_worth", 6.8, 0, 20, "money that a VP is worth"),
    ("fans_worth", 0.9, 0, 3, "money that a fan is worth"),
    ("operation_worth", 0.8, 0, 3, "money that an operation is worth"),
    ("fitness_worth", 1.7, 0, 4, "money that a fitness is worth"),
    (
        *("auction_from", 1.0, -5, 20),
        "money above strength + 1 that it has to hope for to auction a card instead of selling it",
    ),
    (
        *("offer_factor", 1.0, 0.5, 5),
        "factor of a card's worth to its manager in offers, its own answers and those it expects",
    ),
    ("point_worth", 4.0, 0, 12, "money that a league point is worth to an ability"),
    (
        *("bet", 1, 0, 3),
        "0: it never bets; 1: the supply's money alone; 2 and 3: also 3 money, or half its own, "
        "where a gain is likely",
    ),
    (
        *("bet_shape", 0, 0, 3),
        "0: it bets on the best place; 1 to 3: on the best space, border or point",
    ),
    ("referee_reroll", 2.0, 0, 10, "money that a re-roll of a referee's dice may cost"),
)


def season_parameters():
    """List the parameters of a planner of a season."""
    return [
        parameter(name, default=default, low=low, high=high, help=words)
        for name, default, low, high, words in _PARAMETERS
    ]
