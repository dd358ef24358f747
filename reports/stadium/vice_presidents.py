"""The third and fourth vice president: purchases, wins and payback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.stadium import spans, vice_presidents
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, note, table
from eoc_sim.reports.charts.intervals import SHARE, intervals, point
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.words import between, decimal

if TYPE_CHECKING:
    from eoc_sim.analysis.notable_findings import Key

ORDINALS = {3: "third", 4: "fourth"}
MEAN = "mean over games, with its 95 % t interval"
OBSERVATION = (
    "Owners choose whether and when to buy: an owner who can afford a VP may be ahead anyway, an "
    "owner who buys late did not need one earlier, and strategies differ in when they buy. So "
    "the differences between owners are not effects of buying."
)


def section(page: Findings) -> Section:
    """Show when VPs are bought, how buyers fare, and the payback."""
    return Section(
        "vice-presidents",
        "The third and the fourth vice president",
        f"{OBSERVATION}{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    buyers = vice_presidents.buyers(page.run).filter(pl.col("bought") > 0)
    if buyers.is_empty():
        yield note("No one bought a vice president in these games.")
        return
    labels = {spans.NEVER: "never", vice_presidents.ANY_ROUND: "in any round"} | {
        index: f"in round {name}" if name.isdigit() else f"in rounds {name}"
        for index, name in enumerate(spans.NAMES)
    }
    by_round = vice_presidents.by_round(page.run).with_columns(
        pl.col("span").replace_strict(labels, return_dtype=pl.String).alias("label")
    )
    for number in buyers["number"]:
        yield _wins(page, by_round.filter(pl.col("number") == number), ORDINALS[number])
    yield _payback(page, buyers)


def _wins(page: Findings, frame: pl.DataFrame, ordinal: str) -> Block:
    """Show wins by the round of the purchase.

    Rounds come in order, then all buyers, then owners who never buy.
    """
    order = {vice_presidents.ANY_ROUND: 1, spans.NEVER: 2}
    rows = frame.sort(
        pl.col("span").replace_strict(order, default=0, return_dtype=pl.Int64), "span"
    )
    points = [
        point(row["label"], row["wins"], row["wins_low"], row["wins_high"], within=SHARE)
        for row in rows.iter_rows(named=True)
    ]
    heading = f"Wins by the round in which the {ordinal} VP was bought"
    fair = None if page.run.fair is None else 100 * page.run.fair
    unit = page.run.words.score[1]
    return chart(
        page.charts.draw(
            intervals(heading, points, fair, "" if fair is None else f"fair {words.number(fair)}")
        ),
        "Each point shows the wins in 100 games, with a 95 % interval, of owners who bought the "
        f"{ordinal} VP in the given rounds or in any round, or who never bought it. "
        "The differences are not effects of buying.",
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            OBSERVATION,
            page.with_intervals(
                rows,
                "owners",
                lambda row: _key(row) if row["span"] == vice_presidents.ANY_ROUND else None,
            ),
            [
                Shown("label", "bought", "", "text"),
                Shown(
                    "games",
                    "games",
                    "number of games with at least one such owner: the sample size for the "
                    f"intervals of wins and {unit}",
                    "count",
                ),
                Shown(
                    "owners",
                    "owners in 100",
                    f"such owners as a percentage of all owners: {MEAN}",
                    "estimate",
                ),
                Shown(
                    "wins",
                    "wins in 100",
                    "win share of these owners, with its 95 % Wilson interval",
                    "estimate",
                ),
                Shown(
                    "ahead",
                    f"{unit} ahead",
                    f"{unit} of these owners, minus the mean of the others at the table: {MEAN}",
                    "change",
                ),
            ],
        ),
    ).on_sheet(f"Wins by when the {ordinal} VP came")


def _payback(page: Findings, buyers: pl.DataFrame) -> Block:
    unit = page.run.words.score[1]
    return table(
        "How long a VP takes to pay for itself",
        _payback_text(page),
        page.with_intervals(
            buyers.with_columns(
                pl.col("number").replace_strict(ORDINALS, return_dtype=pl.String).alias("label")
            ),
            "bought",
            _key,
        ),
        [
            Shown("label", "VP", "", "text"),
            GAMES,
            Shown("bought", "owners in 100 who buy it", MEAN, "estimate"),
            Shown("round", "in round", f"the round in which owners buy it: {MEAN}", "estimate"),
            Shown(
                "left",
                "rounds left",
                f"rounds after that of the purchase, each of which brings a placement: {MEAN}",
                "estimate",
            ),
            Shown(
                "worth",
                f"{unit}, if all placements were equal",
                "the placements that the VP brings, minus the costs (the placement spent on the "
                f"purchase, the price and the salaries), all converted to {unit} at the owner's "
                f"own {unit} per placement: {MEAN}",
                "change",
                2,
            ),
        ],
    ).on_sheet("When a VP pays back")


def _key(row: Mapping[str, Any]) -> Key:
    """Return the key of the question about owners who buy this VP."""
    return (f"use_vp{row['number']}_round",)


def _payback_text(page: Findings) -> str:
    """State the payback in rounds, and a placement's worth."""
    row = vice_presidents.placements(page.run).row(0, named=True)
    payback = vice_presidents.payback(page.run)
    unit = page.run.words.score[1]

    def value(name: str, digits: int) -> str:
        interval = between(row[f"{name}_low"], row[f"{name}_high"], digits)
        return f"{decimal(row[name], digits)} ({interval})"

    first = (
        f"A placement is worth {value('points', 2)} {unit}, the mean of an owner's {unit} "
        f"per placement. A placement on Tickets or Sponsorship brings {value('money', 2)} money. "
    )
    costs = (
        f"the costs of a VP ({words.number(payback.price)} money and one placement for the "
        f"purchase, and {words.number(payback.salary)} money per round)"
    )
    if payback.rounds is None:
        return f"{first}At these rates, {costs} are never paid back."
    low = decimal(payback.low)
    interval = (
        f"at least {low}" if payback.high is None else f"between {low} and {decimal(payback.high)}"
    )
    return (
        f"{first}At these rates, {costs} are paid back after {decimal(payback.rounds)} rounds "
        f"({interval}). This treats every placement as average, although an additional VP is "
        "placed last in the round, on the spaces that others left."
    )
