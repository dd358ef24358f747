"""Strategies of Envelopes of Cash that search, for the search tests."""

from __future__ import annotations

from eoc.tabletop import engine
from kernel.searched_game import SearchedGame, Stretch

from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.yardstick import YARDSTICK

HEAD = """
from eoc_sim.simulator.eoc.strategy_api import (
    ACTING, BET, END_TURN, PLAY_CARD, card_shortfall, draw, mat_total, memory,
)

MEMORY = [
    memory("wish", help="the candidate being tried"),
    memory("candidates_chosen", help="number of candidates chosen"),
]
"""

BUYER = (
    HEAD
    + """
def act(table, me, params, order):
    for month in range(1, 13):
        card = table.calendar_card[me.seat, month]
        if me.wish == 2 and card >= 0 and card_shortfall(table, me.seat, card) == 0:
            order.card = card
            return PLAY_CARD
    return END_TURN


def propose(table, me, params, order):
    order.rollouts = 60
    order.caution = 200
    if table.phase != ACTING or order.candidate > 3:
        return 0
    me.wish = order.candidate
    return 1
"""
)
"""Buys nothing unless its wish is 2."""

GAMBLER = (
    HEAD
    + """
def act(table, me, params, order):
    if mat_total(table, me.seat) == 0:
        return END_TURN
    order.colour = (draw(me, 6) + me.wish) % 6
    order.number = 1 + draw(me, 6)
    return BET


def propose(table, me, params, order):
    order.rollouts = ROLLOUTS
    order.caution = 200
    if table.phase != ACTING or order.candidate > 3:
        return 0
    me.wish += order.candidate
    me.candidates_chosen += 1
    return 1
"""
)
"""Bets on random colours; tests replace ROLLOUTS with a number."""

CHEAT = (
    HEAD
    + """
def act(table, me, params, order):
    return 99 if me.wish == 1 else END_TURN


def propose(table, me, params, order):
    order.rollouts = 60
    if table.phase != ACTING or order.candidate > 3:
        return 0
    me.wish = order.candidate
    return 1
"""
)

ILLEGAL = """
def act(table, me, params, order):
    return 99
"""

RIVALS = ("vegas", "hoarder", "quick_start")

SEARCHED = SearchedGame(
    engine=engine,
    tables=tuple(TABLES),
    rivals=RIVALS,
    default="balanced:whim=0",
    buyer=BUYER,
    gambler=GAMBLER,
    cheat=CHEAT,
    illegal=ILLEGAL,
    decision="act",
    count_searches=lambda worker: 12,
    first_round="March",
    choice=("choice", "choice_month", "choice_subject"),
    stretches=(
        Stretch(RIVALS[:2], ("drafting", 5), 11),
        Stretch(
            RIVALS[:1],
            ("drafting", 5),
            11,
            {"rules": "cutthroat", "auction": "on", "stash": "open_draft"},
        ),
        Stretch((), ("drafting", 5), 11, {"rules": "solo"}),
    ),
    late=("dealing", 11),
    matches=((YARDSTICK, 120, 90), ("balanced", 120, 38)),
)
