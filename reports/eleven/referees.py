"""Referees: points by referee and by row of tags."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.eleven import referees
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.charts.heat import HeatCell
from eoc_sim.reports.eleven.results import DIGITS, MEAN, POINTS
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block

NUMBERS = (
    GAMES,
    Shown("played", "of 100 matches", f"matches in this row of the table: {MEAN}", "estimate"),
    POINTS,
    Shown("points_before", "points before", f"without the referee's goals: {MEAN}", "estimate", 2),
    Shown("matching", "cards that match", f"per match: {MEAN}", "estimate", 2),
    Shown("rerolls", "re-rolls", f"of the referee's dice: {MEAN}", "estimate", 2),
)


def section(page: Findings) -> Section | None:
    """Show what referees do, if there are any."""
    if not referees.is_on(page.run):
        return None
    return Section(
        "referees",
        "The referees",
        "In each match a d12 picks a row of three tags, and a d6 picks the referee, who "
        "acts on assigned cards with these tags. Rows 1 to 6 use the upper half of the referee's "
        "card, and rows 7 to 12 use the lower half. Apart from re-rolls, chance alone picks the "
        f"referee, so the differences between referees are their effects.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    frame = referees.cells(page.run)
    by_cell = {(row["row"], row["referee"]): row for row in frame.iter_rows(named=True)}
    tags = referees.tags(page.run)
    rows = [f"{row} {tags[row]}" for row in range(1, referees.ROWS + 1)]

    def cell(row: int, referee: int) -> HeatCell:
        entry = by_cell.get((row + 1, referees.NAMES[referee]))
        if entry is None:
            return HeatCell(None, stays_empty=True)
        return HeatCell(*(entry[f"points{end}"] for end in ("", "_low", "_high")))

    heading = "Points by referee and row of tags"
    yield heat_block(
        page.charts,
        heading,
        "Managers' points per match in which an assigned card has one of the row's tags.",
        ("row", rows),
        referees.NAMES,
        cell,
        digits=DIGITS,
        middle=None,
        numbers=table(
            f"{heading}: numbers",
            "",
            frame.sort("row", "referee"),
            [
                Shown("row", "row", "", "count"),
                Shown("referee", "referee", "", "text"),
                *NUMBERS,
            ],
        ),
    )
    yield table(
        "Points by referee and half",
        "Matches in which an assigned card has one of the row's tags; the row, not the cards, "
        "decides the half.",
        referees.halves(page.run).sort("half", "referee", descending=[True, False]),
        [Shown("referee", "referee", "", "text"), Shown("half", "half", "", "text"), *NUMBERS],
    )
    yield table(
        "Every row of tags",
        "All matches, whether or not an assigned card has one of the row's tags.",
        referees.rows(page.run).sort("row"),
        [Shown("row", "row", "", "count"), *NUMBERS],
        collapsed=True,
    )
