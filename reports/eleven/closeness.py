"""Closeness of games, and how early they are decided."""

from __future__ import annotations

from eoc_sim.analysis.eleven.weeks import closeness
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import closeness as shared_closeness

WORDS = {
    "by_half": "games per 100 won by a manager who took the lead for good by mid-season",
    "never_led": "games per 100 won by a manager who never led alone",
}


def section(page: Findings) -> Section | None:
    """Make the shared section with Eleven's measures."""
    return shared_closeness.section(page, closeness, WORDS)
