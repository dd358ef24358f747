"""Notable findings about the shape of play, and when games are won."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.eoc import shape
from eoc_sim.analysis.eoc.closeness import AUGUST
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.findings import GAMES, JUDGED, Findings
from eoc_sim.reports.sections import shape as shape_section


def section(page: Findings) -> Section:
    """Make the shared section, and show when the winner is known."""
    return shape_section.section(page, _blocks(page))


def _blocks(page: Findings) -> Iterator[Block]:
    run = page.run
    if run.players < 2 or not run.has(run.table_with("winner")):
        return
    yield table(
        "When the winner is known",
        "Games in which the winner has taken the lead for good by the end of the given month. "
        f"{shape.MISSING_RULES_NOTE}",
        page.with_intervals(
            shape.led_by_month(run),
            "led",
            lambda row: ("by_august",) if row["month"] == run.words.round_names[AUGUST] else None,
        ),
        [
            Shown("month", "by the end of", "", "text"),
            GAMES,
            Shown(
                "led",
                "games in 100",
                f"share of games, with its 95 % Wilson interval; {JUDGED}",
                "estimate",
            ),
        ],
        collapsed=True,
    )
