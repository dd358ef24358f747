"""The planner's memory of a round, in thousandths of a point."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    BUILD,
    CATEGORIES,
    DRAFT,
    EQUIPMENT_SPACE,
    HIRE,
    MAX_PLACES,
    PLAYBOOK,
    SPACES,
    TICKETS,
    TOKENS,
    TRAIN,
    memory,
)

PLAYERS_CONSIDERED = 6
"""The number of players in the draft area that a plan considers."""
PAIRS = (
    (EQUIPMENT_SPACE, TRAIN),
    (EQUIPMENT_SPACE, PLAYBOOK),
    (TRAIN, PLAYBOOK),
    (PLAYBOOK, PLAYBOOK),
    (PLAYBOOK, BUILD),
    (HIRE, HIRE),
    (BUILD, BUILD),
    (TICKETS, DRAFT),
)
"""Pairs of spaces: the first prepares something for the second."""
EXTRA_WINS = (-1, 1, 5, 10, 16, 24)
"""The extra wins for which `promise` is tabulated."""
THRESHOLDS = (0, 3, 7, 15)
"""The points for which `turned_up` is tabulated."""
THOUSAND = 1000

MEMORY = [
    memory("planned_round", help="the round of these values; 0: work them out again"),
    memory("rounds_left", help="rounds left including this one, in thousandths"),
    memory("worth", TOKENS, help="the worth of a token"),
    memory("promise", len(EXTRA_WINS), help="the field's worth for each number of extra wins"),
    memory(
        "turned_up",
        len(THRESHOLDS),
        help="how far the worth of a player drawn from the deck exceeds given points, on average",
    ),
    memory(
        "few_wins", help="1: the owner has so few wins that Tickets still pays 1 money for each"
    ),
    memory("income", TOKENS, help="tokens that game time brings, as whole numbers"),
    memory("needed_equipment", help="equipment that the squares in reach require"),
    memory("needed_construction", help="construction that the buildings to come require"),
    memory("vp_worth", help="the worth of a further VP, without its price"),
    memory("better_square", CATEGORIES, help="points expected from each category's best square"),
    memory("place_worth", MAX_PLACES, help="the worth of a block on a place now"),
    memory("visit_money", SPACES, help="the money that an action gains, as whole numbers"),
    memory("visit_worth", SPACES, help="the worth of an action's other gains"),
    memory("visit_equipment", help="the equipment that an action on Equipment gains"),
    memory("offered", PLAYERS_CONSIDERED, help="the worth of the best players on offer"),
    memory("offered_price", PLAYERS_CONSIDERED, help="the signing bonus of each of them"),
    memory("visited", SPACES, help="the owner's VPs placed on each space so far"),
    memory("space_worth", SPACES, help="the round's worth with one more VP on a space"),
    memory("gained_together", len(PAIRS), help="the extra worth of using both spaces of a pair"),
    memory("standing", help="the owner's VPs by space, three bits each"),
    # The choice that a search tries instead of the plan's.
    memory("choice", help="1 plus the number of the bonus space to place on; 0: the plan's choice"),
    memory("choice_round", help="the round of that placement"),
    memory("choice_turn", help="VPs placed before it in that round"),
]
