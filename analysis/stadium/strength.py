"""Extra points of a thing over others of its price.

Things are places, players and employees.

Twins measure them in points rather than wins: every owner takes a thing that is too good, so it
decides no game.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from eoc_sim.analysis.average import Measure, Worth, of_things
from eoc_sim.analysis.stadium.things import KINDS, changes_of
from eoc_sim.analysis.stats import normal_reach, variance
from eoc_sim.analysis.tables import BatchSums, Run

AVERAGE = "an average {kind} of its price"
"""Words for the average with which a thing is compared."""
METRIC = "score"
"""The unit of strength."""
PRICES = {
    "place": ("wins", "money", "equipment", "entertainment", "construction"),
    "player": ("price", "salary"),
    "employee": ("price", "salary"),
}
"""Columns of costs by kind of thing; a field square costs wins."""
LEAST_GAMES = 30
"""Fewest games with a twin for a thing to count."""


def measure(number: str) -> Measure:
    """Return a measure of a thing, against its deck or category."""

    def worth(run: Run, tests: int) -> Worth:
        kind, thing, alike = _thing_of(run, number)
        sums = BatchSums(run, ("kind", "thing", "off"), ["score"])
        for batch in run.batches():
            sums.add(changes_of(run, 0, batch).select("game", "kind", "thing", "off", "score"))
        total = (
            sums.total()
            .filter(
                (pl.col("kind") == kind)
                & (pl.col("off") == "both")
                & (pl.col("score_n") >= LEAST_GAMES)
            )
            .join(alike, on="thing")
        )
        if thing not in total["thing"]:
            return float("nan"), float("nan"), float("nan")
        games = total["score_n"].to_numpy().astype(np.float64)
        means = total["score_sum"].to_numpy() / games
        spread = variance(total["score_sum"], total["score_squares"], games)
        value, error = of_things(
            total["thing"].to_list(),
            total["paid"].to_list(),
            means.tolist(),
            ((spread / games) ** 0.5).tolist(),
            thing,
        )
        reach = normal_reach(run.look.level(tests)) * error
        return value, value - reach, value + reach

    return worth


def _thing_of(run: Run, number: str) -> tuple[str, int, pl.DataFrame]:
    """Return a thing's kind and id, and similar things' ids and costs."""
    for kind in KINDS:
        dim = run.dim(f"{kind}s")
        mine = dim.filter(pl.col("number") == number)
        if not mine.height:
            continue
        # Buildings and field squares share a table; their numbers begin with different letters.
        alike = dim.filter(pl.col("number").str.starts_with(number[0])).select(
            pl.col("id").alias("thing"),
            pl.sum_horizontal(
                pl.col(name).fill_null(0).cast(pl.Float64)
                for name in PRICES[kind]
                if name in dim.columns
            ).alias("paid"),
        )
        return kind, int(mine["id"][0]), alike
    raise KeyError(number)
