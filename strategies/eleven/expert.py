"""Plans as balanced does, and plays out the alternatives before each action."""

from __future__ import annotations

from eoc_sim.strategies.eleven import balanced
from eoc_sim.strategies.eleven.balanced import (
    answer,
    bet,
    bid,
    choose,
    colour,
    director,
    effect,
    extra_tactic,
    layout,
    objective,
    offer,
    prepare,
    reroll,
    show,
    suspend,
    unique_side,
    winter_act,
    winter_objective,
    winter_pick,
    winter_place,
)
from eoc_sim.strategies.eleven.planning import MEMORY, propose, search_parameters
from eoc_sim.strategies.eleven.planning import searched_act as act

__all__ = [
    "MEMORY",
    "PARAMETERS",
    "act",
    "answer",
    "bet",
    "bid",
    "choose",
    "colour",
    "director",
    "effect",
    "extra_tactic",
    "layout",
    "objective",
    "offer",
    "prepare",
    "propose",
    "reroll",
    "show",
    "suspend",
    "unique_side",
    "winter_act",
    "winter_objective",
    "winter_pick",
    "winter_place",
]

# The search parameters come first: numba confuses a record with one that begins with the same
# fields, and warns of it.
PARAMETERS = search_parameters() + balanced.PARAMETERS
