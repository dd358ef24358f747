"""Sheets of components, whose columns are fields of a `Component`.

    class Player(Component):
        number: str = column(Key("its number"))
        copies: int = column(Whole("cards of this row", 0, 4, fact="copies"))
        signing: int = column(Whole("signing bonus", 0, 30, unit="money", worth=-0.3))

    PLAYERS = ComponentSheet("players", "player", Player)

The sheet reads and checks its rows and writes them back. The columns also determine the keys, the
words that a workbook offers, the columns of `dims`, facts of the state, and the ranges of
``balance`` and of a data family.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, dataclass_transform

import numpy as np

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.checked_rows import CheckedRow, read_rows
from eoc_sim.simulator.kernel.sheets import SheetKind, TextSheet
from eoc_sim.simulator.runs.cells import CellKind, Whole
from eoc_sim.simulator.runs.component_keys import KeySheet
from eoc_sim.simulator.runs.component_numbers import whole_number
from eoc_sim.simulator.runs.game import Column
from eoc_sim.simulator.runs.numbers import Number

CELL = "cell"


def column(cell: CellKind, default: Any = dataclasses.MISSING) -> Any:
    """Declare a field of a `Component` as a column of its sheet."""
    return dataclasses.field(default=default, metadata={CELL: cell})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(column,))
class Component:
    """A row of a sheet; subclasses list their columns.

    Key and name come first, then a class's own columns, then those of its base class.
    """

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]

    number: Any
    name: Any

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)

    def check_together(self, row: CheckedRow) -> None:
        """Refuse a row whose cells do not fit together."""


AnyComponent = TypeVar("AnyComponent", bound=Component)


@dataclass(frozen=True)
class ComponentSheet(Generic[AnyComponent]):
    """A sheet whose rows are components.

    Attributes:
        word: the first word of its keys.
        make: the class of its components.
        row_noun: the noun for a row, if it differs from the first word of its keys.
        plural_noun: the noun for its rows, if it differs from the sheet's name.
        max_rows: the maximum number of rows, or 0 for no limit.
        dim: the table of `dims` with its rows, if it differs from the sheet's name.
        marks: columns that identify it, since no other sheet of the game has all of them.
    """

    name: str
    word: str
    make: type[AnyComponent]
    row_noun: str = ""
    plural_noun: str = ""
    max_rows: int = 0
    dim: str = ""
    marks: tuple[str, ...] = ()

    # --- Methods that a game's own sheet may override.

    def number(self, text: str) -> str:
        """Return a row's number as it is printed."""
        return text.strip()

    def refusal(self, number: str) -> str:
        """Return what is wrong with a number, or "".

        The words follow the number in a message.
        """
        return ""

    def location(self, number: str) -> str:
        """Return a row's name for error messages."""
        return f"{self.noun} {number}"

    def location_in_changes(self, number: str) -> str:
        """Return a row's name for error messages about cells set by key."""
        return self.location(number)

    def label(self, component: AnyComponent) -> str:
        """Return the number and name of a component."""
        return f"{component.number} {component.name}"

    def order(self, component: AnyComponent) -> Any:
        """Return the sort key of a component."""
        return component.number

    # --- Columns.

    @property
    def noun(self) -> str:
        """The noun for a row."""
        return self.row_noun or self.word

    @cached_property
    def cells(self) -> Mapping[str, CellKind]:
        """The columns by field, in the sheet's order."""
        cells: dict[str, CellKind] = {}
        for owner in self.make.__mro__:
            for name in get_annotations(owner):
                field = self.make.__dataclass_fields__.get(name)
                if field is not None and CELL in field.metadata:
                    cells.setdefault(name, field.metadata[CELL])
        return dict(
            sorted(cells.items(), key=lambda item: (not item[1].leads, not item[1].in_sheet))
        )

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The columns of the sheet, the number first."""
        return tuple(
            title
            for name, cell in self.cells.items()
            if cell.in_sheet
            for title in cell.columns(name)
        )

    @cached_property
    def key_columns(self) -> tuple[str, ...]:
        """The columns whose cells have keys: all but the number."""
        return tuple(title for name, cell in self.cells.items() for title in cell.columns(name))[1:]

    @property
    def kind(self) -> SheetKind:
        """The columns that identify a file as this sheet."""
        return SheetKind(self.columns, frozenset({self.columns[0], *self.marks}))

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """The words that columns allow, for columns that allow only a few."""
        return {
            column: column_cell.choices
            for name, cell in self.cells.items()
            if cell.in_sheet
            for column, column_cell in cell.columns(name).items()
            if column_cell.choices
        }

    # --- Rows.

    def component(self, row: CheckedRow) -> AnyComponent:
        """Read and check the component in a row."""
        key = self.columns[0]
        number = self.number(row.key(key, longest=40))
        if refusal := self.refusal(number):
            raise row.cell_error(key, f'"{row.values[key]}" {refusal}')
        location = self.location(number)
        return self._read(row.with_name(location) if location else row, number)

    def _read(self, row: CheckedRow, number: str) -> AnyComponent:
        values: dict[str, Any] = {}
        for name, cell in self.cells.items():
            if cell.in_sheet or name in row.values:
                values |= cell.fields(self, row, name, number)
        component = self.make(**values)
        component.check_together(row)
        return component

    def components(self, sheet: TextSheet) -> tuple[AnyComponent, ...]:
        """Read and sort the components of a sheet that has all columns."""
        components = read_rows(
            sheet, self.component, lambda component: str(component.number), self.columns[0]
        )
        if self.max_rows and len(components) > self.max_rows:
            raise InputError(
                f"{sheet.name} has {len(components)} rows; the maximum is {self.max_rows}."
            )
        return tuple(sorted(components, key=self.order))

    def row(self, component: AnyComponent) -> dict[str, str]:
        """Write a component as a row of the sheet."""
        cells = self.texts(component)
        return {column: cells[column] for column in self.columns}

    def texts(self, component: AnyComponent) -> dict[str, str]:
        """Write all cells of a component, by column."""
        return {
            column: text
            for name, cell in self.cells.items()
            for column, text in cell.texts(component, name).items()
        }

    def change(self, component: AnyComponent, settings: Mapping[str, str]) -> AnyComponent:
        """Set cells of a component and check it like a row."""
        number = str(component.number)
        location = self.location_in_changes(number)
        return self._read(CheckedRow(location, {**self.texts(component), **settings}), number)

    # --- Keys, facts, dims and ranges, derived from the columns.

    @property
    def keys(self) -> KeySheet:
        """The keys of its cells."""
        return KeySheet(
            self.noun,
            f"{self.word}.NO.COLUMN",
            self.number,
            self.key_columns,
            lambda components: [
                (str(component.number), self.label(component), component)
                for component in getattr(components, self.name)
            ],
            self.texts,
        )

    def facts(self, rows: Sequence[AnyComponent]) -> dict[str, np.ndarray]:
        """Return the state's facts, by the last part of their names."""
        return {
            cell.fact: np.array([getattr(row, name) for row in rows])
            for name, cell in self.cells.items()
            if cell.fact
        }

    @cached_property
    def _columns_of_dims(self) -> Mapping[str, Sequence[Column]]:
        """The columns of `dims` by field, without fields that have none."""
        columns = {name: cell.dims(name) for name, cell in self.cells.items()}
        return {name: own_columns for name, own_columns in columns.items() if own_columns}

    @property
    def dim_columns(self) -> list[Column]:
        """The columns of `dims`, after ``id`` and ``name``."""
        return [column for columns in self._columns_of_dims.values() for column in columns]

    def dim_row(self, component: AnyComponent) -> dict[str, Any]:
        """Return a component's name and its values in the columns of `dims`."""
        row: dict[str, Any] = {"name": component.name}
        for name, columns in self._columns_of_dims.items():
            values = self.cells[name].dim_values(component, name)
            row |= zip((column.name for column in columns), values, strict=True)
        return row

    def numbers(
        self, rows: Sequence[AnyComponent], peers: Sequence[AnyComponent] = ()
    ) -> Iterator[Number]:
        """List the numbers that an edit may change, column by column.

        The spread of each kind of number is measured over ``peers`` if given, otherwise over the
        rows.
        """
        for name, cell in self.cells.items():
            if not isinstance(cell, Whole) or cell.worth is None:
                continue
            peer_values = [float(getattr(peer, name)) for peer in peers or rows]
            for row in rows:
                yield whole_number(
                    f"{self.word}.{row.number}.{name}",
                    self.label(row),
                    name.replace("_", " "),
                    getattr(row, name),
                    range(cell.low, cell.high + 1),
                    peer_values,
                    dim=self.dim or self.name,
                    row=str(row.number),
                    worth=cell.worth,
                )

    def drawn_columns(self) -> Iterator[tuple[str, Whole]]:
        """List the columns that a data family changes."""
        for name, cell in self.cells.items():
            if isinstance(cell, Whole) and cell.drawn is not None:
                yield name, cell


