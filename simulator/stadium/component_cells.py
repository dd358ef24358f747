"""The cells of all components by keys, ``SHEET.ID.COLUMN`` (SWI-2).

They can be found, set and compared.

    space.8.effect           building.B07.construction   field.F01.wins
    player.P15.salary        employee.E01.effect         board.point_tokens.value

A value of the board may be written without its column: ``board.point_tokens``.
"""

from __future__ import annotations

from collections.abc import Mapping

from eoc_sim.simulator.runs.component_cells import ComponentCells
from eoc_sim.simulator.runs.component_keys import KeySheet
from eoc_sim.simulator.stadium.board import VALUES, cells
from eoc_sim.simulator.stadium.component_rows import KINDS
from eoc_sim.simulator.stadium.components import Components

SHEETS: Mapping[str, KeySheet] = {
    **{kind.word: kind.keys for kind in KINDS.values()},
    "board": KeySheet(
        "value of the board",
        "board.VALUE.value",
        lambda text: text.strip().lower(),
        ("value", "source"),
        lambda components: [
            (value, value.replace("_", " ").capitalize(), (components.board, value))
            for value in VALUES
        ],
        lambda row: cells(*row),
    ),
}


def _full_key(key: str) -> str:
    """Add the column to the key of a value of the board."""
    sheet, _, rest = key.strip().lower().partition(".")
    return f"{key.strip()}.value" if sheet == "board" and "." not in rest else key


CELLS = ComponentCells(SHEETS, Components.with_changes, _full_key)
normal_key, changed, differences = CELLS.normal_key, CELLS.changed, CELLS.differences
