"""Asking a seat's strategy for a decision (INF-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eoc_sim.simulator.eoc.state import MAX_PLAYERS, clear_order
from eoc_sim.simulator.kernel.compiled import COMPILED, compiled
from eoc_sim.simulator.kernel.hooks import call
from eoc_sim.simulator.kernel.strategy_files import params_dtype

FUNCTIONS = (
    "keep", "pick", "coach", "draft", "bookie", "dice", "place", "act", "bid", "sell",
    "final_campaign", "propose",
)
"""The functions of a strategy, in the order of the function table."""

(
    ASK_KEEP, ASK_PICK, ASK_COACH, ASK_DRAFT, ASK_BOOKIE, ASK_DICE, ASK_PLACE, ASK_ACT, ASK_BID,
    ASK_SELL, ASK_FINAL_CAMPAIGN, ASK_PROPOSE,
) = range(len(FUNCTIONS))


policies_dtype = np.dtype(
    [
        ("functions", np.int64, (MAX_PLAYERS, len(FUNCTIONS))),
        ("params", params_dtype, MAX_PLAYERS),
    ]
)
"""Who plays: of each entry of the line-up the functions, as `hooks.call` calls them, and the
parameters. A record, for arrays would be counted by reference at every call."""


class Policies:
    """As ``policies_dtype`` in pure-Python mode: Python functions, any objects as parameters."""

    def __init__(self, functions: np.ndarray, params: list[Any]) -> None:
        self.functions = functions
        self.params = params


def make_policies(functions: np.ndarray, params: Sequence[Any]) -> Any:
    """One record of policies, in a sequence: functions by entry, a parameter block an entry."""
    if not COMPILED:
        return [Policies(functions, list(params))]
    policies = np.zeros(1, policies_dtype)
    policies[0]["functions"][: len(functions)] = functions
    for entry, block in enumerate(params):
        policies[0]["params"][entry] = block
    return policies


def join_policies(policies: Sequence[Any]) -> Any:
    """Several sequences of policies as one."""
    return np.concatenate(policies) if COMPILED else [one for each in policies for one in each]


@compiled
def ask(state, policies, seat, function):
    """The seat's answer: what its function returns, with the details in ``state.order``.

    From here until `carried_out` the seat's strategy is to blame for a refusal.
    """
    box = state.box
    order = state.order
    clear_order(order)
    box.blamed = seat
    box.asked = function
    box.answering = 1
    box.decisions += 1
    state.table.turn = seat
    entry = box.entry[seat]
    order.kind = call(
        policies.functions, entry, function, state.table, state.seats[seat],
        policies.params[entry], order,
    )
    box.answering = 0
    return order.kind + 0


@compiled
def carried_out(state):
    """What was asked for has been done: what is refused from now on is no strategy's fault."""
    state.box.blamed = -1
