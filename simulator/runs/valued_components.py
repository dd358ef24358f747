"""Components made of sheets and tables of single values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from eoc_sim.simulator.kernel.data_folder import sheets_in
from eoc_sim.simulator.kernel.sheets import TextSheet
from eoc_sim.simulator.runs import components
from eoc_sim.simulator.runs.component_keys import KeySheet
from eoc_sim.simulator.runs.components import PACKAGE, Cells, Keys
from eoc_sim.simulator.runs.value_tables import ValueTable


@dataclass(frozen=True, kw_only=True)
class ValuedComponents(components.Components):
    """Components whose tables are `ValueTable`, in fields named by ``word``."""

    value_tables: ClassVar[tuple[ValueTable[Any], ...]]

    def __init_subclass__(cls) -> None:
        cls.tables = tuple(value_table.word for value_table in cls.value_tables)
        cls.kinds = {name: sheet.kind for name, sheet in cls.sheets.items()}

    @abstractmethod
    def check(self, names: Mapping[str, str]) -> None:
        """Refuse components that cannot be played together.

        ``names`` are the names of the sheets, for errors.
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

    @classmethod
    def load_data(cls, data: str | Path | None = None) -> Self:
        """Load the package's components, or those of a folder or file.

        A file is a workbook or one sheet, identified by its columns or name. Missing sheets come
        from the package, as ``provenance`` shows.
        """
        return cls.load({} if data is None else cls._files_of_designer(Path(data)))

    def with_changes(self, cells: Cells) -> Self:
        """Set cells, by the first word of their keys, number and column.

        Raises:
            InputError: the components are then invalid.
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
        """Replace sheets and tables by those in a file or folder.

        Raises:
            InputError: it cannot be read, or cannot be played with the others.
        """
        components = self.load_data(data)
        own = {file: where for file, where in components.provenance.items() if where != PACKAGE}
        names = [name for name in self.sheets if f"{name}.csv" in own]
        tables = [name for name in self.tables if f"{name}.toml" in own]
        parts: dict[str, Any] = {name: getattr(components, name) for name in (*names, *tables)}
        other_columns = {name: columns for name, columns in self.own.items() if name not in names}
        variant = replace(
            self,
            own={**other_columns, **components.own},
            provenance={**self.provenance, **own},
            **parts,
        )
        variant.check({name: own.get(f"{name}.csv", f"the {name} sheet") for name in self.sheets})
        return variant

    def as_dict(self) -> dict[str, Any]:
        """Return the content as plain values for ``from_dict``.

        Own columns are left out, and so are absent rows, which only another version has.
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
        return {**self.files_of(*self.sheets), **tables}

    @classmethod
    def _files_of_designer(cls, data: Path) -> dict[str, Path]:
        """Find the designer's files by the package's names for them."""
        return cls.own_files(data) if data.is_dir() else sheets_in(data, cls.kinds)
