"""The report of Envelopes of Cash: its sections in their order, and what it finds beside wins."""

from __future__ import annotations

from eoc_sim.reports.eoc import bubba, closeness, coaches, kindred, spots
from eoc_sim.reports.sections import cards, ranges, redesign, scores, strategies

SECTIONS = (
    redesign.section, ranges.section, strategies.section, closeness.section, kindred.section,
    scores.section, bubba.section, coaches.section, cards.section, spots.section,
)
VERDICTS = (bubba.verdicts,)
