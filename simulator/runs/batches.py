"""Games of engines played for a search, in threads: the rows come back and nothing is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from eoc_sim.simulator.runs.engine import Engine

SEARCH_GAMES = 1_000_000_000
"""The first game of a search: beyond those of any run, so that a run of the same seed plays games
that no choice was made by."""
HELD_OUT_GAMES = 1_500_000_000
"""The first game on which what was found is shown; a search never plays these."""
PART = 240
"""Games that a thread plays at a time: whole seatings of two to five players."""


@dataclass(frozen=True)
class Part:
    """Some games of an engine, from the number ``first_game`` on."""

    engine: Engine
    first_game: int
    games: int


def parts(engine: Engine, first_game: int, games: int) -> list[Part]:
    """These games in parts that a thread plays at a time."""
    return [
        Part(engine, first_game + begun, min(PART, games - begun))
        for begun in range(0, games, PART)
    ]


def play_parts(
    wanted: Iterable[Part], tables: Sequence[str], jobs: int
) -> Iterator[dict[str, np.ndarray]]:
    """The rows of every part, in order, whatever ``jobs``; a part that fails raises its error.

    What has not begun when the caller stops is not played.
    """

    def play(part: Part) -> dict[str, np.ndarray]:
        return part.engine.worker().play(part.first_game, part.games, tables)

    executor = ThreadPoolExecutor(jobs)
    try:
        yield from executor.map(play, wanted)
    finally:
        executor.shutdown(cancel_futures=True)
