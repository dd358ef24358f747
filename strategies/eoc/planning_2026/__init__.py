"""Planning as it was in 2026, for the yardstick ``balanced_2026`` alone: not to be changed.

Worth is counted in tenths of a star. A strategy says how it plays by its parameters, its *style*;
the functions here turn a style into decisions. The plan of a month is made once and remembered;
the actions of a turn then only carry it out.

EC die at the end of the turn, so a turn asks what the EC on the mat buy best, not whether to
save: first cards and recruits in order of worth for each EC, then packages, steps towards the next
recruit, and bets.
"""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning_2026.dice import dice, place
from eoc_sim.strategies.eoc.planning_2026.remembered import MEMORY
from eoc_sim.strategies.eoc.planning_2026.style import planner_parameters
from eoc_sim.strategies.eoc.planning_2026.turn import act
from eoc_sim.strategies.eoc.planning_2026.worth import draft, keep

__all__ = ["MEMORY", "act", "dice", "draft", "keep", "place", "planner_parameters"]
