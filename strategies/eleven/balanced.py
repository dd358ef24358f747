"""Tries many layouts in the formations of every tactic card held, and plays the best."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    BALL,
    MARKERS,
    best_layout,
    formations_of,
    parameter,
    tactic_refusal,
)

PARAMETERS = [
    parameter(
        "effort",
        default=12,
        low=1,
        high=400,
        help="random layouts that are tried in each formation; from 2 on also exchanges (INF-6)",
    ),
    parameter(
        "goal_worth",
        default=0.4,
        low=0,
        high=1,
        help="points that a goal by a tactic card is worth, where its condition may hold",
    ),
    parameter(
        "turn_worth",
        default=0.2,
        low=0,
        high=1,
        help="points that turning a marker after the reveal is worth",
    ),
]

POINT = 1024
"""A point in ``me.best_value``, for each line-up to expect."""
ROW = 3
"""Cells in a row of the pitch."""


def shields_back(table, me):
    """Count the shields of the best layout in the row of defenders."""
    shields = 0
    for marker in range(MARKERS):
        if me.best[marker] < ROW and table.team_side[me.seat, marker] != BALL:
            shields += 1
    return shields


def effect_worth(table, me, params, tactic):
    """Estimate the points that a tactic card's effect adds."""
    if tactic < 0:
        return 0.0
    worth = params.turn_worth * table.tactic_turns[tactic]
    opponent = table.schedule[me.seat, table.week - 1]
    for clause in range(4):
        goals = table.tactic_goals[tactic, clause]
        for condition in range(2):
            asked = table.tactic_if[tactic, clause, condition]
            if (
                (
                    asked == 1
                    and (opponent < 0 or table.club_points[opponent] <= table.points[me.seat])
                )
                or (
                    asked == 2
                    and shields_back(table, me) < table.tactic_least[tactic, clause, condition]
                )
                or asked == 4
            ):
                goals = 0
        worth += params.goal_worth * goals
    return worth


def prepare(table, me, params, order):
    """Play the card and layout with the most expected points."""
    most = -1.0
    for tactic in range(-1, table.tactics):
        if tactic_refusal(table, me.seat, tactic) > 0:
            continue
        formations = formations_of(table, me.seat, tactic)
        formation = best_layout(table, me, formations, int(params.effort))
        worth = me.best_value + POINT * me.line_ups * effect_worth(table, me, params, tactic)
        worth += POINT * POINT
        if worth > most:
            most = worth
            order.tactic = tactic
            order.formation = formation
            for marker in range(MARKERS):
                order.cell[marker] = me.best[marker]
    return 1
