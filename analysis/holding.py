"""What seats can have of what a version changes: cards, and what else a game says of itself.

Whether a seat has a thing is told by a table with a row for each that it took. Of every game these
are its cards where it has one deck that is played; what else there is the module ``holding`` says,
as ``HOLDINGS``, in the folder that has the game's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eoc_sim.analysis.own import own_part
from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.tables import Arm, Change, Run, labelled
from eoc_sim.simulator.runs.game import Column, Table

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Holding:
    """One kind of thing: the first words of its keys, and the table and column of who took it.

    ``verb`` is what it is to take one, as in "who drafts it" and "it is drafted". A row counts
    where the column ``since``, a month or round, is not 0.
    """

    kinds: tuple[str, ...]
    table: str
    column: str
    verb: tuple[str, str]
    since: str = ""

    def in_version(self, arm: int) -> str:
        """The end of the names of statistics about it, by which kept sums are known."""
        return f"version {arm}" if self.kinds == ("card",) else f"{self.kinds[0]}, version {arm}"

    def table_of(self, run: Run) -> Table:
        """The table of who took it."""
        return run.declaration.tables[self.table]

    def column_of(self, run: Run) -> Column:
        """The column that says which one."""
        return next(one for one in self.table_of(run) if one.name == self.column)

    def rows(
        self, run: Run, batch: Batch, arm: int, roles: Sequence[str], columns: Sequence[str] = ()
    ) -> pl.DataFrame:
        """Who took what in a batch: ``roles`` and ``columns``, and the id as ``card``."""
        import polars as pl

        names = list(dict.fromkeys(filter(None, (*columns, self.column, self.since))))
        rows = batch.read(self.table_of(run), arm, roles, names)
        if self.since:
            rows = rows.filter(pl.col(self.since) > 0)
        return rows.select(*roles, *columns, pl.col(self.column).alias("card"))

    def ids(self, run: Run, changes: Sequence[Change]) -> list[int]:
        """The ids of what these changes are about, in their order in the game."""
        import polars as pl

        numbers = {change.key.split(".")[1] for change in changes if self.has(change)}
        rows = run.dim(self.column_of(run).dim)
        if not numbers or "number" not in rows.columns:
            return []
        wanted = rows.filter(pl.col("number").cast(pl.String).is_in(sorted(numbers)))
        return [int(one) for one in wanted["id"]]

    def has(self, change: Change) -> bool:
        """Whether a change is about one of these."""
        return len(change.key.split(".")) == 3 and change.key.split(".")[0] in self.kinds

    def named(self, run: Run, frame: pl.DataFrame) -> pl.DataFrame:
        """The frame with a ``label`` for the ids in ``card``: number and name."""
        import polars as pl

        column = self.column_of(run)
        if column.role == "card":
            return labelled(run, frame, column, "card")
        names = run.dim(column.dim).select(
            pl.col("id").alias("card"), pl.format("{} {}", "number", "name").alias("label")
        )
        return frame.with_columns(pl.col("card").cast(pl.Int64)).join(names, on="card", how="left")


def holdings(run: Run) -> tuple[Holding, ...]:
    """What seats can have in a run's game."""
    found: tuple[Holding, ...] | None = own_part(run, "holdings")
    if found is not None:
        return found
    if not run.declares("played_month"):
        return ()
    table, card = run.table_with("played_month").name, run.card_column.name
    return (Holding(("card",), table, card, ("draft", "drafted")),)


def changed(run: Run, arm: Arm) -> list[tuple[Holding, list[int]]]:
    """What ``arm`` changes that seats can have, by kind; its ids."""
    found = [(holding, holding.ids(run, arm.changes)) for holding in holdings(run)]
    return [(holding, ids) for holding, ids in found if ids]


def are_held(run: Run, arm: Arm) -> bool:
    """Whether an arm changes nothing but what seats can have."""
    return bool(arm.changes) and all(
        any(holding.has(change) for holding in holdings(run)) for change in arm.changes
    )
