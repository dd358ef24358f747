"""The sums that a run keeps: all statistics of its report page.

In a run that keeps no tables, each worker computes sums from the rows of the games that it plays,
and the workers' sums are added in any order; see `eoc_sim.simulator.runs.run_totals`. In any other
run they are computed from the tables, shard by shard, as in a report without kept sums.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.analysis.kept_totals import KeptTotals, hash_of, part_name
from eoc_sim.analysis.report_statistics import statistics
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run, stretch_name
from eoc_sim.simulator.runs.game import Table
from eoc_sim.simulator.runs.planned_looks import PlannedLooks
from eoc_sim.simulator.runs.result_tables import RunReader as Reader
from eoc_sim.simulator.runs.run_file import LOOKS, PLANNED_GAMES
from eoc_sim.simulator.runs.tables import frame, narrow, no_rows

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class _RunDescription(Reader):
    """A run described by its future run.json and dims tables.

    ``present`` has the shards to read, in the form of `shards`.
    """

    frames: Mapping[str, pl.DataFrame]
    present: Mapping[int, tuple[int, int]]

    @property
    def shards(self) -> Mapping[int, tuple[int, int]]:
        """First game and number of games of each present shard."""
        return self.present

    def dims(self, name: str) -> pl.DataFrame:
        """Return the table that describes ids."""
        return self.frames[name]


@dataclass(frozen=True)
class KeptSums:
    """Computes the sums for a run's report page from rows of games.

    ``record`` is the run's run.json, and ``dims`` are the tables that describe ids.
    """

    record: Mapping[str, Any]
    dims: Mapping[str, pl.DataFrame]

    @cached_property
    def _statistics(self) -> list[Statistic]:
        return statistics(Run(self._description))

    @cached_property
    def _description(self) -> _RunDescription:
        return _RunDescription(Path(), dict(self.record), self.dims, {})

    @cached_property
    def _tables(self) -> dict[int, dict[str, Table]]:
        """Tables to read, by arm and name."""
        by_arm: dict[int, dict[str, Table]] = {}
        for statistic in self._statistics:
            for table, arm in statistic.tables:
                by_arm.setdefault(arm, {})[table.name] = table
        return by_arm

    def __getstate__(self) -> dict[str, Any]:
        return {"record": self.record, "dims": self.dims}

    def tables(self, arm: int) -> tuple[str, ...]:
        """List the tables of an arm whose rows the sums need."""
        return tuple(sorted(self._tables.get(arm, ())))

    def sum(self, rows: Mapping[int, Mapping[str, np.ndarray]], *, looks_before: int) -> KeptTotals:
        """Sum over games that all come between the same planned looks.

        ``looks_before`` is the number of planned looks before these games. ``rows`` are the rows of
        the games, by arm and table.
        """
        batch = self._batch(lambda table, arm: narrow(table, rows[arm][table.name]))
        part = part_name(looks_before)
        return KeptTotals(
            {(part, statistic.name): statistic.sum(batch) for statistic in self._statistics}
        )

    def compile(self) -> None:
        """Compile the passes over rows by summing zero games."""
        batch = self._batch(lambda table, arm: no_rows(table))
        for statistic in self._statistics:
            # A statistic that needs games is compiled when the first games arrive.
            with suppress(Exception):
                statistic.sum(batch)

    def _batch(self, rows: Callable[[Table, int], Mapping[str, np.ndarray]]) -> Batch:
        """Make a batch of the narrowed rows of each table and arm."""
        frames = {
            (name, arm): frame(table, arm, [rows(table, arm)])
            for arm, tables in self._tables.items()
            for name, table in tables.items()
        }
        return Batch(lambda table, arm, columns: frames[table.name, arm])

    def from_bytes(self, content: bytes) -> KeptTotals:
        """Read the output of `KeptTotals.to_bytes`."""
        return KeptTotals.from_bytes(content)

    def sum_shard(
        self, path: Path, number: int, first_game: int, games: int, looks: PlannedLooks
    ) -> bytes | None:
        """Return the content of a file with a shard's sums.

        The sums come from the tables of the run in ``path``. Return None if no statistic can be
        computed from them.
        """
        shard = replace(
            self._description,
            path=path,
            present={number: (first_game, games)},
            record={**self.record, PLANNED_GAMES: looks.planned_games, LOOKS: looks.rule},
        )
        run = Run(shard)
        computable_statistics = [
            statistic for statistic in self._statistics if run.has_tables(statistic)
        ]
        if not computable_statistics:
            return None
        stretches = [(first_game, first_game + games)] if looks.sequential else run.stretches()
        parts = {
            (stretch_name(stretch), statistic.name): sums
            for stretch in stretches
            for statistic, sums in zip(
                computable_statistics, run.sum_stretch(computable_statistics, stretch), strict=True
            )
        }
        return KeptTotals(parts).to_bytes(
            {statistic.name: hash_of(statistic) for statistic in computable_statistics}
        )
