"""Requests from Python to a game's kernel, and arrays for rows.

A game is compiled behind one entry, its function ``serve``; a `Kernel` describes that interface.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.columns import Table
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.hooks import function_table
from eoc_sim.simulator.kernel.policies import make_policies
from eoc_sim.simulator.kernel.records import make_records, set_field
from eoc_sim.simulator.kernel.requests import PLAY_GAMES, request_fields
from eoc_sim.simulator.kernel.tracing import trace_dtype


@dataclass(frozen=True)
class Kernel:
    """The compiled kernel of a game.

    ``serve(states, others, traces, policies, requests, ends, rows, filled)`` does what the first
    of the requests asks, with the game in the first of the states, and returns 0 or the number of
    a refusal. ``others`` are further states, of which COPY copies the first; ``rows`` is an array
    for each of ``tables``, in their order, empty for a table that is not kept, and ``filled``
    counts the rows in each; ``ends`` has such counts for each of several requests.

    ``state`` is the record of a game, with ``table`` (``game``, ``players``, ``turn``, ``phase``
    and ``round_field``), ``seats`` (one ``me`` a seat), ``box`` (``entry`` of each seat in the
    line-up; ``blamed``, ``function`` and ``answering``, the seat that is asked, -1 none, its
    function, and 1 while that runs) and ``order`` (``kind``); with twins also ``interventions``.

    ``module`` has the kernel as ``KERNEL``. ``functions`` are those of a strategy, in the order in
    which ``box.function`` counts them; ``phases`` are the names of where a game rests, the first
    before it has been set up, the last when it is over.
    """

    module: str
    serve: Any
    state: np.dtype
    tables: Mapping[str, Table]
    functions: tuple[str, ...]
    phases: tuple[str, ...]
    round_field: str

    @property
    def most_players(self) -> int:
        """Return the number of seats that the state has."""
        seats: int = self._parts["seats"][0].shape[0]
        return seats

    @cached_property
    def request(self) -> np.dtype:
        """The record of a request; with twins it has an ``intervention``."""
        parts = self._parts
        own = [("intervention", parts["interventions"][0])] if "interventions" in parts else []
        return np.dtype([*request_fields(), *own])

    @property
    def _parts(self) -> Mapping[str, Any]:
        assert self.state.fields is not None
        return self.state.fields

    @property
    def strategy_records(self) -> tuple[np.dtype, np.dtype, np.dtype]:
        """The records ``table``, ``me`` and ``order`` that a strategy's function gets."""
        fields = self._parts
        return fields["table"][0], fields["seats"][0].base, fields["order"][0]

    @cached_property
    def no_rows(self) -> dict[str, np.ndarray]:
        """An empty array of each table."""
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
        """Make policies: per entry a row of functions and parameters.

        ``defaults`` are the functions that answer instead of others, None if none do.
        """
        row = None if defaults is None else function_table([defaults])[0]
        return make_policies(function_table(functions), params, self.most_players, row)

    def requests(self, what: int, fields: Sequence[Mapping[str, int]] = ({},)) -> Any:
        """Make requests to the kernel: one ``request`` record for each of ``fields``."""
        records = make_records(self.request, len(fields))
        if len(fields) > 0:
            set_field(records[0], "what", what)
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
        others: Any = None,
        traces: Any = None,
        rows: RowArrays | None = None,
        ends: np.ndarray | None = None,
    ) -> int:
        """Serve a request; return 0 or the number of the refusal."""
        rows = RowArrays(self, {}) if rows is None else rows
        arrays = [
            one.view(dtype) if COMPILED else one.view(dtype).view(np.recarray)
            for one, dtype in zip(rows.arrays, self.ledger_dtypes, strict=True)
        ]
        return int(
            self.serve(
                states,
                states if others is None else others,
                make_records(trace_dtype, 1) if traces is None else traces,
                policies,
                requests,
                np.zeros((1, len(arrays)), np.int64) if ends is None else ends,
                tuple(arrays),
                rows.filled,
            )
        )

    def compile(self) -> None:
        """Compile the kernel and keep its code, by playing no game."""
        nobody = [[0] * len(self.functions)] * self.most_players
        self.ask(make_records(self.state, 1), self.policies(nobody, []), self.requests(PLAY_GAMES))


class RowArrays:
    """Room for a number of rows of each kept table, by name.

    The other tables have none.

    Raises:
        InputError: there is no such table.
    """

    def __init__(self, kernel: Kernel, most: Mapping[str, int]) -> None:
        names = kernel.tables
        for table in most:
            if table not in names:
                raise InputError(
                    f'there is no table "{table}"; there are {", ".join(names)}.'
                    f"{nearest(table, names)}"
                )
        self.most = most
        self.tables = tuple(names)
        self.arrays = [
            np.zeros(most[name], table.row_dtype) if name in most else kernel.no_rows[name]
            for name, table in names.items()
        ]
        self.filled = np.zeros(len(names), np.int64)

    def written(
        self, first: np.ndarray | None = None, last: np.ndarray | None = None
    ) -> dict[str, np.ndarray]:
        """Return the rows of each kept table, all or between two states.

        The states are those of ``filled``.
        """
        first = np.zeros_like(self.filled) if first is None else first
        last = self.filled if last is None else last
        return {
            table: self.arrays[number][first[number] : last[number]]
            for number, table in enumerate(self.tables)
            if table in self.most
        }
