"""Sums over a run's games, whether its tables are kept or not.

The simulator does not know which sums these are. The caller of a run supplies a `TotalsMaker`,
which turns the rows of games into totals. Totals added in any order give the same bytes.
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

MIN_SUMMED_GAMES = 100
"""The minimum number of games per version for summing up."""


class Totals(Protocol):
    """Sums over games; those of different games can be added up."""

    def plus(self, other: Any, /) -> Totals:
        """Add the games of both; their order does not affect the result."""

    def to_bytes(self) -> bytes:
        """Return the sums as bytes; equal sums have equal bytes."""


class TotalsMaker(Protocol):
    """Makes `Totals` from games' rows; it can be sent to other processes."""

    def tables(self, arm: int) -> tuple[str, ...]:
        """List the tables whose rows an arm's sums need."""

    def compile(self) -> None:
        """Compile the summing code, so that the first sums are not delayed."""

    def sum(self, rows: Mapping[int, Mapping[str, np.ndarray]], *, looks_before: int) -> Totals:
        """Add up games from their rows, by arm and table.

        ``looks_before`` is the number of planned looks before these games. Games with different
        numbers of looks before them are added up separately.
        """

    def sum_shard(
        self, path: Path, number: int, first_game: int, games: int, looks: PlannedLooks
    ) -> bytes | None:
        """Sum up a shard of a run from its tables' files.

        Return the sums as bytes for a file, or None if these tables have no sums.
        """

    def from_bytes(self, content: bytes) -> Totals:
        """Restore what `Totals.to_bytes` wrote."""


@dataclass(frozen=True)
class ShardSums:
    """Sums up entire shards of a run with ``arms`` versions.

    Each version has ``games`` games, in shards of ``shard_games``. If the last shard is shorter, it
    is summed up only with ``to_the_end``. A run of fewer than `MIN_SUMMED_GAMES` games is a trial
    that is seldom reported, so it is not summed up.
    """

    totals_maker: TotalsMaker
    looks: PlannedLooks
    arms: int
    games: int
    shard_games: int
    to_the_end: bool

    def shards(self) -> Iterator[tuple[int, int]]:
        """Yield the number and games of each shard to sum up."""
        if self.games < MIN_SUMMED_GAMES:
            return
        for number in range(-(-self.games // self.shard_games)):
            games = min(self.shard_games, self.games - number * self.shard_games)
            if games == self.shard_games or self.to_the_end:
                yield number, games

    def content(self, path: Path, number: int, games: int) -> bytes | None:
        """Return a shard's sums as bytes, or None if there are none."""
        try:
            return self.totals_maker.sum_shard(
                path, number, number * self.shard_games, games, self.looks
            )
        except Exception:
            # No games are lost; the report explains the failure.
            return None


@dataclass(frozen=True)
class TaskSums:
    """The totals of a task's games, and their standings by arm."""

    totals: Totals
    standings: Mapping[int, Mapping[int, np.ndarray]]
    """The results of `Tally.game_sums`, by arm."""


@dataclass(frozen=True)
class RowSummer:
    """Sums up the rows of a task's games, for all arms."""

    totals_maker: TotalsMaker
    standings: Table
    looks: PlannedLooks
    """The looks that are planned for the run."""

    def tables(self, arm: int) -> tuple[str, ...]:
        """List the tables that are summed up, and that of the standings."""
        return tuple(dict.fromkeys((*self.totals_maker.tables(arm), self.standings.name)))

    def collect(
        self, first_game: int, games: int, rows: Mapping[int, Mapping[str, np.ndarray]]
    ) -> TaskSums:
        """Add up a task's games from their rows, by arm and table."""
        tally = Tally(self.standings)
        return TaskSums(
            self.totals_maker.sum(rows, looks_before=self.looks.count_reached(first_game)),
            {arm: tally.game_sums(tables[self.standings.name]) for arm, tables in rows.items()},
        )
