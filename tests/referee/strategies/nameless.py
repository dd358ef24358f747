"""Random play that never names a colour: the defaults of PAY-2 and PAY-4 decide."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import COLOURS, TRADE, compiled
from eoc_sim.strategies.eoc import random
from eoc_sim.strategies.eoc.random import (
    MEMORY,
    bid,
    bookie,
    draft,
    final_campaign,
    keep,
    pick,
    sell,
)

__all__ = ["MEMORY", "bid", "bookie", "draft", "final_campaign", "keep", "pick", "sell"]

random_act = compiled(random.act)


def act(table, me, params, order):
    """Act like `random`, but name no colour in a trade."""
    kind = random_act(table, me, params, order)
    if kind == TRADE:
        for colour in range(COLOURS):
            order.take[colour] = 0
    return kind
