"""The components of Stadium: spaces, buildings, field, players, employees, board.

They are data (data/stadium). ``load`` reads and checks the package's files or a designer's own.
Every fault is an InputError that names file, row or key, value and the allowed values. Nearly all
numbers are reconstructed; ``source`` names the printed parts of a row.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.data_folder import files_in
from eoc_sim.simulator.kernel.own_columns import OwnColumns, own_columns
from eoc_sim.simulator.kernel.sheets import (
    SHEET_SUFFIXES,
    Sheet,
    SheetKind,
    kinds_of_sheets,
    read_sheet,
    read_text_sheet,
    recorded_sheet,
)
from eoc_sim.simulator.kernel.toml_values import read_toml
from eoc_sim.simulator.stadium.board import (
    VALUES,
    Board,
    board_dict,
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
    in_order,
)
from eoc_sim.simulator.stadium.names import MOST_CLAUSES_OF_ALL, SPACES

__all__ = [
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
FILES = (*(f"{name}.csv" for name in SHEETS), "board.toml")
FAMILY = "family.toml"
"""The file with the spreads of the data family, read by family.py."""
PACKAGE = "the package"
SHEET_KINDS = {
    name: SheetKind(KINDS[name].columns, frozenset({"number", *marks}))
    for name, marks in {
        "spaces": ("arrow", "loss"),
        "buildings": ("level", "construction"),
        "field": ("category", "wins"),
        "players": ("signing",),
        "employees": ("cost",),
    }.items()
}


@dataclass(frozen=True)
class Components:
    """All components, checked; those of a sheet are sorted by number."""

    spaces: tuple[Space, ...]
    buildings: tuple[Building, ...]
    field: tuple[Square, ...]
    players: tuple[Player, ...]
    employees: tuple[Employee, ...]
    board: Board
    provenance: Mapping[str, str] = dataclasses.field(compare=False)
    own: Mapping[str, OwnColumns] = dataclasses.field(default_factory=dict, compare=False)
    """The designer's own columns by sheet, which have no effect in play."""

    @cached_property
    def hash(self) -> str:
        """Hash the content; the files' locations do not matter."""
        text = json.dumps(self.as_dict(), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def sheet(self, name: str) -> tuple[Any, ...]:
        """Return the components of a sheet."""
        rows: tuple[Any, ...] = getattr(self, name)
        return rows

    def with_changes(self, settings: Iterable[tuple[str, str, str, str]]) -> Components:
        """Set cells, each given as (word of the sheet, number, column, value).

        The words are space, building, field, player, employee and board.

        Raises:
            InputError: there is no such cell, or the components would be invalid.
        """
        by_word = {kind.word: name for name, kind in KINDS.items()}
        cells: dict[str, dict[str, dict[str, str]]] = {}
        for word, number, column, value in settings:
            if word != "board" and word not in by_word:
                words = (*by_word, "board")
                raise InputError(
                    f'There is no sheet "{word}"; the sheets are {", ".join(words)}.'
                    f"{nearest(word, words)}"
                )
            name = by_word.get(word, "board")
            identity, column = self._cell(name, number, column)
            cells.setdefault(name, {}).setdefault(identity, {})[column] = value.strip()
        parts: dict[str, Any] = {
            name: tuple(
                KINDS[name].changed(one, rows[str(one.number)]) if str(one.number) in rows else one
                for one in self.sheet(name)
            )
            for name, rows in cells.items()
            if name != "board"
        }
        if "board" in cells:
            parts["board"] = changed_board(self.board, cells["board"])
        changed = replace(self, **parts)
        _check(changed, dict.fromkeys(SHEETS, "the changed components"))
        return changed

    def _cell(self, name: str, number: str, column: str) -> tuple[str, str]:
        """Bring the identity and column of a cell into their written form.

        Raises an InputError if there is no such cell.
        """
        if name == "board":
            what, identity = "value of the board", number.strip().lower()
            identities = list(VALUES)
            columns: tuple[str, ...] = ("value", "source")
        else:
            kind = KINDS[name]
            what, identity = kind.what, kind.number(number)
            identities = [str(one.number) for one in self.sheet(name)]
            columns = kind.cell_columns
        if identity not in identities:
            raise InputError(f'There is no {what} "{number}".{nearest(identity, identities)}')
        written = "_".join(column.strip().lower().replace("-", " ").split())
        if written not in columns:
            raise InputError(
                f'The {what} {identity} has no column "{column}" to change; the columns are '
                f"{', '.join(columns)}.{nearest(written, columns)}"
            )
        return identity, written

    def laid_out(self, name: str) -> tuple[tuple[str, ...], list[dict[str, str]]]:
        """Return columns and rows of a sheet, own columns included.

        The designer's own columns are in their places.
        """
        rows: list[dict[str, str]] = self.as_dict()[name]
        own = self.own.get(name)
        return (KINDS[name].columns, rows) if own is None else own.laid_out(rows)

    def as_dict(self) -> dict[str, Any]:
        """Return all content but own columns as plain values for ``from_dict``.

        Absent places and buildings, which only another version has, are left out.
        """
        return {
            **{
                name: [
                    kind.row(one) for one in self.sheet(name) if not getattr(one, "absent", False)
                ]
                for name, kind in KINDS.items()
            },
            "board": board_dict(self.board),
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any], name: str = "the stored components") -> Components:
        """Read components from ``as_dict``'s values, checked like files."""
        sheets = {
            table: recorded_sheet(data.get(table), name, table, kind.columns)
            for table, kind in KINDS.items()
        }
        if not isinstance(data.get("board"), Mapping):
            raise InputError(f"{name}: board should be a table of keys.")
        return _assemble(sheets, (f"{name}, board", data["board"]), dict.fromkeys(FILES, name))


