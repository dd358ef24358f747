"""The betting board: chance, return and tokens by place."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.eleven import bets
from eoc_sim.counts import plural
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.charts.heat import HeatCell
from eoc_sim.reports.eleven.results import MEAN
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block

MAPS = (
    (
        "Chance of each place",
        "How often a token there wins, in 100 weeks with a bet. A token on a space wins with that "
        "space alone. On a border it wins with either of two spaces, and on a point with any of "
        "four.",
        "won",
        0,
    ),
    (
        "Return of each place",
        "Money returned per unit of money on a token, which is the chance times the payout. "
        "Above 1, a manager's own money grows.",
        "back",
        2,
    ),
    ("Tokens on each place", "How many of 100 bets are placed there.", "placed", 0),
)


def section(page: Findings) -> Section | None:
    """Show the betting board; None if there are no bets."""
    if not bets.is_on(page.run):
        return None
    rules = page.run.rules
    single, border, corner = (rules[name] for name in bets.PAYOUTS)
    return Section(
        "bets",
        "The betting board",
        f"A token on the space of the week's four results wins {single} times the money on it; one "
        f"on a border of that space, {border} times; one on a point of that space, {corner} times. "
        f"The supply puts {plural(int(rules['free_euro']), 'unit')} of money on each token. The "
        "arrangement of the spaces (which ones are neighbours) is reconstructed. Strategies choose "
        f"where to bet, so the differences between strategies are not causal effects.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    frame = bets.places(page.run)
    names = bets.board(page.run)
    spaces = "; ".join(
        f"row {row}: {', '.join(row_names)}" for row, row_names in enumerate(names, 1)
    )
    rows = list(frame.iter_rows(named=True))
    row_heads = ["row 1", "border", "row 2", "border", "row 3"]
    column_heads = ["column 1", "border", "column 2", "border", "column 3", "border", "column 4"]
    column_heads += ["border", "column 5"]
    numbers = table(
        "Every place: numbers",
        "",
        frame.with_columns(
            pl.Series("label", [_name(names, place) for place in frame["place"]])
        ).sort("back", descending=True, maintain_order=True),
        [
            Shown("label", "place", "the spaces under a token there", "text"),
            Shown("won", "wins in 100 weeks", MEAN, "estimate"),
            Shown("back", "return", f"per unit of money on a token: {MEAN}", "estimate", 2),
            Shown("placed", "of 100 bets", MEAN, "estimate"),
            Shown("on_token", "own money", f"on a token there: {MEAN}", "estimate"),
        ],
    )
    for heading, caption, value, digits in MAPS:

        def cell(row_index: int, column: int, value: str = value) -> HeatCell:
            row = rows[bets.FILES * row_index + column]
            return HeatCell(*(row[f"{value}{end}"] for end in ("", "_low", "_high")))

        yield heat_block(
            page.charts,
            heading,
            f"{caption} Spaces in {spaces}." if value == "won" else caption,
            ("row", row_heads),
            column_heads,
            cell,
            digits=digits,
            middle=1.0 if value == "back" else None,
            numbers=numbers if value == "won" else None,
        )
    yield table(
        "Bets by strategy",
        "Means over the seasons of managers who bet.",
        bets.by_strategy(page.run),
        [
            Shown("label", "strategy", "", "text"),
            GAMES,
            Shown("bets", "bets", MEAN, "estimate"),
            Shown("hits", "won, of 100 bets", MEAN, "estimate"),
            Shown("stake", "own money", f"on tokens in a season: {MEAN}", "estimate"),
            Shown("paid", "paid out", f"money in a season: {MEAN}", "estimate"),
            Shown("gained", "gained", f"paid out minus own money: {MEAN}", "change"),
        ],
    )


def _name(names: list[list[str]], place: int) -> str:
    """Return the names of the spaces under a place."""
    spaces = bets.spaces_of(*divmod(place, bets.FILES))
    return " | ".join(names[row][column] for row, column in spaces)
