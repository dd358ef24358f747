"""The sheets of a plain Python game, shown and edited by commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from eoc_sim.counts import plural
from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.data_folder import files_in, sheets_in
from eoc_sim.simulator.kernel.drawn_cells import DrawnCells
from eoc_sim.simulator.kernel.own_columns import own_columns
from eoc_sim.simulator.kernel.sheets import TextSheet, read_sheet
from eoc_sim.simulator.kernel.switches import Value
from eoc_sim.simulator.runs.component_output import Lines, heading
from eoc_sim.simulator.runs.game import Editing, Family, Sheets
from eoc_sim.simulator.runs.numbers import Number
from eoc_sim.simulator.runs.plain_checks import NAME
from eoc_sim.simulator.runs.plain_twins import row_ids
from eoc_sim.simulator.runs.plain_version import PlainRow, PlainVersion, PlainVersions, Sheet
from eoc_sim.simulator.runs.sheet_writing import CardSheet, csv_bytes, export_sheets, join_sheets
from eoc_sim.simulator.runs.text_table import TextTable
from eoc_sim.simulator.runs.version_options import VersionOptions

HELP_TITLE = "columns"
"""The title of the help sheet.

A plain game has no effect language, so the sheet explains only columns.
"""
MEMBERS = 50
FAMILY_SEED = 1
STEPS = (-1, 0, 1)
"""The amounts by which a member's numbers may differ from the version's."""


@dataclass(frozen=True)
class PlainSheets:
    """A game's sheets, for the commands that show or edit components."""

    versions: PlainVersions

    @property
    def sheets(self) -> Sheets:
        """The game's functions for the command ``data``."""
        return Sheets(
            self.check, self.words, self.export, self.card_sheet, "rows", lambda version: []
        )

    @property
    def editing(self) -> Editing | None:
        """The numbers for ``balance``; None if no column has a worth."""
        if not any(self.numbers(self._version(None))):
            return None
        return Editing(lambda version: tuple(self.numbers(version)), self.options)

    @property
    def family(self) -> Family | None:
        """The data family; None if no column may be drawn."""
        if not any(any(sheet.declaration.drawn_columns()) for sheet in self.versions.sheets):
            return None
        return Family(
            MEMBERS,
            self.member,
            ("plausible data set", "plausible data sets"),
            "Some numbers of this game are guesses.",
        )

    def member(self, version: PlainVersion, number: int) -> PlainVersion:
        """Draw a member of the data family around a version."""
        cells = DrawnCells(FAMILY_SEED, number)
        values: dict[str, Any] = dict(version.values)
        for sheet in self.versions.sheets:
            for name, cell in sheet.declaration.drawn_columns():
                for row in row_ids(sheet.kind, values):
                    key = f"{sheet.kind}.{row}.{name}"
                    if values[key] or not cell.zero_stays:
                        step = cells.step(sheet.kind, row, name, STEPS)
                        values[key] = cell.move(values[key], step)
        return replace(version, values=values)

    def baseline(self, options: VersionOptions) -> PlainVersion:
        """Make the version that the options request."""
        values = self.versions.defaults
        if options.data is not None:
            values = self._with_files(values, options.data)
        return self.versions.baseline(options, values)

    def with_sheet(self, version: PlainVersion, file: str) -> PlainVersion:
        """Replace a version's rows with those in a folder, workbook or sheet."""
        return replace(version, values=self._with_files(version.values, file))

    def _with_files(self, values: Mapping[str, Value], data: str) -> dict[str, Value]:
        """Replace values with those in a folder, workbook or sheet."""
        kinds = {entry.kind: entry.declaration.kind for entry in self.versions.sheets}
        path = Path(data)
        files = (
            files_in(path, [f"{kind}.csv" for kind in kinds])
            if path.is_dir()
            else sheets_in(path, kinds)
        )
        new_values = dict(values)
        for sheet in self.versions.sheets:
            if f"{sheet.kind}.csv" in files:
                text = read_sheet(files[f"{sheet.kind}.csv"], sheet.kind, kinds)
                new_values |= _read_rows(sheet, text, row_ids(sheet.kind, values))
        return self.versions.in_order(new_values)

    def check(self, data: str | None) -> Lines:
        """Check and show all sheets."""
        version = self._version(data)
        for sheet in self._lay_out(version):
            yield from heading(f"{sheet.title}: {plural(len(sheet.rows), 'row')}")
            rows = [tuple(row[column] for column in sheet.columns) for row in sheet.rows]
            yield TextTable(tuple(sheet.columns), rows)
        yield ""
        yield "Everything can be played."

    def words(self, data: str | None) -> Lines:
        """List the allowed values of each column."""
        yield TextTable(
            ("sheet", "column", "allowed values", "meaning"),
            [
                (sheet.kind, name, cell.allowed_in_words, cell.words)
                for sheet in self.versions.sheets
                for name, cell in sheet.columns.items()
            ],
            left=4,
        )

    def export(self, data: str | None, file: Path, fresh: bool) -> tuple[int, list[str]]:
        """Write the sheets to a file or folder (`export_sheets`)."""
        sheets = list(self._lay_out(self._version(data)))
        contents = {f"{sheet.title}.csv": csv_bytes(sheet) for sheet in sheets}
        title = self.versions.name
        count = export_sheets(
            sheets, contents, file, title, self._help(), fresh=fresh, help_title=HELP_TITLE
        )
        return count, []

    def card_sheet(self, record: Mapping[str, Any]) -> CardSheet:
        """Lay out the sheets of a recorded version for a report's workbook."""
        sheets = list(self._lay_out(self.versions.restore(record)))
        return join_sheets(sheets, HELP_TITLE, self._help())

    def numbers(self, version: PlainVersion) -> Iterator[Number]:
        """List the numbers of the columns whose worth is declared."""
        for sheet in self.versions.sheets:
            yield from sheet.declaration.numbers(sheet.things(version.values))

    def options(
        self, version: PlainVersion, rules: str | None, data: str | None, folder: Path
    ) -> Sequence[tuple[str, str]]:
        """Return the options for playing a version; no file is written."""
        usual = self.baseline(VersionOptions(seats=version.seats, rules=rules, data=data))
        files = (("--rules", rules), ("--data", data))
        return [(option, value) for option, value in files if value is not None] + [
            ("--change", f"{difference.key}={difference.new}")
            for difference in self.versions.differences(usual, version)
        ]

    def _version(self, data: str | None) -> PlainVersion:
        return self.baseline(VersionOptions(data=data))

    def _lay_out(self, version: PlainVersion) -> Iterator[CardSheet]:
        for sheet in self.versions.sheets:
            table = sheet.declaration
            rows = [table.row(thing) for thing in sheet.things(version.values)]
            yield CardSheet(table.columns, rows, table.columns[0], table.choices, title=sheet.kind)

    def _help(self) -> list[str]:
        return [
            f"{sheet.kind}, {name}: {cell.allowed_in_words}; {cell.words}"
            for sheet in self.versions.sheets
            for name, cell in sheet.columns.items()
        ]


def _read_rows(sheet: Sheet, text: TextSheet, ids: Sequence[str]) -> dict[str, Value]:
    """Read the values of a sheet's rows, which replace the rows ``ids``.

    Rows may be added to a sheet with a ``copies`` column; 0 copies leave a row out.
    """
    own_columns(text, sheet.declaration.columns, str.strip)
    rows: dict[str, PlainRow] = {
        component.id: component for component in sheet.declaration.components(text)
    }
    for row in [*ids, *rows]:
        is_missing, is_added = row not in rows, row not in ids
        if is_missing or (is_added and not (sheet.has_copies and NAME.fullmatch(row))):
            hint = (
                " To leave a row out, set its copies to 0."
                if is_missing and sheet.has_copies
                else ""
            )
            raise InputError(
                f"{text.name} should have the rows {', '.join(ids)}; {row} is "
                f"{'missing' if is_missing else 'unknown'}.{hint}"
                f"{'' if is_missing else nearest(row, ids)}"
            )
    return {
        f"{sheet.kind}.{row}.{name}": getattr(component, name)
        for row, component in rows.items()
        for name in sheet.columns
    }
