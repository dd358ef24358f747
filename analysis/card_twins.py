"""The gain from a card that is paid for, measured by twins.

In a twin, part or all of the card is switched off. A twin equals its game until the card is put
into play, and has the same shuffles and dice afterwards; so the game minus its twin is exactly the
effect of that part. The owner has paid for the card in both. So these numbers leave out the card's
price and the place that it takes, and no verdict depends on the numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis import scored_twins
from eoc_sim.analysis.cards import card_table
from eoc_sim.analysis.folders import with_public_names
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import (
    ALL,
    MEASURES,
    TwinMeans,
    measure_twins,
    twin_rows,
    value_columns,
)
from eoc_sim.analysis.worth import with_worth

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.analysis.statistic import Batch

_TWIN = "card "


def has_card_twins(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins switch cards off."""
    entries = (run.record.get("twins") or {}).get("entries", ())
    return any(str(kind).startswith(_TWIN) for kind, *_ in entries) and run.has(
        run.table_with("twin"), arm
    )


def parts_off(run: Run) -> list[str]:
    """List the card parts that twins switch off; ``both`` is last."""
    kinds = [str(kind) for kind in run.column("twin").kind]
    return [kind.removeprefix(_TWIN) for kind in kinds if kind.startswith(_TWIN)]


def card_twins(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate card twins by card, part and strategy.

    Columns: thing (id), label, off, strategy ("all" for all strategies together), games (with a
    twin; for parts that are re-scored instead, all games in which the card was played); score and
    wins (in 100) of the seat that put the card into play (its first copy, if it has several),
    others_score and others_wins (the mean of all other seats). Each value is the game minus its
    twin and has _low and _high, and _all_low and _all_high, which hold jointly for all cards and
    all parts for a given strategy. Values are null below `twin_means.MIN_GAMES` games. Cards
    without a twin have no row.

    Raises:
        MissingResults: the run has no such twins, or no finished games.
    """
    if not has_card_twins(run, arm):
        raise MissingResults(
            'This run has no twins of cards; run "eoc-sim cards" to play a run with twins.'
        )

    def rows(batch: Batch) -> pl.DataFrame:
        return pl.concat(changes_of(run, arm, batch, off) for off in parts_off(run))

    means = TwinMeans(run, arm, "cards", ("thing", "off"), rows)
    cards = run.dim(run.card_column.dim).select(
        pl.col("id").alias("thing"), pl.col("name").alias("label")
    )
    order = pl.col("off").replace_strict({off: index for index, off in enumerate(parts_off(run))})
    return (
        means.frame()
        .with_columns(pl.col("thing").cast(pl.Int64))
        .join(cards, on="thing", how="left")
        .sort(pl.col("strategy") != ALL, "strategy", "thing", order)
        .select("thing", "label", "off", "strategy", "games", *value_columns(MEASURES))
    )


def changes_of(run: Run, arm: int, batch: Batch, off: str) -> pl.DataFrame:
    """Return the effects of each card's part ``off`` in a batch.

    Columns: game, thing, off, number (the strategy's id) and `MEASURES`.
    """
    effects = measure_twins(run, rows_of(run, arm, batch, off), ("game", "thing"))
    return effects.with_columns(pl.lit(off).alias("off"))


def rows_of(run: Run, arm: int, batch: Batch, off: str) -> pl.DataFrame:
    """Read a batch's twins with a part switched off, as `twin_means.twin_rows` does.

    Twins that were left out, because re-scoring gives the same result, are computed from the games.
    """
    kind = f"{_TWIN}{off}"
    rows = twin_rows(run, arm, batch, ["game", "twin", "thing"])
    rows = rows.filter(pl.col("twin").cast(pl.String) == kind).drop("twin")
    left_out = scored_twins.cards_without_twins(run, kind)
    if not left_out:
        return rows
    left_out_rows = scored_twins.left_out_twins(
        run, arm, batch, parts_off(run).index(off), left_out
    )
    return pl.concat([rows, left_out_rows.select(rows.columns).cast(rows.schema)])


def add_twins(run: Run, cards: pl.DataFrame, twins: pl.DataFrame) -> pl.DataFrame:
    """Add the `card_twins` of all strategies to the card table ``cards``.

    The added columns are twin_both_games, twin_both_wins, twin_both_wins_low and so on.
    """
    all_strategies = twins.filter(pl.col("strategy") == ALL)
    for off in parts_off(run):
        part_twins = all_strategies.filter(pl.col("off") == off)
        names = {name: f"twin_{off}_{name}" for name in ("games", *value_columns(MEASURES))}
        cards = cards.join(
            part_twins.select("thing", *names).rename(names), on="thing", how="left"
        ).with_columns(pl.col(f"twin_{off}_games").fill_null(0))
    return cards


def whole_card_table(
    run: Run, tests: int | None = None
) -> tuple[pl.DataFrame, pl.DataFrame | None]:
    """Return the table of all results, and the table of `card_twins`.

    The first has one row per card; the second is None if there are no such twins. ``tests`` is the
    number of intervals that hold jointly, as in `with_worth`.

    Raises:
        MissingResults: a required table was not kept.
    """
    cards = with_worth(run, card_table(run), tests=tests)
    if not (run.declares("twin") and has_card_twins(run)):
        return cards, None
    twins = card_twins(run)
    return add_twins(run, cards, twins), twins


def write_metrics(cards: pl.DataFrame, twins: pl.DataFrame, folder: Path) -> None:
    """Write the card table and the twins' table into a folder."""
    folder.mkdir(exist_ok=True)
    for name, frame in (("cards", cards), ("cards_twins", twins)):
        with_public_names(frame).write_parquet(folder / f"{name}.parquet")
