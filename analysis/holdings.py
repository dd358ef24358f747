"""Things that seats can hold and versions can change, such as cards.

The holders are found in a table with one row for each thing that a seat took. By default the things
are cards, and their holders are the seats that draft them; a game declares others in
`Parts.holdings`, each as a `Holding`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import polars as pl

from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.tables import RecordedArm, Run
from eoc_sim.analysis.total_columns import add_labels
from eoc_sim.simulator.runs.game import Column, Table


class HasKey(Protocol):
    """A change to one key, recorded or not."""

    @property
    def key(self) -> str:
        """The key of a cell, a switch or a setting."""


@dataclass(frozen=True)
class Holding:
    """A kind of thing, with the table and column recording its takers.

    ``kinds`` are the first words of its keys. ``verb`` holds the words for taking one, such as
    "draft" and "drafted". If ``since`` names a column of rounds, only rows in which it is positive
    count.
    """

    kinds: tuple[str, ...]
    table: str
    column: str
    verb: tuple[str, str]
    since: str = ""

    def version_suffix(self, arm: int) -> str:
        """Return a suffix for the names of the kind's statistics.

        Kept sums are found by these names.
        """
        return f"version {arm}" if self.kinds == ("card",) else f"{self.kinds[0]}, version {arm}"

    def table_of(self, run: Run) -> Table:
        """Return the table that records who takes such things."""
        return run.declaration.tables[self.table]

    def column_of(self, run: Run) -> Column:
        """Return the column that identifies the thing."""
        return next(column for column in self.table_of(run) if column.name == self.column)

    def rows(
        self, run: Run, batch: Batch, arm: int, roles: Sequence[str], columns: Sequence[str] = ()
    ) -> pl.DataFrame:
        """Read the things taken: ``roles``, ``columns``, and the id as ``thing``."""
        names = list(dict.fromkeys(filter(None, (*columns, self.column, self.since))))
        rows = batch.read(self.table_of(run), arm, roles, names)
        if self.since:
            rows = rows.filter(pl.col(self.since) > 0)
        return rows.select(*roles, *columns, pl.col(self.column).alias("thing"))

    def ids(self, run: Run, changes: Sequence[HasKey]) -> list[int]:
        """Return the ids of the changed things, in the game's order."""
        numbers = {change.key.split(".")[1] for change in changes if self.has(change)}
        rows = run.dim(self.column_of(run).dim)
        if not numbers or "number" not in rows.columns:
            return []
        matches = rows.filter(pl.col("number").cast(pl.String).is_in(sorted(numbers)))
        return [int(identifier) for identifier in matches["id"]]

    def has(self, change: HasKey) -> bool:
        """Return True if a change is about a thing of this kind."""
        return len(change.key.split(".")) == 3 and change.key.split(".")[0] in self.kinds

    def label_things(self, run: Run, frame: pl.DataFrame) -> pl.DataFrame:
        """Add a ``label`` with number and name for the ids in ``thing``."""
        column = self.column_of(run)
        if column.role == "thing":
            return add_labels(run, frame, column, "thing")
        names = run.dim(column.dim).select(
            pl.col("id").alias("thing"), pl.format("{} {}", "number", "name").alias("label")
        )
        return frame.with_columns(pl.col("thing").cast(pl.Int64)).join(
            names, on="thing", how="left"
        )


def holdings(run: Run) -> tuple[Holding, ...]:
    """List the kinds of things that seats can hold in a game."""
    game_holdings: tuple[Holding, ...] | None = run.parts.load("holdings")
    if game_holdings is not None:
        return game_holdings
    if not run.declares("played_round"):
        return ()
    table, card = run.table_with("played_round").name, run.card_column.name
    return (Holding(("card",), table, card, ("draft", "drafted")),)


def changed_components(run: Run, arm: RecordedArm) -> list[tuple[Holding, list[int]]]:
    """List the changed things that seats can hold, as kinds and ids."""
    pairs = [(holding, holding.ids(run, arm.changes)) for holding in holdings(run)]
    return [(holding, ids) for holding, ids in pairs if ids]


def changes_only_holdings(run: Run, arm: RecordedArm) -> bool:
    """Return True if an arm changes only things that seats can hold."""
    return bool(arm.changes) and all(
        any(holding.has(change) for holding in holdings(run)) for change in arm.changes
    )
