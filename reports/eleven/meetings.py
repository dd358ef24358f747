"""Board meetings: the colours voted for, and the re-rolls."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.eleven import meetings
from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.reports.blocks import Block, Section, Shown
from eoc_sim.reports.eleven.results import MEAN, shares_map
from eoc_sim.reports.findings import Findings

MEANING = {"yellow": "yellow, money", "blue": "blue, team", "red": "red, people"}


def section(page: Findings) -> Section | None:
    """Show how boards vote; None if there are no meetings."""
    rules = page.run.rules
    if not is_season(page.run) or "off" in (rules["board_meetings"], rules["directors"]):
        return None
    return Section(
        "meetings",
        "Board meetings",
        "If at least two of a manager's three directors vote for the same colour, that colour "
        "decides what the meeting brings. Strategies choose which directors to draft and which "
        "dice to roll again, so the differences between strategies are not causal "
        f"effects.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    yield shares_map(
        page,
        "Colours voted for, per 100 meetings",
        "Per 100 meetings of a strategy; the remaining meetings had no colour.",
        meetings.by_strategy(page.run),
        MEANING,
        f"of 100 meetings: {MEAN}",
        [Shown("rerolls", "re-rolls", f"per meeting: {MEAN}", "estimate", 2)],
    )
