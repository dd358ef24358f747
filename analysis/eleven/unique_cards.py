"""Unique cards: the side of each, and the score with it (EXT-1)."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_names, group_means

SIDES = ("positive", "negative")
VALUES = ("score", *SIDES)
"""A manager's VP with a card, and each side's percentage of plays."""


def is_on(run: Run) -> bool:
    """Return True if the run plays with unique cards."""
    rules = run.rules
    return bool(rules["layer"] == "season" and rules.get("unique_cards", "off") == "on")


def cards_statistic(run: Run) -> Statistic:
    """Return the statistic of managers' unique cards."""
    table, seats = run.declaration.tables["unique_cards"], run.table_with("win_share")

    def rows(batch: Batch) -> pl.DataFrame:
        scores = batch.read(seats, 0, ["game", "seat", "score"])
        plays = batch.read(table, 0, ["game", "seat"], ["card", "side"])
        side = pl.col("side").cast(pl.String)
        return plays.join(scores, on=["game", "seat"], how="left", maintain_order="left").select(
            "game",
            "card",
            pl.col("score").cast(pl.Float64),
            *((100.0 * (side == name)).alias(name) for name in SIDES),
        )

    return Statistic("unique cards", ((table, 0), (seats, 0)), ("card",), VALUES, rows)


def cards(run: Run) -> pl.DataFrame:
    """Return each card's side and score.

    Columns: card, label, games, and `VALUES`, each with _low and _high.
    """
    frame = group_means(run, cards_statistic(run))
    return add_names(frame, run.dim("unique_cards"), "card", "label")


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [cards_statistic(run)] if is_on(run) else []
