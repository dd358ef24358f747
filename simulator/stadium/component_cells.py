"""The cells of all components by keys, ``SHEET.ID.COLUMN`` (SWI-2).

They can be found, set and compared.

    space.8.effect           building.B07.construction   field.F01.wins
    player.P15.salary        employee.E01.effect         board.point_tokens.value

A value of the board may be written without its column: ``board.point_tokens``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eoc_sim.simulator.runs import component_keys
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.component_keys import TELLING_COLUMNS, KeySheet, cells_by_row, split
from eoc_sim.simulator.stadium.board import VALUES, cells
from eoc_sim.simulator.stadium.component_rows import KINDS
from eoc_sim.simulator.stadium.components import Components, align

__all__ = [
    "FORMS",
    "SHEETS",
    "TELLING_COLUMNS",
    "changed",
    "differences",
    "normal_key",
    "split",
]

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
FORMS = tuple(sheet.form for sheet in SHEETS.values())


def normal_key(components: Components, key: str) -> str:
    """Bring the key of a cell into its one written form.

    Raises:
        InputError: there is no such cell; the sentence names the nearest.
    """
    sheet, _, rest = key.strip().lower().partition(".")
    if sheet == "board" and "." not in rest:
        key = f"{key.strip()}.value"
    return component_keys.normal_key(SHEETS, components, key)


def changed(components: Components, settings: Sequence[tuple[str, str]]) -> Components:
    """Set each cell to its value and check the components like files.

    Raises:
        InputError: a key or value is not possible, or a key is given twice.
    """
    return components.with_changes(cells_by_row(components, settings, normal_key))


def differences(old: Components, new: Components) -> list[Change]:
    """List every cell in which the two differ, sheet by sheet.

    A card that only one of them has counts as a row without copies in the other, a place as one
    that is absent.
    """
    return component_keys.different_cells(SHEETS, *align([old, new]))
