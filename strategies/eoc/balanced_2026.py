"""The yardstick: the planner ``balanced`` as it was in 2026, with its own copy of the planning.

It is not to be changed: how strong a strategy is, is said as one seat of it against three of this
one, on the components of the edition 2026.
"""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning_2026 import (
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
