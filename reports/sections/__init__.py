"""The sections that all games' reports share.

They are in the order of the page. A section is a function of the page's findings, and returns None
if it does not apply. If a table that it needs was not kept, its blocks raise `MissingResults`, and
the page lists what is missing in one place.
"""

from __future__ import annotations

from eoc_sim.reports import plain_twins
from eoc_sim.reports.sections import (
    cards,
    closeness,
    family,
    luck_of_the_deal,
    points,
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

CHANGES = (
    turn_order.section,
    variants.section,
    restricting.section,
    redesign.section,
    who_plays.section,
    family.section,
    relearning.section,
    ranges.section,
)
"""The sections of runs that change something, which come first."""
SECTIONS = (
    *CHANGES,
    shape.section,
    strategies.section,
    closeness.section,
    points.section,
    scores.section,
    luck_of_the_deal.section,
    seating.section,
    cards.section,
    plain_twins.worth_section,
    plain_twins.gifts_section,
)
