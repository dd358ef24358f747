"""Vegas: leftover and cheap EC become bets on low numbers of the colours needed next month."""

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

PARAMETERS = planner_parameters(bet_worth=10, wait_percent=4, runner_least=4, bet_first=1)
