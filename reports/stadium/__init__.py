"""The report of Stadium: its sections, questions and findings."""

from __future__ import annotations

from eoc_sim.analysis.stadium.shape import ask
from eoc_sim.reports.game_report import GameReport
from eoc_sim.reports.sections import CHANGES, points, scores, seating, shape, strategies
from eoc_sim.reports.stadium import (
    decks,
    luck_of_the_deal,
    part_twins,
    places,
    race,
    spaces,
    timing,
    vice_presidents,
)

REPORT = GameReport(
    sections=(
        timing.section,
        part_twins.section,
        *CHANGES,
        shape.section,
        strategies.section,
        race.section,
        points.section,
        scores.section,
        spaces.section,
        places.section,
        vice_presidents.section,
        luck_of_the_deal.section,
        seating.section,
        decks.section,
    ),
    answers=(timing.answers, part_twins.answers),
    standing=(decks.component_verdicts, part_twins.background_verdicts),
    verdicts=(race.verdicts,),
    questions=ask,
    background=("spaces", "board", "vice-presidents"),
    folded=("seating", "scores", "vice-presidents"),
    narrow=("spaces", "board"),
)
