"""A sound all-round planner: cards, recruits, positions, region and board together."""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning import (
    MEMORY,
    act,
    dice,
    draft,
    keep,
    place,
    planner_parameters,
)

__all__ = ["MEMORY", "PARAMETERS", "act", "dice", "draft", "keep", "place"]

PARAMETERS = planner_parameters(buck_worth=8, bet_worth=7, runner_least=3, bet_first=1)
