"""Candidates for a search: the next best placements after the plan's."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import active_vps, parameter
from eoc_sim.strategies.stadium.planning.placing import NO_CEILING, next_placement, weigh_placements

CANDIDATES = 8
"""The number of placements tried, ranked directly after the plan's."""


def search_parameters():
    """List the parameters of a planner that searches."""
    return [
        parameter(
            "rollouts",
            default=200,
            low=0,
            high=5000,
            help="games played out per round, shared among its placements; "
            "with 0, the strategy never searches",
        ),
        parameter(
            "caution",
            default=1.5,
            low=0,
            high=10,
            help="standard errors by which a placement must be better than the plan's",
        ),
    ]


def propose(table, me, params, order):
    """Remember the placement that ranks after ``order.candidate`` others."""
    if order.candidate > CANDIDATES:
        return 0
    order.caution = int(100 * params.caution)
    order.rollouts = int(params.rollouts / max(1, active_vps(table, me.seat)))
    weigh_placements(table, me, params)
    worth = NO_CEILING
    number = -1
    for _ in range(order.candidate + 1):
        number, worth = next_placement(table, me, params, order, worth, number)
        if number < 0:
            return 0
    me.choice = number + 1
    me.choice_round = table.round
    me.choice_turn = table.placed
    return 1
