"""Which findings hold over the data family, where much of the data is a guess."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from eoc_sim.analysis import family
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, note, table
from eoc_sim.reports.findings import GAMES, Findings

if TYPE_CHECKING:
    import polars as pl


def section(page: Findings) -> Section | None:
    """The findings of the run with the members in which each holds; None without a family."""
    run = page.run
    if not family.was_asked(run):
        return None
    return Section(
        "family", "Does it hold for other numbers?",
        "Much of this game's data is reconstructed. The run was played again with other data that "
        "are as plausible, a member of the data family each; what the versions change is the same "
        f"in all. A finding is robust if it holds in {family.enough(run):g} of 100 members at "
        "least, with an interval on the same side, and in none the other way round.",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    import polars as pl

    found = family.robustness(page.run)
    if not found.height:
        yield note("Nothing is shown to differ, so there is no finding that could be robust.")
        return
    unit = page.run.words.score[1]
    shown = found.with_columns(
        pl.Series("unit", [family.in_words(metric, unit) for metric in found["metric"]]),
        pl.format("{} to {}", _signed("least"), _signed("most")).fill_null("?").alias("range"),
        pl.format("{} of {}", "holds", "members").alias("share"),
    )
    yield table(
        "Findings over the data family",
        f"Each interval by itself; {words.count(int(found['members'].max() or 0))} members.",  # type: ignore[arg-type]
        shown,
        [
            Shown("what", "finding", "", "text"), Shown("label", "of", "", "text"),
            Shown("unit", "in", "", "text"), GAMES,
            Shown(
                "value", "difference", "with its 95 % interval", "change", low="low", high="high"
            ),
            Shown("share", "holds in", "members whose interval lies on the same side", "text"),
            Shown("reversed", "the other way", "members whose interval lies on the other side",
                  "count"),
            Shown("range", "in members", "least and greatest estimate", "text"),
            Shown("verdict", "verdict", "", "text"),
        ],
    )


def _signed(name: str) -> pl.Expr:
    import polars as pl

    value = pl.col(name).round(1)
    return pl.when(value > 0).then(pl.format("+{}", value)).otherwise(value.cast(pl.String))
