"""Win shares; coaches are luck only if they are dealt, not chosen."""

from __future__ import annotations

from eoc_sim.analysis.eoc.shape import chosen_columns
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import strategies as strategies_section


def section(page: Findings) -> Section:
    """Make the shared section, in which chosen coaches are not luck."""
    return strategies_section.section(page, chosen_columns(page.run))
