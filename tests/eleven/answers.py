"""Prepared answers of managers, in pure Python; the last is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pytest
from plain_fields import changing_fields

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.eleven.decisions import DECISIONS
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS
from eoc_sim.simulator.eleven.state import LayoutTrial, copy_state, state_dtype
from eoc_sim.simulator.eleven.worker import Worker
from eoc_sim.simulator.kernel.policies import Policies
from eoc_sim.simulator.kernel.records import field_of

NOT_COMPARED = {
    *("table.turn", "box.decisions"),
    *("table.clause", "table.referee_clause"),
    *(f"seat {seat}.{name}" for seat in range(MAX_MANAGERS) for name in LayoutTrial.fields),
}
"""Fields that record a question, facts, and the memory in which managers try layouts."""


class Answer(NamedTuple):
    """The number that a decision function returns, and the order's fields that it fills.

    A string is a printed number; a mapping gives entries of an array, by index or printed number;
    a sequence gives the first entries.
    """

    kind: int
    fields: Mapping[str, Any]


def say(kind: int = 1, **fields: Any) -> Answer:
    return Answer(int(kind), fields)


class Attempt(NamedTuple):
    """A game at rest, and answers of which the last is illegal."""

    worker: Worker
    answers: tuple[Answer, ...]

    def refused(self) -> tuple[str, str]:
        """Give the answers; return the words of the refusal and the name of the decision.

        It must change nothing, and the strategy that gave it must be blamed.
        """
        left = list(self.answers)
        sets = [Policies(_functions(self.worker, left), [None] * MAX_MANAGERS)]
        self.worker.start_trace()
        while True:
            before = _changing_fields(self.worker)
            try:
                self.worker.step(sets)
            except StrategyError as error:
                assert not left, f"an answer is refused before {left} are given: {error}"
                after = _changing_fields(self.worker)
                assert [name for name in before if after[name] != before[name]] == []
                words = str(error)
                break
            assert self.worker.phase != "game over", f"no answer is refused; left: {left}"
        found = [entry.words for entry in DECISIONS.refusals[1:] if words.endswith(entry.words)]
        assert len(found) == 1, words
        return found[0], self.worker.function_name(self.worker.state)


def _functions(worker: Worker, left: list[Answer]) -> np.ndarray:
    """Return a table of functions that give these answers one after the other."""

    def function(table: Any, me: Any, params: Any, order: Any) -> int:
        if not left:
            pytest.fail(f"no answer is left for {worker.function_name(worker.state)}")
        answer = left.pop(0)
        for name, value in answer.fields.items():
            _fill(worker, order, name, value)
        return answer.kind

    functions = np.zeros((MAX_MANAGERS + 1, len(DECISIONS.names)), object)
    functions[:] = function
    return functions


def _fill(worker: Worker, order: Any, name: str, value: Any) -> None:
    def number(entry: int | str) -> int:
        return worker.engine.names.source.index(entry) if isinstance(entry, str) else int(entry)

    if isinstance(value, Mapping):
        for entry, amount in value.items():
            field_of(order, name)[number(entry)] = amount
    elif isinstance(value, (list, tuple)):
        field_of(order, name)[: len(value)] = value
    else:
        setattr(order, name, number(value))


def _changing_fields(worker: Worker) -> dict[str, Any]:
    """Return the fields that a game changes, and the length of the trace."""
    return changing_fields(worker.state, state_dtype, copy_state, NOT_COMPARED) | {
        "trace": int(field_of(worker._traces[0], "position"))
    }
