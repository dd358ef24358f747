"""How a planner plays: the parameters that its strategies share."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import parameter

_PARAMETERS = (
    # How long the game lasts.
    ("rounds_a_block", 0.949, 0.3, 4, "rounds to the end for each block that the foremost owner "
     "has left"),
    ("slow_start", 0.0992, 0, 0.5, "rounds more for each block left, times the blocks left"),
    ("last_rounds", 0.994, 0.2, 3, "fewest rounds to the end for each block that the foremost "
     "owner has left"),
    ("holding", 0.4, 0, 2, "rounds for which an owner holds its last blocks back for each point "
     "that it is behind"),
    # Tokens, in points.
    ("money_worth", 1.6, 0, 3, "points that a money is worth in mid-game"),
    ("money_fades", 3.46, 0.1, 8, "rounds before the end in which money has lost half its worth"),
    ("money_enough", 10.4, 0, 40, "money beyond the salaries that is worth as much"),
    ("money_beyond", 0.192, 0, 1, "share of its worth that more money has"),
    ("construction_worth", 1.5, 0, 3, "points that a construction is worth that a building needs"),
    ("construction_fades", 0.535, 0.1, 8, "rounds before the end in which construction has lost "
     "half its worth"),
    ("equipment_worth", 0.45, 0, 3, "points that an equipment is worth that a square needs"),
    ("equipment_beyond", 0.4, 0, 1, "share of its worth that more equipment has"),
    ("win_weight", 0.55, 0, 4, "how much what a win adds to the squares in reach counts"),
    ("win_tickets", 0.0664, 0, 0.5, "points that a win adds in each round left, at Tickets"),
    ("more_wins", 1.05, 0, 4, "wins a round that are expected beside those of game time"),
    ("win_spread", 5.58, 1, 20, "wins over which the reach of a square grows from nothing to "
     "certainty"),
    ("entertainment_weight", 1.1, 0, 4, "how much the points of entertainment count"),
    # Blocks.
    ("field_weight", 1.25, 0, 3, "how much the points of squares count"),
    ("building_weight", 1.9, 0, 3, "how much the points of buildings count"),
    ("wait", 0.1, 0, 2, "share of what a better square in reach has more that is worth "
     "waiting for"),
    ("any_block", 0.0, -4, 12, "points that every block is worth more, whatever its place"),
    ("delay", 0.35, 0, 1, "share of its points by which a block may wait while the end is far"),
    ("unlock", 1.88, 0, 8, "points that the first block of the bottom level is worth for level 2, "
     "and each of the first two of level 2 for level 3"),
    ("scarce_block", 3.11, 0, 12, "points that a block is worth to the owner who will have too "
     "few"),
    ("blocks_a_round", 0.585, 0.1, 3, "blocks that are expected to be placed in each round left"),
    ("effect_weight", 0.732, 0, 4, "how much the effects of places count"),
    ("visits", 0.334, 0, 4, "visits to a space with own effects, against those of equal use"),
    ("end_lead", 13.0, -10, 30, "points of lead with which the last block is placed gladly"),
    ("end_weight", 2.0, 0, 6, "points that a point of lead adds to placing the last block"),
    ("last_block", 0.3, 0, 2, "share of the worth of a last block that what it lacks has"),
    # Cards and VPs.
    ("player_weight", 1.17, 0, 4, "how much the gains of players count"),
    ("salary_share", 0.539, 0, 2, "share of the salaries to come that counts"),
    ("vp_placement", 3.4, 0, 6, "points that a further VP is worth in each round after this"),
    ("vp_saving", 0.516, 0, 2, "share of a further VP's worth that the money on the way to it has"),
    ("unpaid_cost", 7.0, 0, 10, "points that each money lacking at game time costs"),
    ("staff_weight", 1.07, 0, 4, "how much hired employees count"),
    ("star_uses", 0.363, 0, 2, "times in a round that a star is expected to be used"),
    ("star_weight", 1.17, 0, 4, "how much a star bonus counts"),
    ("card_worth", 0.35, 0, 5, "points that a card bonus is worth while the end is far"),
    ("bonus_weight", 2.18, 0, 12, "how much bonuses count"),
    ("avert", 0.1, 0, 3, "share of a loss that is saved by placing on its space"),
    # Actions besides.
    ("tickets_weight", 1.65, 0, 3, "how much Tickets counts"),
    ("merchandising_weight", 1.15, 0, 3, "how much Merchandising counts"),
    ("pairs", 0.6, 0, 2, "how much counts what a placement and the next one bring together only"),
    ("whim", 0.0, 0, 5, "points by which the worth of a placement errs, at most, either way"),
)


def planner_parameters(**defaults):
    """The parameters of a strategy that uses this planner, with its own defaults."""
    return [
        parameter(name, default=float(defaults.get(name, default)), low=float(low),
                  high=float(high), help=text)
        for name, default, low, high, text in _PARAMETERS
    ]
