"""The components of Stadium: spaces, buildings, field, players, employees, board.

Their data is in data/stadium. ``load`` reads and checks these files or a designer's own.
Every fault raises an InputError that names the file, the row or key, the value and the allowed
values. Nearly all numbers are reconstructed; ``source`` says how much of a row is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.components import ValuedComponents
from eoc_sim.simulator.stadium.board import TABLE, Board
from eoc_sim.simulator.stadium.component_rows import (
    SHEETS_BY_NAME,
    Building,
    Employee,
    Player,
    Space,
    Square,
    check_deck,
    check_places,
)
from eoc_sim.simulator.stadium.names import MAX_TOTAL_CLAUSES, SPACES

SHEETS = tuple(SHEETS_BY_NAME)
"""The names of the sheets, which are also fields of `Components`."""


@dataclass(frozen=True, kw_only=True)
class Components(ValuedComponents):
    """All components, checked; the rows of each sheet are sorted by number."""

    folder = "stadium"
    sheets = SHEETS_BY_NAME
    value_tables = (TABLE,)

    spaces: tuple[Space, ...]
    buildings: tuple[Building, ...]
    field: tuple[Square, ...]
    players: tuple[Player, ...]
    employees: tuple[Employee, ...]
    board: Board

    def check(self, names: Mapping[str, str]) -> None:
        """Refuse unplayable components; ``names`` has each sheet's name for messages."""
        numbers = [space.number for space in self.spaces]
        for number in range(1, SPACES + 1):
            if number not in numbers:
                raise InputError(
                    f"{names['spaces']}: space {number} is missing; each of the {SPACES} "
                    "action spaces must appear once."
                )
        check_places(names["buildings"], self.buildings, self.field, names["field"])
        rows = [component for name in SHEETS for component in self.sheet(name)]
        clauses = sum(len(row.clauses) for row in rows)
        if clauses > MAX_TOTAL_CLAUSES:
            raise InputError(
                f"All effects together have {clauses} clauses; the maximum is {MAX_TOTAL_CLAUSES}."
            )
        check_deck(names["players"], self.players)
        check_deck(names["employees"], self.employees)


FILES = Components.files()
load, replace_files, folder_files = (
    Components.load_data,
    Components.replace_files,
    Components.folder_files,
)
