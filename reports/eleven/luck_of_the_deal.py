"""The luck of the deal, with long charts folded."""

from __future__ import annotations

from dataclasses import replace

from eoc_sim.reports.blocks import Section, fold
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import luck_of_the_deal as luck_section

MAX_OPEN_ROWS = 12
"""The maximum number of rows in a chart that stays open."""


def section(page: Findings) -> Section:
    """Make the shared section, with its long charts folded."""
    full_section = luck_section.section(page)
    return replace(
        full_section,
        blocks=(
            fold(block) if block.numbers and len(block.numbers.rows) > MAX_OPEN_ROWS else block
            for block in full_section.blocks
        ),
    )
