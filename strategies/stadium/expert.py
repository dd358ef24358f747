"""Plans as balanced does, and plays out the alternatives before each placement."""

from __future__ import annotations

from eoc_sim.strategies.stadium.planning import (
    MEMORY,
    build,
    draft,
    exchange,
    hire,
    lose,
    pay,
    place,
    planner_parameters,
    playbook,
    propose,
    search_parameters,
    star,
    train,
)

__all__ = [
    "MEMORY",
    "PARAMETERS",
    "build",
    "draft",
    "exchange",
    "hire",
    "lose",
    "pay",
    "place",
    "playbook",
    "propose",
    "star",
    "train",
]

# The search parameters come first: numba confuses a record with one that begins with the same
# fields, and warns of it.
PARAMETERS = search_parameters() + planner_parameters(whim=0)
