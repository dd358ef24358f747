"""The worth of things and gifts in a plain Python game.

A thing is a row of one of the game's sheets.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn, by_distance
from eoc_sim.analysis.plain_twins import (
    Gifts,
    gift_label,
    has_gifts,
    has_worth,
    not_judged,
    worth,
)
from eoc_sim.analysis.plain_twins import write_metrics as write_table
from eoc_sim.analysis.stats import CHANGES
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.twin_means import ALL
from eoc_sim.reports import worth_of_components
from eoc_sim.reports.blocks import Block, Section, Shown, chart, table
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.number_lists import list_values
from eoc_sim.reports.printed_cells import within
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import name_few, sentence_start
from eoc_sim.reports.worth_of_components import TWIN_MEAN, UNKNOWN, tabulate_gifts
from eoc_sim.simulator.runs.sheets import with_article
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    from pathlib import Path

ROLES = ("win_share",)
"""The roles of the columns that `lines` needs."""
WINS = MeasuredColumn("wins", "wins_all_low", "wins_all_high", True, True)
"""The first holder's gain in wins per 100 games: games minus twins."""
MAX_ROWS = 10
"""The maximum number of rows at either end of the printed table."""
WORTH_HEADING = "The worth of things"
GIFTS_HEADING = "The worth of gifts"


def worth_section(page: Findings) -> Section | None:
    """Show what each thing brings its first holder, if there are twins."""
    if not has_worth(page.run):
        return None
    text = (
        "The game minus its twin, in which the thing brings nothing to those who take it. The luck "
        f"is the same, so the thing causes the difference. Its cost is paid in both.{page.under}"
    )
    return Section("things", WORTH_HEADING, text, _worth_blocks(page))


def gifts_section(page: Findings) -> Section | None:
    """Show what gifts are worth in each round, if there are twins."""
    if not has_gifts(page.run):
        return None
    text = (
        "Each value is the difference between games replayed with one gift and the same games "
        f"without it. The luck is the same, so the gift causes the difference.{page.under}"
    )
    return Section("gifts", GIFTS_HEADING, text, _gift_blocks(page))


def worth_answers(page: Findings) -> list[Verdict]:
    """State the things most certain to bring or cost wins."""
    if not has_worth(page.run):
        return []
    rows = _all_strategies(page)
    return [Verdict(WORTH_HEADING, tuple(_sentences(page.run, rows)), section="things")]


def gifts_answers(page: Findings) -> list[Verdict]:
    """State the gifts most certain to change wins, if there are twins."""
    if not has_gifts(page.run):
        return []
    return [
        Verdict(GIFTS_HEADING, (_gift_sentence(page.run, page.result_of(Gifts)),), section="gifts")
    ]


def write_metrics(page: Findings, folder: Path) -> None:
    """Write the table of things to a folder."""
    write_table(page.result_of(worth), folder)


def lines(page: Findings) -> Iterator[str | TextTable]:
    """Yield a table of the largest gains and losses, and sentences."""
    rows, unit = _all_strategies(page), page.run.words.score[1]
    yield from worth_of_components.tabulate_ends(
        rows,
        WINS,
        MAX_ROWS,
        "a thing",
        {
            "what": itemgetter("label"),
            "verdict": lambda row: row["verdict"] or "?",
            "wins in 100": lambda row: within(row, "wins"),
            unit: lambda row: within(row, "score"),
            f"{unit} ahead": lambda row: within(row, "margin"),
            "twins": lambda row: str(row["games"]),
        },
    )
    yield from _sentences(page.run, rows)


def summary(run: Run, gifts: Gifts) -> Iterator[str | TextTable]:
    """Yield printed tables of gifts, and the answer."""
    player, noun = run.words.player[0], run.words.round[0]
    owner = sentence_start(with_article(player))
    caption = f"{owner}'s gain from one gift, by its kind and {noun}"
    rows = _list_gifts(run, gifts)
    yield from tabulate_gifts(rows, "gift", noun, caption, run.words.score[1])
    yield _gift_sentence(run, gifts)


