"""Requests from Python to a game's kernel, and arrays for rows.

A game is compiled behind one entry, its function ``serve``; a `Kernel` describes that interface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from eoc_sim.errors import InputError, no_such
from eoc_sim.simulator.kernel.columns import Table
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.hooks import function_table
from eoc_sim.simulator.kernel.policies import make_policies
from eoc_sim.simulator.kernel.records import make_records, set_field
from eoc_sim.simulator.kernel.requests import PLAY_GAMES, request_fields
from eoc_sim.simulator.kernel.tracing import trace_dtype


@dataclass(frozen=True, eq=False)
class Kernel:
    """The compiled kernel of a game, or of some of its versions.

    ``serve(states, other_states, traces, policy_sets, requests, ends, rows, counts)`` carries out
    the task of the first request on the game in the first state, and returns 0 or the number of a
    refusal. ``other_states`` are further states, of which COPY copies the first; ``rows`` has an
    array for each of ``tables``, empty for a table that is not kept, and ``counts`` counts the rows
    in each. A task for several twins reads a request for each of them, and may write the counts
    after each to ``ends``.

    ``state`` is the record of a game. Its part ``table`` must have the fields ``game``, ``turn``
    and ``phase``, the one named by ``round_field``, and the one that counts the players
    (`GameEngine.noun`). The part ``seats`` holds a record ``me`` for each seat; ``order`` must have
    the field ``kind``. The part ``box`` must have ``entry``, each seat's index in the line-up;
    ``blamed_seat``, the seat that is asked, or -1; ``function``, the number of the strategy
    function that is called for this seat; and ``answering``, 1 while that function runs. With
    twins, ``state`` also has the part ``interventions``.

    The kernel is the object ``name`` in the module ``module``. ``functions`` are a strategy's
    functions, indexed by ``box.function``; the kernel calls ``called_functions``, by default
    all. ``phases`` names the resting points, the first before set-up, the last at the end.
    """

    module: str
    serve: Any
    state: np.dtype
    tables: Mapping[str, Table]
    functions: tuple[str, ...]
    phases: tuple[str, ...]
    round_field: str
    name: str = "KERNEL"
    called_functions: frozenset[str] | None = None

    def asks(self, function: str) -> bool:
        """Check if the kernel calls a strategy's function of this name."""
        return self.called_functions is None or function in self.called_functions

    @property
    def max_players(self) -> int:
        """The number of seats in the state."""
        seats: int = self._parts["seats"][0].shape[0]
        return seats

    @cached_property
    def request(self) -> np.dtype:
        """The record of a request; with twins it has an ``intervention``."""
        parts = self._parts
        fields = request_fields()
        if "interventions" in parts:
            fields.append(("intervention", parts["interventions"][0]))
        return np.dtype(fields)

    @property
    def _parts(self) -> Mapping[str, Any]:
        assert self.state.fields is not None
        return self.state.fields

    @property
    def strategy_records(self) -> tuple[np.dtype, np.dtype, np.dtype]:
        """The records ``table``, ``me`` and ``order`` that strategies' functions receive."""
        fields = self._parts
        return fields["table"][0], fields["seats"][0].base, fields["order"][0]

    @cached_property
    def no_rows(self) -> dict[str, np.ndarray]:
        """An empty array for each table."""
        return {name: np.zeros(0, table.row_dtype) for name, table in self.tables.items()}

    @cached_property
    def ledger_dtypes(self) -> tuple[np.dtype, ...]:
        """The record of each table's rows, as compiled code writes them."""
        return tuple(table.ledger_dtype for table in self.tables.values())

    def policies(
        self,
        functions: Sequence[Sequence[Any]],
        params: Sequence[Any],
        defaults: Sequence[Any] | None = None,
    ) -> Any:
        """Make policies: functions and parameters for each entry of the line-up.

        ``defaults`` are functions that may answer in place of the others, or None.
        """
        row = None if defaults is None else function_table([defaults])[0]
        return make_policies(function_table(functions), params, self.max_players, row)

    def requests(self, task: int, fields: Sequence[Mapping[str, int]] = ({},)) -> Any:
        """Make requests to the kernel: one ``request`` record for each of ``fields``.

        The kernel reads the task of the first one only.
        """
        records = make_records(self.request, len(fields))
        if len(fields) > 0:
            set_field(records[0], "task", task)
        for record, numbers in zip(records, fields, strict=True):
            for name, number in numbers.items():
                set_field(record, name, number)
        return records

    def ask(
        self,
        states: Any,
        policies: Any,
        requests: Any,
        *,
        other_states: Any = None,
        traces: Any = None,
        rows: RowArrays | None = None,
        ends: np.ndarray | None = None,
    ) -> int:
        """Let the kernel serve requests; return 0 or a refusal's number."""
        rows = RowArrays(self, {}) if rows is None else rows
        arrays = [
            array.view(dtype) if COMPILED else array.view(dtype).view(np.recarray)
            for array, dtype in zip(rows.arrays, self.ledger_dtypes, strict=True)
        ]
        return int(
            self.serve(
                states,
                states if other_states is None else other_states,
                make_records(trace_dtype, 1) if traces is None else traces,
                policies,
                requests,
                np.zeros((1, len(arrays)), np.int64) if ends is None else ends,
                tuple(arrays),
                rows.counts,
            )
        )

    def compile(self) -> None:
        """Compile the kernel and keep its code, without playing a game."""
        nobody = [[0] * len(self.functions)] * self.max_players
        self.ask(make_records(self.state, 1), self.policies(nobody, []), self.requests(PLAY_GAMES))


class RowArrays:
    """Arrays for the rows of the kept tables.

    ``max_rows`` maps each of these tables to its maximum number of rows.

    Raises:
        InputError: there is no such table.
    """

    def __init__(self, kernel: Kernel, max_rows: Mapping[str, int]) -> None:
        tables = kernel.tables
        for table in max_rows:
            if table not in tables:
                raise InputError(no_such("table", table, tables))
        self.max_rows = max_rows
        self.tables = tuple(tables)
        self.arrays = [
            np.zeros(max_rows[name], table.row_dtype) if name in max_rows else kernel.no_rows[name]
            for name, table in tables.items()
        ]
        self.counts = np.zeros(len(tables), np.int64)

    def take_rows(
        self, first: np.ndarray | None = None, last: np.ndarray | None = None
    ) -> dict[str, np.ndarray]:
        """Return each kept table's rows: all, or those between two counts.

        The two counts are earlier values of ``counts``.
        """
        first = np.zeros_like(self.counts) if first is None else first
        last = self.counts if last is None else last
        return {
            table: self.arrays[number][first[number] : last[number]]
            for number, table in enumerate(self.tables)
            if table in self.max_rows
        }
