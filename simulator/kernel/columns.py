"""Result tables, each declared once as a list of columns.

A `Table` lists its columns. Everything else is derived from this list: ``row_dtype``, the record
that Python reads for a row; ``ledger_dtype``, the record, with the same bytes, that compiled code
writes; the columns of the parquet file; and run.json, the reference pages and the space that a
worker reserves for rows. Words are not part of compiled code: `kernel.meaning` leaves them out, so
rewording a sentence causes no recompilation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import nearest

if TYPE_CHECKING:
    import numpy as np

Sentences = dict[str, str]
"""Descriptions for people, by name."""

ROLES: Sentences = {
    # Keys.
    "game": "number of the game",
    "seat": "the seat that the row is about",
    "thing": "the thing that the row is about, such as a card",
    "place": "the place on the board that the row is about",
    # Who.
    "strategy": "the strategy that played the seat",
    "winner": "the seat that won, -1 if the win is shared",
    "taker": "the seat that took the thing in the end, -1 if nobody",
    # Dealt by chance, so that a plain comparison of seats grouped by such a column is causal.
    "order": "place in the turn order of the first round, dealt by chance",
    "dealt": "what chance dealt to the seat",
    # Results.
    "score": "the final score",
    "win_share": "share of the win: 1 for a sole winner, 1/k for each of k tied winners",
    "rank": "rank in the game, from 1",
    "part": "a part of the score; the parts add up to it",
    "effect": "score that the thing's effect brought",
    # When.
    "round": "the round of the row's event",
    "taken_round": "the round in which the thing was taken; 0 if never",
    "played_round": "the round in which the thing was put into play; 0 if never",
    "target_round": "the round that the row's event aims at",
    # What one thing did: the game with it minus the game without it.
    "twin": "the one thing in which a game and its twin differ",
    "score_change": "the thing's effect on the score of a seat, one column per seat",
    "win_share_change": "the thing's effect on the win share of a seat, one column per seat",
    "wasted_change": "the thing's effect on what the row's seat lost unused",
    # Numbers and labels.
    "shape": "how the game went as a whole",
    "habit": "what the seat did in the game",
    "waste": "what the seat received and lost unused",
    "corrected": "orders of the seat that were banned and replaced by a default",
    "gave_way": "decisions of the seat in which a ban gave way because it left no choice",
    "rivals": "how much the others lost because the row's seat took the place",
    "price": "what was paid",
    "passed": "how often a player could have taken the thing and did not",
    "amount": "a number without a special meaning",
    "label": "a word",
    "way": "how chance brought the thing to the seat",
    "face_score": "the score printed on the thing",
    "face_price": "the price printed on the thing",
    "face_text": "the effect printed on the thing, in words for people",
    # In the tables of dims.
    "id": "the number that stands for the row in the result tables",
    "name": "what the row is called",
}
"""The roles that a column may have, with their meanings."""
EARLIER_ROLES = {"card": "thing", "month": "round"}
"""The previous release's names for roles that have been renamed since."""


@dataclass(frozen=True)
class Column:
    """One column of a result table.

    ``kind`` is the name of a polars type, or the column's possible labels, in which case the worker
    writes a label's index. ``words`` is the column's heading in tables for people. ``dim`` is the
    table of `dims` that the column's ids belong to. ``values`` names the values 0, 1, 2 ... if
    there are few of them. ``group`` names the array in which compiled code writes the column
    together with its neighbours of the same group; "" for a field of its own.
    """

    name: str
    kind: str | tuple[str, ...]
    description: str
    role: str
    unit: str = ""
    words: str = ""
    dim: str = ""
    values: tuple[str, ...] = ()
    group: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(
                f"column {self.name}: there is no role {self.role!r}."
                f"{nearest(EARLIER_ROLES.get(self.role, self.role), ROLES)}"
            )

    @property
    def head(self) -> str:
        """The column's heading."""
        return self.words or self.name.replace("_", " ")

    @property
    def number_type(self) -> str:
        """The type that compiled code writes.

        A value that does not fit ``kind`` is an error.
        """
        return "float64" if self.kind == "Float64" else "int32"


def _no_rows(engine: Any) -> int:
    return 0


