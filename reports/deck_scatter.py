"""Cards of a deck as dots: a number against a result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn, cards_to_label, keep_precise
from eoc_sim.reports.blocks import Block, chart
from eoc_sim.reports.charts.scatter import Dot, scatter
from eoc_sim.reports.findings import Findings


def deck_scatter(
    page: Findings,
    cards: pl.DataFrame,
    measure: MeasuredColumn,
    across: tuple[str, str],
    unit: str,
    heading: str,
    caption: str,
) -> Iterator[Block]:
    """Plot a measure against a column, unless too little is known.

    ``across`` is the column and its name on the axis.
    """
    column, across_words = across
    drafted_cards = cards.filter(cards["drafted_games"] > 0).drop_nulls(column)
    precise = keep_precise(drafted_cards, measure)
    if not precise.height:
        return
    dots = [
        Dot(
            row["label"],
            row["number"],
            row[column],
            row[measure.name],
            row[measure.low],
            row[measure.high],
            _colour(measure, row),
        )
        for row in precise.iter_rows(named=True)
    ]
    left_out = cards.height - precise.height
    remark = (
        f" Cards not shown because too little is known about them: {left_out}." if left_out else ""
    )
    yield chart(
        page.charts.draw(
            scatter(heading, dots, cards_to_label(precise, measure, column), (across_words, unit))
        ),
        f"{caption} Labels name the cards that most clearly differ from 0, and a few at the left "
        f"and right ends; bars at labelled cards are {bars(measure)}. The table below has the "
        f"numbers.{remark}",
        heading=heading,
    )


def bars(measure: MeasuredColumn) -> str:
    """Describe a measure's intervals."""
    if measure.is_joint:
        return "95 % intervals that hold jointly for all cards"
    return "95 % intervals that each hold for one card alone"


def _colour(measure: MeasuredColumn, row: dict[str, Any]) -> str:
    """Return a card's colour, the same for all observational values.

    A causal effect that is not certainly above or below 0 is "open".
    """
    if not measure.is_causal:
        return "accent"
    return "above" if row[measure.low] > 0 else "below" if row[measure.high] < 0 else "open"
