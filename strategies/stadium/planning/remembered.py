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

OFFERED = 6
"""Players of the draft area that a plan looks at."""
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
"""Spaces of which the first leaves what the second needs."""
WINS_MORE = (-1, 1, 5, 10, 16, 24)
"""Wins beyond those expected, for which the field's promise is tabulated."""
WITHOUT = (0, 3, 7, 15)
"""Points of a player, for which the deck's excess worth is tabulated."""
THOUSAND = 1000

MEMORY = [
    memory("planned_round", help="the round that all this is of; 0: think anew"),
    memory("rounds_left", help="rounds to the end with this one, in thousandths"),
    memory("worth", TOKENS, help="what a token is worth"),
    memory("promise", len(WINS_MORE), help="what the field promises with so many wins more"),
    memory(
        "turned_up", len(WITHOUT), help="what the next player of the deck is worth beyond so much"
    ),
    memory("few_wins", help="1: fewer wins than Tickets pays one by one"),
    memory("income", TOKENS, help="tokens that game time brings, in whole ones"),
    memory("needed_equipment", help="equipment that the squares in reach ask for"),
    memory("needed_construction", help="construction that the buildings to come ask for"),
    memory("vp_worth", help="what a further VP is worth, without its price"),
    memory("better_square", CATEGORIES, help="the points of the square in reach, by category"),
    memory("place_worth", MAX_PLACES, help="what a block on a place is worth now"),
    memory("visit_money", SPACES, help="money of an action, in whole ones"),
    memory("visit_worth", SPACES, help="what else an action gives is worth"),
    memory("visit_equipment", help="equipment of an action on Equipment"),
    memory("offered", OFFERED, help="the best players on offer: their worth"),
    memory("offered_price", OFFERED, help="and their signing bonus"),
    memory("visited", SPACES, help="own VPs placed on each space so far"),
    memory("space_worth", SPACES, help="what comes of the round with one more VP on each space"),
    memory("gained_together", len(PAIRS), help="what pairs of spaces bring together only"),
    memory("standing", help="own VPs by space, three bits each"),
    # The choice that a search tries instead of the plan.
    memory("choice", help="the bonus space to place on, of all spaces, from 1; 0 by the plan"),
    memory("choice_round", help="the round of that placement"),
    memory("choice_turn", help="VPs placed before it in that round"),
]
