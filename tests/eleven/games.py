"""Engines for whole games of Eleven, paused games, and printed numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

from eoc_sim.simulator.eleven.components import Components, load
from eoc_sim.simulator.eleven.engine import Engine, load_strategy, strategy_folders
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.worker import Worker

DEFAULT_STRATEGY = str(strategy_folders().strategies / "defaults.py")
"""A strategy that answers every decision with the default."""
NUMBERS = [*numbers_of_sources(load()), "office"]
"""Printed numbers, by source."""


def source_of(number: str) -> int:
    """Return the source with a printed number.

    For a meeting, it is that of its first outcome.
    """
    return NUMBERS.index(number)


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


@cache
def _resting_game(
    phase: str, week: int, managers: int, settings: tuple[tuple[str, Any], ...]
) -> Worker:
    worker = engine(*["random"] * managers, **dict(settings)).worker()
    worker.set_up(0)
    worker.play_until(phase, week)
    return worker


def paused(phase: str, week: int = 0, managers: int = 2, **settings: Any) -> Worker:
    """Return a copy of a game that random managers have played up to a phase.

    ``settings`` are those of `engine`; the game rests in ``week`` or later.
    """
    base = _resting_game(phase, week, managers, tuple(sorted(settings.items())))
    worker = base.engine.worker()
    worker.copy_from(base)
    return worker
