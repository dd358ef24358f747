"""What a run that keeps no tables keeps instead: sums over its games.

Which sums these are is none of the simulator's business: whoever asks for a run brings `Sums`,
which make of the rows of some games what can be added up, in any order and to the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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

    def from_bytes(self, content: bytes) -> Totals:
        """What `Totals.to_bytes` has written."""


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
