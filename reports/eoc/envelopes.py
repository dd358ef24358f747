"""When EC come, go and are lost, by colour too, and which dice are taken at full value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from eoc_sim.analysis.eoc.envelopes import (
    ALL,
    ANY,
    FLOWS,
    by_colour,
    colours,
    dice,
    flows,
    has_envelopes,
)
from eoc_sim.analysis.eoc.timing import COLOURS, has_modes
from eoc_sim.reports.blocks import Block, Section, Shown, chart, folded, note, table
from eoc_sim.reports.charts.heat import Warmth
from eoc_sim.reports.charts.rounds import rounds
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.heat import heat_block

if TYPE_CHECKING:
    import polars as pl

BETWEEN = "mean over games, with its 95 % t interval"
RATIO = "ratio of two means over games, with its 95 % Fieller interval"
SHARE = "share of the dice, mean over games, with its 95 % Wilson interval"
HEADINGS = {
    "received": (
        "EC received, by strategy",
        "EC that come to the mat in the month, from dice, the calendar, bets and effects. One got "
        "in a trade is not counted.",
    ),
    "spent": (
        "EC spent, by strategy",
        "EC paid for cards, recruits, steps and bets, given in trades or sent by runner.",
    ),
    "wasted": ("EC wasted, by strategy", "EC lost at the end of the month's turn."),
}
assert tuple(HEADINGS) == FLOWS
NO_COLOURS = (
    "When this run was begun, the colours of EC received and wasted were not recorded: play it "
    "again to see them."
)


def section(page: Findings) -> Section | None:
    """The envelopes' months; None for a run that did not keep months and dice."""
    if not has_envelopes(page.run):
        return None
    return Section(
        "envelopes", "When envelopes come",
        "EC per seat and game, by the month in which they come, go and are lost. What strategies "
        f"do, not what would be best: what an EC is worth in a month eoc-sim timing says."
        f"{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    found = flows(page.run)
    for flow in FLOWS:
        yield _lines(page, found, flow, *HEADINGS[flow])
    of_dice = dice(page.run)
    if has_modes(page.run):
        yield _lines(
            page, of_dice.taken_by, "full", "Dice taken at full value, by strategy",
            "Of 100 dice taken in the month, those at full value.", "of 100 dice", SHARE,
        )
    if colours(page.run):
        yield from _by_colour(page)
    else:
        yield note(NO_COLOURS)
    if has_modes(page.run):
        yield folded(_heat(
            page, of_dice.taken, (ANY, *COLOURS), "full",
            "Dice taken at full value, by the month of the roll",
            "Of 100 dice taken of this colour in this month, those at full value.", SHARE,
        ))


def _by_colour(page: Findings) -> Iterator[Block]:
    """EC received and wasted by month and colour, and the share of the ones in the others."""
    found, names = by_colour(page.run), colours(page.run)
    yield _heat(
        page, found, names, "received", "EC received, by colour",
        "EC of the colour that come to the mat in the month, per seat and game, from dice, the "
        "calendar, bets and effects. One got in a trade is not counted.", BETWEEN, digits=2,
    )
    yield _heat(
        page, found, names, "wasted", "EC wasted, by colour",
        "EC of the colour lost at the end of the month's turn, per seat and game, those got in "
        "trades included.", BETWEEN, digits=2,
    )
    yield folded(_heat(
        page, found, names, "share", "EC wasted of 100 received, by colour",
        "Of 100 EC of the colour received in the month, those lost at the end of its turn, over "
        "all games together.", RATIO, digits=1,
    ))


def _lines(
    page: Findings, found: pl.DataFrame, flow: str, heading: str, caption: str, unit: str = "EC",
    tip: str = BETWEEN,
) -> Block:
    """A line a strategy, with the numbers of all months behind it."""
    import polars as pl

    months = page.run.words.months[1:]
    by_place = {
        (row["strategy"], row["month"]): (row[flow], row[f"{flow}_low"], row[f"{flow}_high"])
        for row in found.iter_rows(named=True)
    }
    groups = found["strategy"].unique(maintain_order=True).to_list()
    names = [name for name in groups if name != ALL]
    numbers = pl.DataFrame({"month": months}).with_columns(
        pl.Series(f"{place}{end}", [
            by_place.get((name, month), (None, None, None))[part]
            for month in range(1, len(months) + 1)
        ], dtype=pl.Float64)
        for place, name in enumerate(groups)
        for part, end in enumerate(("", "_low", "_high"))
    )
    return chart(
        page.charts.drawn(rounds(heading, months, [
            (name, page.lines[name],
             [by_place.get((name, month)) for month in range(1, len(months) + 1)])
            for name in names
        ], unit)),
        caption, heading=heading,
        entries=[(page.lines[name].swatch, name) for name in names],
        numbers=table(f"{heading}: numbers", "", numbers, [
            Shown("month", "month", "", "text"),
            *(Shown(str(place), "all seats" if name == ALL else name, tip, "estimate")
              for place, name in enumerate(groups)),
        ]),
    )


def _heat(
    page: Findings, frame: pl.DataFrame, groups: Sequence[str], name: str, heading: str,
    caption: str, tip: str, digits: int = 0,
) -> Block:
    """A heat map of the column ``name``, month by colour."""
    months = page.run.words.months[1:]
    found = {(row["month"], row["colour"]): row for row in frame.iter_rows(named=True)}

    def cell(row: int, column: int) -> Warmth:
        one = found.get((row + 1, groups[column]))
        if one is None:
            return Warmth(None)
        return Warmth(one[name], one[f"{name}_low"], one[f"{name}_high"])

    return heat_block(
        page.charts, heading, caption, ("month", months),
        ["any colour" if group == ANY else group for group in groups], cell, tip=tip,
        digits=digits, middle=None, is_half=True,
    )
