"""What ``eoc-sim timing`` says of Envelopes of Cash: of an EC by month, and of a die's modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from eoc_sim.analysis.tables import Run


def tell(run: Run, folder: Path) -> None:
    """Write the metric tables of a run into a folder, and print what they say."""
    from eoc_sim.analysis.eoc.timing import NO_MODES, Timing, write_metrics
    from eoc_sim.cli.screen import say
    from eoc_sim.reports.eoc.timing import sentences

    timing = Timing(run)
    write_metrics(timing, folder)
    exchange = timing.exchange()
    _print_months(run.words.months[1:], timing.gifts(), exchange)
    if timing.has_modes:
        _print_dice(timing.dice())
    else:
        say(NO_MODES)
    for sentence in sentences(exchange, run.words.months):
        say(sentence)


def _print_months(names: Sequence[str], gifts: pl.DataFrame, exchange: pl.DataFrame) -> None:
    """A line a month: what an EC of any colour brings, and is worth against March."""
    import polars as pl

    from eoc_sim.cli.screen import estimate, say, table

    over_all = (pl.col("strategy") == "all") & (pl.col("colour") == "all")
    named = {
        (row["kind"], row["month"]): row for row in gifts.filter(over_all).iter_rows(named=True)
    }
    against = {
        row["month"]: row
        for row in exchange.filter(over_all & (pl.col("kind") == "EC foreseen")).iter_rows(
            named=True
        )
    }
    rows, spent = [], []
    for month, name in enumerate(names, 1):
        foreseen = named["EC foreseen", month]
        rows.append(
            (
                name,
                estimate(foreseen, "score"),
                estimate(foreseen, "wins"),
                estimate(foreseen, "others_score"),
                estimate(named["EC surprise", month], "score"),
                estimate(named["BB", month], "score"),
            )
        )
        spent.append(
            (
                name,
                estimate(foreseen, "wasted", 2),
                estimate(foreseen, "spent"),
                estimate(against[month], "rate") if month in against else "1",
            )
        )
    say("What one more EC brings, the mean of all colours and strategies (95 % intervals):")
    table(
        ("month", "stars", "wins in 100", "others' stars", "stars, a surprise", "stars of a BB"),
        rows,
    )
    table(("month", "share wasted", "stars if spent", "stars by those in March"), spent)


def _print_dice(dice: pl.DataFrame) -> None:
    """A line a number of the die: what full value brings against half."""
    import polars as pl

    from eoc_sim.cli.screen import estimate, say, table

    say("Full value less half value of one die, half at once:")
    table(
        ("number", "taken at", "stars", "wins in 100", "games"),
        [
            (
                str(row["number"]),
                row["taken"],
                estimate(row, "score"),
                estimate(row, "wins"),
                str(row["games"]),
            )
            for row in dice.filter(pl.col("strategy") == "all").iter_rows(named=True)
        ],
    )
