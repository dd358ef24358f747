"""The style of a planner: parameters of all strategies built on it."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import parameter

_PARAMETERS = (
    # The length of the game.
    (
        "rounds_a_block",
        0.978,
        0.3,
        4,
        "rounds to the end for each block that the leading owner has left",
    ),
    (
        "slow_start",
        0.056,
        0,
        0.5,
        "extra rounds to the end: this value times the square of the number of blocks left",
    ),
    (
        "last_rounds",
        0.62,
        0.2,
        3,
        "minimum number of rounds to the end for each block that the leading owner has left",
    ),
    (
        "holding",
        0.293,
        0,
        2,
        "rounds by which an owner delays their last blocks for each point that they are behind",
    ),
    # Tokens, in points.
    ("money_worth", 1.72, 0, 3, "points that 1 money is worth while the end is far"),
    (
        "money_fades",
        2.91,
        0.1,
        8,
        "number of rounds before the end at which money has lost half its worth",
    ),
    (
        "money_enough",
        7.17,
        0,
        40,
        "amount of money, beyond what the salaries need, that keeps its full worth",
    ),
    ("money_beyond", 0.122, 0, 1, "share of its worth that further money keeps"),
    ("construction_worth", 1.36, 0, 3, "points that 1 construction needed for a building is worth"),
    (
        "construction_fades",
        0.6,
        0.1,
        8,
        "number of rounds before the end at which construction has lost half its worth",
    ),
    ("equipment_worth", 0.3, 0, 3, "points that 1 equipment needed for a square is worth"),
    (
        "equipment_squares",
        0.147,
        0,
        2,
        "weight of the contribution of equipment to the squares in reach",
    ),
    ("equipment_beyond", 0.344, 0, 1, "share of its worth that further equipment keeps"),
    ("win_weight", 0.223, 0, 4, "weight of a win's contribution to the squares in reach"),
    ("win_tickets", 0.0622, 0, 0.5, "points that a win adds in each round left, at Tickets"),
    (
        "first_wins",
        0.267,
        0,
        6,
        "expected later visits to Tickets that pay 1 money for one more win; counts only while "
        "the owner has fewer wins than Tickets pays for",
    ),
    ("more_wins", 1.73, 0, 4, "expected wins per round, not counting those at game time"),
    (
        "win_spread",
        6.77,
        1,
        20,
        "range of expected wins over which the chance of reaching a square grows from 0 to 1",
    ),
    ("entertainment_weight", 1.3, 0, 4, "weight of the points of entertainment"),
    # Blocks.
    ("field_weight", 1.38, 0, 5, "weight of the points of squares"),
    ("building_weight", 2.87, 0, 5, "weight of the points of buildings"),
    (
        "wait",
        0.148,
        0,
        2,
        "points deducted from a square, while the end is far, for each extra point that a "
        "better square in reach would bring",
    ),
    ("any_block", -1.7, -4, 12, "extra points of every block, wherever it is"),
    ("delay", 0.486, 0, 1, "share of a block's points deducted while the end is far"),
    (
        "unlock",
        2.47,
        0,
        8,
        "points for a block that helps to unlock the next level: the first one on the bottom "
        "level, or either of the first two on level 2",
    ),
    (
        "scarce_block",
        2.75,
        0,
        12,
        "points deducted for a block if the owner may run out of blocks",
    ),
    ("blocks_a_round", 0.4, 0.1, 3, "expected blocks placed in each round left"),
    ("effect_weight", 0.623, 0, 4, "weight of the effects of places"),
    (
        "visits",
        0.772,
        0,
        4,
        "expected visits to a space where the owner has effects, relative to those so far",
    ),
    ("end_lead", 5.52, -10, 30, "lead in points above which ending the game is welcome"),
    ("end_weight", 2.2, 0, 6, "points that a point of lead adds to placing the last block"),
    (
        "last_block",
        0.0846,
        0,
        2,
        "worth of the tokens that the owner lacks for the last block, as a share of the "
        "block's worth",
    ),
    # Cards and VPs.
    ("player_weight", 1.37, 0, 4, "weight of the gains of players"),
    ("salary_share", 0.506, 0, 2, "share of the salaries to come that counts"),
    (
        "vp_placement",
        3.53,
        0,
        6,
        "points that a further VP is worth in each round after the current one",
    ),
    ("vp_saving", 0.42, 0, 2, "share of a further VP's worth given to money saved for it"),
    ("unpaid_cost", 5.0, 0, 10, "points that each unit of missing money costs at game time"),
    ("staff_weight", 0.786, 0, 4, "weight of hired employees"),
    ("star_uses", 0.397, 0, 2, "expected uses of a star per round"),
    ("star_weight", 0.908, 0, 4, "weight of a star bonus"),
    ("card_worth", 0.454, 0, 5, "points that a card bonus is worth while the end is far"),
    (
        "card_draft",
        0.22,
        0,
        3,
        "weight of a player turned up by a card bonus, if the owner has a VP on Draft",
    ),
    (
        "card_chance",
        0.0234,
        0,
        2,
        "weight of a player turned up by a card bonus, if the owner has no VP on Draft",
    ),
    ("bonus_weight", 2.25, 0, 12, "weight of bonuses"),
    (
        "avert",
        0.0299,
        0,
        3,
        "share of a loss that counts as a gain of the placement that averts it",
    ),
    # Other actions.
    ("tickets_weight", 1.63, 0, 3, "weight of Tickets"),
    ("merchandising_weight", 1.5, 0, 3, "weight of Merchandising"),
    (
        "pairs",
        0.676,
        0,
        2,
        "weight of gains that a placement brings only in combination with the next one",
    ),
    ("whim", 0.0, 0, 5, "largest error in a placement's worth, in points, either way"),
)


def planner_parameters(**defaults):
    """List the parameters of this planner, with a strategy's own defaults."""
    return [
        parameter(
            name,
            default=float(defaults.get(name, default)),
            low=float(low),
            high=float(high),
            help=text,
        )
        for name, default, low, high, text in _PARAMETERS
    ]
