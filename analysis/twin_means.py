"""Means over games of what twins did, by group and by the strategy of whoever they are about.

Each row of the table of twins is a paired difference: the game with a thing less the same game
without it, on the same luck. The unit of every interval is the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.tables import Run, Sums, with_means

if TYPE_CHECKING:
    import polars as pl

ALL = "all"
"""What all strategies together are called."""
MEASURES = ("score", "wins", "others_score", "others_wins")
"""Of the row's seat the score and the wins in 100, and the mean of those of all other seats."""
FEWEST_GAMES = 10
"""Games with a twin below which no value is given."""
STRATEGY = "number"
"""The column of `changes` with the id of the strategy."""


def changes(
    run: Run, arm: int, batch: tuple[int, int], roles: Sequence[str], columns: Sequence[str] = ()
) -> pl.DataFrame:
    """Each twin of a batch: its ``roles`` and ``columns``, number (the strategy) and `MEASURES`."""
    import polars as pl

    table = run.table_with("twin")
    seats = run.players + (run.words.automaton in run.dim(run.column("strategy").dim)["name"])
    score = [column.name for column in table.roles("score_change")][:seats]
    share = [column.name for column in table.roles("win_share_change")][:seats]
    needed = list(dict.fromkeys([*roles, "seat", "strategy"]))
    rows = run.read(table, arm, batch, needed, [*columns, *score, *share])
    own = np.arange(rows.height), rows["seat"].to_numpy().astype(int)
    measured = []
    for name, one, scale in (("score", score, 1.0), ("wins", share, 100.0)):
        values = scale * rows.select(one).to_numpy().astype(float).reshape(rows.height, seats)
        others = (values.sum(axis=1) - values[own]) / max(seats - 1, 1)
        measured += [pl.Series(name, values[own]), pl.Series(f"others_{name}", others)]
    return rows.select(
        *roles, *columns, pl.col("strategy").alias(STRATEGY)
    ).with_columns(measured)


class TwinMeans:
    """Means of ``values`` by the columns ``by``, added up batch by batch."""

    def __init__(self, run: Run, by: Sequence[str], values: Sequence[str] = MEASURES) -> None:
        self._run = run
        self._by = list(by)
        self._values = list(values)
        self._every = Sums(run, self._by, self._values)
        self._single = Sums(run, [*self._by, STRATEGY], self._values)

    def add(self, rows: pl.DataFrame) -> None:
        """Add the twins of a batch, none of whose games may have been added before."""
        import polars as pl

        for sums in (self._every, self._single):
            # A game may have the same twin twice, of two seats or of a schedule in cycles.
            sums.add(rows.group_by("game", *sums.by).agg(pl.col(self._values).mean()))

    def frame(self) -> pl.DataFrame:
        """A row for each group and each strategy, `ALL` first.

        Columns: ``by``, strategy, games, and each value with _low and _high, and with _all_low and
        _all_high, which hold together for all groups under a strategy. Null below `FEWEST_GAMES`.
        """
        import polars as pl

        parts = [self._with_intervals(self._every.total().with_columns(strategy=pl.lit(ALL)))]
        names = self._run.dim(self._run.column("strategy").dim).select(
            pl.col("id").alias(STRATEGY), pl.col("name").alias("strategy")
        )
        single = self._single.total().with_columns(pl.col(STRATEGY).cast(pl.Int64))
        single = single.join(names, on=STRATEGY, how="left").drop(STRATEGY)
        for strategy in names["strategy"]:
            mine = single.filter(pl.col("strategy") == strategy)
            if mine.height:
                parts.append(self._with_intervals(mine))
        columns = [*self._by, "strategy", "games", *value_columns(self._values)]
        return pl.concat(part.select(columns) for part in parts)

    def _with_intervals(self, total: pl.DataFrame) -> pl.DataFrame:
        """Means with intervals each by itself, and all rows together; empty where games are few."""
        import polars as pl

        judged = int((total["games"] >= FEWEST_GAMES).sum())
        each = with_means(self._run, total, self._values)
        together = with_means(self._run, total, self._values, tests=judged)
        found = each.drop(f"{value}_n" for value in self._values).with_columns(
            together[f"{value}_{end}"].alias(f"{value}_all_{end}")
            for value in self._values for end in ("low", "high")
        )
        return found.with_columns(
            pl.when(pl.col("games") >= FEWEST_GAMES).then(pl.col(name))
            for name in value_columns(self._values)
        )


def value_columns(values: Sequence[str]) -> list[str]:
    """The columns of `TwinMeans.frame` for these values."""
    ends = ("", "_low", "_high", "_all_low", "_all_high")
    return [f"{value}{end}" for value in values for end in ends]
