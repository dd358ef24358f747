"""Sources of points, with related parts of the score side by side."""

from __future__ import annotations

from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import points as points_section

PART_ORDER = (
    "cards",
    "card_effects",
    "end_cards",
    "coach_effects",
    "recruits",
    "positions",
    "region_points",
    "board_points",
    "marketing",
    "final_marketing",
    "trade_fees",
    "order_stars",
)
"""The parts of a score (SCO-8); related parts get related colours."""


def section(page: Findings) -> Section | None:
    """Make the shared section, with its parts in the order of `PART_ORDER`."""
    return points_section.section(page, PART_ORDER)
