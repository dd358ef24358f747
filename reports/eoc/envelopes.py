"""EC received, spent and lost by month and colour, and full-value dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

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
from eoc_sim.reports.blocks import Block, Section, fold, fold_to_sentence, note
from eoc_sim.reports.by_round import Groups, estimates, lines_block
from eoc_sim.reports.charts.heat import HeatCell
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.heat import heat_block
from eoc_sim.reports.style import Lines
from eoc_sim.reports.words import decimal

MEAN = "mean over games, with its 95 % t interval"
RATIO = "ratio of two means over games, with its 95 % Fieller interval"
SHARE = "share of the dice, mean over games, with its 95 % Wilson interval"
HEADINGS = {
    "received": (
        "EC received, by strategy",
        "EC that arrive on the mat in the month, from dice, the calendar, bets and effects, but "
        "not from trades.",
    ),
    "spent": (
        "EC spent, by strategy",
        "EC paid for cards, recruits, steps and bets, given in trades or sent by runner.",
    ),
    "wasted": ("EC wasted, by strategy", "EC lost at the end of the month's turn."),
}
assert tuple(HEADINGS) == FLOWS
NO_COLOURS = (
    "This run was played before the colours of EC received and wasted were recorded: play it again "
    "to see them."
)


def section(page: Findings) -> Section | None:
    """Show the envelopes by month, if months and dice were recorded."""
    if not has_envelopes(page.run):
        return None
    return Section(
        "envelopes",
        "When envelopes arrive",
        "EC per seat and game, by the month in which they are received, spent or lost. This shows "
        "how strategies use them, not the best use; eoc-sim timing shows the worth of an EC in "
        f"each month.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    frame = flows(page.run)
    for flow in FLOWS:
        yield _lines(page, frame, flow, *HEADINGS[flow])
    dice_rows = dice(page.run)
    if has_modes(page.run):
        yield _lines(
            page,
            dice_rows.takes_by_strategy,
            "full",
            "Dice taken at full value, by strategy",
            "Dice taken at full value, per 100 that were rolled in the month and taken.",
            "of 100 dice",
            SHARE,
        ).on_sheet("Dice at full value, by strategy")
    if colours(page.run):
        yield from _by_colour(page)
    else:
        yield note(NO_COLOURS)
    if has_modes(page.run):
        yield fold(
            _heat(
                page,
                dice_rows.takes,
                (ANY, *COLOURS),
                "full",
                "Dice taken at full value, by the month of the roll",
                "Dice taken at full value, per 100 dice of the colour that were rolled in the "
                "month and taken.",
                SHARE,
            ).on_sheet("Dice at full value, by roll")
        )


def _by_colour(page: Findings) -> Iterator[Block]:
    """Show EC received and wasted by colour, and the share wasted."""
    frame, names = by_colour(page.run), colours(page.run)
    for flow, heading, caption in (
        (
            "received",
            "EC received, by colour",
            "EC of the colour that arrive on the mat in the month, per seat and game, from dice, "
            "the calendar, bets and effects, but not from trades.",
        ),
        (
            "wasted",
            "EC wasted, by colour",
            "EC of the colour lost at the end of the month's turn, per seat and game, including "
            "those obtained in trades.",
        ),
    ):
        months = page.run.words.round_names[1:]
        groups = estimates(
            frame,
            "colour",
            flow,
            range(1, len(months) + 1),
            "month",
            {name: name for name in names},
        )
        yield _chart_or_sentence(
            page,
            lines_block(
                page.charts,
                heading,
                caption,
                ("month", months),
                groups,
                Lines(names),
                "EC",
                MEAN,
                digits=2,
            ),
            groups,
        )
    yield fold(
        _heat(
            page,
            frame,
            names,
            "share",
            "EC wasted per 100 received, by colour",
            "EC lost at the end of the month's turn per 100 EC of the colour received in the "
            "month, over all games combined.",
            RATIO,
            digits=1,
        ).on_sheet("EC wasted of 100, by colour")
    )


def _lines(
    page: Findings,
    frame: pl.DataFrame,
    flow: str,
    heading: str,
    caption: str,
    unit: str = "EC",
    tip: str = MEAN,
) -> Block:
    """Draw a line for each strategy, with the numbers of all months."""
    months = page.run.words.round_names[1:]
    groups = estimates(frame, "strategy", flow, range(1, len(months) + 1), "month")
    everybody = {"all seats": groups.pop(ALL)} if ALL in groups else {}
    return _chart_or_sentence(
        page,
        lines_block(
            page.charts,
            heading,
            caption,
            ("month", months),
            groups,
            page.lines,
            unit,
            tip,
            further_groups=everybody,
        ),
        groups,
    )


def _chart_or_sentence(page: Findings, block: Block, groups: Groups) -> Block:
    """Fold a chart to a sentence if at most one month counts.

    A month counts if any line, rounded to one decimal, is not 0 in it.
    """
    months = page.run.words.round_names[1:]
    values_by_month = {
        month: [estimate[0] for line in groups.values() if (estimate := line[month]) is not None]
        for month in range(len(months))
    }
    values_by_month = {
        month: values
        for month, values in values_by_month.items()
        if any(round(value, 1) for value in values)
    }
    if len(values_by_month) > 1:
        return block
    if not values_by_month:
        return fold_to_sentence(block, "0 in every month")
    ((month, values),) = values_by_month.items()
    ends = [decimal(end(values)) for end in (min, max)]
    return fold_to_sentence(block, f"{ends[0]} to {ends[1]} in {months[month]}, 0 before and after")


def _heat(
    page: Findings,
    frame: pl.DataFrame,
    groups: Sequence[str],
    name: str,
    heading: str,
    caption: str,
    tip: str,
    digits: int = 0,
) -> Block:
    """Make a heat map of the column ``name`` by month and colour."""
    months = page.run.words.round_names[1:]
    rows = {(row["month"], row["colour"]): row for row in frame.iter_rows(named=True)}

    def cell(row: int, column: int) -> HeatCell:
        entry = rows.get((row + 1, groups[column]))
        if entry is None:
            return HeatCell(None)
        return HeatCell(entry[name], entry[f"{name}_low"], entry[f"{name}_high"])

    return heat_block(
        page.charts,
        heading,
        caption,
        ("month", months),
        ["any colour" if group == ANY else group for group in groups],
        cell,
        tip=tip,
        digits=digits,
        middle=None,
        is_half=True,
    )
