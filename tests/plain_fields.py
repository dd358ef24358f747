"""The fields of plain records, for tests that compare states in pure Python."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.records import PlainRecord, make_records


def fields_of(path: str, record: PlainRecord) -> Iterator[tuple[str, Any]]:
    """Yield the path and the value, in plain numbers, of each field of a record."""
    for name, value in vars(record).items():
        if name != "_integers":
            plain = value.tolist() if isinstance(value, np.ndarray) else value
            yield f"{path}.{name}", plain


def changing_fields(
    state: Any,
    state_dtype: np.dtype,
    copy_state: Callable[[Any, Any], None],
    left_out: Collection[str],
) -> dict[str, Any]:
    """Return the fields of a state that a game changes, by path."""
    copied = make_records(state_dtype, 1)[0]
    copy_state(copied, state)
    parts = {"table": copied.table, "box": copied.box} | {
        f"seat {seat}": private for seat, private in enumerate(copied.seats)
    }
    fields = dict(field for path, part in parts.items() for field in fields_of(path, part))
    return {name: value for name, value in fields.items() if name not in left_out}
