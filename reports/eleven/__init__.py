"""The report of Eleven: its sections, questions and findings."""

from __future__ import annotations

from eoc_sim.analysis.eleven.shape import ask
from eoc_sim.reports.eleven import closeness, known, opponents, pitch, table, weeks
from eoc_sim.reports.sections import (
    dealt,
    family,
    ranges,
    redesign,
    relearning,
    restricting,
    scores,
    seating,
    shape,
    strategies,
    turn_order,
    variants,
    who_plays,
)

SECTIONS = (
    turn_order.section,
    variants.section,
    restricting.section,
    redesign.section,
    who_plays.section,
    family.section,
    relearning.section,
    ranges.section,
    shape.section,
    strategies.section,
    table.section,
    weeks.section,
    pitch.section,
    opponents.section,
    closeness.section,
    scores.section,
    dealt.section,
    seating.section,
)
VERDICTS = (table.verdicts, pitch.verdicts, opponents.verdicts)
BASIS = known.verdicts
QUESTIONS = ask
SHORTER = (
    ("Where shots and goals come from", "Shots and goals"),
    ("Promoted and relegated, in 100 seasons", "Promoted and relegated"),
    ("How often each strategy ends in each position", "Positions"),
)
BACKGROUND = ("table", "weeks", "pitch", "opponents")
