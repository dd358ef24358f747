"""The quick start: cheap cards, big dice at half value now, recruits within the free moves.

BB go to runners that carry leftover EC ahead.
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