@dataclass(frozen=True)
class Table:
    """A result table.

    ``row`` is the subject of a row; ``columns`` are the columns after ``arm``; ``key`` lists the
    columns that the rows of an arm are sorted by; ``max_rows`` returns the maximum number of rows
    that one game of an engine writes. The table has rows only if all switches in ``under`` have
    the values given there, and if at least one of the switches in ``one_of``, if any, is on.
    """

    name: str
    row: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    max_rows: Callable[[Any], int] = field(default=_no_rows, compare=False)
    under: Mapping[str, str] = field(default_factory=dict, compare=False)
    one_of: tuple[str, ...] = field(default=(), compare=False)

    def has_rows(self, rules: Mapping[str, Any]) -> bool:
        """Check if games with these rules may write rows."""
        return all(rules[name] == value for name, value in self.under.items()) and (
            not self.one_of or any(rules[name] == "on" for name in self.one_of)
        )

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    def __getitem__(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)

    def roles(self, *roles: str) -> list[Column]:
        """List the columns that have one of these roles, in their order."""
        return [column for column in self.columns if column.role in roles]

    def role(self, role: str) -> Column:
        """Return the one column that has this role."""
        (column,) = self.roles(role)
        return column

    @property
    def row_dtype(self) -> np.dtype[Any]:
        """The record of a row for Python, with a field per column."""
        import numpy as np

        return np.dtype([(column.name, column.number_type) for column in self])

    @property
    def ledger_dtype(self) -> np.dtype[Any]:
        """The record of a row for compiled code: an array per group."""
        import numpy as np

        fields: dict[str, list[Column]] = {}
        for column in self:
            fields.setdefault(column.group or column.name, []).append(column)
        if [column for group in fields.values() for column in group] != list(self):
            raise ValueError(f"table {self.name}: the columns of a group are not adjacent")
        return np.dtype(
            [
                (name, columns[0].number_type, (len(columns),) if columns[0].group else ())
                for name, columns in fields.items()
            ]
        )


def group(name: str, columns: Iterable[Column]) -> tuple[Column, ...]:
    """Group columns, in their order, into one array for compiled code."""
    return tuple(replace(column, group=name) for column in columns)


def habit_column(name: str, kind: str, description: str, words: str, unit: str = "") -> Column:
    """Declare a column about what a seat did in the game."""
    return Column(name, kind, description, "habit", unit, words)


def shape_column(name: str, kind: str, description: str, words: str = "", unit: str = "") -> Column:
    """Declare a column that describes a game as a whole."""
    return Column(name, kind, description, "shape", unit, words)


def amount_column(name: str, kind: str, description: str, unit: str = "") -> Column:
    """Declare a column of numbers without a special meaning."""
    return Column(name, kind, description, "amount", unit)


def part_columns(words: Mapping[str, str], unit: str, rule: str) -> tuple[Column, ...]:
    """Declare a column for each part of a score, grouped as ``part``."""
    return group(
        "part",
        (
            Column(name, "Int16", f"{unit}, part of the score ({rule})", "part", unit, text)
            for name, text in words.items()
        ),
    )


def text_column(name: str, description: str) -> Column:
    """Declare a text column in a table of dims."""
    return Column(name, "String", description, "label")


def dims_table(name: str, row: str, *columns: Column, id_kind: str = "Int8") -> Table:
    """Declare a table of dims: ids and names, then ``columns``."""
    head = (
        Column("id", id_kind, "its id in other tables", "id"),
        Column("name", "String", "name", "name"),
    )
    return Table(name, row, (*head, *columns), ("id",))


GAME = Column("game", "Int32", "number of the game, from 0", "game")
SEAT = Column("seat", "Int8", "seat, clockwise from 0", "seat")
STRATEGY = Column("strategy", "Int8", "id in dims/strategies", "strategy", dim="strategies")
STRATEGIES = dims_table(
    "strategies",
    "strategy",
    text_column("file", "its file"),
    text_column("parameters", "its parameters with their values, as JSON"),
    text_column("brief", "a short description"),
)


def twin_changes(seats: int, unit: str) -> tuple[Column, ...]:
    """Declare columns for each seat's changes in score and win share."""
    return (
        *group(
            "score",
            (
                Column(
                    f"score_{seat}",
                    "Int16",
                    f"the thing's effect on the score of seat {seat}: the score with it minus "
                    "the score without it",
                    "score_change",
                    unit,
                )
                for seat in range(seats)
            ),
        ),
        *group(
            "win_share",
            (
                Column(
                    f"win_share_{seat}",
                    "Float64",
                    f"the thing's effect on the win share of seat {seat}",
                    "win_share_change",
                )
                for seat in range(seats)
            ),
        ),
    )
