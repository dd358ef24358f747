"""Copy and clear the bytes that a game changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.compiled import COMPILED, compiled
from eoc_sim.simulator.kernel.fields import Record
from eoc_sim.simulator.kernel.records import clear_fields, copy_fields

if COMPILED:
    from eoc_sim.simulator.kernel.numba_internals import clear_bytes, copy_bytes


def state_record(
    interventions: type[Record] | None,
    order: type[Record],
    ledger: type[Record],
    box: type[Record],
    private: type[Record],
    seats: int,
    table: type[Record],
) -> np.dtype:
    """Make the record type of a game with ``seats`` seats.

    The fields that a game changes, except the order, the ledger and working memory, are
    contiguous: they begin within ``box`` and end within ``table``. A game without twins
    has no ``interventions``.
    """
    return np.dtype(
        [
            *([] if interventions is None else [("interventions", interventions.dtype)]),
            ("order", order.dtype),
            ("ledger", ledger.dtype),
            ("box", box.dtype),
            ("seats", private.dtype, seats),
            ("table", table.dtype),
        ]
    )


class Block:
    """Consecutive fields of a record: from ``first`` to ``last``, both included.

    Without ``last``, the block is ``first`` alone; without either, it is the entire record. A dot
    leads into a nested record: ``box.key``. ``start`` and ``size`` are in bytes.
    """

    def __init__(self, dtype: np.dtype, first: str = "", last: str = "") -> None:
        self.dtype = dtype
        self.start, end = _extent(dtype, first) if first else (0, dtype.itemsize)
        if last:
            _, end = _extent(dtype, last)
        self.size = end - self.start

    def copier(self) -> Any:
        """Make ``copy(target, source)``, which copies these fields of a record."""
        dtype, start, size = self.dtype, self.start, self.size
        if not COMPILED:
            return lambda target, source: copy_fields(target, source, dtype, start, start + size)

        @compiled
        def copy(target: Any, source: Any) -> None:
            copy_bytes(target, source, start, size)

        return copy

    def clearer(self) -> Any:
        """Make ``clear(record)``, which sets these fields to zero."""
        dtype, start, size = self.dtype, self.start, self.size
        if not COMPILED:
            return lambda record: clear_fields(record, dtype, start, start + size)

        @compiled
        def clear(record: Any) -> None:
            clear_bytes(record, start, size)

        return clear


def _extent(dtype: np.dtype, path: str) -> tuple[int, int]:
    """Return the byte offsets at which a field starts and ends."""
    start = 0
    field = dtype
    for name in path.split("."):
        assert field.fields is not None
        field, offset = field.fields[name][:2]
        start += offset
    return start, start + field.itemsize
