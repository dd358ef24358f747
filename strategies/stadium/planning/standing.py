"""VPs on spaces as one number, and the money that they bring."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import SPACES, unchecked

BITS = 3
"""The number of bits of ``me.standing`` for each space."""
SPACE_MASK = (1 << BITS) - 1
"""The bits of one space."""


@unchecked
def vps_on_space(standing_vps, space):
    """Count an owner's VPs on a space."""
    return (standing_vps >> (BITS * space)) & SPACE_MASK


@unchecked
def count_standing(table, seat):
    """Count a seat's VPs that have yet to act, by space.

    Each space has three bits.
    """
    standing_vps = 0
    for space in range(SPACES):
        if table.vps_on[space] == 0:
            continue
        for bonus in range(table.bonuses[space]):
            if table.vp_seat[space, bonus] == seat and table.vp_acted[space, bonus] == 0:
                standing_vps += 1 << (BITS * space)
    return standing_vps


@unchecked
def money_to_come(me, standing_vps, first):
    """Add up the money that VPs bring from space ``first`` onwards."""
    money = 0
    for space in range(first, SPACES):
        money += vps_on_space(standing_vps, space) * me.visit_money[space]
    return money
