"""One manager against the board: the goals of a scenario (SOLO)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.events import GOAL, SEASON_FINAL
from eoc_sim.simulator.eleven.league import teams_below
from eoc_sim.simulator.eleven.names import MEASURES
from eoc_sim.simulator.eleven.scoring import emit_final
from eoc_sim.simulator.eleven.season_scoring import (
    count_season_score,
    judge_objective,
    season_count,
)
from eoc_sim.simulator.eleven.season_state import PARTS
from eoc_sim.simulator.eleven.sources import OF_TOKENS, TOKENS
from eoc_sim.simulator.eleven.state import GAME_OVER
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit

MANAGER, BOARD = 0, 1
"""The seats; the board does nothing (SOLO-2)."""
POSITION, BELOW, LEAFLET_TOKENS, OBJECTIVE = range(len(MEASURES), len(MEASURES) + 4)
MISSED, MET = 1, 2


@compiled
def leaflet_tokens(table):
    """SOLO-2: count the manager's tokens that come from the leaflet."""
    number = 0
    for index in range(table.held_count[MANAGER, OF_TOKENS]):
        number += table.token_is_new[table.held[MANAGER, OF_TOKENS, index] - TOKENS]
    return number


@compiled
def value_of(state, measure):
    """SOLO-2: return the value of a goal's measure; totals cover the season."""
    table = state.table
    if measure == POSITION:
        return table.position[MANAGER] + 0
    if measure == BELOW:
        return teams_below(table, MANAGER)
    if measure == LEAFLET_TOKENS:
        return leaflet_tokens(table)
    if measure == OBJECTIVE:
        return judge_objective(table, MANAGER, state.seats[MANAGER].objective + 0)
    return season_count(table, MANAGER, measure)


@compiled
def check_goal(state, trace, goal):
    """SOLO-1: record a goal's value and whether the goal is met.

    The goal's value is the current value of its measure.
    """
    table = state.table
    value = value_of(state, table.goal_measure[goal] + 0)
    target = table.goal_number[goal] + 0
    met = value <= target if table.goal_at_most[goal] == 1 else value >= target
    table.goal_value[goal] = value
    table.goal_met[goal] = MET if met else MISSED
    emit(trace, GOAL, MANAGER, goal, value, table.goal_met[goal] - MISSED)


@compiled
def check_week(state, trace):
    """SOLO-2: check the goals that are due after the week just played."""
    table = state.table
    for goal in range(table.goals):
        if table.goal_after[goal] > 0 and table.goal_after[goal] == table.week - 1:
            check_goal(state, trace, goal)


@compiled
def finish(state, trace):
    """SOLO-1, SOLO-2: check the remaining goals, and decide the game."""
    table = state.table
    box = state.box
    count_season_score(state, MANAGER, True)
    won = True
    for goal in range(table.goals):
        if table.goal_met[goal] == 0:
            check_goal(state, trace, goal)
        won = won and table.goal_met[goal] == MET
    box.winner = MANAGER if won else BOARD
    box.sharers = 1
    for seat in range(2):
        box.shares[seat] = 1 if seat == box.winner else 0
        box.rank[seat] = 1 if seat == box.winner else 2
    emit_final(state, trace, SEASON_FINAL, PARTS)
    table.phase = GAME_OVER
