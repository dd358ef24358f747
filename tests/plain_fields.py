"""The fields of plain records, for tests that compare states in pure Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.records import PlainRecord


def fields_of(path: str, record: PlainRecord) -> Iterator[tuple[str, Any]]:
    """Yield the path and the value, in plain numbers, of each field of a record."""
    for name, value in vars(record).items():
        if name != "_integers":
            plain = value.tolist() if isinstance(value, np.ndarray) else value
            yield f"{path}.{name}", plain
