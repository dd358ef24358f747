"""Kinds of cells that a sheet of components may have.

A `Component` declares each column in one line, with a `CellKind`, which reads the column's cells
and writes them back. The kind also determines the words that a workbook offers, a column of `dims`,
a fact of the state, and the numbers that ``balance`` and a data family may try.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar, Protocol

from eoc_sim.simulator.kernel.checked_rows import LONGEST_TEXT, CheckedRow, source_cell
from eoc_sim.simulator.kernel.phrases import EffectError
from eoc_sim.simulator.runs.game import Column

MAX_CHOICES = 5
"""The maximum length of a range that a workbook offers as choices."""


class HasColumns(Protocol):
    """A sheet, as its cells see it."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns, in order."""


@dataclass(frozen=True)
class CellKind:
    """The kind of a column's cells; a cell holds a component's field.

    Attributes:
        words: the column's meaning, for `dims`; "" if `dims` omit it.
        role: its role in `dims`.
        unit: the unit of its numbers there.
        dim: its name there, if it differs from the field's.
        dims_field: the attribute of a component that `dims` show, if it differs from the field.
        fact: the last part of the fact's name in the state, or "" if there is no fact.
        in_sheet: true if sheets have the column; otherwise its cells can only be set by key.
    """

    words: str
    _: KW_ONLY
    role: str = "label"
    unit: str = ""
    dim: str = ""
    dims_field: str = ""
    fact: str = ""
    in_sheet: bool = True

    leads: ClassVar[bool] = False
    """True if the column precedes the others, even those of derived components."""

    @property
    def dims_type(self) -> str:
        """The type of its column in `dims`."""
        return "String"

    def read(self, row: CheckedRow, column: str) -> Any:
        """Read the value of a cell.

        A value that is not allowed raises an error, or is noted as a fault in the row.
        """
        raise NotImplementedError

    def write(self, value: Any) -> str:
        """Write a value as the text that `read` reads."""
        return str(value)

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices that a workbook offers; () if there are too many."""
        return ()

    @property
    def allowed_in_words(self) -> str:
        """The values that it allows, for error messages and help."""
        return f"one of {', '.join(self.choices)}" if self.choices else "text"

    def columns(self, name: str) -> Mapping[str, CellKind]:
        """Return the columns of the field ``name``."""
        return {name: self}

    def fields(self, sheet: HasColumns, row: CheckedRow, name: str, number: str) -> dict[str, Any]:
        """Read the fields of a component that come from the column."""
        return {name: self.read(row, name)}

    def texts(self, component: Any, name: str) -> dict[str, str]:
        """Write a component's field as cells."""
        return {name: self.write(getattr(component, name))}

    def dims(self, name: str) -> list[Column]:
        """Declare the columns of `dims`."""
        if not self.words:
            return []
        return [Column(self.dim or name, self.dims_type, self.words, self.role, self.unit)]

    def dim_values(self, component: Any, name: str) -> list[Any]:
        """Return a component's values in the columns of `dims`."""
        value = getattr(component, self.dims_field or name)
        return [value if self.dims_type != "String" or self.dims_field else self.write(value)]


@dataclass(frozen=True)
class Key(CellKind):
    """The number that identifies a row; the sheet itself reads it."""

    _: KW_ONLY
    kept_as: Callable[[str], Any] = str

    leads: ClassVar[bool] = True

    def fields(self, sheet: HasColumns, row: CheckedRow, name: str, number: str) -> dict[str, Any]:
        """Keep the number."""
        return {name: self.kept_as(number)}


@dataclass(frozen=True)
class Text(CellKind):
    """Text, which may be empty."""

    _: KW_ONLY
    role: str = "face_text"

    def read(self, row: CheckedRow, column: str) -> str:
        """Read text, with single spaces."""
        return row.text(column, empty=True, longest=LONGEST_TEXT)


@dataclass(frozen=True)
class Name(CellKind):
    """The name of a component.

    `dims` always have a column of names, so this declares none.
    """

    leads: ClassVar[bool] = True

    def read(self, row: CheckedRow, column: str) -> str:
        """Read text that is not empty."""
        return row.text(column, longest=60)

    def dims(self, name: str) -> list[Column]:
        """Declare nothing."""
        return []


@dataclass(frozen=True)
class Whole(CellKind):
    """A whole number from ``low`` to ``high``.

    Attributes:
        empty: the number that an empty cell means, or None if the cell must be filled.
        worth: the score that an increase by 1 brings to the row's owner, or None if ``balance``
            does not change the column.
        drawn: the range within which a data family moves the number, or None if it never does.
        zero_stays: true if a data family never changes 0, which means no cost.
    """

    low: int
    high: int
    _: KW_ONLY
    role: str = "amount"
    empty: int | None = None
    worth: float | None = None
    drawn: tuple[int, int] | None = None
    zero_stays: bool = False

    @property
    def dims_type(self) -> str:
        """``Int8`` if the range fits into it, otherwise ``Int32``."""
        return "Int8" if self.low >= -128 and self.high < 128 else "Int32"

    def read(self, row: CheckedRow, column: str) -> int:
        """Read a number within its range."""
        return row.number(column, self.low, self.high, empty=self.empty)

    @property
    def allowed_in_words(self) -> str:
        """The range in words."""
        return f"a whole number from {self.low} to {self.high}"

    @property
    def choices(self) -> tuple[str, ...]:
        """All numbers, if there are few."""
        values = range(self.low, self.high + 1)
        return tuple(map(str, values)) if len(values) <= MAX_CHOICES else ()

    def move(self, now: int, step: int) -> int:
        """Move a number as a data family does.

        A number outside the range never moves farther out.
        """
        assert self.drawn is not None
        minimum, maximum = self.drawn
        return min(max(now + step, min(now, minimum)), max(now, maximum))


