"""Who takes part in a tournament of Envelopes of Cash unless strategies are named."""

from __future__ import annotations

NO_CONTEST = "random"
"""It plays any legal move and loses to everybody: it would only take games from the others."""


def names() -> list[str]:
    """All strategies and presets of the package that try to win."""
    from eoc_sim.simulator.eoc.engine import strategy_folders

    return [name for name in strategy_folders().names() if name != NO_CONTEST]
