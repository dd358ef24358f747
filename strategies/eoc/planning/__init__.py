"""Planning for scripted strategies: values, and how to spend a month well.

Worth is counted in tenths of a star. A strategy's parameters, its *style*, say how it plays; the
functions here turn a style into decisions. The plan of a month is made once and remembered; the
actions of a turn then only carry it out.

EC are lost at the end of the turn, so a turn saves none. It spends the EC on the mat where they are
worth most: first cards and recruits in order of worth per EC, then packages, steps towards the next
recruit, and bets.
"""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning.appraising import appraise
from eoc_sim.strategies.eoc.planning.dice import dice, place
from eoc_sim.strategies.eoc.planning.drafting import coach, draft, keep, pick
from eoc_sim.strategies.eoc.planning.judging import judge
from eoc_sim.strategies.eoc.planning.proposing import propose, search_parameters
from eoc_sim.strategies.eoc.planning.remembered import MEMORY
from eoc_sim.strategies.eoc.planning.style import TABLES, planner_parameters
from eoc_sim.strategies.eoc.planning.turn import act
from eoc_sim.strategies.eoc.planning.worth import prepare

__all__ = [
    "MEMORY",
    "TABLES",
    "act",
    "appraise",
    "coach",
    "dice",
    "draft",
    "judge",
    "keep",
    "pick",
    "place",
    "planner_parameters",
    "prepare",
    "propose",
    "search_parameters",
]
