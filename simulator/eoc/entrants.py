"""The default strategies of a tournament of Envelopes of Cash."""

from __future__ import annotations

from eoc_sim.simulator.eoc.engine import strategy_folders
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.kernel.strategy import PROPOSE
from eoc_sim.simulator.kernel.strategy_files import load

RANDOM = "random"
"""A strategy that picks legal moves at random, without trying to win."""


def names() -> list[str]:
    """List the default line-up and all strategies with files of their own.

    Strategies that search are left out, since their games take hundreds of times as long, and so is
    the random strategy, which does not try to win.
    """
    folders = strategy_folders()
    candidates = [load(name, folders) for name in folders.names() if name != RANDOM]
    strategies = {
        strategy.name
        for strategy in candidates
        if strategy.file.stem == strategy.name and PROPOSE not in strategy.functions
    }
    return sorted(strategies.union(GAME.default_seats))
