"""Strategies of Stadium that search, for the search tests."""

from __future__ import annotations

from kernel.searched_game import SearchedGame, Stretch
from stadium.games import engine

from eoc_sim.simulator.stadium.columns import TABLES

HEAD = """
from eoc_sim.simulator.stadium.strategy_api import (
    MERCHANDISING, PLACE, SPACES, TRAIN, draw, memory,
)

MEMORY = [
    memory("wish", help="the candidate being tried"),
    memory("candidates_chosen", help="number of candidates chosen"),
]


def stand(table, order, wanted, number):
    "Choose the free bonus space with this number, counting from the wanted action space."
    while True:
        for step in range(SPACES):
            space = (wanted + step) % SPACES
            for bonus in range(table.bonuses[space]):
                if table.vp_seat[space, bonus] < 0:
                    if number == 0:
                        order.space = space
                        order.bonus = bonus
                        return PLACE
                    number -= 1
"""

BUYER = (
    HEAD
    + """
def place(table, me, params, order):
    return stand(table, order, MERCHANDISING if me.wish == 2 else TRAIN, 0)


def propose(table, me, params, order):
    order.rollouts = 60
    order.caution = 200
    if order.candidate > 3:
        return 0
    me.wish = order.candidate
    return 1
"""
)
"""Plays well only if its wish is 2; else it stands on Train with nothing to exchange."""

GAMBLER = (
    HEAD
    + """
def place(table, me, params, order):
    return stand(table, order, 0, (draw(me, table.free_spaces) + me.wish) % table.free_spaces)


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
"""Stands on random spaces; tests replace ROLLOUTS with a number."""

CHEAT = (
    HEAD
    + """
def place(table, me, params, order):
    stand(table, order, 0, 0)
    if me.wish == 1:
        order.space = 99
    return PLACE


def propose(table, me, params, order):
    order.rollouts = 60
    if order.candidate > 3:
        return 0
    me.wish = order.candidate
    return 1
"""
)

ILLEGAL = """
def place(table, me, params, order):
    return 0
"""

RIVALS = ("builder", "merchandiser", "field_first")

SEARCHED = SearchedGame(
    engine=engine,
    tables=tuple(TABLES),
    rivals=RIVALS,
    default="balanced:whim=0",
    buyer=BUYER,
    gambler=GAMBLER,
    cheat=CHEAT,
    illegal=ILLEGAL,
    decision="place",
    count_searches=lambda worker: int(worker.rows(["seats"])["seats"]["placements"][0]),
    first_round="round 1",
    choice=("choice", "choice_round", "choice_turn"),
    stretches=(
        Stretch(RIVALS[:2], ("placing", 4), 8),
        Stretch(
            RIVALS[:1],
            ("placing", 1),
            8,
            {"employees_start": 2, "placing": "may_stop", "salaries": "may"},
        ),
        Stretch((*RIVALS, "random"), ("placing", 3), 8),
    ),
    late=("placing", 9),
    matches=(("balanced", 120, 60), ("early_third", 120, 60)),
)
