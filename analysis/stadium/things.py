"""Gains from places, players and employees, from twins with parts off.

A twin equals its game until the thing first comes to an owner: a block is placed there, a player
drafted, an employee hired. So the game minus its twin is exactly the effect of the part that is
off: its points, its effect or both. Its cost is paid in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import ALL, MEASURES, TwinMeans, changes, value_columns

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ("place", "player", "employee")
"""Kinds of things, as named by columns of the table of twins."""
PARTS = ("points", "effect", "both")
"""Parts of a thing that are off in a twin."""
OFF_KINDS = tuple(f"{part} off" for part in PARTS)
"""Names of the parts in the table of twins."""
VALUES = (*MEASURES, "margin")


def has_things(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins change places and cards."""
    entries = (run.record.get("twins") or {}).get("entries", ())
    return any(kind in OFF_KINDS for kind, *_ in entries) and run.has(run.table_with("twin"), arm)


def things(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate twins by thing, part off and first owner's strategy.

    The strategy "all" covers all of them. Columns: kind (of `KINDS`), thing (id), label, off (of
    `PARTS`), strategy, games (in which it came to an owner and had this twin); score and wins (in
    100) of its first owner, margin (points ahead of the best other), others_score and others_wins
    (the mean of all others). Each value has _low and _high, and _all_low and _all_high, which hold
    jointly for all things and parts under a strategy; verdict and more_games judge the wins by the
    latter. Things without a twin have no row.

    Raises:
        MissingResults: the run has no such twins, or no finished games.
    """
    if not has_things(run, arm):
        raise MissingResults("This run has no twins of places and cards: eoc-sim cards plays some.")
    run.require(run.table_with("twin"), arm=arm)
    means = TwinMeans(run, ("kind", "thing", "off"), VALUES, judged=True)
    for batch in run.batches():
        means.add(changes_of(run, arm, batch))
    return (
        means.frame()
        .with_columns(pl.col("thing").cast(pl.Int64))
        .join(names_of(run), on=["kind", "thing"], how="left")
        .sort(
            pl.col("strategy") != ALL,
            "strategy",
            _place("kind", KINDS),
            "thing",
            _place("off", PARTS),
        )
        .select(
            "kind",
            "thing",
            "label",
            "off",
            "strategy",
            "games",
            *value_columns(VALUES),
            "verdict",
            "more_games",
        )
    )


def names_of(run: Run) -> pl.DataFrame:
    """Name every thing: columns kind, thing (id) and label."""
    return pl.concat(
        run.dim(f"{kind}s").select(
            pl.lit(kind).alias("kind"),
            pl.col("id").alias("thing"),
            # Name places by number and name, like the cards of a deck.
            pl.when(pl.col("name").str.starts_with(pl.col("number")))
            .then(pl.col("name"))
            .otherwise(pl.format("{} {}", "number", "name"))
            .alias("label"),
        )
        for kind in KINDS
    )


def _place(column: str, names: tuple[str, ...]) -> pl.Expr:
    return pl.col(column).replace_strict(names, range(len(names)), return_dtype=pl.Int64)


def changes_of(run: Run, arm: int, batch: tuple[int, int]) -> pl.DataFrame:
    """Read a batch's twins of things: names, part off and `VALUES`.

    Columns: kind, thing, off, number (of the strategy), `VALUES`.
    """
    rows = changes(run, arm, batch, ["game", "twin"], [*KINDS, "margin"])
    rows = rows.with_columns(pl.col("twin").cast(pl.String)).filter(pl.col("twin").is_in(OFF_KINDS))
    return rows.with_columns(
        pl.col("twin").str.strip_suffix(" off").alias("off"),
        pl.coalesce(pl.when(pl.col(kind) >= 0).then(pl.lit(kind)) for kind in KINDS).alias("kind"),
        pl.max_horizontal(KINDS).alias("thing"),
    )


def side_by_side(table: pl.DataFrame) -> pl.DataFrame:
    """Spread the parts of each thing over columns, for all strategies together.

    There is one row per thing in `things`: kind, thing, label, and the columns of each part
    prefixed with its name, such as both_wins and effect_wins_low.
    """
    keys = ["kind", "thing", "label"]
    over_all = table.filter(pl.col("strategy") == ALL)
    rows = over_all.select(keys).unique(maintain_order=True)
    for off in PARTS:
        part = over_all.filter(pl.col("off") == off).drop("off", "strategy")
        rows = rows.join(
            part.rename({name: f"{off}_{name}" for name in part.columns if name not in keys}),
            on=keys,
            how="left",
            maintain_order="left",
        ).with_columns(pl.col(f"{off}_games").fill_null(0))
    return rows


def write_metrics(table: pl.DataFrame, folder: Path) -> None:
    """Write the table of things into a folder."""
    folder.mkdir(exist_ok=True)
    table.write_parquet(folder / "things.parquet")