@dataclass(frozen=True)
class LetteredSheet(ComponentSheet[AnyComponent]):
    """A sheet whose numbers are a ``letter`` and digits, such as P07."""

    letter: str = ""
    digits: int = 2
    """The minimum number of digits."""

    def number(self, text: str) -> str:
        """Normalise a number to its printed form.

        With the letter P, each of 7, p7 and P07.0 becomes P07.
        """
        code = re.sub(r"[.,]0+$", "", text.strip().upper())
        match = re.fullmatch(rf"(?:{self.letter})?0*([1-9][0-9]{{0,2}})", code)
        return code if match is None else f"{self.letter}{match[1].rjust(self.digits, '0')}"

    def refusal(self, number: str) -> str:
        """Return what is wrong with a number, or ""."""
        if re.fullmatch(rf"{self.letter}[0-9]{{1,3}}", number):
            return ""
        return (
            f"is not the number of {with_article(self.noun)}, which is {self.letter} and up to 3 "
            f"digits, such as {self.letter}{'7'.rjust(self.digits, '0')}."
        )

    def order(self, component: AnyComponent) -> Any:
        """Return the sort key of a component."""
        return number_sort_key(component.number)


def number_sort_key(number: Any) -> int:
    """Return a sort key: the digits of a component's number."""
    return int(re.sub(r"\D", "", str(number)))


def with_article(noun: str) -> str:
    """Put the indefinite article before a noun.

    >>> with_article("player"), with_article("owner")
    ('a player', 'an owner')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
