"""The worth of cards and things to their managers, from twins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn, by_distance, ends
from eoc_sim.analysis.eleven.worth import KINDS, has_worth, worth
from eoc_sim.analysis.eleven.worth import write_metrics as write_table
from eoc_sim.analysis.stats import CHANGES, SAME, UNDECIDED
from eoc_sim.analysis.twin_means import ALL
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, folded, table
from eoc_sim.reports.charts.intervals import intervals, point
from eoc_sim.reports.findings import Findings, state
from eoc_sim.reports.printed import within
from eoc_sim.reports.several import labelled
from eoc_sim.reports.verdict import Verdict
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    from pathlib import Path

NEEDED = ("win_share",)
"""Roles of the tables that `lines` needs."""
HEADING = "What cards and things bring"
WINS = MeasuredColumn("wins", "wins_all_low", "wins_all_high", True, True)
"""Wins in 100 of a thing's first manager, games minus twins."""
TOGETHER = "mean over games with this twin, t interval by game that holds for all of them together"
EACH = "mean over games with this twin, with its 95 % t interval"
UNKNOWN = "too few games"
MOST_DRAWN = 20
"""Things of a kind in a picture."""
SHOWN = 10
"""Things at either end of the printed table."""


def section(page: Findings) -> Section | None:
    """Show what each thing brings once paid for; None without twins."""
    if not has_worth(page.run):
        return None
    return Section(
        "things",
        HEADING,
        "The game minus its twin, in which a thing's effect, a token's VP or a whole card is "
        "switched off from the moment when a manager first gets it. A card that is off cannot be "
        "assigned. Everything before is the same, so this is an effect. Its cost is paid in both. "
        f"Strategies stay the same, and see that it is off.{page.under}",
        _blocks(page),
    )


def answers(page: Findings) -> list[Verdict]:
    """State the things most certain to gain wins, if there are twins."""
    if not has_worth(page.run):
        return []
    return [Verdict(HEADING, tuple(sentences(_of_all(page))), section="things")]


def _of_all(page: Findings) -> pl.DataFrame:
    """List things with what is off, for all strategies together."""
    return page.own(worth).filter(pl.col("strategy") == ALL)


def _named(rows: pl.DataFrame) -> pl.DataFrame:
    """Name an effect, VP or whole card that is off."""
    return _labelled(rows, pl.format("the {} of {}", "off", "label"))


def _listed(rows: pl.DataFrame) -> pl.DataFrame:
    """Name what is off behind the thing."""
    return _labelled(rows, pl.format("{}: {}", "label", "off"))


def _labelled(rows: pl.DataFrame, label: pl.Expr) -> pl.DataFrame:
    whole = pl.col("off") == "card"
    return rows.with_columns(pl.when(whole).then(pl.col("label")).otherwise(label).alias("label"))


def sentences(rows: pl.DataFrame) -> list[str]:
    """State the best thing of each kind, and count the decided ones."""
    changed = by_distance(_named(rows.filter(rows["verdict"] == CHANGES)), WINS)
    more, less = changed.filter(changed["wins"] > 0), changed.filter(changed["wins"] < 0)
    firsts = [
        more.filter(more["kind"] == kind).row(0, named=True)
        for kind in KINDS
        if kind in more["kind"]
    ]
    result = []
    if firsts:
        result.append(
            f"Most certain to pay off, of each kind: {labelled(firsts, WINS)}; wins in 100 for "
            "whoever has it first, once it is paid for."
        )
    if less.height:
        result.append(
            f"Most certain to cost wins: {labelled([less.row(0, named=True)], WINS)} in 100."
        )
    counts = {
        word: rows.filter(rows["verdict"] == word).height for word in (CHANGES, SAME, UNDECIDED)
    }
    result.append(
        f"Of {rows.height} effects, VP and cards, by the wins of whoever has them first: "
        f"{counts[CHANGES]} with changes, {counts[SAME]} without any that matters, "
        f"{counts[UNDECIDED]} not decided."
    )
    return result


