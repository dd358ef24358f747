"""Sums over the games of a run: beside its tables, or instead of them.

Which sums these are is none of the simulator's business: whoever asks for a run brings `Sums`,
which make of the rows of some games what can be added up, in any order and to the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from eoc_sim.simulator.runs.game import Table
from eoc_sim.simulator.runs.planned_looks import PlannedLooks
from eoc_sim.simulator.runs.standings import Tally


class Totals(Protocol):
    """Sums over games; those of different games can be added up."""

    def plus(self, other: Any, /) -> Totals:
        """The sums of the games of both; the same in whatever order games are added."""

    def to_bytes(self) -> bytes:
        """The content of a file with them; equal sums have equal bytes."""


class Sums(Protocol):
    """Makes `Totals` of the rows of games; can be sent to another process."""

    @property
    def told(self) -> tuple[str, ...]:
        """The tables of which they tell."""

    def tables(self, arm: int) -> tuple[str, ...]:
        """The tables whose rows they need of an arm."""

    def of(self, rows: Mapping[int, Mapping[str, np.ndarray]], *, looks: int) -> Totals:
        """The sums of some games, from their rows by arm and table.

        Games before which another number of planned ``looks`` come are summed up apart.
        """

    def of_shard(
        self, path: Path, number: int, first_game: int, games: int, looks: PlannedLooks
    ) -> bytes | None:
        """A file with the sums of a shard of a run in ``path``, from the files of its tables.

        None where there are no sums of these tables.
        """

    def from_bytes(self, content: bytes) -> Totals:
        """What `Totals.to_bytes` has written."""


@dataclass(frozen=True)
class ShardSums:
    """Makes the sums of whole shards of a run of ``arms`` versions and so many ``games`` of each.

    Shards are of ``shard_games``; the last one, if it is of fewer, is summed up ``to_the_end``.
    """

    sums: Sums
    looks: PlannedLooks
    arms: int
    games: int
    shard_games: int
    to_the_end: bool

    def shards(self) -> Iterator[tuple[int, int]]:
        """The numbers of the shards that are to be summed up at the end of the run, and games."""
        for number in range(-(-self.games // self.shard_games)):
            games = min(self.shard_games, self.games - number * self.shard_games)
            if games == self.shard_games or self.to_the_end:
                yield number, games

    def content(self, path: Path, number: int, games: int) -> bytes | None:
        """The content of a file, None if there is nothing to be kept."""
        try:
            return self.sums.of_shard(path, number, number * self.shard_games, games, self.looks)
        except Exception:
            # Games are not lost for a number that cannot be told: the report says what it is.
            return None


@dataclass(frozen=True)
class Summed:
    """The sums of a task's games, and those of its standings by arm."""

    totals: Totals
    standings: Mapping[int, Mapping[int, np.ndarray]]
    """As `Tally.game_sums` makes them."""


@dataclass(frozen=True)
class SummedRows:
    """Gathers sums of the rows of a task, which is of all arms."""

    sums: Sums
    standings: Table
    looks: PlannedLooks
    """The looks that are planned for the run."""

    def tables(self, arm: int) -> tuple[str, ...]:
        """Those that are summed up, and the one that tells who wins."""
        return tuple(dict.fromkeys((*self.sums.tables(arm), self.standings.name)))

    def part(
        self, first_game: int, games: int, rows: Mapping[int, Mapping[str, np.ndarray]]
    ) -> Summed:
        """The sums of these games."""
        tally = Tally(self.standings)
        return Summed(
            self.sums.of(rows, looks=self.looks.reached(first_game)),
            {arm: tally.game_sums(tables[self.standings.name]) for arm, tables in rows.items()},
        )
