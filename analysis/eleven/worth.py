"""Gains from cards, staff, sponsors, directors, tokens and tactics, from twins.

A twin equals its game until the thing first comes to a manager. So the game minus its twin is
exactly the effect of what is off: an effect, a token's VP, or a card, which nobody can assign. Its
cost is paid in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import ALL, MEASURES, TwinMeans, changes, value_columns

if TYPE_CHECKING:
    from pathlib import Path

OFF_KINDS = ("effect off", "VP off", "card off")
"""Kinds of twins in the table of twins."""
SHEETS = {
    "directors": "director",
    "staff": "staff card",
    "sponsors": "sponsor",
    "tokens": "token",
    "tactics": "tactic card",
}
"""Kinds of things, by the dims that list them."""
KINDS = ("player", "youngster", "veteran", *SHEETS.values())
VALUES = (*MEASURES, "margin")


def has_worth(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins switch things off."""
    entries = (run.record.get("twins") or {}).get("entries", ())
    return any(kind in OFF_KINDS for kind, *_ in entries) and run.has(run.table_with("twin"), arm)


def worth(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate twins by thing, what is off and first manager's strategy.

    The strategy "all" covers all of them. Columns: kind (of `KINDS`), thing (id), label, off
    (effect, VP or card), strategy, games (in which it came to a manager and had this twin); score
    and wins (in 100) of its first manager, margin (VP ahead of the best other), others_score and
    others_wins (the mean of all others). Each value has _low and _high, and _all_low and _all_high,
    which hold jointly for all rows of a strategy; verdict and more_games judge the wins by the
    latter. Things without a twin have no row.

    Raises:
        MissingResults: the run has no such twins, or no finished games.
    """
    if not has_worth(run, arm):
        raise MissingResults("This run has no twins of cards: eoc-sim cards plays some.")
    run.require(run.table_with("twin"), arm=arm)
    means = TwinMeans(run, ("thing", "off"), VALUES, judged=True)
    for batch in run.batches():
        means.add(changes_of(run, arm, batch))
    return (
        means.frame()
        .with_columns(pl.col("thing").cast(pl.Int64))
        .join(names_of(run), on="thing", how="left")
        .sort(pl.col("strategy") != ALL, "strategy", "thing", "off", descending=False)
        .select(
            *("kind", "thing", "label", "off", "strategy", "games"),
            *value_columns(VALUES),
            *("verdict", "more_games"),
        )
    )


def names_of(run: Run) -> pl.DataFrame:
    """Name every thing: columns thing (id), kind and label."""
    cards = run.dim("players").select(
        "number", "name", pl.col("kind").replace("regular", KINDS[0]).alias("kind")
    )
    others = (
        run.dim(sheet).select("number", "name", pl.lit(kind).alias("kind"))
        for sheet, kind in SHEETS.items()
    )
    names = pl.concat([cards, *others]).filter(pl.col("number") != "").unique("number")
    things = run.dim("things").select(pl.col("id").cast(pl.Int64).alias("thing"), "number")
    return things.join(names, on="number").select(
        "thing",
        "kind",
        pl.when(pl.col("name").str.starts_with(pl.col("number")))
        .then(pl.col("name"))
        .otherwise(pl.format("{} {}", "number", "name"))
        .alias("label"),
    )


def changes_of(run: Run, arm: int, batch: tuple[int, int]) -> pl.DataFrame:
    """Read a batch's twins of things, with what is off and `VALUES`."""
    rows = changes(run, arm, batch, ["game", "twin"], ["thing", "margin"])
    rows = rows.with_columns(pl.col("twin").cast(pl.String)).filter(pl.col("twin").is_in(OFF_KINDS))
    return rows.with_columns(pl.col("twin").str.strip_suffix(" off").alias("off"))


def write_metrics(table: pl.DataFrame, folder: Path) -> None:
    """Write the table of things into a folder."""
    folder.mkdir(exist_ok=True)
    table.write_parquet(folder / "worth.parquet")
