"""The sources of VP in a season, by strategy."""

from __future__ import annotations

from dataclasses import replace

from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import points as points_section


def section(page: Findings) -> Section | None:
    """Make the shared section; None under the league layer."""
    shared_section = points_section.section(page) if is_season(page.run) else None
    return None if shared_section is None else replace(shared_section, heading="Where VP come from")
