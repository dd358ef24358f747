"""Board meetings: the colours voted and the re-rolls."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.eleven import meetings
from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.eleven.results import MEAN, warmth_of
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block

MEANING = {"yellow": "yellow, money", "blue": "blue, team", "red": "red, people"}


def section(page: Findings) -> Section | None:
    """Show how boards vote; None where none meets."""
    rules = page.run.record["baseline"]["rules"]
    if not is_season(page.run) or "off" in (rules["board_meetings"], rules["directors"]):
        return None
    return Section(
        "meetings",
        "Board meetings",
        "The colour for which at least two of a manager's three directors vote decides what its "
        "meeting brings. Directors are drafted and dice may be rolled again, so strategies differ "
        f"by choice: observation, not effect.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    frame = meetings.by_strategy(page.run)
    heading = "Colours voted, of 100 meetings"
    yield heat_block(
        page.charts,
        heading,
        "Of 100 meetings of a strategy. What is missing to 100 had no colour.",
        ("strategy", frame["label"].to_list()),
        [MEANING[colour] for colour in meetings.COLOURS],
        warmth_of(frame, meetings.COLOURS),
        digits=0,
        middle=None,
        numbers=table(
            f"{heading}: numbers",
            "",
            frame,
            [
                Shown("label", "strategy", "", "text"),
                GAMES,
                *(
                    Shown(colour, MEANING[colour], f"of 100 meetings: {MEAN}", "estimate")
                    for colour in meetings.COLOURS
                ),
                Shown("rerolls", "re-rolls", f"of a meeting: {MEAN}", "estimate", 2),
            ],
        ),
    )
