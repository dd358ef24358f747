"""Strategies of Eleven that search, for the search tests."""

from __future__ import annotations

from functools import partial

from eleven.games import engine
from kernel.searched_game import SearchedGame, Stretch

from eoc_sim.simulator.eleven.columns import TABLES

HEAD = """
from eoc_sim.simulator.eleven.strategy_api import (
    BUILD, END_DAY, FIRST_TACTIC, FIRST_TOKEN, HIRE, OF_TOKENS, PASS, SMALL, SPONSOR, SPONSOR_ROW,
    draw, memory, step_refusal,
)

MEMORY = [
    memory("wish", help="the candidate being tried"),
    memory("candidates_chosen", help="number of candidates chosen"),
]


def small_sponsor(table, order, number):
    "Take the cash of one of the oldest sponsors, then end the day."
    if table.actions_taken > 0:
        return END_DAY
    if table.area_count[SPONSOR_ROW] < 3:
        return PASS
    order.card = table.area[SPONSOR_ROW, number]
    order.way = SMALL
    return SPONSOR
"""

BUYER = (
    HEAD
    + """
def act(table, me, params, order):
    if me.wish == 2 and table.held_count[me.seat, OF_TOKENS] < 2:
        for token in range(FIRST_TOKEN, FIRST_TACTIC):
            order.card = token
            if step_refusal(table, me.seat, BUILD, order) == 0:
                return BUILD
    return END_DAY


def propose(table, me, params, order):
    order.rollouts = 60
    order.caution = 200
    if order.candidate > 3:
        return 0
    me.wish = order.candidate
    return 1
"""
)
"""Builds nothing unless its wish is 2."""

GAMBLER = (
    HEAD
    + """
def act(table, me, params, order):
    return small_sponsor(table, order, (draw(me, 3) + me.wish) % 3)


def propose(table, me, params, order):
    order.rollouts = ROLLOUTS
    order.caution = 200
    if order.candidate > 3:
        return 0
    me.wish += order.candidate
    me.candidates_chosen += 1
    return 1
"""
)
"""Takes a sponsor at random; tests replace ROLLOUTS with a number."""

CHEAT = (
    HEAD
    + """
def act(table, me, params, order):
    order.card = -1
    return HIRE if me.wish == 1 else END_DAY


def propose(table, me, params, order):
    order.rollouts = 60
    if order.candidate > 3:
        return 0
    me.wish = order.candidate
    return 1
"""
)

ILLEGAL = """
from eoc_sim.simulator.eleven.strategy_api import HIRE


def act(table, me, params, order):
    order.card = -1
    return HIRE
"""

RIVALS = ("squad", "youth_trader", "staff_set")
WEEKS, DAYS, STEPS = 6, 3, 2
"""A gambler takes two steps a day: an action, and the end of the day."""

SEARCHED = SearchedGame(
    engine=partial(engine, layer="season"),
    tables=tuple(TABLES),
    rivals=RIVALS,
    default="balanced",
    buyer=BUYER,
    gambler=GAMBLER,
    cheat=CHEAT,
    illegal=ILLEGAL,
    decision="act",
    count_searches=lambda worker: WEEKS * DAYS * STEPS,
    first_round="week 1",
    choice=("chosen_at", "chosen_kind", "chosen_card", "chosen_way"),
    stretches=(
        Stretch(RIVALS[:2], ("a day", 1), 3),
        Stretch(RIVALS[:1], ("a day", 1), 6, {"scouting": "deck", "schedule": "dealt"}),
        Stretch((*RIVALS[:2], "random"), ("a day", 3), 7),
    ),
    late=("a day", WEEKS),
    matches=(("balanced", 24, 30), ("staff_set", 24, 30)),
)
