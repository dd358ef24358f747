"""Weighs everything by what is still to come: wins, buildings, cards, VPs and bonuses."""

from __future__ import annotations

from eoc_sim.strategies.stadium.planning import (
    MEMORY,
    build,
    draft,
    exchange,
    hire,
    lose,
    pay,
    place,
    planner_parameters,
    playbook,
    star,
    train,
)

__all__ = [
    "MEMORY",
    "PARAMETERS",
    "build",
    "draft",
    "exchange",
    "hire",
    "lose",
    "pay",
    "place",
    "playbook",
    "star",
    "train",
]

PARAMETERS = planner_parameters()
