"""Planning for scripted strategies: what things are worth, and where VPs earn most of it.

Worth is counted in points. A strategy says how it plays by its parameters, its *style*; the
functions here turn a style into decisions. Once a round an owner works out what things are worth
to it: rounds left by the blocks of all owners, tokens by the squares and buildings in reach, places
and cards by their points and clauses. Each placement then plays the round ahead in the mind, and
every later decision asks the same worths.
"""

from __future__ import annotations

from eoc_sim.strategies.stadium.planning.acting import (
    build,
    draft,
    exchange,
    playbook,
    train,
)
from eoc_sim.strategies.stadium.planning.hiring import hire
from eoc_sim.strategies.stadium.planning.paying import lose, pay
from eoc_sim.strategies.stadium.planning.placing import place, star
from eoc_sim.strategies.stadium.planning.proposing import propose, search_parameters
from eoc_sim.strategies.stadium.planning.remembered import MEMORY
from eoc_sim.strategies.stadium.planning.style import planner_parameters

__all__ = [
    "MEMORY",
    "build",
    "draft",
    "exchange",
    "hire",
    "lose",
    "pay",
    "place",
    "planner_parameters",
    "playbook",
    "propose",
    "search_parameters",
    "star",
    "train",
]
