"""The luck of the deal, with a note if coaches are chosen."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from eoc_sim.analysis.eoc.shape import chosen_columns
from eoc_sim.reports.blocks import Section, note
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import luck_of_the_deal as luck_section

CHOICE_NOTE = note("Coaches were chosen, not dealt, so their table is observational.")


def section(page: Findings) -> Section:
    """Make the shared section, with a note if coaches are chosen."""
    choices = chosen_columns(page.run)
    base = luck_section.section(page, choices)
    if not choices:
        return base
    return replace(base, blocks=chain([CHOICE_NOTE], base.blocks))