@dataclass(frozen=True)
class Choice(CellKind):
    """One of the words ``allowed``; ``spellings`` are other ways to write them.

    The field is the index of the word, or with ``as_word`` the word itself. If empty cells are
    allowed, ``empty`` is their value.
    """

    allowed: tuple[str, ...]
    _: KW_ONLY
    spellings: Mapping[str, str] = field(default_factory=dict)
    as_word: bool = False
    empty: int | None = None

    def read(self, row: CheckedRow, column: str) -> Any:
        """Read one of the words."""
        if self.empty is not None and not row.values[column]:
            return self.empty
        word = row.word(column, self.allowed, self.spellings)
        return word if self.as_word else self.allowed.index(word)

    def write(self, value: Any) -> str:
        """Write the word."""
        if self.as_word:
            return str(value)
        return "" if value == self.empty else self.allowed[value]

    @property
    def choices(self) -> tuple[str, ...]:
        """All words."""
        return self.allowed


@dataclass(frozen=True)
class Flag(CellKind):
    """A yes or no; an empty cell means no."""

    def read(self, row: CheckedRow, column: str) -> bool:
        """Return True for yes, False for no or an empty cell."""
        text = row.text(column, empty=True).lower()
        if text not in ("", "no", "yes"):
            row.refuse(row.cell_error(column, f'"{row.values[column]}" is not yes, no or empty.'))
        return text == "yes"

    def write(self, value: Any) -> str:
        """Write yes, or nothing."""
        return "yes" if value else ""

    @property
    def choices(self) -> tuple[str, ...]:
        """The only word that is written."""
        return ("yes",)


@dataclass(frozen=True)
class Several(CellKind):
    """A field of several values, each with its own column.

    With ``words``, `dims` have all values in one column. With ``may_be_empty``, empty cells are
    skipped.
    """

    cells: Mapping[str, CellKind]
    _: KW_ONLY
    may_be_empty: bool = False

    def columns(self, name: str) -> Mapping[str, CellKind]:
        """Return the columns of the values."""
        return self.cells

    def fields(self, sheet: HasColumns, row: CheckedRow, name: str, number: str) -> dict[str, Any]:
        """Read the values."""
        kinds = {
            column: cell
            for column, cell in self.cells.items()
            if row.values[column] or not self.may_be_empty
        }
        return {name: tuple(cell.read(row, column) for column, cell in kinds.items())}

    def texts(self, component: Any, name: str) -> dict[str, str]:
        """Write the values into the columns from the left."""
        values = getattr(component, name)
        cells = [
            cell.write(value) for cell, value in zip(self.cells.values(), values, strict=False)
        ]
        return dict.fromkeys(self.cells, "") | dict(zip(self.cells, cells, strict=False))

    def dims(self, name: str) -> list[Column]:
        """Declare one column for all values, or one for each."""
        if self.words:
            return super().dims(name)
        return [
            column_dims for column, cell in self.cells.items() for column_dims in cell.dims(column)
        ]

    def dim_values(self, component: Any, name: str) -> list[Any]:
        """Return all values, joined by spaces or one by one."""
        if self.words:
            return [" ".join(filter(None, self.texts(component, name).values()))]
        return list(getattr(component, name))


@dataclass(frozen=True)
class Effect(CellKind):
    """An effect in the language of ``parse`` and ``phrase``.

    The component's field ``clauses`` holds the effect's clauses. ``check_clause`` raises
    EffectError for a clause that is meaningless on the component with the given number.
    """

    parse: Callable[[str], Sequence[Any]]
    phrase: Callable[[Sequence[Any]], str]
    _: KW_ONLY
    check_clause: Callable[[Any, str, Any], None] | None = None

    def fields(self, sheet: HasColumns, row: CheckedRow, name: str, number: str) -> dict[str, Any]:
        """Read the clauses, and the effect in its normal form."""
        try:
            clauses = self.parse(row.values[name])
            if self.check_clause is not None:
                for clause in clauses:
                    self.check_clause(sheet, number, clause)
        except EffectError as error:
            row.refuse(EffectError(f"{row.location}, column {name}: {error}"))
            return {name: "", "clauses": ()}
        return {name: self.phrase(clauses), "clauses": clauses}


@dataclass(frozen=True)
class Source(CellKind):
    """The source of a row.

    The component's field ``printed_columns`` lists the columns that are printed.
    """

    def fields(self, sheet: HasColumns, row: CheckedRow, name: str, number: str) -> dict[str, Any]:
        """Read the source, and the printed columns."""
        source, printed_columns = row.source(sheet.columns)
        return {name: source, "printed_columns": printed_columns}

    def texts(self, component: Any, name: str) -> dict[str, str]:
        """Write the source or, for a partly printed row, its printed columns."""
        return {name: source_cell(component.source, component.printed_columns)}
