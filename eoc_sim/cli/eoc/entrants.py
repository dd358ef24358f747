"""Who takes part in a tournament of Envelopes of Cash unless strategies are named."""

from __future__ import annotations

NO_CONTEST = "random"
"""It plays any legal move and loses to everybody: it would only take games from the others."""


def names() -> list[str]:
    """The usual line-up, and strategies of the package that try to win without a search.

    One with a search takes hundreds of times as long for a game as the others.
    """
    from eoc_sim.simulator.eoc.engine import strategy_folders
    from eoc_sim.simulator.eoc.game import GAME
    from eoc_sim.simulator.kernel.strategy_files import SEARCHES, load

    folders = strategy_folders()
    found = [load(name, folders) for name in folders.names() if name != NO_CONTEST]
    strategies = {
        one.name for one in found if one.file.stem == one.name and SEARCHES not in one.functions
    }
    return sorted(strategies.union(GAME.default_seats))
