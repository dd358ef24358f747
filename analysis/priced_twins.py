"""The extra score from a thing, compared with others at its price.

Twins measure the gain in score, not in wins: if a thing is too good, every seat takes it, so it
decides no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import polars as pl

from eoc_sim.analysis.average import Measure, Worth, gain_beyond_price
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import normal_reach, variance
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.numbers import Number

METRIC = "score"
"""The unit in which gains are measured."""
MIN_GAMES = 30
"""The minimum number of games with twins of each part."""


@dataclass(frozen=True)
class PricedTwins:
    """Twins that compare a thing with the things of its kind.

    ``changes_of`` reads the twins that together turn off a whole thing, all at once or part by
    part; ``by`` are the columns that identify the thing. ``peers`` takes a `Number` of a thing. It
    returns two values: a table of all things of the same kind, with the columns ``by``, ``thing``
    and ``price`` (the cost), and the id of the thing itself.
    """

    by: Sequence[str]
    changes_of: Callable[[Run, int, Batch], pl.DataFrame]
    peers: Callable[[Run, Number], tuple[pl.DataFrame, int]]

    def measure(self, number: Number) -> Measure:
        """Return a measure of the thing to which an editable number belongs."""

        def worth(run: Run, tests: int) -> Worth:
            peers, thing = self.peers(run, number)
            rows = self.mean_gains(run).join(peers, on=list(self.by), maintain_order="left")
            if thing not in rows["thing"] or rows["thing"].n_unique() == 1:
                return (float("nan"),) * 3
            return worth_beyond_price(rows, thing, run.look.level(tests))

        return worth

    def mean_gains(self, run: Run) -> pl.DataFrame:
        """Return the mean gain from each thing, summed over its parts.

        Columns: ``by``, mean, squared_error and games (those of the part with the fewest).
        """
        gains = Statistic(
            "score of twins",
            ((run.table_with("twin"), 0),),
            (*self.by, "off"),
            ("score",),
            partial(self.changes_of, run, 0),
        )
        total = run.total(gains)
        variances = variance(total["score_sum"], total["score_squares"], total["score_n"])
        return (
            total.with_columns(
                (pl.col("score_sum") / pl.col("score_n")).alias("mean"),
                (pl.Series("variance", variances) / pl.col("score_n")).alias("squared_error"),
            )
            .group_by(*self.by, maintain_order=True)
            .agg(
                pl.col("mean").sum(),
                pl.col("squared_error").sum(),
                pl.col("score_n").min().alias("games"),
            )
            .filter(pl.col("games") >= MIN_GAMES)
        )


def worth_beyond_price(rows: pl.DataFrame, thing: int, level: float) -> Worth:
    """Return how far a thing's gain exceeds others' at its price.

    The result is the value with its interval. ``thing`` is the thing's id. ``rows`` has the columns
    thing, price, mean and squared_error.
    """
    value, error = gain_beyond_price(
        rows["thing"].to_list(),
        rows["price"].to_list(),
        rows["mean"].to_list(),
        (rows["squared_error"] ** 0.5).to_list(),
        thing,
    )
    reach = normal_reach(level) * error
    return value, value - reach, value + reach
