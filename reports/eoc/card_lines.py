"""Terminal lines on the worth of cards, measured by deals and twins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis import card_twins
from eoc_sim.analysis.card_order import TWINS, WORTH_WHEN_DEALT, MeasuredColumn, ends
from eoc_sim.reports.printed_cells import estimate, within
from eoc_sim.reports.sections.cards import sentences
from eoc_sim.reports.words import count
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.reports.findings import Findings

ROLES = ("win_share", "played_round")
"""The roles of the columns needed to measure the worth of cards."""
MAX_SHOWN = 8
"""The maximum number of cards at either end of a table."""
MIN_TWINS = 50
"""The minimum number of twins for ranking.

If half the median is smaller, it replaces this minimum.
"""
MIN_PLAYED_PERCENT = 2.0
"""Cards played in a lower percentage of games are only named."""


def write_metrics(page: Findings, folder: Path) -> None:
    """Write the card table and the twins' table to a folder."""
    cards, twins = page.cards
    assert twins is not None  # the command has played the twins
    card_twins.write_metrics(cards, twins, folder)


def lines(page: Findings) -> Iterator[str | TextTable]:
    """Rank the cards by both measures, and list rarely played ones."""
    cards, _ = page.cards
    if "worth" in cards.columns:
        yield from _rank_dealt(cards)
    yield from _twins(cards)
    yield from _list_rarely_played(cards)
    yield from sentences(cards)


def _rank_dealt(cards: pl.DataFrame) -> Iterator[str | TextTable]:
    """Rank the strongest and weakest cards by their worth when dealt."""
    return _ends(
        cards,
        WORTH_WHEN_DEALT,
        "Wins in 100 from being dealt the card rather than another (the most certain gains at the "
        "top, losses at the bottom; 95 % intervals and verdicts hold jointly for the whole "
        "report):",
        (
            ("verdict", lambda row: row["worth_verdict"] or "?"),
            ("wins in 100", lambda row: within(row, WORTH_WHEN_DEALT.name)),
            ("luck taken out", lambda row: estimate(row, "shrunk")),
            ("stars ahead", lambda row: within(row, "worth_score")),
            ("drafted", lambda row: within(row, "drafted", 0)),
            ("played", lambda row: f"{row['played_games']}"),
        ),
    )


def _twins(cards: pl.DataFrame) -> Iterator[str | TextTable]:
    """Rank the most certain gains and losses from cards once paid for."""
    complete = cards.drop_nulls("twin_both_wins")
    is_unranked = has_too_few_twins(complete["twin_both_games"])
    yield from _ends(
        complete.filter(~is_unranked),
        TWINS,
        "Wins in 100 that the card brings its player, once paid for (games minus the same "
        "games without it, so neither its price nor its place on the calendar counts; the most "
        "certain gains at the top, losses at the bottom; 95 % intervals hold jointly for all cards "
        "and parts):",
        (
            ("with both", lambda row: within(row, "twin_both_wins")),
            ("its stars", lambda row: within(row, "twin_stars_wins")),
            ("its effect", lambda row: within(row, "twin_effect_wins")),
            ("in stars", lambda row: within(row, "twin_both_score")),
            ("others' stars", lambda row: within(row, "twin_both_others_score")),
            ("games", lambda row: f"{row['twin_both_games']}"),
        ),
    )
    if is_unranked.any():
        unranked = complete.filter(is_unranked)["label"]
        yield f"Not ranked, because of too few twins: {', '.join(unranked)}."


def has_too_few_twins(games: pl.Series) -> pl.Series:
    """Mark the cards with too few twins to be ranked."""
    middle: Any = games.median()
    return games < min(MIN_TWINS, (middle or 0) / 2)


def _ends(
    cards: pl.DataFrame,
    by: MeasuredColumn,
    title: str,
    columns: Sequence[tuple[str, Callable[[dict[str, Any]], str]]],
) -> Iterator[str | TextTable]:
    """Tabulate cards most certain to be first or last by a measure."""
    first, last = ends(cards, by.name, MAX_SHOWN, by.low, by.high)
    if not first.height:
        return
    yield title
    gap: list[dict[str, Any]] = [{}] if cards.height > first.height + last.height else []
    rows = [*first.iter_rows(named=True), *gap, *last.iter_rows(named=True)]
    yield TextTable(
        ("card", *(head for head, _ in columns)),
        [
            (row["label"], *(cell(row) for _, cell in columns))
            if row
            else ("...", *("" for _ in columns))
            for row in rows
        ],
    )


def _list_rarely_played(cards: pl.DataFrame) -> Iterator[str]:
    """State the precision for most cards, and list rarely played ones."""
    share = 100 * pl.col("played_games") / pl.col("games")
    never_played = cards.filter(pl.col("played_games") == 0)
    rarely_played = cards.filter((pl.col("played_games") > 0) & (share < MIN_PLAYED_PERCENT))
    often_played = cards.filter(share >= MIN_PLAYED_PERCENT)
    widest = often_played.select(((pl.col(TWINS.high) - pl.col(TWINS.low)) / 2).max()).item()
    if widest is not None:
        yield (
            f"For the {count(often_played.height)} cards played in at least "
            f"{MIN_PLAYED_PERCENT:g} of 100 games, the worth of a card's stars and effect is "
            f"known to within ±{widest:.1f} wins in 100."
        )
    if rarely_played.height:
        yield f"Played less often, and known less precisely: {', '.join(rarely_played['label'])}."
    if never_played.height:
        yield f"Never played, so nothing is known about them: {', '.join(never_played['label'])}."
