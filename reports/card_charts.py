"""Pictures of the cards: measures against drafts, and the extremes."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.card_order import (
    LIKE_FOR_LIKE,
    TWINS,
    WORTH_WHEN_DEALT,
    MeasuredColumn,
    cards_to_label,
    ends,
    keep_precise,
    measures,
)
from eoc_sim.analysis.stats import UNDECIDED
from eoc_sim.analysis.worth import DEAD, DOMINATING, ORDINARY, STRONG, WEAK
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, chart, fold
from eoc_sim.reports.charts.intervals import Point, intervals, point
from eoc_sim.reports.charts.scatter import Dot, scatter
from eoc_sim.reports.deck_scatter import bars
from eoc_sim.reports.pictures import Charts

NAMES = {
    WORTH_WHEN_DEALT.name: "worth when dealt",
    TWINS.name: "gain once paid for",
    LIKE_FOR_LIKE.name: "the like-for-like comparison",
}
"""Words for the measures of a card, for use after a preposition."""
HEADINGS = {
    WORTH_WHEN_DEALT.name: "How often cards are drafted, and their worth when dealt",
    TWINS.name: "How often cards are drafted, and their gain once paid for",
    LIKE_FOR_LIKE.name: "How often cards are drafted, and how their drafters do",
}
CAPTIONS = {
    WORTH_WHEN_DEALT.name: (
        "The vertical axis shows the wins in 100 added by being dealt the card. This is an effect."
    ),
    TWINS.name: (
        "The vertical axis shows the wins in 100 that the card brings the seat that pays for it. "
        "This is an effect."
    ),
    LIKE_FOR_LIKE.name: (
        "The vertical axis shows extra wins in 100, compared like for like with seats that drafted "
        "another card. Drafts are choices, so the extra wins are not an effect of the card."
    ),
}
COLOURS = {
    DOMINATING: "dominating",
    STRONG: "above",
    WEAK: "below",
    DEAD: "ink",
    ORDINARY: "same",
    UNDECIDED: "open",
}
"""A card's colour, by its verdict."""
PLAIN = "accent"
"""The colour of cards without a verdict."""
EXTREMES = 8
"""The maximum number of cards that a picture shows at either end."""
SIDES = (("above", "above 0"), ("below", "below 0"), ("open", "not decided"))
"""The legend of a picture of a measure without verdicts."""
REFERENCES = {
    WORTH_WHEN_DEALT.name: "an average card",
    TWINS.name: "the same game with the card off",
    LIKE_FOR_LIKE.name: "an average draft of the same kind",
}
"""The meaning of 0, by measure."""
MAX_LEFT_OUT = 5
"""The maximum number of omitted cards that a picture's caption names."""


def blocks(charts: Charts, cards: pl.DataFrame) -> Iterator[Block]:
    """Draw a card table's scatter plots by measure, and its extremes."""
    all_measures = measures(cards)
    is_full_width = len(all_measures) < 3
    all_scatters = (
        _scatter(charts, cards, measure, is_full_width or not measure.is_causal)
        for measure in sorted(all_measures, key=lambda entry: not entry.is_causal)
    )
    scatters = [block for block in all_scatters if block is not None]
    yield from scatters[:1]
    yield from _extremes(charts, cards, all_measures[0])
    yield from map(fold, scatters[1:])


def _scatter(
    charts: Charts, cards: pl.DataFrame, measure: MeasuredColumn, is_full_width: bool
) -> Block | None:
    """Plot the measure against drafts, for drafted cards with a precise measure.

    Return None if there are no such cards.
    """
    precise = keep_precise(cards.filter(cards["drafted_games"] > 0), measure)
    if not precise.height:
        return None
    has_verdicts = "worth" in cards.columns
    dots = [
        Dot(
            row["label"],
            row.get("number", row["label"]),
            row["drafted"],
            row[measure.name],
            row[measure.low],
            row[measure.high],
            COLOURS.get(row["verdict"], PLAIN),
        )
        for row in precise.iter_rows(named=True)
    ]
    picture = scatter(
        HEADINGS[measure.name],
        dots,
        cards_to_label(precise, measure, "drafted"),
        ("drafted in 100 games", "wins in 100"),
        is_full_width=is_full_width,
    )
    kinds = {dot.kind for dot in dots}
    legend = [(colour, verdict) for verdict, colour in COLOURS.items() if colour in kinds]
    return chart(
        charts.draw(picture),
        f"{CAPTIONS[measure.name]} Labels name the cards that most clearly differ from 0, and "
        f"a few of those drafted most and least; the bars are {bars(measure)}. "
        f'{_left_out(cards, precise)}The table "Every card" has the numbers.',
        heading=HEADINGS[measure.name],
        entries=legend if has_verdicts else (),
    )


def _left_out(cards: pl.DataFrame, precise: pl.DataFrame) -> str:
    """Name the cards that a scatter does not show."""
    undrafted_cards = cards.filter(cards["drafted_games"] == 0)["label"].to_list()
    rough_cards = cards.filter(
        (cards["drafted_games"] > 0) & ~cards["thing"].is_in(precise["thing"].to_list())
    )["label"].to_list()
    sentences = ""
    for names, reason in (
        (undrafted_cards, "nobody drafts"),
        (rough_cards, "too little is known about"),
    ):
        if names:
            name_words = (
                words.join_words(names) if len(names) <= MAX_LEFT_OUT else f"{len(names)} cards"
            )
            sentences += (
                f"Not shown, because {reason} {'it' if len(names) == 1 else 'them'}: {name_words}. "
            )
    return sentences


def _extremes(charts: Charts, cards: pl.DataFrame, measure: MeasuredColumn) -> Iterator[Block]:
    """Draw the cards most certain to be strong or weak.

    The strong cards and the weak cards have a chart each.
    """
    first, last = ends(cards, measure.name, EXTREMES, measure.low, measure.high)
    for heading, rows, order in (
        (
            f"Strongest by {NAMES[measure.name]}",
            first,
            "Sorted by the lower end of the interval, highest first",
        ),
        (
            f"Weakest by {NAMES[measure.name]}",
            last.reverse(),
            "Sorted by the upper end of the interval, lowest first",
        ),
    ):
        if not rows.height:
            continue
        legend = [(colour, verdict) for verdict, colour in COLOURS.items()]
        if measure != WORTH_WHEN_DEALT:
            legend = list(SIDES)
        reference = REFERENCES[measure.name]
        points = [_point(row, measure) for row in rows.iter_rows(named=True)]
        states = {dot.state for dot in points}
        yield chart(
            charts.draw(intervals(heading, points, 0.0, reference)),
            f"Wins in 100, compared with {reference}. {order}; {bars(measure)}.",
            heading=heading,
            entries=[entry for entry in legend if entry[0] in states],
        )


def _point(row: dict[str, float | str], measure: MeasuredColumn) -> Point:
    value, low, high = (float(row[name]) for name in (measure.name, measure.low, measure.high))
    state = (
        COLOURS.get(str(row["verdict"]), "open")
        if measure == WORTH_WHEN_DEALT
        else ("above" if low > 0 else "below" if high < 0 else "open")
    )
    return point(str(row["label"]), value, low, high, state, sign=True)
