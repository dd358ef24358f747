"""The stadium board: how often each square and building is taken, when, and for how many points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run, share_columns, with_means, with_noughts

if TYPE_CHECKING:
    import polars as pl

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
"""What the board says of a place."""


def place_table(run: Run) -> pl.DataFrame:
    """One row a square or building, in the order of the board: squares first, then levels.

    Columns: place, label, `FACE`, games; with _low and _high each: taken (of 100 games, those in
    which anybody has a block there), blocks (of 100 blocks of a game), owners (of 100), and, over
    the games in which it is taken, round. ``taken_games`` are these.
    """
    import polars as pl

    total = run.total(of_places(run)).with_columns(pl.col("place").cast(pl.Int64))
    board = run.dim("places").select(
        pl.col("id").alias("place"), pl.col("name").alias("label"), *FACE
    )
    found = board.join(total.rename({"games": "taken_games"}), on="place", how="left")
    found = with_noughts(run, found, ["blocks", "owners"]).with_columns(
        pl.col("taken_games").fill_null(0), pl.lit(run.games, dtype=pl.Int64).alias("games")
    )
    found = with_means(run, found, VALUES).drop(f"{value}_n" for value in VALUES)
    found = found.with_columns(share_columns(run, "taken", found["taken_games"], found["games"]))
    return found.sort(pl.col("level") != "field", "level", "place", maintain_order=True)


def of_places(run: Run) -> Statistic:
    """What `place_table` looks at, of the places that are taken."""
    import polars as pl

    table, players = run.declaration.tables["blocks"], run.players

    def rows(batch: Batch) -> pl.DataFrame:
        blocks = batch.read(table, 0, ["game"], ["place", "round"])
        return blocks.select(
            "game",
            "place",
            "round",
            # Rows of a game and place are made one by their mean, so each says the same.
            (100.0 * pl.len().over("game", "place") / pl.len().over("game")).alias("blocks"),
            (100.0 * pl.len().over("game", "place") / players).alias("owners"),
        )

    return Statistic("squares and buildings", ((table, 0),), ("place",), VALUES, rows)


def statistics(run: Run) -> list[Statistic]:
    """All that this module looks at."""
    return [of_places(run)]
