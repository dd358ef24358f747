"""Gain against value: the effect of each value of a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from eoc_sim.analysis import compare
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, table
from eoc_sim.reports.charts.intervals import interval_text
from eoc_sim.reports.charts.ranges import ranges
from eoc_sim.reports.findings import GAMES, Findings


def section(page: Findings) -> Section | None:
    """Plot gain against value; None unless a number has several values."""
    if not compare.numeric_keys(page.run):
        return None
    return Section(
        "ranges",
        "Gain against value",
        "How much each value of a number gains over the current one, which values cannot be "
        "distinguished from the current one, and at which values wins cannot be distinguished from "
        "the fair share.",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    for key, frame in compare.number_ranges(page.run, page.shown_effects).items():
        yield from _range_blocks(page, key, frame)


def _range_blocks(page: Findings, key: str, frame: pl.DataFrame) -> list[Block]:
    # The effect of a card that nobody holds is unknown.
    complete = frame.filter(frame["all_low"].is_not_null())
    labels = complete["label"].unique(maintain_order=True).to_list()
    lines = [
        (
            label,
            page.lines[label],
            [
                (row["value"], row["change"], row["all_low"], row["all_high"])
                for row in complete.filter(complete["label"] == label).iter_rows(named=True)
            ],
        )
        for label in labels
    ]
    name = _key_words(page.run, key)
    caption = f"{name}: change in wins per 100 games compared with the current value."
    like_current = _values_where(frame, "like_current")
    like_fair = _values_where(frame, "like_fair")
    is_about_owners = key.startswith("card.") and page.has_holdings
    like_fair_words = (
        "the wins of those who keep the card cannot"
        if is_about_owners
        else "no strategy's wins can"
    )
    sentences = [
        "Values that cannot be distinguished from the current one (shaded): "
        f"{_values_text(like_current)}."
    ]
    if page.run.fair is not None:
        fair = words.number(100 * page.run.fair)
        sentences.append(
            f"Values at which {like_fair_words} be distinguished from fair ({fair} in 100): "
            f"{_values_text(like_fair)}."
        )
    band = (min(like_current), max(like_current)) if like_current else None
    description = "; ".join(
        f"{row['label']} at {row['value']:g}: "
        + interval_text(row["change"], row["all_low"], row["all_high"], sign=True)
        for row in complete.iter_rows(named=True)
    )
    numbers = table(
        f"{name}: every value",
        "The current value gains 0 over itself by definition. The intervals hold jointly with "
        "those of all the versions' effects on this page."
        + (
            " Since drafting a card is a choice, the wins at each value reflect the card and "
            "its owners together. The gain, in contrast, is the effect of the value alone."
            if is_about_owners
            else ""
        ),
        frame,
        [
            Shown("value", "value", "", "number"),
            Shown("label", "for", "", "text"),
            GAMES,
            Shown(
                "change",
                "gain in wins per 100 games",
                "mean paired difference from the current value, with an interval that holds "
                "jointly with those of all effects",
                "change",
                low="all_low",
                high="all_high",
                exact="current",
            ),
            Shown(
                "wins",
                "wins in 100",
                "win share at this value, with its interval",
                "estimate",
            ),
        ],
    )
    picture = page.charts.draw(ranges(caption, description, lines, band, "wins in 100"))
    return [
        chart(
            picture,
            f"Change in wins per 100 games compared with the current value. {' '.join(sentences)}",
            heading=name,
            entries=[(page.lines[label].swatch, label) for label in labels]
            if len(labels) > 1
            else (),
            numbers=numbers,
        ),
    ]


def _key_words(run: Run, key: str) -> str:
    """Return a key in words, such as "038 A Card, cost"."""
    for arm in run.arms[1:]:
        if len(arm.changes) == 1 and arm.changes[0].key == key:
            return ", ".join(filter(None, (arm.changes[0].name, arm.changes[0].column)))
    return key


def _values_where(frame: pl.DataFrame, column: str) -> list[float]:
    """List the values at which ``column`` is true for every group."""
    by_value = frame.group_by("value").agg(pl.col(column).all()).sort("value")
    return by_value.filter(pl.col(column))["value"].to_list()


def _values_text(values: Sequence[float]) -> str:
    return words.join_words(f"{value:g}" for value in values) if values else "none"
