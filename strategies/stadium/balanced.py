"""Weighs wins, buildings, cards, VPs and bonuses by what is still to come."""

from __future__ import annotations

from eoc_sim.strategies.stadium.planning import (
    MEMORY as MEMORY,
    build as build,
    draft as draft,
    exchange as exchange,
    hire as hire,
    lose as lose,
    pay as pay,
    place as place,
    planner_parameters,
    playbook as playbook,
    star as star,
    train as train,
)

PARAMETERS = planner_parameters()
