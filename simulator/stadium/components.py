"""The components of Stadium: spaces, buildings, field, players, employees, board.

They are data (data/stadium). ``load`` reads and checks the package's files or a designer's own.
Every fault is an InputError that names file, row or key, value and the allowed values. Nearly all
numbers are reconstructed; ``source`` names the printed parts of a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.sheets import (
    SHEET_SUFFIXES,
    Sheet,
    kinds_of_sheets,
)
from eoc_sim.simulator.runs import components
from eoc_sim.simulator.runs.components import FAMILY, PACKAGE, Cells, Keys, align
from eoc_sim.simulator.stadium.board import (
    Board,
    board_dict,
    board_text,
    changed_board,
    read_board,
)
from eoc_sim.simulator.stadium.component_rows import (
    KINDS,
    Building,
    Employee,
    Player,
    Space,
    Square,
    check_deck,
    check_places,
)
from eoc_sim.simulator.stadium.names import MOST_CLAUSES_OF_ALL, SPACES

__all__ = [
    "FAMILY",
    "FILES",
    "PACKAGE",
    "Board",
    "Building",
    "Components",
    "Employee",
    "Player",
    "Space",
    "Square",
    "align",
    "load",
]

SHEETS = tuple(KINDS)
"""The names of the sheets, which are also fields of `Components`."""


@dataclass(frozen=True, kw_only=True)
class Components(components.Components):
    """All components, checked; those of a sheet are sorted by number."""

    folder = "stadium"
    sheets = KINDS
    kinds: ClassVar = {name: kind.kind for name, kind in KINDS.items()}
    tables = ("board",)

    spaces: tuple[Space, ...]
    buildings: tuple[Building, ...]
    field: tuple[Square, ...]
    players: tuple[Player, ...]
    employees: tuple[Employee, ...]
    board: Board

    def with_changes(self, cells: Cells) -> Components:
        """Set cells, by the first word of their keys, number and column.

        Raises:
            InputError: the components cannot be so.
        """
        board = cells.get("board")
        changed = self.with_cells(
            {kind.name: cells[kind.word] for kind in KINDS.values() if kind.word in cells}
        )
        if board:
            changed = replace(changed, board=changed_board(self.board, board))
        _check(changed, dict.fromkeys(SHEETS, "the changed components"))
        return changed

    def as_dict(self) -> dict[str, Any]:
        """Return all content but own columns as plain values for ``from_dict``.

        Absent places and buildings, which only another version has, are left out.
        """
        return {**super().as_dict(), "board": board_dict(self.board)}

    @classmethod
    def assembled(
        cls, sheets: Mapping[str, Sheet], tables: Mapping[str, Keys], provenance: Mapping[str, str]
    ) -> Components:
        """Check everything and put it together."""
        made = cls(
            **cls.read(sheets), board=read_board(*tables["board"]), provenance=dict(provenance)
        )
        _check(made, {name: sheet.name for name, sheet in sheets.items()})
        return made


FILES = Components.files()


def load(data: str | Path | None = None) -> Components:
    """Load the package's components, or those of a folder or file.

    A file is a workbook or one sheet, known by its columns or by its name. Missing sheets come from
    the package; ``provenance`` says which.
    """
    return Components.load({} if data is None else _own_files(Path(data)))


def replaced(components: Components, sheet: str | Path) -> Components:
    """Replace sheets and board by those in a file or folder.

    Raises:
        InputError: it cannot be read, or cannot be played with the others.
    """
    edited = load(sheet)
    own = {file: where for file, where in edited.provenance.items() if where != PACKAGE}
    names = [name for name in SHEETS if f"{name}.csv" in own]
    parts: dict[str, Any] = {name: edited.sheet(name) for name in names}
    if "board.toml" in own:
        parts["board"] = edited.board
    kept = {name: one for name, one in components.own.items() if name not in names}
    changed = replace(
        components,
        own={**kept, **edited.own},
        provenance={**components.provenance, **own},
        **parts,
    )
    _check(changed, {name: own.get(f"{name}.csv", f"the {name} sheet") for name in SHEETS})
    return changed


def folder_files(components: Components) -> dict[str, bytes]:
    """Return the files of a folder like the package's data, by name."""
    board = board_text(components.board).encode("utf-8")
    return {**components.files_of(*SHEETS), "board.toml": board}


def _own_files(data: Path) -> dict[str, Path]:
    """Find the designer's files by the package's names for them."""
    if data.is_dir():
        return Components.own_files(data)
    if not data.is_file():
        raise InputError(
            f"{data} does not exist; name a folder laid out like the package's data, a workbook or "
            "one sheet."
        )
    if data.suffix.lower() not in SHEET_SUFFIXES:
        raise InputError(
            f"{data} is neither a folder nor a sheet; a sheet's name ends in "
            f"{', '.join(SHEET_SUFFIXES)}."
        )
    kinds = kinds_of_sheets(data, Components.kinds)
    if not kinds:
        raise InputError(
            f"{data} is none of the sheets {', '.join(SHEETS)}: it has neither the columns of one "
            f"nor its name.{nearest(data.stem, SHEETS)}"
        )
    return {f"{kind}.csv": data for kind in kinds}


def _check(components: Components, names: Mapping[str, str]) -> None:
    """Refuse unplayable components; ``names`` are those of the sheets."""
    found = [space.number for space in components.spaces]
    for number in range(1, SPACES + 1):
        if number not in found:
            raise InputError(
                f"{names['spaces']}: space {number} is missing; the {SPACES} action spaces are "
                "needed, each once."
            )
    check_places(names["buildings"], components.buildings, components.field, names["field"])
    rows = [one for name in SHEETS for one in components.sheet(name)]
    clauses = sum(len(one.clauses) for one in rows)
    if clauses > MOST_CLAUSES_OF_ALL:
        raise InputError(
            f"All effects together have {clauses} clauses; {MOST_CLAUSES_OF_ALL} is the most."
        )
    check_deck(names["players"], components.players)
    check_deck(names["employees"], components.employees)
