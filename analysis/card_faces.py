"""What is printed on the cards, as far as a run's game declares it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.game import Column

if TYPE_CHECKING:
    import polars as pl

PRINTED = ("face_price", "face_text")
"""Roles of columns; what cards score (face_score) is among the worths."""


def printed(run: Run, deck: str = "") -> dict[str, Column]:
    """The columns of the cards that have one of the roles `PRINTED`, by their role.

    ``deck`` is the table of dims of one of several decks. Runs of older versions of the program
    may have none.
    """
    deck = deck or run.card_column.dim
    dim = run.declaration.dims.get(deck)
    kept = run.dim(deck).columns
    return {
        column.role: column
        for column in (dim.roles(*PRINTED) if dim else ())
        if column.name in kept
    }


def with_faces(run: Run, found: pl.DataFrame, deck: str = "") -> pl.DataFrame:
    """A card table with the columns of `printed`, named by their roles."""
    import polars as pl

    names = {role: column.name for role, column in printed(run, deck).items()}
    cards = run.dim(deck or run.card_column.dim).select(
        pl.col("id").alias("card"), *(pl.col(name).alias(role) for role, name in names.items())
    )
    return found.join(cards, on="card", how="left")
