"""Measures that compare cards, and the cards that stand out.

A card's distance from 0 is measured to the nearer end of its interval, so a card known only roughly
never stands out.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

WIDEST, SHARP = 5.0, 1.5
"""Limits on an interval's width, as multiples of the median width.

A card whose interval is wider than `WIDEST` is known only roughly. A card whose interval is no
wider than `SHARP` may be labelled in a picture for being drafted especially often or seldom.
"""


@dataclass(frozen=True)
class MeasuredColumn:
    """A column whose values are compared with 0.

    ``low`` and ``high`` are the columns of their intervals. ``is_joint`` marks intervals that hold
    jointly for all rows shown; ``is_causal`` marks values that are effects.
    """

    name: str
    low: str
    high: str
    is_joint: bool
    is_causal: bool


WORTH_WHEN_DEALT = MeasuredColumn("worth", "worth_all_low", "worth_all_high", True, True)
"""Worth when dealt, in wins per 100 games, against an average card."""
TWINS = MeasuredColumn(
    "twin_both_wins", "twin_both_wins_all_low", "twin_both_wins_all_high", True, True
)
"""Gain from a card once paid for, in wins per 100 games.

A game's result is compared with that of its twin, in which the card is off.
"""
LIKE_FOR_LIKE = MeasuredColumn(
    "drafted_adjusted", "drafted_adjusted_low", "drafted_adjusted_high", False, False
)
"""Wins per 100 games, compared like for like.

A draft is compared with all drafts by the same strategy from the same place in the same round.
"""


def measures(cards: pl.DataFrame) -> list[MeasuredColumn]:
    """List the measures that a card table has, best first."""
    return [
        measure
        for measure in (WORTH_WHEN_DEALT, TWINS, LIKE_FOR_LIKE)
        if measure.low in cards.columns
    ]


def by_distance(rows: pl.DataFrame, measure: MeasuredColumn) -> pl.DataFrame:
    """Sort cards by ``distance``, furthest first, then those without a distance.

    The distance runs from 0 to the nearer end of the interval. It is negative if the interval
    contains 0.
    """
    distance = pl.max_horizontal(measure.low, -pl.col(measure.high))
    has_interval = pl.all_horizontal(pl.col(measure.low, measure.high).is_not_null())
    return rows.with_columns(pl.when(has_interval).then(distance).alias("distance")).sort(
        "distance", descending=True, nulls_last=True, maintain_order=True
    )


def ends(
    rows: pl.DataFrame, by: str, maximum: int, low: str = "", high: str = ""
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the first and last rows by interval, up to ``maximum`` each.

    The first rows have the highest lower ends, the last rows the lowest upper ends, so rows known
    only roughly are the first to be left out. The intervals are in the columns BY_low and BY_high
    unless ``low`` and ``high`` name others.
    """
    low, high = low or f"{by}_low", high or f"{by}_high"
    complete = rows.drop_nulls([by, low, high])
    half = min(maximum, (complete.height + 1) // 2)
    by_low = complete.sort(low, by, descending=True, maintain_order=True)
    low_half = by_low.slice(half).sort(high, by, descending=True, maintain_order=True)
    return by_low.head(half), low_half.tail(maximum)


def keep_precise(cards: pl.DataFrame, measure: MeasuredColumn) -> pl.DataFrame:
    """Keep cards whose interval is at most `WIDEST` times the median width."""
    width = pl.col(measure.high) - pl.col(measure.low)
    complete = cards.drop_nulls([measure.name, measure.low, measure.high])
    return complete.filter(width <= WIDEST * width.median())


def cards_to_label(cards: pl.DataFrame, measure: MeasuredColumn, share: str) -> list[int]:
    """List indexes of cards to label in a picture, most notable first.

    The list has up to six cards whose intervals are furthest from 0 and, among cards with intervals
    no wider than `SHARP` times the median width, the two at each end of the column ``share``.
    """
    indexed_cards = cards.with_row_index("index")
    width = pl.col(measure.high) - pl.col(measure.low)
    furthest = (
        by_distance(indexed_cards, measure).filter(pl.col("distance") > 0)["index"].to_list()[:6]
    )
    sharp = indexed_cards.filter(width <= SHARP * width.median())
    by_share = sharp.sort(share, maintain_order=True)["index"].to_list()
    extremes = [*by_share[-2:][::-1], *by_share[:2]]
    order = [*furthest[:3], *extremes[::2], *furthest[3:], *extremes[1::2]]
    return list(dict.fromkeys(order))
