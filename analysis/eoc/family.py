"""Findings about cards, EC and BB, to test across the data family."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.card_twins import has_card_twins
from eoc_sim.analysis.cards import card_table
from eoc_sim.analysis.eoc.timing import ALL, OPEN, Timing
from eoc_sim.analysis.worth import DOMINATING, STRONG, WEAK, with_worth

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run


def findings(run: Run) -> list[pl.DataFrame]:
    """Tabulate the worth of dealt cards, or of EC and BB.

    Columns include those of `eoc_sim.analysis.family.findings`. Findings are cards that are
    dominating, strong or weak, or months in which an EC or BB is certainly worth more or less than
    in March. A run with twins of cards has findings about cards, any other run about months.
    """
    return [_cards(run) if has_card_twins(run) else _months(run)]


def _cards(run: Run) -> pl.DataFrame:
    return with_worth(run, card_table(run)).with_columns(
        pl.col("label").alias("what"),
        pl.lit("anyone who is dealt it").alias("label"),
        pl.col("worth_games").alias("games"),
        pl.lit("wins").alias("metric"),
        pl.col("worth").alias("value"),
        pl.col("worth_low").alias("low"),
        pl.col("worth_high").alias("high"),
        pl.col("worth_verdict")
        .is_in([DOMINATING, STRONG, WEAK])
        .fill_null(value=False)
        .alias("reported"),
    )


def _months(run: Run) -> pl.DataFrame:
    timing = Timing(run)
    months = dict(enumerate(run.words.round_names))
    keys = ["kind", "colour", "month", "strategy"]
    colour = pl.when(pl.col("colour") == ALL).then(pl.lit("")).otherwise(pl.format(" {}", "colour"))
    return (
        timing.exchange()
        .join(timing.gifts().select(*keys, "games"), on=keys)
        .filter(pl.col("strategy") == ALL)
        .with_columns(
            pl.format("{}{}", "kind", colour).alias("what"),
            pl.format(
                "{} against March", pl.col("month").replace_strict(months, return_dtype=pl.String)
            ).alias("label"),
            pl.lit("score").alias("metric"),
            pl.col("difference").alias("value"),
            pl.col("difference_low").alias("low"),
            pl.col("difference_high").alias("high"),
            (pl.col("verdict").fill_null(OPEN) != OPEN).alias("reported"),
        )
    )
