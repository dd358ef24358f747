"""Planning for scripted strategies: values, and where VPs earn most.

Worth is counted in points. A strategy's parameters, its *style*, say how it plays; the functions
here turn a style into decisions. Once a round an owner works out its values: the rounds left from
the blocks of all owners, the worth of tokens from the squares and buildings in reach, and the worth
of places and cards from points and clauses. Each placement then simulates the rest of the round,
and every later decision uses the same values.
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
