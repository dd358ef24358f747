"""Board meetings: the colour voted for, and the re-rolls, by strategy (BOA)."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.eleven.matches import with_strategies
from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import strategy_means

COLOURS = ("yellow", "blue", "red")
"""The colours for the outcomes: money, team and people (BOA-1)."""
VALUES = (*COLOURS, "rerolls")


def by_strategy(run: Run) -> pl.DataFrame:
    """Return how often each strategy votes for each colour, and its re-rolls.

    Columns: strategy, label, games, then `COLOURS` (votes for the colour in 100 weeks) and rerolls
    (per meeting), each also with _low and _high.
    """
    return strategy_means(run, meetings_statistic(run))


def meetings_statistic(run: Run) -> Statistic:
    """Return the statistic of board meetings by strategy."""
    return Statistic(
        "board meetings by strategy",
        ((run.declaration.tables["weeks"], 0), (run.table_with("win_share"), 0)),
        ("strategy",),
        VALUES,
        lambda batch: with_strategies(run, batch, "weeks", ["vote", "rerolls"]).with_columns(
            (100.0 * (pl.col("vote").cast(pl.String) == colour)).alias(colour) for colour in COLOURS
        ),
    )


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [meetings_statistic(run)]
