"""Hash a strategy's play, to detect when it changes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game, V

PLAY_HASH = "play_hash"
"""The key for the target's hash in the evidence of a search."""
_GAMES = 240
"""The number of games behind `play_hash`.

For two to five players, it is a multiple of the number of games in a full round of seating.
"""


def play_hash(game: Game[V], version: V) -> str:
    """Hash the scores of all seats in a version's first games.

    The hash stays the same as long as strategies, components and rules lead to the same games.
    """
    (engine,) = game.engines([version], 1, DEFAULT_SEATING)
    table = game.standings
    with divert_strategy_output():
        rows = engine.worker().play(0, _GAMES, (table.name,))[table.name]
    scores = rows[table.role("score").name]
    return hashlib.sha256(scores.astype("<i8").tobytes()).hexdigest()[:16]
