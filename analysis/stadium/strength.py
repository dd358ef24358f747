"""Worth of places and cards compared with others at the same price."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.priced_twins import PricedTwins
from eoc_sim.analysis.stadium.part_twins import KINDS, PARTS, changes_of
from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.numbers import Number

PRICES = {
    "place": ("wins", "money", "equipment", "entertainment", "construction"),
    "player": ("price", "salary"),
    "employee": ("price", "salary"),
}
"""Columns of costs, by kind of component.

Wins are the requirement of a field square.
"""


def _peers_and_thing(run: Run, number: Number) -> tuple[pl.DataFrame, int]:
    """Return the costs of a numbered component and its peers.

    The second value is the component's id.
    """
    for kind in KINDS:
        dim = run.dim(f"{kind}s")
        component_row = dim.filter(pl.col("number") == number.row)
        if not component_row.height:
            continue
        # Buildings and field squares share a table; their numbers begin with different letters.
        rows = dim.filter(pl.col("number").str.starts_with(number.row[0])).select(
            pl.lit(kind).alias("kind"),
            pl.col("id").alias("thing"),
            pl.sum_horizontal(
                pl.col(name).fill_null(0).cast(pl.Float64)
                for name in PRICES[kind]
                if name in dim.columns
            ).alias("price"),
        )
        return rows, int(component_row["id"][0])
    raise KeyError(number.row)


def _read_removals(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Read a batch's twins with both points and effect off."""
    return changes_of(run, arm, batch).filter(pl.col("off") == PARTS[-1])


PRICED_TWINS = PricedTwins(("kind", "thing"), _read_removals, _peers_and_thing)
