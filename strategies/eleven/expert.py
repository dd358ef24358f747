"""Plans as balanced does, and plays out the alternatives before each action."""

from __future__ import annotations

from eoc_sim.strategies.eleven import balanced
from eoc_sim.strategies.eleven.balanced import effect, prepare
from eoc_sim.strategies.eleven.planning import (
    MEMORY,
    choose,
    colour,
    director,
    objective,
    propose,
    reroll,
    search_parameters,
)
from eoc_sim.strategies.eleven.planning import searched_act as act

__all__ = [
    "MEMORY",
    "PARAMETERS",
    "act",
    "choose",
    "colour",
    "director",
    "effect",
    "objective",
    "prepare",
    "propose",
    "reroll",
]

# The search parameters come first: numba confuses a record with one that begins with the same
# fields, and warns of it.
PARAMETERS = search_parameters() + balanced.PARAMETERS
