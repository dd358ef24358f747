"""The report of Eleven: its sections, questions and findings."""

from __future__ import annotations

from eoc_sim.analysis.eleven.shape import ask
from eoc_sim.reports.eleven import (
    actions,
    bets,
    closeness,
    deals,
    known,
    meetings,
    opponents,
    pitch,
    season_points,
    solo,
    table,
    things,
    timing,
    unique_cards,
    weeks,
    winter,
    worth,
)
from eoc_sim.reports.eleven.reconstructed import marked, marked_verdicts
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

SECTIONS = tuple(
    marked(one)
    for one in (
        timing.section,
        worth.section,
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
        solo.section,
        table.section,
        season_points.section,
        weeks.section,
        winter.section,
        actions.section,
        pitch.section,
        things.cards_section,
        things.section,
        deals.section,
        meetings.section,
        unique_cards.section,
        bets.section,
        opponents.section,
        closeness.section,
        scores.section,
        dealt.section,
        seating.section,
    )
)
VERDICTS = tuple(
    marked_verdicts(one)
    for one in (
        *(table.verdicts, pitch.verdicts, opponents.verdicts, things.verdicts),
        winter.verdicts,
    )
)
ANSWERS = tuple(marked_verdicts(one) for one in (timing.answers, worth.answers))
BASIS = known.verdicts
QUESTIONS = ask
SHORTER = (
    ("Where shots and goals come from", "Shots and goals"),
    ("Promoted and relegated, in 100 seasons", "Promoted and relegated"),
    ("How often each strategy ends in each position", "Positions"),
)
BACKGROUND = (
    "table",
    "weeks",
    "actions",
    "pitch",
    "cards",
    "clubs",
    "deals",
    "meetings",
    "bets",
    "opponents",
)
