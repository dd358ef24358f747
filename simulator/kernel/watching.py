"""Checks on what strategies' functions write and answer, in pure-Python mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.record_writes import DECISION_LIMITS, PREPARE_LIMITS, WRITABLE_FIELDS
from eoc_sim.simulator.kernel.strategy import Strategy

MAX_FAULTS = 20


class Watch:
    """Compares the read-only records before and after each decision.

    ``faults`` collects forbidden changes, and answers that are not whole numbers: one sentence per
    kind of fault. ``locate`` describes the position in the game, given the records ``table`` and
    ``me``; ``scratch`` are the fields of ``me`` that the game's helpers use as working memory.
    """

    def __init__(self, locate: Callable[[Any, Any], str], scratch: Sequence[str] = ()) -> None:
        self.faults: list[str] = []
        self._locate = locate
        self._scratch = tuple(scratch)

    def wrap(self, strategy: Strategy) -> Strategy:
        """Return the strategy with all its functions watched."""
        prepare_fields = {"params": tuple(field.name for field in strategy.lookups)}
        decision_fields = {"me": (*WRITABLE_FIELDS, *self._scratch)}
        return replace(
            strategy,
            functions={
                name: self._watch(name, function, prepare_fields, PREPARE_LIMITS)
                if strategy.is_preparation(name)
                else self._watch(name, function, decision_fields, DECISION_LIMITS)
                for name, function in strategy.functions.items()
            },
        )

    def _watch(
        self, name: str, function: Any, writable_fields: Mapping[str, Sequence[str]], limits: str
    ) -> Any:
        def call(table: Any, me: Any, params: Any, order: Any) -> Any:
            records = {"table": table, "me": me, "params": params}
            before = {label: _snapshot(record) for label, record in records.items()}
            answer = function(table, me, params, order)
            for label, record in records.items():
                for field in _changed_fields(before[label], record, writable_fields.get(label, ())):
                    self._note(
                        f"{name} writes {label}.{field} ({self._locate(table, me)}); {limits}."
                    )
            if isinstance(answer, bool) or not hasattr(answer, "__index__"):
                self._note(f"{name} returns {answer!r}; it should return a whole number.")
            return answer

        # Make tracebacks name the file and line of the watched function, not those of the wrapper.
        code = function.__code__
        call.__code__ = call.__code__.replace(
            co_filename=code.co_filename, co_firstlineno=code.co_firstlineno
        )
        return call

    def _note(self, fault: str) -> None:
        """Keep the first fault for each function and field."""
        kind = fault.partition(" (")[0]
        is_repeated = any(kind == message.partition(" (")[0] for message in self.faults)
        if len(self.faults) < MAX_FAULTS and not is_repeated:
            self.faults.append(fault)


def _snapshot(record: Any) -> dict[str, Any]:
    return {
        name: value.copy() if hasattr(value, "copy") else value
        for name, value in vars(record).items()
        if not name.startswith("_")
    }


def _changed_fields(
    before: Mapping[str, Any], record: Any, allowed_fields: Sequence[str]
) -> list[str]:
    return [
        name
        for name, value in before.items()
        if name not in allowed_fields and not np.array_equal(value, getattr(record, name))
    ]
