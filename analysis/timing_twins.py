"""The worth of gifts and decisions by moment, from a run's twins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import ClassVar

import polars as pl

from eoc_sim.analysis.component_twins import VALUES, has_twins
from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import ALL, TwinMeans, changes


class TimingTwins(ABC):
    """The twins of a version, grouped as a game declares.

    Raises `MissingResults` if the run has no such twins. All frames have one row for each group of
    twins and each strategy in the twin's seat. The rows for all strategies together ("all") come
    first. Columns: those that group the twins, strategy, games (with such a twin), and score, wins
    (in 100), margin (over the best of the other seats), others_score and others_wins (the mean of
    all others). Each of these five values is the result with the gift or decision minus the result
    without it. Further columns have each value's interval (_low and _high), and one that holds
    jointly for the rows of a strategy (_all_low and _all_high). The verdict is on the wins and is
    based on their joint interval; more_games is roughly how many more games would decide it.
    """

    KINDS: ClassVar[Sequence[str]]
    """The kinds of twins, as named in the table of twins."""
    SUBJECT: ClassVar[str]
    """The noun for these twins, for the error if there are none."""
    COLUMNS: ClassVar[Sequence[str]]
    """Columns to read from the table of twins."""
    GROUPS: ClassVar[Mapping[str, tuple[pl.Expr, tuple[str, ...]]]]
    """For each metric table, which twins count and which columns group them."""

    def __init__(self, run: Run, arm: int = 0) -> None:
        if not has_twins(run, self.KINDS, arm):
            raise MissingResults(
                f"This run has no twins of {self.SUBJECT}; "
                'run "eoc-sim timing" to play a run with twins.'
            )
        self._table = run.table_with("twin")
        run.require(self._table, arm=arm)
        self._run = run
        self._arm = arm

    def rows(self, batch: Batch) -> pl.DataFrame:
        """Read a batch's twins with the columns that group them."""
        rows = changes(
            self._run, self._arm, batch, ["game", "twin", "round"], [*self.COLUMNS, "margin"]
        )
        return rows.with_columns(pl.col("twin").cast(pl.String))

    @cached_property
    def _means(self) -> Mapping[str, TwinMeans]:
        """Means, summed in one pass, by the name of their table."""
        run, arm = self._run, self._arm

        def rows(is_in: pl.Expr, batch: Batch) -> pl.DataFrame:
            return batch.make_once(f"timing, version {arm}", lambda: self.rows(batch)).filter(is_in)

        means = {
            name: TwinMeans(run, arm, name, by, partial(rows, is_in), VALUES, with_verdicts=True)
            for name, (is_in, by) in self.GROUPS.items()
        }
        run.prepare(statistic for mean in means.values() for statistic in mean.statistics)
        return means

    @abstractmethod
    def words(self) -> Mapping[str, Mapping[int, str]]:
        """Return the words for the values of columns that group twins."""

    def order(self, column: str) -> pl.Expr:
        """Return the sort key of a column that groups twins."""
        return pl.col(column)

    def _name_rows(self, name: str) -> pl.DataFrame:
        """Return a table's rows, named and in the game's order."""
        means, words = self._means[name], self.words()
        return (
            means.frame()
            .sort(
                pl.col("strategy") != ALL,
                "strategy",
                *map(self.order, means.by),
                maintain_order=True,
            )
            .with_columns(
                pl.col(column).cast(pl.Int64).replace_strict(words[column], return_dtype=pl.String)
                for column in means.by
                if column in words
            )
        )
