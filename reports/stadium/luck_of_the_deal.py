"""The luck of the deal: who begins, and how decks are shuffled."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from eoc_sim.reports.blocks import Section, note
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import luck_of_the_deal as luck_section

DECKS = note(
    "Chance decides who is the first commissioner, and shuffles both decks. Chance also decides "
    'which employee an owner draws, so the section "The decks" shows the effect of drawing each. '
    "Players are turned up for all owners: chance decides which are on offer, and each "
    "owner decides which of them to draft."
)


def section(page: Findings) -> Section:
    """Make the shared section, with a note about the decks."""
    shared_section = luck_section.section(page)
    return replace(shared_section, blocks=chain([DECKS], shared_section.blocks))
