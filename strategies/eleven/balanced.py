"""Weighs each action by what it brings in the end, and uses the best of many layouts."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    ADD_TACTIC,
    ALL_FORMATIONS,
    BALL,
    IF_CARDS,
    IF_OPPONENT_ABOVE,
    IF_SHIELDS_BACK,
    LAYER,
    MARKERS,
    NO_TACTIC,
    PASS,
    USE,
    best_layout,
    best_turn,
    expect_rival,
    formations_of,
    league_formations,
    may_add,
    parameter,
    rival_of,
    tactic_refusal,
)
from eoc_sim.strategies.eleven.planning import (
    act as act,
    answer as answer,
    bet as bet,
    bid as bid,
    choose as choose,
    colour as colour,
    director as director,
    field_cards,
    fill_stands,
    objective as objective,
    offer as offer,
    put_resources,
    reroll as reroll,
    season_parameters,
    show as show,
    suspend as suspend,
    unique_side as unique_side,
    winter_act as winter_act,
    winter_objective as winter_objective,
    winter_pick as winter_pick,
    winter_place as winter_place,
)
from eoc_sim.strategies.eleven.planning import effect as use_effect

PARAMETERS = [
    parameter(
        "effort",
        default=12,
        low=1,
        high=400,
        help="random layouts tried in each formation; with 2 or more, exchanges too (INF-6)",
        costs_time=True,
    ),
    parameter(
        "goal_worth",
        default=0.4,
        low=0,
        high=1,
        help="points that a goal from a tactic card's effect is worth if the effect's conditions "
        "may hold",
    ),
    parameter(
        "turn_worth",
        default=0.2,
        low=0,
        high=1,
        help="worth, in points, of turning a marker after the reveal",
    ),
    parameter(
        "shown_formation",
        default=1,
        low=0,
        high=1,
        help="1: it reacts to a formation that another manager has shown; 0: it does not (PVP)",
    ),
    *season_parameters(),
]

POINT = 1024
"""The amount in ``me.best_value`` that stands for a point, per line-up."""
ROW = 3
"""Cells in a row of the pitch."""


def shields_back(table, me):
    """Count the best layout's shields in the row of defenders."""
    shields = 0
    for marker in range(MARKERS):
        if me.best[marker] < ROW and table.team_side[me.seat, marker] != BALL:
            shields += 1
    return shields


def effect_worth(table, me, params, tactic):
    """Estimate the points that a tactic card's effects bring."""
    if tactic < 0:
        return 0.0
    worth = params.turn_worth * table.tactic_turns[tactic]
    opponent = table.schedule[me.seat, table.week - 1]
    for clause in range(4):
        goals = table.tactic_goals[tactic, clause]
        for condition in range(2):
            kind = table.tactic_if[tactic, clause, condition]
            if (
                (
                    kind == IF_OPPONENT_ABOVE
                    and (opponent < 0 or table.club_points[opponent] <= table.points[me.seat])
                )
                or (
                    kind == IF_SHIELDS_BACK
                    and shields_back(table, me) < table.tactic_least[tactic, clause, condition]
                )
                or kind == IF_CARDS
            ):
                goals = 0
        worth += params.goal_worth * goals
    return worth


def lay_out(table, me, params, order):
    """Choose the best tactic card and layout.

    Return False if no layout has room for the cards.
    """
    maximum = -1.0
    for tactic in range(-1, table.tactics):
        if tactic_refusal(table, me.seat, tactic) > 0:
            continue
        formations = formations_of(table, me.seat, tactic)
        formation = best_layout(table, me, formations, int(params.effort))
        if formation < 0:
            continue
        worth = me.best_value + POINT * me.line_ups * effect_worth(table, me, params, tactic)
        # Goal differences can make the value of a layout negative. This constant makes every worth
        # positive, so that any layout is better than none.
        worth += POINT * POINT
        if worth > maximum:
            maximum = worth
            order.tactic = tactic
            order.formation = formation
            for marker in range(MARKERS):
                order.cell[marker] = me.best[marker]
    return maximum >= 0


def lay_out_or_check_room(table, me, params, order):
    """Lay out the team; against a manager, only check for room.

    Return False if no layout has room for the cards.
    """
    if rival_of(table, me.seat) < 0:
        return lay_out(table, me, params, order)
    order.tactic = -1
    return league_formations(table, me) > 0


def prepare(table, me, params, order):
    """Assign the best cards that fit, and lay them out."""
    if table.rule_layer == LAYER.LEAGUE:
        lay_out(table, me, params, order)
        return 1
    fill_stands(table, me, order)
    for marker in range(MARKERS):
        order.side[marker] = table.team_side[me.seat, marker]
    number = field_cards(table, me, params, order, MARKERS + 1)
    while not lay_out_or_check_room(table, me, params, order) and number > 0:
        number = field_cards(table, me, params, order, number - 1)
    if params.spends == 1:
        put_resources(table, me, order)
    return 1


def extra_tactic(table, me, params, order):
    """Play the tactic card whose effect promises most, if any does."""
    maximum = 0.0
    for tactic in range(table.tactics):
        worth = effect_worth(table, me, params, tactic)
        if may_add(table, me.seat, tactic) and worth > maximum:
            maximum = worth
            order.tactic = tactic
    return ADD_TACTIC if maximum > 0 else NO_TACTIC


def layout(table, me, params, order):
    """Choose a good layout against another manager or their shown formation."""
    if params.shown_formation == 0:
        expect_rival(table, me, ALL_FORMATIONS)
    formations = league_formations(table, me)
    order.formation = best_layout(table, me, formations, max(1, int(params.effort) // 4))
    for marker in range(MARKERS):
        order.cell[marker] = me.best[marker]
        order.side[marker] = table.team_side[me.seat, marker]
    return 1


def effect(table, me, params, order):
    """Use the best ability; in the league layer, turn the best marker."""
    if table.rule_layer == LAYER.SEASON:
        return use_effect(table, me, params, order)
    order.marker = best_turn(table, me)
    return USE if order.marker >= 0 else PASS
