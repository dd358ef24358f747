"""Gains from things that seats get, measured by twins without them.

In a twin, a thing or a part of it is switched off. The twin equals its game until a seat first gets
the thing, so the game minus its twin is exactly the effect of that thing or part. The thing's cost
is paid in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import MEASURES, TwinMeans, changes, value_columns

if TYPE_CHECKING:
    from pathlib import Path

OFF = " off"
"""Suffix of the names of twins that switch something off."""
VALUES = (*MEASURES, "margin")


def has_twins(run: Run, kinds: Sequence[str], arm: int = 0) -> bool:
    """Return True if the run has twins of any of these kinds."""
    entries = (run.record.get("twins") or {}).get("entries", ())
    return any(kind in kinds for kind, *_ in entries) and run.has(run.table_with("twin"), arm)


def read_switch_off_twins(
    run: Run, arm: int, batch: Batch, kinds: Sequence[str], columns: Sequence[str]
) -> pl.DataFrame:
    """Read a batch's twins of these kinds.

    The columns include ``off``, which names the part switched off, and `VALUES`.
    """
    rows = changes(run, arm, batch, ["game", "twin"], [*columns, "margin"])
    rows = rows.with_columns(pl.col("twin").cast(pl.String)).filter(pl.col("twin").is_in(kinds))
    return rows.with_columns(pl.col("twin").str.strip_suffix(OFF).alias("off"))


def component_table(
    run: Run,
    arm: int,
    by: Sequence[str],
    changes_of: Callable[[Run, int, Batch], pl.DataFrame],
    names: pl.DataFrame,
    order: Sequence[pl.Expr | str],
) -> pl.DataFrame:
    """Tabulate twins by thing, part switched off and first holder's strategy.

    The strategy "all" covers all strategies. ``by`` names the columns of ``names`` that identify a
    thing. Columns: kind, thing (id), label, off, strategy, games (those with this twin in which a
    seat got the thing), and the thing's effects: on score and wins (in 100) of its first holder, on
    margin (over the best of the other seats), and on others_score and others_wins (the mean of all
    others). Further columns have each effect's interval (_low and _high), and one that holds
    jointly for all rows of a strategy (_all_low and _all_high). The verdict is on the wins and is
    based on their joint interval; more_games is roughly how many more games would decide it. Things
    without a twin have no row.
    """
    rows = partial(changes_of, run, arm)
    means = TwinMeans(run, arm, "things", (*by, "off"), rows, VALUES, with_verdicts=True)
    return (
        means.frame()
        .with_columns(pl.col("thing").cast(pl.Int64))
        .join(names, on=list(by), how="left")
        .sort(*order)
        .select(
            *("kind", "thing", "label", "off", "strategy", "games"),
            *value_columns(VALUES),
            *("verdict", "more_games"),
        )
    )


def missing_twins(noun: str) -> MissingResults:
    """Make the error for a run without twins of ``noun``."""
    return MissingResults(
        f'This run has no twins of {noun}; run "eoc-sim cards" to play a run with twins.'
    )


def label() -> pl.Expr:
    """Label a row with its number and name, without repeating the number."""
    return (
        pl.when(pl.col("name").str.starts_with(pl.col("number")))
        .then(pl.col("name"))
        .otherwise(pl.format("{} {}", "number", "name"))
        .alias("label")
    )


def write_table(table: pl.DataFrame, folder: Path, name: str) -> None:
    """Write a metric table into a folder."""
    folder.mkdir(exist_ok=True)
    table.write_parquet(folder / f"{name}.parquet")
