"""The long game: full-value dice early, EC clustered into one or two months in mid-season.

The first dice go at full value towards the blow-out month, cards are drafted for it whatever they
cost, and then many cards and recruits come in one turn.
"""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning import (
    MEMORY,
    TABLES,
    act,
    appraise,
    dice,
    draft,
    keep,
    place,
    planner_parameters,
)

__all__ = [
    "MEMORY", "PARAMETERS", "TABLES", "act", "appraise", "dice", "draft", "keep", "place",
]

PARAMETERS = planner_parameters()