def _blocks(page: Findings) -> Iterator[Block]:
    known = pl.col("verdict").fill_null(UNKNOWN)
    rows = page.own(worth).with_columns(known)
    every = by_distance(_listed(rows.filter(pl.col("strategy") == ALL)), WINS)
    for kind in KINDS:
        mine = every.filter(pl.col("kind") == kind).drop_nulls("wins")
        if mine.height:
            yield _chart(page, mine, kind)
    strategies = _listed(rows.filter(pl.col("strategy") != ALL))
    if strategies["strategy"].n_unique() > 1:
        yield folded(
            table(
                "By the strategy of its manager",
                "Verdicts use intervals that hold for all rows of a strategy.",
                strategies,
                [
                    Shown("label", "what is off", "", "text"),
                    Shown("strategy", "strategy", "", "text"),
                    *_results(page),
                ],
            )
        )


def _results(page: Findings) -> list[Shown]:
    unit = page.run.words.score[1]
    return [
        Shown("games", "games", "games in which a manager got it, replayed without it", "count"),
        Shown("verdict", "verdict", f"on the wins: {TOGETHER}", "verdict"),
        Shown("wins", "wins in 100", TOGETHER, "change", low=WINS.low, high=WINS.high),
        Shown("score", unit, EACH, "change"),
        Shown("margin", f"{unit} ahead of the best other", EACH, "change"),
        Shown("others_score", f"{unit} of the others", f"mean of all others: {EACH}", "change", 2),
    ]


def _chart(page: Findings, rows: pl.DataFrame, kind: str) -> Block:
    """Chart a kind's things by their certain worth, with a table."""
    heading = f"Wins that every {kind} brings"
    points = [
        point(
            row["label"],
            row["wins"],
            row[WINS.low],
            row[WINS.high],
            state(row["verdict"]),
            sign=True,
        )
        for row in rows.head(MOST_DRAWN).iter_rows(named=True)
    ]
    smallest = words.number(page.run.words.smallest["wins"])
    rest = rows.height - len(points)
    return chart(
        page.charts.drawn(intervals(heading, points, 0.0, "nothing")),
        "Wins in 100 of its first manager, with intervals that hold for everything in this section "
        "together at 95 %. Changes: the whole interval is on one side of 0; no change that "
        f"matters: it is within {smallest} in 100 of 0."
        f"{f' The other {rest} are in the table.' if rest else ''}",
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            "",
            rows,
            [Shown("label", "what is off", "", "text"), *_results(page)],
        ),
    )


def write_metrics(page: Findings, folder: Path) -> None:
    """Write the table of things into a folder."""
    write_table(page.own(worth), folder)


def lines(page: Findings) -> Iterator[str | TextTable]:
    """Rank things, and count the decided ones."""
    rows = _of_all(page)
    first, last = ends(_listed(rows), "wins", SHOWN, WINS.low, WINS.high)
    if first.height:
        yield (
            "Once paid for, the gain of a card, effect or VP for whoever has it first, games minus "
            "their twins (95 % intervals; the most certain at the top and bottom; verdicts on all "
            "together):"
        )
        rest = rows.height > first.height + last.height
        shown = [
            *first.iter_rows(named=True),
            *([None] if rest else []),
            *last.iter_rows(named=True),
        ]
        yield TextTable(
            ("what", "verdict", "wins in 100", "VP", "VP ahead", "twins"),
            [
                ("...", *[""] * 5)
                if row is None
                else (
                    row["label"],
                    row["verdict"] or "?",
                    within(row, "wins"),
                    within(row, "score"),
                    within(row, "margin"),
                    str(row["games"]),
                )
                for row in shown
            ],
        )
    yield from sentences(rows)
    few = _listed(rows.filter(rows["verdict"].is_null()))
    if few.height:
        yield f"Too few twins for a verdict: {', '.join(few['label'])}."
