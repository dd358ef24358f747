"""The report of Envelopes of Cash: its sections, questions and findings."""

from __future__ import annotations

from eoc_sim.analysis.eoc.shape import ask
from eoc_sim.reports.eoc import (
    bubba,
    closeness,
    envelopes,
    luck_of_the_deal,
    points,
    shape,
    spots,
    strategies,
    timing,
)
from eoc_sim.reports.game_report import GameReport
from eoc_sim.reports.sections import CHANGES, cards, scores, seating

REPORT = GameReport(
    sections=(
        timing.section,
        *CHANGES,
        shape.section,
        strategies.section,
        closeness.section,
        points.section,
        scores.section,
        bubba.section,
        luck_of_the_deal.section,
        seating.section,
        cards.section,
        spots.section,
        envelopes.section,
    ),
    answers=(timing.answers, cards.answers),
    verdicts=(bubba.verdicts,),
    questions=ask,
    background=("spots", "envelopes"),
)
