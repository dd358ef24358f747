"""Candidates for a search: the next best actions after the plan's."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import DISMISS, FREE, memory, parameter, unchecked
from eoc_sim.strategies.eleven.planning.day import NO_LIMIT, best_action, plan_action
from eoc_sim.strategies.eleven.planning.deals import assess_today

MEMORY = [
    # The action that a search tries instead of the plan's.
    memory("chosen_at", help="number of the question that the action answers, by `question_of`"),
    memory("chosen_kind", help="the kind of the action"),
    memory("chosen_card", help="the card of the action"),
    memory("chosen_way", help="the kind of contract with a sponsor"),
]


def search_parameters():
    """List the parameters of a planner that searches."""
    return [
        parameter(
            "rollouts",
            default=60,
            low=0,
            high=5000,
            help="games played out before each of its actions; with 0, it never searches",
        ),
        parameter(
            "candidates",
            default=4,
            low=1,
            high=31,
            help="number of next best actions that are tried besides the plan's",
        ),
        parameter(
            "caution",
            default=1,
            low=0,
            high=10,
            help="standard errors by which an action must be better than the plan's",
        ),
        parameter(
            "rollout_effort",
            default=1,
            low=1,
            high=400,
            help="`effort` of the other managers in its rollouts",
            costs_time=True,
        ),
    ]


@unchecked
def question_of(table):
    """Return the number of the manager's current question in the season."""
    return 256 * (4 * table.week + table.day) + table.asked_today


def act_by_search(table, me, params, order):
    """Take the search's choice, or else the action that is worth most."""
    if me.chosen_at != question_of(table):
        return plan_action(table, me, params, order)
    order.card = me.chosen_card
    order.way = me.chosen_way
    return me.chosen_kind + 0


def propose(table, me, params, order):
    """Remember the action that ranks after ``order.candidate`` others.

    A free action or a dismissal does not use up the day's action, so no other action competes with
    it and none is remembered.
    """
    order.rollouts = int(params.rollouts)
    order.caution = int(100 * params.caution)
    if order.candidate > params.candidates or params.rollouts == 0:
        return 0
    plan = plan_action(table, me, params, order)
    if plan == FREE or plan == DISMISS:
        return 0
    today = assess_today(table, me, params)
    worth = NO_LIMIT
    for _ in range(order.candidate + 1):
        worth = best_action(table, me, params, order, -NO_LIMIT, worth, today)
        if worth == -NO_LIMIT:
            return 0
    me.chosen_at = question_of(table)
    me.chosen_kind = order.kind
    me.chosen_card = order.card
    me.chosen_way = order.way
    return 1
