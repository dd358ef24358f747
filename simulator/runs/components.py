"""A game's components: sheets, and tables of keys."""

from __future__ import annotations

import hashlib
import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.data_folder import files_in, sheets_in
from eoc_sim.simulator.kernel.own_columns import OwnColumns, own_columns
from eoc_sim.simulator.kernel.sheets import (
    SheetKind,
    TextSheet,
    read_sheet,
    read_text_sheet,
    rebuild_sheet,
)
from eoc_sim.simulator.kernel.toml_values import read_toml
from eoc_sim.simulator.runs.component_keys import KeySheet
from eoc_sim.simulator.runs.sheet_writing import CardSheet, csv_bytes
from eoc_sim.simulator.runs.sheets import ComponentSheet
from eoc_sim.simulator.runs.value_tables import ValueTable

PACKAGE = "the package"
"""The origin of a file that the designer does not replace."""
FAMILY = "family.toml"
"""The file that defines the draws of a data family."""
Keys = tuple[str, Mapping[str, Any]]
"""A table's name for error messages, and its keys."""
Cells = Mapping[str, Mapping[str, Mapping[str, str]]]
"""The cells' text, by sheet, number and column."""


@dataclass(frozen=True, kw_only=True)
class Components:
    """All components of a game, checked.

    A game's subclass has a field for each of its ``sheets``, with the sorted rows of that sheet,
    and fields for the values in its ``tables``, which are TOML files. ``own`` holds, by sheet, the
    designer's own columns, which do not affect play. ``folder`` is the package folder with the
    files; ``kinds`` distinguishes the sheets of a workbook.
    """

    folder: ClassVar[str]
    sheets: ClassVar[Mapping[str, ComponentSheet[Any]]]
    kinds: ClassVar[Mapping[str, SheetKind]]
    tables: ClassVar[tuple[str, ...]]

    provenance: Mapping[str, str] = field(compare=False)
    own: Mapping[str, OwnColumns] = field(default_factory=dict, compare=False)

    @classmethod
    @abstractmethod
    def assemble(
        cls,
        sheets: Mapping[str, TextSheet],
        tables: Mapping[str, Keys],
        provenance: Mapping[str, str],
    ) -> Self:
        """Check everything and make the components."""

    @classmethod
    def files(cls) -> tuple[str, ...]:
        """Return the names of the files."""
        return (*(f"{name}.csv" for name in cls.sheets), *(f"{name}.toml" for name in cls.tables))

    @classmethod
    def own_files(cls, folder: Path) -> dict[str, Path]:
        """Find the files in a designer's folder, by their package names."""
        paths = files_in(folder, (*cls.files(), FAMILY))
        paths.pop(FAMILY, None)
        return paths

    @classmethod
    def load(cls, designer_files: Mapping[str, Path]) -> Self:
        """Read the package's files, or ``designer_files`` in their place."""
        package = resources.files("eoc_sim.data").joinpath(cls.folder)
        sheets = {
            name: read_sheet(designer_files[file], name, cls.kinds)
            if file in designer_files
            else read_text_sheet(package.joinpath(file), file)
            for name in cls.sheets
            for file in [f"{name}.csv"]
        }
        tables = {}
        for name in cls.tables:
            file = f"{name}.toml"
            where = str(designer_files.get(file, file))
            tables[name] = where, read_toml(designer_files.get(file, package / file), where)
        provenance = {file: str(designer_files.get(file, PACKAGE)) for file in cls.files()}
        return cls.assemble(sheets, tables, provenance)

    @classmethod
    def load_data(cls, data: str | Path | None = None) -> Self:
        """Load the package's components, or those of a folder or file.

        A file is a workbook or one sheet, identified by its columns or name. Missing sheets come
        from the package, as ``provenance`` shows.
        """
        path = None if data is None else Path(data)
        if path is None:
            return cls.load({})
        return cls.load(cls.own_files(path) if path.is_dir() else sheets_in(path, cls.kinds))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], name: str = "the stored components") -> Self:
        """Rebuild components from an `as_dict` result, checking them like files."""
        sheets = {
            table: rebuild_sheet(data.get(table), name, table, sheet.columns)
            for table, sheet in cls.sheets.items()
        }
        for table in cls.tables:
            if not isinstance(data.get(table), Mapping):
                raise InputError(f"{name}: {table} should be a table of keys.")
        tables = {table: (f"{name}, {table}", data[table]) for table in cls.tables}
        return cls.assemble(sheets, tables, dict.fromkeys(cls.files(), name))

    @cached_property
    def hash(self) -> str:
        """A hash of the content, regardless of its source."""
        text = json.dumps(self.as_dict(), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def sheet(self, name: str) -> tuple[Any, ...]:
        """Return the components in the sheet with that name."""
        rows: tuple[Any, ...] = getattr(self, name)
        return rows

    def check_number(self, word: str, number: str) -> None:
        """Refuse a number that is not in the sheet that ``word`` names.

        Raises:
            InputError: there is no such row.
        """
        sheet = next(entry for entry in self.sheets.values() if entry.word == word)
        numbers = [str(row.number) for row in self.sheet(sheet.name)]
        if number not in numbers:
            raise InputError(f'There is no {word} "{number}".{nearest(number, numbers)}')

    def as_dict(self) -> dict[str, Any]:
        """Return the sheets as plain values.

        The designer's own columns and absent rows are left out.
        """
        return {
            name: [
                sheet.row(component)
                for component in self.sheet(name)
                if not getattr(component, "absent", False)
            ]
            for name, sheet in self.sheets.items()
        }

    def columns_and_rows(self, name: str) -> tuple[tuple[str, ...], list[dict[str, str]]]:
        """Return a sheet's columns and rows, including the designer's own columns."""
        rows: list[dict[str, str]] = self.as_dict()[name]
        own_columns = self.own.get(name)
        return (
            (self.sheets[name].columns, rows)
            if own_columns is None
            else own_columns.columns_and_rows(rows)
        )

    def lay_out(self, *names: str) -> list[CardSheet]:
        """Lay out sheets, with the words that each column allows."""
        return [
            CardSheet(*self.columns_and_rows(name), choices=self.sheets[name].choices, title=name)
            for name in names
        ]

    def folder_files(self) -> dict[str, bytes]:
        """Return the sheets as files like the package's, by name."""
        return {f"{sheet.title}.csv": csv_bytes(sheet) for sheet in self.lay_out(*self.sheets)}

    @abstractmethod
    def replace_files(self, data: str | Path) -> Self:
        """Replace sheets and tables with those in a file or folder.

        Raises:
            InputError: one of them cannot be read, or cannot be played with the others.
        """

    def describe_own_columns(self) -> list[str]:
        """Describe the designer's own columns that are kept or left out."""
        return [line for columns in self.own.values() for line in columns.sentences()]

    def with_cells(self, cells: Cells) -> Self:
        """Set cells of the sheets and check each changed row."""
        parts: dict[str, Any] = {
            name: tuple(
                self.sheets[name].change(component, rows[str(component.number)])
                if str(component.number) in rows
                else component
                for component in self.sheet(name)
            )
            for name, rows in cells.items()
        }
        return replace(self, **parts)

    @classmethod
    def read(cls, texts: Mapping[str, TextSheet]) -> dict[str, Any]:
        """Read the rows of each sheet, and the designer's own columns.

        The result has each sheet's rows under its name, and the designer's columns under ``own``.
        """
        own = {
            name: columns
            for name, text in texts.items()
            if (columns := own_columns(text, cls.sheets[name].columns, cls.sheets[name].number))
        }
        rows = {name: cls.sheets[name].components(text) for name, text in texts.items()}
        return {**rows, "own": own}


@dataclass(frozen=True, kw_only=True)
class ValuedComponents(Components):
    """Components whose tables are each a `ValueTable`, in fields named by ``word``."""

    value_tables: ClassVar[tuple[ValueTable[Any], ...]]

    def __init_subclass__(cls) -> None:
        cls.tables = tuple(value_table.word for value_table in cls.value_tables)
        cls.kinds = {name: sheet.kind for name, sheet in cls.sheets.items()}

    @abstractmethod
    def check(self, names: Mapping[str, str]) -> None:
        """Refuse components that cannot be played together.

        ``names`` maps each sheet to its name in error messages, which may be a file's.
        """

    @classmethod
    def keys(cls) -> dict[str, KeySheet]:
        """Return the keys of all cells, by their first word."""
        return {
            **{sheet.word: sheet.keys for sheet in cls.sheets.values()},
            **{value_table.word: value_table.keys for value_table in cls.value_tables},
        }

    @classmethod
    def assemble(
        cls,
        sheets: Mapping[str, TextSheet],
        tables: Mapping[str, Keys],
        provenance: Mapping[str, str],
    ) -> Self:
        """Check everything and make the components."""
        values = {
            value_table.word: value_table.read(*tables[value_table.word])
            for value_table in cls.value_tables
        }
        components = cls(**cls.read(sheets), **values, provenance=dict(provenance))
        components.check({name: sheet.name for name, sheet in sheets.items()})
        return components

    def with_changes(self, cells: Cells) -> Self:
        """Set cells, given by their keys' first word, number and column.

        Raises:
            InputError: the changed components are invalid.
        """
        variant = self.with_cells(
            {name: cells[sheet.word] for name, sheet in self.sheets.items() if sheet.word in cells}
        )
        values = {
            value_table.word: value_table.change(
                getattr(self, value_table.word), cells[value_table.word]
            )
            for value_table in self.value_tables
            if value_table.word in cells
        }
        variant = replace(variant, **values)
        variant.check(dict.fromkeys(self.sheets, "the changed components"))
        return variant

    def replace_files(self, data: str | Path) -> Self:
        """Replace sheets and tables with those in a file or folder."""
        components = self.load_data(data)
        origins = {file: where for file, where in components.provenance.items() if where != PACKAGE}
        names = [name for name in self.sheets if f"{name}.csv" in origins]
        tables = [name for name in self.tables if f"{name}.toml" in origins]
        parts: dict[str, Any] = {name: getattr(components, name) for name in (*names, *tables)}
        other_columns = {name: columns for name, columns in self.own.items() if name not in names}
        variant = replace(
            self,
            own={**other_columns, **components.own},
            provenance={**self.provenance, **origins},
            **parts,
        )
        variant.check(
            {name: origins.get(f"{name}.csv", f"the {name} sheet") for name in self.sheets}
        )
        return variant

    def as_dict(self) -> dict[str, Any]:
        """Return the content as plain values for ``from_dict``.

        The designer's own columns are left out, and so are absent rows, which only another version
        has.
        """
        tables = {
            value_table.word: value_table.plain(getattr(self, value_table.word))
            for value_table in self.value_tables
        }
        return {**super().as_dict(), **tables}

    def folder_files(self) -> dict[str, bytes]:
        """Return the files of a folder like the package's data, by name."""
        tables = {
            f"{value_table.word}.toml": value_table.file(getattr(self, value_table.word))
            for value_table in self.value_tables
        }
        return {**super().folder_files(), **tables}


def family_file(folder: str, data: str | Path | None = None) -> Keys:
    """Read family.toml from the package's ``folder``, or a designer's own.

    Raises:
        InputError: it cannot be read.
    """
    file = None if data is None else Path(data) / FAMILY
    if file is not None and file.is_file():
        return str(file), read_toml(file, str(file))
    package = resources.files("eoc_sim.data").joinpath(folder, FAMILY)
    return FAMILY, read_toml(package, FAMILY)


AnyComponents = TypeVar("AnyComponents", bound=Components)


def align(versions: Sequence[AnyComponents]) -> list[AnyComponents]:
    """Give all versions' components the same rows in each sheet.

    A card that a version lacks has 0 copies there; any other row that it lacks is marked absent.
    The designer's own columns of a sheet are those of the first version that has any.

    Raises:
        InputError: together they have more rows in a sheet than a game can hold.
    """
    sheets = versions[0].sheets
    rows_by_sheet: dict[str, dict[Any, Any]] = {}
    for name, sheet in sheets.items():
        rows = rows_by_sheet[name] = {}
        for components in versions:
            for component in components.sheet(name):
                absence = {"copies": 0} if hasattr(component, "copies") else {"absent": True}
                has_columns = absence.keys() <= sheet.cells.keys()
                rows.setdefault(
                    component.number, replace(component, **absence) if has_columns else component
                )
        if sheet.max_rows and len(rows) > sheet.max_rows:
            raise InputError(
                f"Together, the versions have {len(rows)} different rows of {name}; the "
                f"maximum is {sheet.max_rows}."
            )
    merged_own_columns: dict[str, OwnColumns] = {}
    for components in reversed(versions):
        merged_own_columns |= components.own
    aligned_components = []
    for components in versions:
        parts: dict[str, Any] = {}
        for name, rows in rows_by_sheet.items():
            own_rows = {component.number: component for component in components.sheet(name)}
            all_rows = (own_rows.get(number, row) for number, row in rows.items())
            parts[name] = tuple(sorted(all_rows, key=sheets[name].order))
        aligned_components.append(replace(components, own=merged_own_columns, **parts))
    return aligned_components