def align(versions: Sequence[Components]) -> list[Components]:
    """Give all versions one common list of cards and places.

    A card that a version lacks gets 0 copies; a building or square that it lacks is absent. The own
    columns of a sheet, which have no effect in play, come from the first version that has any.

    Raises:
        InputError: together they have more of a kind than a game has room for.
    """
    missing: dict[str, dict[str, Any]] = {}
    for name, kind in KINDS.items():
        every = missing[name] = {}
        for components in versions:
            for one in components.sheet(name):
                lacking = {"copies": 0} if hasattr(one, "copies") else {"absent": True}
                every.setdefault(one.number, one if name == "spaces" else replace(one, **lacking))
        if len(every) > kind.most:
            raise InputError(
                f"The versions have {len(every)} different rows of {name} together; {kind.most} "
                "is the most."
            )
    own_columns_of_all: dict[str, OwnColumns] = {}
    for components in reversed(versions):
        own_columns_of_all |= components.own
    aligned = []
    for components in versions:
        parts: dict[str, Any] = {}
        for name, every in missing.items():
            own = {one.number: one for one in components.sheet(name)}
            parts[name] = tuple(
                own.get(number, every[number]) for number in sorted(every, key=in_order)
            )
        aligned.append(replace(components, own=own_columns_of_all, **parts))
    return aligned


def load(data: str | Path | None = None) -> Components:
    """Load the package's components, or those of a folder or file.

    A file is a workbook or one sheet, known by its columns or by its name. Missing sheets come from
    the package; ``provenance`` says which.
    """
    package = resources.files("eoc_sim.data").joinpath("stadium")
    own = {} if data is None else _own_files(Path(data))
    provenance = {file: str(own[file]) if file in own else PACKAGE for file in FILES}
    sheets = {
        name: read_sheet(own[f"{name}.csv"], name, SHEET_KINDS)
        if f"{name}.csv" in own
        else read_text_sheet(package.joinpath(f"{name}.csv"), f"{name}.csv")
        for name in SHEETS
    }
    file = own.get("board.toml")
    board = (
        (str(file), read_toml(file, str(file)))
        if file is not None
        else ("board.toml", read_toml(package.joinpath("board.toml"), "board.toml"))
    )
    return _assemble(sheets, board, provenance)


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


def _own_files(data: Path) -> dict[str, Path]:
    """Find the designer's files by the package's names for them."""
    if data.is_dir():
        found = files_in(data, (*FILES, FAMILY))
        found.pop(FAMILY, None)
        return found
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
    kinds = kinds_of_sheets(data, SHEET_KINDS)
    if not kinds:
        raise InputError(
            f"{data} is none of the sheets {', '.join(SHEETS)}: it has neither the columns of one "
            f"nor its name.{nearest(data.stem, SHEETS)}"
        )
    return {f"{kind}.csv": data for kind in kinds}


def _assemble(
    sheets: Mapping[str, Sheet], board: tuple[str, Mapping[str, Any]], provenance: Mapping[str, str]
) -> Components:
    """Check everything and put it together."""
    own = {}
    for name, sheet in sheets.items():
        if found := own_columns(sheet, KINDS[name].columns, KINDS[name].number):
            own[name] = found
    parts: dict[str, Any] = {name: KINDS[name].components(sheet) for name, sheet in sheets.items()}
    components = Components(**parts, board=read_board(*board), provenance=dict(provenance), own=own)
    _check(components, {name: sheet.name for name, sheet in sheets.items()})
    return components


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
