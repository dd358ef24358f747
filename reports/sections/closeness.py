"""Closeness of games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import polars as pl

from eoc_sim.analysis import points
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.findings import GAMES, JUDGED, Findings


def section(
    page: Findings,
    closeness: Callable[[Run], pl.DataFrame] = points.closeness,
    own_words: Mapping[str, str] | None = None,
) -> Section | None:
    """Show how close the games are; None if winners are not recorded.

    A game with measures of its own passes its ``closeness`` and the words for them.
    """
    if not page.run.declares("winner"):
        return None
    blocks = _blocks(page, closeness, own_words or {})
    return Section("closeness", "How close the games are", f"Over all games.{page.under}", blocks)


def _blocks(
    page: Findings, closeness: Callable[[Run], pl.DataFrame], own_words: Mapping[str, str]
) -> Iterator[Block]:
    run = page.run
    measures = {
        **{column.name: column.head for column in run.table_with("winner").roles("shape")},
        "shared": "games per 100 with shared wins",
        **own_words,
    }
    yield table(
        "",
        "",
        page.with_intervals(
            closeness(run), "value", lambda row: (row["measure"],), ("low", "high")
        ).with_columns(pl.col("measure").replace_strict(measures)),
        [
            Shown("measure", "measure", "", "text"),
            GAMES,
            Shown(
                "value",
                "value",
                "mean with its 95 % t interval, or number of games per 100 with its 95 % Wilson "
                f"interval; {JUDGED}",
                "estimate",
                low="low",
                high="high",
            ),
        ],
    )
