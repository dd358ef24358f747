"""Plans as balanced does, and plays what else it could do out before each placement."""

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

# In front: numba takes a record for a kind of one that it begins with, and warns of it.
PARAMETERS = search_parameters() + planner_parameters(whim=0)
