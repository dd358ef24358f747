"""What a game declares of itself: its tables with the role of every column, and its words.

Analyses and reports find columns by role and say them in the declared words, so that they serve
any game. The declaration also goes into run.json: an old run is explained in its own words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

ROLES = {
    # Keys.
    "game": "number of the game",
    "seat": "the seat that the row is about",
    "card": "the card that the row is about",
    "place": "the place of the board that the row is about",
    # Who.
    "strategy": "the strategy that played the seat",
    "winner": "the seat that won, -1 where the win is shared",
    "taker": "the seat that took the card in the end, -1 nobody",
    # Dealt by chance, so that a plain comparison of its groups is causal.
    "order": "place in the turn order of the first round, dealt by chance",
    "dealt": "what chance dealt to the seat",
    # Results.
    "score": "the final score",
    "win_share": "share of the win: 1, or 1/k for each of k who are tied",
    "rank": "rank in the game, from 1",
    "part": "a part of the score; the parts add up to it",
    "effect": "score that the card's effect brought",
    # When.
    "month": "the round of the row's event",
    "taken_month": "the round in which the card was taken, 0 never",
    "played_month": "the round in which the card was put into play, 0 never",
    "target_month": "the round that the row's event aims at",
    # Numbers and labels.
    "shape": "how the game went as a whole",
    "habit": "what the seat did in the game",
    "price": "what was paid",
    "passed": "how often somebody could have taken the card and did not",
    "amount": "a number without a special meaning",
    "label": "a word",
}
"""Every role that a column may have, and what it means."""


@dataclass(frozen=True)
class Column:
    """One column of a result table.

    ``kind`` is the name of a polars type, or the labels of a column that holds one of several
    words (the worker writes the label's index). ``words`` is how people call the column, in a
    table's head; ``dim`` the table of `dims` that its ids belong to; ``values`` the words of the
    values 0, 1, 2 ... where these are few and have names.
    """

    name: str
    kind: str | tuple[str, ...]
    description: str
    role: str
    unit: str = ""
    words: str = ""
    dim: str = ""
    values: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"column {self.name}: there is no role {self.role!r}")

    @property
    def head(self) -> str:
        """The words that head the column."""
        return self.words or self.name.replace("_", " ")


@dataclass(frozen=True)
class Table:
    """A result table: what one row is about, its columns after ``arm``, and how it is sorted.

    ``key`` are the columns by which the rows of an arm are sorted.
    """

    name: str
    row: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    def __getitem__(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)

    def roles(self, *roles: str) -> list[Column]:
        """The columns that have one of these roles, in their order."""
        return [column for column in self.columns if column.role in roles]

    def role(self, role: str) -> Column:
        """The one column that has this role."""
        (found,) = self.roles(role)
        return found


@dataclass(frozen=True)
class Words:
    """How a game is called and counted, for people.

    ``score`` is the unit of the score, one and many; ``months`` the names of the rounds, 0 the
    set-up; ``smallest`` the smallest change that matters, in wins in 100 and in the score of a
    seat; ``largest_score_change`` more than one changed card does to a seat's score in one game;
    ``automaton`` the strategy name of an automatic opponent and ``automaton_words`` its name, or
    "" where a game has none.
    """

    title: str
    notice: str
    score: tuple[str, str]
    months: tuple[str, ...]
    smallest: Mapping[str, float]
    largest_score_change: float
    automaton: str = ""
    automaton_words: str = ""


@dataclass(frozen=True)
class SwitchWords:
    """A rule switch in a player's words, as run.json keeps it."""

    name: str
    rule: str
    sentence: str
    allowed: str
    default: str


@dataclass(frozen=True)
class Declaration:
    """All that a run says of its game besides what was played."""

    words: Words
    tables: Mapping[str, Table]
    switches: tuple[SwitchWords, ...] = ()

    def record(self) -> dict[str, Any]:
        """The declaration in plain values, for run.json."""
        return {
            "words": {
                **_plain(self.words), "smallest": dict(self.words.smallest),
            },
            "tables": {
                name: {
                    "row": table.row, "key": list(table.key),
                    "columns": [_plain(column) for column in table.columns],
                }
                for name, table in self.tables.items()
            },
            "switches": [_plain(switch) for switch in self.switches],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Declaration:
        """The declaration that `record` wrote."""
        return cls(
            Words(**_tuples(record["words"])),
            {
                name: Table(
                    name, table["row"],
                    tuple(Column(**_tuples(column)) for column in table["columns"]),
                    tuple(table["key"]),
                )
                for name, table in record["tables"].items()
            },
            tuple(SwitchWords(**switch) for switch in record["switches"]),
        )


def _plain(record: Any) -> dict[str, Any]:
    """The fields of a record that differ from their defaults, tuples as lists."""
    found = {}
    for field in fields(record):
        value = getattr(record, field.name)
        if value != field.default:
            found[field.name] = list(value) if isinstance(value, tuple) else value
    return found


def _tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
        for key, value in values.items()
    }
