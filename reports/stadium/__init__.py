"""The report of Stadium: its sections, questions and findings."""

from __future__ import annotations

from eoc_sim.analysis.stadium.shape import ask
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

SECTIONS = (
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
)
ANSWERS = (timing.answers, part_twins.answers)
STANDING = (decks.standing_verdicts, part_twins.standing_verdicts)
VERDICTS = (race.verdicts,)
QUESTIONS = ask
SHORTER = (
    ("How often spaces are idle", "Idle spaces"),
    ("VP was bought", "VP came"),
    ("On which bonus tokens VPs are placed", "Bonus tokens under VPs"),
    ("each action space", "each space"),
)
BACKGROUND = ("spaces", "board", "vice-presidents")
FOLDED = ("seating", "scores", "vice-presidents")
NARROW = ("spaces", "board")
