"""Plans as balanced does, and plays out the alternatives before each turn."""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning import (
    MEMORY,
    TABLES,
    act,
    coach,
    dice,
    draft,
    judge,
    keep,
    pick,
    place,
    planner_parameters,
    prepare,
    propose,
    search_parameters,
)

__all__ = [
    "MEMORY",
    "PARAMETERS",
    "TABLES",
    "act",
    "coach",
    "dice",
    "draft",
    "judge",
    "keep",
    "pick",
    "place",
    "prepare",
    "propose",
]

PARAMETERS = planner_parameters() + search_parameters()
