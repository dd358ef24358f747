"""Facts about a game, for the search tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.worker import GameWorker


@dataclass(frozen=True)
class Stretch:
    """A searcher's rivals, the rules, and a part of a game from a phase to a later round."""

    rivals: Sequence[str]
    first: tuple[str, int]
    last: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SearchedGame:
    """A game with searching strategies as source text.

    ``engine(*line_up, seed=, seating=)`` makes an engine; ``rivals`` are three opponents. The
    texts ``buyer``, ``gambler`` and ``cheat`` declare two memories: ``wish`` is the candidate being
    tried, and ``candidates_chosen`` counts those chosen. ``buyer`` plays badly unless its wish is
    2; ``gambler`` acts differently with every candidate, none of which is better, and plays
    ``ROLLOUTS`` rollouts (a placeholder that tests replace with a number); ``cheat`` plays
    illegally if its wish is 1. ``decision`` is the name of the function that makes all their
    decisions, and ``count_searches`` returns the number of searches in a finished game.
    ``illegal`` always plays illegally.
    ``first_round`` is the name of the round in which games begin. ``choice`` lists the memories in
    which the packaged strategy ``expert`` keeps the candidate that it chose; without rollouts,
    ``expert`` plays like the strategy ``default``. ``late`` is a phase and a round near the end of
    a game. Each of the ``matches`` has the strategy of three rivals, a number of rollouts, and the
    percentage of wins that ``expert`` must exceed.
    """

    engine: Callable[..., Any]
    tables: tuple[str, ...]
    rivals: tuple[str, ...]
    default: str
    buyer: str
    gambler: str
    cheat: str
    illegal: str
    decision: str
    count_searches: Callable[[GameWorker], int]
    first_round: str
    choice: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    late: tuple[str, int]
    matches: tuple[tuple[str, int, float], ...]

    def worker_of(self, folder: Path, text: str, *rivals: str, **options: Any) -> GameWorker:
        """Return a worker for games of a strategy with this text against rivals."""
        file = folder / "searcher.py"
        file.write_text(text, encoding="utf-8")
        worker: GameWorker = self.engine(str(file), *rivals, **options).worker()
        return worker


def memory_of(worker: GameWorker, seat: int) -> list[int]:
    """Return all that a seat remembers."""
    return [int(value) for value in field_of(worker.part("seats")[seat], "memory")]


def memory_value(worker: GameWorker, seat: int, name: str) -> int:
    """Return what a seat remembers under a name."""
    place = 0
    for memory in worker.engine.seats[seat].memory:
        if memory.name == name:
            return memory_of(worker, seat)[place]
        place += memory.size
    raise KeyError(name)