def _all_strategies(page: Findings) -> pl.DataFrame:
    """Return the rows for all strategies combined."""
    return page.result_of(worth).filter(pl.col("strategy") == ALL)


def _sentences(run: Run, rows: pl.DataFrame) -> list[str]:
    kinds = rows["kind"].unique(maintain_order=True).to_list()
    idle, unseen = not_judged(run)
    return [
        *worth_of_components.sentences(rows, WINS, "verdict", kinds, "things"),
        *(
            [
                f"For {name_few(idle)}, a twin would change nothing: the value it turns off is "
                "already 0."
            ]
            if idle
            else []
        ),
        *([f"Never in play in these games: {name_few(unseen)}."] if unseen else []),
    ]


def _list_gifts(run: Run, gifts: Gifts) -> pl.DataFrame:
    """Return the gifts for all strategies combined, each with a label."""
    frame = gifts.frame().filter(pl.col("strategy") == ALL).drop_nulls("score")
    return frame.with_columns(gift_label(run, "round").alias("label")).rename(
        {"round": run.words.round[0]}
    )


def _gift_sentence(run: Run, gifts: Gifts) -> str:
    """State the gifts most certain to change wins, if any."""
    frame = _list_gifts(run, gifts)
    effects = by_distance(frame.filter(frame["verdict"] == CHANGES), WINS)
    if effects.is_empty():
        return "No gift is shown to change wins."
    return f"Shown to change wins per 100 games: {list_values(effects.head(3).to_dicts(), WINS)}."


def _worth_blocks(page: Findings) -> Iterator[Block]:
    judged_rows = page.result_of(worth).with_columns(pl.col("verdict").fill_null(UNKNOWN))
    rows_by_component = by_distance(
        judged_rows.filter(pl.col("strategy") == ALL).drop_nulls("wins"), WINS
    )
    for kind in rows_by_component["kind"].unique(maintain_order=True):
        kind_rows = rows_by_component.filter(pl.col("kind") == kind)
        heading = f"Wins that each {kind} brings"
        yield chart(
            worth_of_components.picture(page, heading, kind_rows, WINS, "verdict"),
            "Wins in 100 for its first holder, with 95 % intervals that hold jointly.",
            heading=heading,
            numbers=table(
                f"{heading}: numbers", "", kind_rows, _twin_columns(page, "thing", "without")
            ),
        )
    yield from _by_strategy(page, judged_rows.filter(pl.col("strategy") != ALL))


def _gift_blocks(page: Findings) -> Iterator[Block]:
    frame = _list_gifts(page.run, page.result_of(Gifts))
    rows = frame.with_columns(pl.col("verdict").fill_null(UNKNOWN))
    picture = worth_of_components.picture(page, GIFTS_HEADING, rows, WINS, "verdict")
    yield chart(
        picture,
        "Wins in 100 for the gift's owner, with 95 % intervals that hold jointly.",
        heading="Gifts by round",
        numbers=table("Gifts by round: numbers", "", rows, _twin_columns(page, "gift", "with")),
    )


def _by_strategy(page: Findings, rows: pl.DataFrame) -> Iterator[Block]:
    if rows["strategy"].n_unique() > 1:
        yield table(
            "By the strategy that takes the thing",
            "Verdicts use intervals that hold for all rows of a strategy.",
            rows,
            [Shown("strategy", "strategy", "", "text"), *_twin_columns(page, "thing", "without")],
            collapsed=True,
        )


def _twin_columns(page: Findings, head: str, preposition: str) -> list[Shown]:
    """Return the columns for a table of twins.

    ``preposition`` is "with" or "without", for twins that add or lack a thing.
    """
    games = f"games that were played again {preposition} it"
    return [
        Shown("label", head, "", "text"),
        *worth_of_components.shown_results(page.run.words.score[1], games, TWIN_MEAN, WINS),
    ]
