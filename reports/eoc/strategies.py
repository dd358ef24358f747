"""Who wins: coaches are dealt only where they are not chosen."""

from __future__ import annotations

from eoc_sim.analysis.eoc.choices import chosen_columns
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import strategies as shared


def section(page: Findings) -> Section:
    """The shared section; what players choose is no luck of the deal."""
    return shared.section(page, chosen_columns(page.run))
