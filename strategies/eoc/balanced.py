"""A sound all-round planner: cards, recruits, positions, region and board together."""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning import (
    MEMORY,
    TABLES,
    act,
    appraise,
    coach,
    dice,
    draft,
    keep,
    pick,
    place,
    planner_parameters,
    prepare,
)

__all__ = [
    "MEMORY",
    "PARAMETERS",
    "TABLES",
    "act",
    "appraise",
    "coach",
    "dice",
    "draft",
    "keep",
    "pick",
    "place",
    "prepare",
]

PARAMETERS = planner_parameters()
