"""Engines for whole games of Eleven, by line-up and settings."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.eleven.components import Components, load
from eoc_sim.simulator.eleven.engine import Engine, load_strategy, strategy_folders
from eoc_sim.simulator.eleven.rules import RULES

DEFAULT_STRATEGY = str(strategy_folders().strategies / "defaults.py")
"""A strategy that answers every decision with the default."""


def engine(
    *lineup: str,
    components: Components | None = None,
    seed: int = 1,
    seating: str = "fixed",
    layer: str = "league",
    **settings: Any,
) -> Engine:
    """Make an engine for a line-up of strategies; ``settings`` are switches."""
    settings["layer"] = layer
    return Engine(
        components or load(),
        RULES.resolve("standard", {name: str(value) for name, value in settings.items()}),
        [load_strategy(name) for name in lineup],
        seed,
        seating,
    )
