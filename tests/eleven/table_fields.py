"""Access by name to the fields of a worker's table, in pure Python."""

from __future__ import annotations

from eoc_sim.simulator.eleven.worker import Worker
from eoc_sim.simulator.kernel.records import field_of, set_field


class TableFields:
    """Something with a worker, whose table's fields are read and set by name."""

    worker: Worker

    @property
    def table(self):
        return self.worker.part("table")

    def set(self, **fields: int) -> None:
        """Set single fields of the table."""
        for name, value in fields.items():
            set_field(self.table, name, value)

    def __getitem__(self, name: str):
        return field_of(self.table, name)
