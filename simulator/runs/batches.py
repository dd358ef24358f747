"""Games of a search, played in threads; no files are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from eoc_sim.simulator.runs.game import Engine

FIRST_SEARCH_GAME = 1_000_000_000
"""A search's first game number, higher than any in a run.

So a run with the same seed plays none of the games on which a search based its choice.
"""
FIRST_HELD_OUT_GAME = 1_500_000_000
"""The first game for testing results; searches play only earlier games."""
PART = 240
"""The number of games per part.

In a part, two to five players sit in every order equally often.
"""


@dataclass(frozen=True)
class GameRange:
    """A range of an engine's games, starting with ``first_game``."""

    engine: Engine
    first_game: int
    games: int


def parts(engine: Engine, first_game: int, games: int) -> list[GameRange]:
    """Split games into parts, each played by one thread."""
    return [
        GameRange(engine, first_game + first, min(PART, games - first))
        for first in range(0, games, PART)
    ]


def play_parts(
    ranges: Iterable[GameRange], tables: Sequence[str], jobs: int
) -> Iterator[dict[str, np.ndarray]]:
    """Play every part and yield its rows, in order.

    A part that fails raises its error. If the caller stops, parts that have not started are
    not played.
    """

    def play(part: GameRange) -> dict[str, np.ndarray]:
        return part.engine.worker().play(part.first_game, part.games, tables)

    executor = ThreadPoolExecutor(jobs)
    try:
        yield from executor.map(play, ranges)
    finally:
        executor.shutdown(cancel_futures=True)
