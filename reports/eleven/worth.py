"""The worth of cards and other components, estimated from twin games."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn, by_distance
from eoc_sim.analysis.eleven.strength import prices
from eoc_sim.analysis.eleven.worth import KINDS, has_worth, names_of, worth
from eoc_sim.analysis.eleven.worth import write_metrics as write_table
from eoc_sim.analysis.twin_means import ALL
from eoc_sim.reports import words, worth_of_components
from eoc_sim.reports.blocks import Block, Section, Shown, chart, fold, table
from eoc_sim.reports.eleven.results import rest_in_table
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.printed_cells import within
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.worth_of_components import TWIN_MEAN, UNKNOWN
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    from pathlib import Path

ROLES = ("win_share",)
"""The roles of the columns that `lines` needs."""
HEADING = "The worth of cards and other components"
WINS = MeasuredColumn("wins", "wins_all_low", "wins_all_high", True, True)
"""The first manager's gain in wins per 100 games: games minus twins."""
MEAN = "mean over games with this twin, with a t interval that holds jointly for all rows"
MAX_DRAWN = 20
"""The maximum number of things of a kind in a picture."""
PLAYER = "player"
"""The value of ``what`` for single players in the table of prices."""
SHEETS_BY_LETTER = {"P": PLAYER, "S": "staff", "I": "infrastructure"}
"""The sheets of things that ``balance --for`` accepts, by letter."""
MAX_SHOWN = 10
"""The maximum number of things at either end of the printed table."""


def section(page: Findings) -> Section | None:
    """Show what each thing brings once paid for, if there are twins."""
    if not has_worth(page.run):
        return None
    return Section(
        "things",
        HEADING,
        "The game minus its twin, in which a thing's effect, a token's VP or a whole card is "
        "switched off from the moment when a manager first gets it. A card that is off cannot be "
        "assigned. Everything before is the same, so what is switched off causes the difference. "
        "The thing's cost is paid in both games. Strategies stay the same, but they know that the "
        "thing is off."
        f"{page.under}",
        _blocks(page),
    )


def answers(page: Findings) -> list[Verdict]:
    """State the things most certain to gain wins, if there are twins."""
    if not has_worth(page.run):
        return []
    rows = _all_strategies(page)
    things = rows.select("thing").join(
        names_of(page.run), on="thing", how="left", maintain_order="left"
    )
    keys = [
        f"{SHEETS_BY_LETTER[number[0]]}.{number}" if number[0] in SHEETS_BY_LETTER else ""
        for number in things["number"]
    ]
    steps = worth_of_components.steps(page, rows, WINS, "verdict", keys)
    return [Verdict(HEADING, tuple(sentences(rows)), steps=steps, section="things")]


def _all_strategies(page: Findings) -> pl.DataFrame:
    """Return the rows of things for all strategies combined."""
    return page.result_of(worth).filter(pl.col("strategy") == ALL)


def _label_part_first(rows: pl.DataFrame) -> pl.DataFrame:
    """Label rows by the part that is off, then the thing."""
    return _set_label(rows, pl.format("the {} of {}", "off", "label"))


def _label_thing_first(rows: pl.DataFrame) -> pl.DataFrame:
    """Label rows by the thing, then the part that is off."""
    return _set_label(rows, pl.format("{}: {}", "label", "off"))


def _set_label(rows: pl.DataFrame, label: pl.Expr) -> pl.DataFrame:
    is_card = pl.col("off") == "card"
    return rows.with_columns(pl.when(is_card).then(pl.col("label")).otherwise(label).alias("label"))


def sentences(rows: pl.DataFrame) -> list[str]:
    """State each kind's best thing, the overall worst, and verdict counts."""
    return worth_of_components.sentences(
        _label_part_first(rows), WINS, "verdict", KINDS, "effects, VP and cards"
    )


