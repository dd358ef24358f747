"""Asking the kernel for something from Python, and the arrays that it writes rows into."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.columns import TABLES, row_dtype
from eoc_sim.simulator.eoc.entry import PLAY_GAMES, asked_dtype, serve
from eoc_sim.simulator.eoc.facts import card_copies
from eoc_sim.simulator.eoc.state import MAX_PLAYERS, MONTHS, SPOTS, state_dtype
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.hooks import function_table
from eoc_sim.simulator.kernel.policies import make_policies
from eoc_sim.simulator.kernel.records import make_records, set_field
from eoc_sim.simulator.kernel.tracing import trace_dtype

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine

_ROWS_A_GAME = {
    "games": (1, 0), "seats": (0, 1), "cards": (0, MONTHS), "dice": (0, 2 * MONTHS),
    "months": (0, MONTHS), "signings": (SPOTS, 0), "twins": (0, 0),
}
"""Most rows of each table: of a game, and of each of its seats. Of offers one a card."""


class RowArrays:
    """Room for the rows of some games, and twins, in the kept tables; none in the others."""

    def __init__(
        self, engine: Engine | None = None, games: int = 0, keep: Collection[str] = (),
        twins: int = 0,
    ) -> None:
        for table in keep:
            if table not in TABLES:
                raise InputError(
                    f'there is no table "{table}"; there are {", ".join(TABLES)}.'
                    f"{nearest(table, TABLES)}"
                )
        self.keep = tuple(keep)
        self.arrays = [
            np.zeros(games * _most_rows(engine, table), row_dtype(table))
            if engine is not None and table in keep else _NO_ROWS[table]
            for table in TABLES
        ]
        if "twins" in keep:
            self.arrays[list(TABLES).index("twins")] = np.zeros(twins, row_dtype("twins"))
        self.filled = np.zeros(len(TABLES), np.int64)

    def written(self, first: np.ndarray | None = None, last: np.ndarray | None = None
                ) -> dict[str, np.ndarray]:
        """The rows of each kept table: all, or those between two states of ``filled``."""
        first = np.zeros_like(self.filled) if first is None else first
        last = self.filled if last is None else last
        return {
            table: self.arrays[number][first[number] : last[number]]
            for number, table in enumerate(TABLES) if table in self.keep
        }


_NO_ROWS = {table: np.zeros(0, row_dtype(table)) for table in TABLES}


def _most_rows(engine: Engine, table: str) -> int:
    players = engine.players + (engine.rules["solo"] == "on")
    if table == "offers":
        return len(card_copies(engine.components))
    fixed, of_each_seat = _ROWS_A_GAME[table]
    return fixed + of_each_seat * players


def make_requests(what: int, requests: Sequence[Mapping[str, int]] = ({},)) -> Any:
    """What the kernel is asked to do, a record of `entry.asked_dtype` for each of ``requests``."""
    made = make_records(asked_dtype, len(requests))
    if len(requests) > 0:
        set_field(made[0], "what", what)
    for record, numbers in zip(made, requests, strict=True):
        for name, number in numbers.items():
            set_field(record, name, number)
    return made


def ask_kernel(
    states: Any, others: Any, traces: Any, policies: Any, requests: Any, rows: RowArrays,
    ends: np.ndarray,
) -> int:
    """Ask the kernel to do something (`entry.serve`); 0 or why a decision is refused."""
    arrays = rows.arrays if COMPILED else [one.view(np.recarray) for one in rows.arrays]
    return int(
        serve(
            states, others, traces, policies, requests, ends,  # type: ignore[call-arg]
            *arrays, rows.filled,
        )
    )


def compile_kernel() -> None:
    """Compile the kernel, and keep its code on disk, by playing no game at all."""
    functions = function_table([[0] * len(FUNCTIONS)] * MAX_PLAYERS)
    policies = make_policies(functions, [], MAX_PLAYERS)
    states, others = make_records(state_dtype, 1), make_records(state_dtype, 1)
    ask_kernel(
        states, others, make_records(trace_dtype, 1), policies, make_requests(PLAY_GAMES),
        RowArrays(), np.zeros((1, len(TABLES)), np.int64),
    )
