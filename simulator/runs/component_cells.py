"""The cells of components by key, as versions use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.component_keys import (
    KeySheet,
    cells_by_row,
    different_cells,
    normal_key,
)
from eoc_sim.simulator.runs.components import AnyComponents, Cells, Components, align


@dataclass(frozen=True)
class ComponentCells:
    """Finds, sets and compares the cells of a game's components.

    ``with_cells`` sets cells, nested by sheet, id and column, and checks the components like files.
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
        return normal_key(self.sheets, components, key)

    def change(
        self, components: AnyComponents, settings: Sequence[tuple[str, str]]
    ) -> AnyComponents:
        """Set each cell to its value and check the components like files.

        Raises:
            InputError: a key or value is not possible, or a key is given twice.
        """
        cells = cells_by_row(components, settings, self.normal_key)
        variant: AnyComponents = self.with_cells(components, cells)
        return variant

    def differences(self, old: Components, new: Components) -> list[Change]:
        """List every cell in which the two differ, sheet by sheet.

        A card that only one of them has counts as a row with no copies in the other; any other such
        row counts as absent.
        """
        return different_cells(self.sheets, *align([old, new]))