def _blocks(page: Findings) -> Iterator[Block]:
    verdict_or_unknown = pl.col("verdict").fill_null(UNKNOWN)
    rows = page.result_of(worth).with_columns(verdict_or_unknown)
    rows_by_component = by_distance(
        _label_thing_first(rows.filter(pl.col("strategy") == ALL)), WINS
    )
    for kind in KINDS:
        kind_rows = rows_by_component.filter(pl.col("kind") == kind).drop_nulls("wins")
        if kind_rows.height:
            yield _chart(page, kind_rows, kind)
    yield from _prices(page)
    strategies = _label_thing_first(rows.filter(pl.col("strategy") != ALL))
    if strategies["strategy"].n_unique() > 1:
        yield fold(
            table(
                "By the manager's strategy",
                "Verdicts use intervals that hold for all rows of a strategy.",
                strategies,
                [
                    Shown("label", "what is off", "", "text"),
                    Shown("strategy", "strategy", "", "text"),
                    *_results(page),
                ],
            )
        )


def _prices(page: Findings) -> Iterator[Block]:
    """Tabulate players' prices against their worth, by group and one by one."""
    unit = page.run.words.score[1]
    frame = page.result_of(prices)
    columns = [
        GAMES,
        Shown("price", "price", "in the sheets; for several players the mean", "number"),
        Shown("worth", f"{unit} it brings", f"{TWIN_MEAN}; for several players the mean", "change"),
        Shown(
            "beyond",
            f"{unit} beyond its price",
            "how much more it brings than other players at its price, by a weighted least-squares "
            "line through them; with its 95 % interval",
            "change",
        ),
    ]
    by_group = frame.filter(pl.col("what") != PLAYER)
    if by_group.height:
        yield table(
            "Players: price against worth, by strength, side and tag",
            "Regular players, untrained side: what the whole card brings its first manager once it "
            "is paid for. A value above 0 in the last column means that it is cheap.",
            by_group,
            [
                Shown("what", "by", "", "text"),
                Shown("label", "group", "", "text"),
                Shown("players", "players", "players measured", "count"),
                *columns,
            ],
        )
        yield table(
            "Every player: price against worth",
            "The player that brings the most beyond its price comes first.",
            frame.filter(pl.col("what") == PLAYER).sort("beyond", descending=True, nulls_last=True),
            [Shown("label", "player", "", "text"), *columns],
            collapsed=True,
        )


def _results(page: Findings) -> list[Shown]:
    games = "games in which a manager got it, replayed without it"
    return worth_of_components.shown_results(page.run.words.score[1], games, MEAN, WINS)


def _chart(page: Findings, rows: pl.DataFrame, kind: str) -> Block:
    """Chart a kind's things, most certain effects first, with a table."""
    heading = f"Wins that each {kind} brings"
    bars = rows.head(MAX_DRAWN)
    smallest = words.number(page.run.words.smallest["wins"])
    undrawn_rows = rows.height - bars.height
    return chart(
        worth_of_components.picture(page, heading, bars, WINS, "verdict"),
        "Wins in 100 for its first manager, with 95 % intervals that hold jointly for everything "
        'in this section. The verdict is "changes" if the whole interval is on one side of 0, and '
        f'"no change that matters" if it lies between -{smallest} and {smallest} in 100.'
        f" {rest_in_table(undrawn_rows)}".rstrip(),
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            "",
            rows,
            [Shown("label", "what is off", "", "text"), *_results(page)],
        ),
    )


def write_metrics(page: Findings, folder: Path) -> None:
    """Write the table of things to a folder."""
    write_table(page.result_of(worth), folder)


def lines(page: Findings) -> Iterator[str | TextTable]:
    """Rank things, and count the decided ones."""
    rows = _all_strategies(page)
    yield from worth_of_components.tabulate_ends(
        _label_thing_first(rows),
        WINS,
        MAX_SHOWN,
        "a card, effect or VP",
        {
            "what": itemgetter("label"),
            "verdict": lambda row: row["verdict"] or "?",
            "wins in 100": lambda row: within(row, "wins"),
            "VP": lambda row: within(row, "score"),
            "VP ahead": lambda row: within(row, "margin"),
            "twins": lambda row: str(row["games"]),
        },
    )
    yield from sentences(rows)
    unjudged = _label_thing_first(rows.filter(rows["verdict"].is_null()))
    if unjudged.height:
        yield f"Too few twins for a verdict: {', '.join(unjudged['label'])}."
