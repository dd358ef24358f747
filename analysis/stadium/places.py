"""The stadium board: how often and when its places are taken.

Places are squares and buildings.
"""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.exact_sums import group_sizes
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import share_columns, with_means, with_zeros

VALUES = ("blocks", "owners", "round")
FACE = (
    "number",
    "level",
    "category",
    "wins",
    "equipment",
    "construction",
    "money",
    "entertainment",
    "points",
    "source",
)
"""Columns with a place's printed values."""


def place_table(run: Run) -> pl.DataFrame:
    """Return one row per square or building, in board order.

    Squares come first, then buildings by level. Columns: place, label, `FACE`, games, taken_games
    (in which an owner has a block there), then taken (such games per 100 games), blocks (blocks
    there per 100 blocks in a game), owners (blocks there per 100 owners) and round (the mean round
    of the blocks there, over the games in which the place is taken), each also with _low and _high.
    """
    total = run.total(places_statistic(run)).with_columns(pl.col("place").cast(pl.Int64))
    board = run.dim("places").select(
        pl.col("id").alias("place"), pl.col("name").alias("label"), *FACE
    )
    rows = board.join(total.rename({"games": "taken_games"}), on="place", how="left")
    rows = with_zeros(run, rows, ["blocks", "owners"]).with_columns(
        pl.col("taken_games").fill_null(0), pl.lit(run.games, dtype=pl.Int64).alias("games")
    )
    rows = with_means(run, rows, VALUES).drop(f"{value}_n" for value in VALUES)
    rows = rows.with_columns(share_columns(run, "taken", rows["taken_games"], rows["games"]))
    return rows.sort(pl.col("level") != "field", "level", "place", maintain_order=True)


def places_statistic(run: Run) -> Statistic:
    """Return the statistic that `place_table` reads."""
    table, players = run.declaration.tables["blocks"], run.players

    def rows(batch: Batch) -> pl.DataFrame:
        blocks = batch.read(table, 0, ["game"], ["place", "round"])
        # Rows of one game and place are merged into their mean, so all of them get the same value.
        share = 100.0 * group_sizes(blocks, ("place",))
        return blocks.with_columns(
            pl.Series("blocks", share / group_sizes(blocks)), pl.Series("owners", share / players)
        )

    return Statistic("squares and buildings", ((table, 0),), ("place",), VALUES, rows)


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [places_statistic(run)]
