"""Vegas: leftover and cheap EC become bets on low numbers of the colours needed next month."""

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
