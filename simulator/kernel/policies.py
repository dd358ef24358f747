"""The functions and parameters of line-up entries, for the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.strategy import params_dtype


@cache
def policies_dtype(max_players: int, functions: int) -> np.dtype:
    """Make the record type for ``max_players`` players with ``functions`` functions each.

    `hooks.call` calls ``functions[entry, function]``; the last row belongs to a strategy that can
    answer in place of the others. ``params[entry]`` are the parameters. Both are in one record,
    because arrays would be reference-counted at every call.
    """
    return np.dtype(
        [
            ("functions", np.int64, (max_players + 1, functions)),
            ("params", params_dtype, max_players),
        ]
    )


class Policies:
    """The pure-Python form of `policies_dtype`: Python functions and parameter objects."""

    def __init__(self, functions: np.ndarray, params: list[Any]) -> None:
        self.functions = functions
        self.params = params


def make_policies(
    functions: np.ndarray,
    params: Sequence[Any],
    max_players: int,
    defaults: np.ndarray | None = None,
) -> Any:
    """Make policies, as a sequence with a single record.

    Args:
        functions: from `hooks.function_table`, one row per entry of the line-up.
        params: one parameter block per entry.
        max_players: the maximum number of entries in a line-up of the game.
        defaults: functions that answer in place of the others, for the last row; None if there are
            none.
    """
    shape = (max_players + 1, functions.shape[1])
    if not COMPILED:
        rows = np.zeros(shape, object)
        rows[: len(functions)] = functions
        rows[max_players] = 0 if defaults is None else defaults
        return [Policies(rows, list(params))]
    policies = np.zeros(1, policies_dtype(max_players, functions.shape[1]))
    policies[0]["functions"][: len(functions)] = functions
    if defaults is not None:
        policies[0]["functions"][max_players] = defaults
    for entry, block in enumerate(params):
        policies[0]["params"][entry] = block
    return policies


def join_policies(policies: Sequence[Any]) -> Any:
    """Join several sequences of policies."""
    return (
        np.concatenate(policies)
        if COMPILED
        else [record for records in policies for record in records]
    )
