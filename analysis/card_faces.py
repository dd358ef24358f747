"""Text and prices printed on cards, if a run's game declares them."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.game import Column

FACE_ROLES = ("face_price", "face_text")
"""Roles of columns printed on cards, except the score."""


def printed_columns(run: Run, deck: str = "") -> dict[str, Column]:
    """Return the card columns with one of the roles `FACE_ROLES`, by role.

    ``deck`` names the deck's table in dims, if there is more than one deck. Runs by older versions
    of the program may lack these columns.
    """
    deck = deck or run.card_column.dim
    dim = run.declaration.dims.get(deck)
    columns = run.dim(deck).columns
    return {
        column.role: column
        for column in (dim.roles(*FACE_ROLES) if dim else ())
        if column.name in columns
    }


def with_faces(run: Run, table: pl.DataFrame, deck: str = "") -> pl.DataFrame:
    """Add the columns of `printed_columns` to a card table, named by role."""
    names = {role: column.name for role, column in printed_columns(run, deck).items()}
    cards = run.dim(deck or run.card_column.dim).select(
        pl.col("id").alias("thing"), *(pl.col(name).alias(role) for role, name in names.items())
    )
    return table.join(cards, on="thing", how="left")
