"""Own VPs on the action spaces, counted in one number, and the money that they bring."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import SPACES, unchecked

BITS = 3
"""Bits of ``me.standing`` for each space."""
MOST_STANDING = 7


@unchecked
def standing(number, space):
    """How many own VPs stand on a space."""
    return (number >> (BITS * space)) & MOST_STANDING


@unchecked
def count_standing(table, seat):
    """The own VPs on all spaces that have not acted yet, three bits each."""
    number = 0
    for space in range(SPACES):
        if table.vps_on[space] == 0:
            continue
        for bonus in range(table.bonuses[space]):
            if table.vp_seat[space, bonus] == seat and table.vp_acted[space, bonus] == 0:
                number += 1 << (BITS * space)
    return number


@unchecked
def money_to_come(me, stands, first):
    """Money that own VPs on the spaces from ``first`` on bring this round."""
    money = 0
    for space in range(first, SPACES):
        money += standing(stands, space) * me.visit_money[space]
    return money
