"""Cells of components, found, set and compared by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError, UnknownName, nearest, no_such
from eoc_sim.simulator.kernel.checked_rows import agree_inexactly
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.component_keys import (
    DESCRIPTIVE_COLUMNS,
    KeySheet,
    nearest_by_name,
    split,
)
from eoc_sim.simulator.runs.components import AnyComponents, Cells, Components, align


@dataclass(frozen=True)
class ComponentCells:
    """Finds, sets and compares the cells of a game's components.

    ``with_cells`` sets cells, nested by sheet, id and column, and checks the components as if read
    from files.
    """

    sheets: Mapping[str, KeySheet]
    with_cells: Callable[[Any, Cells], Any]

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of keys, sheet by sheet."""
        return tuple(sheet.form for sheet in self.sheets.values())

    def normal_key(self, components: Any, key: str) -> str:
        """Normalise the key of a cell.

        Raises:
            InputError: there is no such cell; the message names the nearest.
        """
        name, identity, column = split(key)
        sheet = self.sheets.get(name)
        if sheet is not None and sheet.default_column and column and not identity:
            identity, column = column, sheet.default_column
        if sheet is None or not identity or not column:
            raise UnknownName(
                "key",
                key,
                f'"{key}" is not a component\'s key; the keys are '
                f"{', '.join(self.forms)}."
                f"{'' if sheet else nearest(name, self.sheets)}",
            )
        rows = sheet.rows(components)
        normal_identity = sheet.identity(identity)
        ids = [row for row, _, _ in rows]
        matching_ids = [row for row in ids if sheet.identity(row) == normal_identity]
        row_id = identity if identity in ids else next(iter(matching_ids), None)
        if row_id is None:
            listing = f"; choose one of {', '.join(ids)}" if len(ids) <= 12 else ""
            names = {shown_name.removeprefix(f"{row} "): row for row, shown_name, _ in rows}
            raise InputError(
                f'The key {key}: there is no {sheet.noun} "{identity}"{listing}.'
                f"{nearest(normal_identity, ids) or nearest_by_name(identity, names)}"
            )
        spelling = "_".join(column.strip().lower().replace("-", " ").split())
        if spelling not in sheet.columns:
            raise InputError(no_such("column", spelling, sheet.columns, where=f"The key {key}"))
        return f"{name}.{row_id}.{spelling}"

    def change(
        self, components: AnyComponents, settings: Sequence[tuple[str, str]]
    ) -> AnyComponents:
        """Set each cell and check the components as if read from files.

        Raises:
            InputError: a key or value is invalid, or a key is given twice.
        """
        cells: dict[str, dict[str, dict[str, str]]] = {}
        for key, value in settings:
            target = self.normal_key(components, key)
            name, identity, column = split(target)
            row = cells.setdefault(name, {}).setdefault(identity, {})
            if column in row:
                raise InputError(f"The key {target} is set twice.")
            row[column] = value.strip()
        variant: AnyComponents = self.with_cells(components, cells)
        return variant

    def differences(self, old: Components, new: Components) -> list[Change]:
        """List every cell in which the two differ, sheet by sheet.

        A card that only one of them has is treated as a card with no copies in the other. In a
        sheet without copies, a row that only one of them has is treated as marked absent in the
        other. A ``source`` that is only "partial" agrees with one that names the printed
        columns.
        """
        old, new = align([old, new])
        changes = []
        for name, sheet in self.sheets.items():
            rows = {identity: row for identity, _, row in sheet.rows(new)}
            for identity, shown_name, row in sheet.rows(old):
                if identity not in rows or rows[identity] == row:
                    continue
                before, after = sheet.cells(row), sheet.cells(rows[identity])
                changes += [
                    _change(
                        f"{name}.{identity}.{column}", shown_name, before[column], after[column]
                    )
                    for column in sheet.columns
                    if before[column] != after[column]
                    and not (column == "source" and agree_inexactly(before[column], after[column]))
                ]
        return changes


def _change(key: str, shown_name: str, old: str, new: str) -> Change:
    _, _, column = split(key)
    return Change(key, old, new, shown_name, column, in_play=column not in DESCRIPTIVE_COLUMNS)
