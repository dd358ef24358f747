"""Gains from twins as quantities, computed the same way for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.twin_means import changes

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Batch
    from eoc_sim.analysis.tables import Run

COLUMNS = ("game", "what", "label", "wins", "score")


def components_off(changes: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """List the gains from things, with the columns `COLUMNS`.

    ``changes`` has the columns game, thing (an id), ``off`` (the word for what the twin turns off,
    such as "value" or "effect"), wins and score; ``names`` has thing and label.
    """
    return (
        changes.with_columns(
            pl.col("thing").cast(pl.Int64), pl.format("the {} of", "off").alias("what")
        )
        .join(names, on="thing")
        .select(COLUMNS)
    )


def gifts(
    run: Run, batch: Batch, kind: str, column: str, about: str, label: pl.Expr
) -> pl.DataFrame:
    """List the gains from a batch's gifts, with the columns `COLUMNS`.

    ``about`` is a format for the name in ``column``; ``label`` puts the moment into words, from the
    column round.
    """
    words = dict(enumerate(run.table_with("twin")[column].values))
    return (
        changes(run, 0, batch, ["game", "twin", "round"], [column])
        .with_columns(pl.col("twin").cast(pl.String))
        .filter(pl.col("twin") == kind)
        .with_columns(
            pl.format(
                about,
                pl.col(column).cast(pl.Int64).replace_strict(words, return_dtype=pl.String),
            ).alias("what"),
            label.alias("label"),
        )
        .select(COLUMNS)
    )
