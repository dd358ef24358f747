"""List the strategies and presets that come with a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.keywords import Call
from eoc_sim.games import contract_of, find
from eoc_sim.simulator.kernel.strategy_files import load

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.strategy import Strategy

COMMAND = "strategies list"


def list_strategies(*, game: str | Path = DEFAULT_GAME) -> tuple[Strategy, ...]:
    """Load and list the strategies and presets that come with a game.

    Each has a ``name``, ``help``, ``file``, ``declarations`` (parameters with their ranges) and
    ``parameters`` (their values), and can take one of the ``seats`` of a run.

    Args:
        game: A built-in or installed game, or your own as a file or module.

    Raises:
        InputError: There is no such game, or it has no strategies.
    """
    call = Call(COMMAND, {}, game=game)
    if own_strategies := find(call.game).own_strategies:
        return tuple(own_strategies)
    folders = contract_of(call.game).version.folders()
    return tuple(load(name, folders) for name in folders.names())
