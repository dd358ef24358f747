"""Random play of Eleven that also passes and dismisses staff, which `random` hardly ever does."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import DISMISS, OF_STAFF, PASS, draw
from eoc_sim.strategies.eleven import random
from eoc_sim.strategies.eleven.random import choose, director, effect, objective, prepare, reroll

__all__ = ["choose", "director", "effect", "objective", "prepare", "reroll"]


def act(table, me, params, order):
    """Sometimes dismiss the latest staff card, and sometimes pass."""
    held = table.held_count[me.seat, OF_STAFF]
    if held > 0 and draw(me, 4) == 0:
        order.card = table.held[me.seat, OF_STAFF, held - 1]
        return DISMISS
    return PASS if draw(me, 4) == 0 else random.act(table, me, params, order)
