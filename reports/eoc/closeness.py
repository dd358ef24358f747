"""Closeness of games, and how early they are decided."""

from __future__ import annotations

from eoc_sim.analysis.eoc.closeness import closeness
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import closeness as closeness_section

WORDS = {
    "by_august": "games per 100 won by a player who took the lead for good by the end of August",
    "final_scoring": "games per 100 decided only by the final scoring",
}


def section(page: Findings) -> Section | None:
    """Make the shared section with this game's measures."""
    return closeness_section.section(page, closeness, WORDS)
