"""What only one game is asked: modules of the folder here that has the game's name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run


def own_module(run: Run, name: str) -> Any:
    """The module ``name`` of the run's game; None where the game has none."""
    game = str(run.record["game"])
    folder = f"eoc_sim.analysis.{game}"
    if not game.isidentifier() or find_spec(folder) is None:
        return None
    module = f"{folder}.{name}"
    return None if find_spec(module) is None else import_module(module)
