"""What tests of searching need to know of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eoc_sim.simulator.kernel.records import field_of
from eoc_sim.simulator.kernel.worker import GameWorker


@dataclass(frozen=True)
class Stretch:
    """A line-up, its rules, and a part of a game, from one phase to a later round."""

    rivals: Sequence[str]
    first: tuple[str, int]
    last: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SearchedGame:
    """A game with strategies that search, as text.

    ``engine(*line_up, seed=, seating=)`` makes an engine; ``rivals`` are three to play against.
    Of the texts, all of which have the memory ``wish``, what is tried, and ``switches``,
    ``buyer`` plays badly unless its wish is 2; ``gambler`` does something else with every
    candidate, none of which is better, and looks at ROLLOUTS; ``cheat`` plays what is illegal if
    its wish is 1. ``decision`` is the function that all of them decide by, and ``decisions`` how
    many searches there are in a game that is over. ``illegal`` always plays what is illegal.
    ``begins`` is how people call the round in which games begin. ``choice`` names what ``expert``
    notes of a candidate.
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
    decisions: Callable[[GameWorker], int]
    begins: str
    choice: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    late: tuple[str, int]
    pairs: tuple[tuple[str, int, float], ...]

    def played(self, folder: Path, text: str, *rivals: str, **options: Any) -> GameWorker:
        """A worker of games that a strategy of this text plays against rivals."""
        file = folder / "searcher.py"
        file.write_text(text, encoding="utf-8")
        worker: GameWorker = self.engine(str(file), *rivals, **options).worker()
        return worker


def memory_of(worker: GameWorker, seat: int) -> list[int]:
    """All that a seat remembers."""
    return [int(one) for one in field_of(worker.part("seats")[seat], "memory")]


def remembered(worker: GameWorker, seat: int, name: str) -> int:
    """What a seat remembers by a name."""
    place = 0
    for one in worker.engine.seats[seat].memory:
        if one.name == name:
            return memory_of(worker, seat)[place]
        place += one.size
    raise KeyError(name)
