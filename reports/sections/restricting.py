"""A strategy's losses without an option."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.restricting import restriction_of
from eoc_sim.reports import words
from eoc_sim.reports.blocks import STATES, Block, Section, Shown, chart, judged_columns, table
from eoc_sim.reports.charts.intervals import CHANGE_OF_SHARE, intervals, point
from eoc_sim.reports.findings import GAMES, Findings, state
from eoc_sim.reports.restricting import NOT_RETUNED
from eoc_sim.reports.strongest import choose_strongest
from eoc_sim.reports.words import unit_of


def section(page: Findings) -> Section | None:
    """Show the cost of each ban; None for a run without bans."""
    restriction = restriction_of(page.run)
    if restriction is None:
        return None
    return Section(
        "restricting",
        f"How much {restriction.name} loses without an option",
        f"Every game was played under {page.run.current_rules_phrase} and again with an option "
        f"forbidden to {restriction.name} alone, with {page.run.words.same_luck} "
        f"in both. {NOT_RETUNED}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    for metric in METRICS:
        rows = page.losses.filter(pl.col("metric") == metric).sort(
            "lost", descending=True, nulls_last=True, maintain_order=True
        )
        yield _loss_chart(page, metric, rows)


def _loss_chart(page: Findings, metric: str, rows: pl.DataFrame) -> Block:
    """Chart one row per ban, the largest loss first.

    If there are very many, only the strongest are shown.
    """
    unit = unit_of(page.run, metric)
    heading = f"Loss of {unit}"
    rows_drawn, omission = choose_strongest(rows.rename({"lost": "change"}))
    points = [
        point(
            words.typeset(f"without {row['ban']}"),
            row["change"],
            row["low"],
            row["high"],
            state(row["verdict"]),
            sign=True,
            within=CHANGE_OF_SHARE if metric == METRICS[0] else None,
        )
        for row in rows_drawn.iter_rows(named=True)
        if row["low"] is not None
    ]
    numbers = _numbers(page, metric, rows, heading)
    if not points:
        return numbers
    caption = f"{heading}, with 95 % intervals.{omission}"
    return chart(
        page.charts.draw(intervals(caption, points, 0.0, "no loss")),
        caption,
        heading=heading,
        entries=STATES,
        numbers=numbers,
    )


def _numbers(page: Findings, metric: str, rows: pl.DataFrame, heading: str) -> Block:
    return table(
        f"{heading}, numbers",
        f"One family of {words.amount(rows.height, ('test', 'tests'))}: {words.PROMISE} A loss "
        f"matters if it is at least {words.smallest(page.run, metric)}.",
        rows,
        [
            Shown("ban", "without", "what is banned", "text"),
            Shown("forbids", "which means", "", "text"),
            *judged_columns("lost", "loses", "minus the mean paired difference", 2),
            Shown(
                "version",
                "with the ban",
                "the strategy's mean in this arm, with its 95 % interval",
                "estimate",
            ),
            Shown(
                "corrected",
                "banned answers replaced",
                "banned answers per game that were replaced by allowed answers, with the 95 % "
                "interval",
                "estimate",
            ),
            Shown(
                "gave_way",
                "ban gave way",
                "decisions per game with no other option, with the 95 % interval",
                "estimate",
            ),
            GAMES,
            Shown(
                "differ",
                "games that differ",
                "games in which this number differs; if it differs in none of n games, it differs "
                "in at most 3/n of all games, with 95 % confidence",
                "differ",
            ),
        ],
    )
