"""What a game must offer so that runs of it can be asked for, played, kept and repeated.

The runs package knows no game by name. Whatever it needs of one comes through a `GameAdapter`;
a *version* is the adapter's own object for "these components, these rules, these seats", and
nothing here looks inside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    import polars as pl


@dataclass(frozen=True)
class Change:
    """One difference between two versions.

    ``key`` is the KEY of ``--vary`` (``card.038.stars``), ``subject`` what the key is about
    (``card.038``), ``name`` the subject in a reader's words (``038 Analytics Nerd``), and
    ``sentence`` the change as it is shown (``038 Analytics Nerd: stars 5 -> 3``).
    """

    key: str
    old: str
    new: str
    subject: str
    name: str
    sentence: str


class Column(Protocol):
    """One column of a result table: ``kind`` is a polars type's name or a tuple of labels."""

    @property
    def name(self) -> str:
        """The column's name."""

    @property
    def kind(self) -> str | tuple[str, ...]:
        """The name of a polars type, or the labels that the worker's numbers stand for."""


class Worker(Protocol):
    """Plays games in one thread, with memory of its own."""

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play ``games`` games from ``first_game`` on; the rows of each table in ``keep``."""


class Engine(Protocol):
    """One version, ready to be played."""

    @property
    def players(self) -> int:
        """How many players sit at the table."""

    def worker(self) -> Worker:
        """A worker of this engine; one a thread."""


@dataclass(frozen=True)
class StandingsColumns:
    """Where the live standings come from: a table with a row a game and seat."""

    table: str
    group: str
    share: str
    score: str


class GameAdapter(Protocol):
    """A game, as the runs package sees it."""

    @property
    def name(self) -> str:
        """The game's short name, written into every run."""

    @property
    def rules_version(self) -> str:
        """The version of the written rules that the engine plays."""

    @property
    def tables(self) -> Mapping[str, Sequence[Column]]:
        """Every result table with its columns; ``arm`` is put before them."""

    @property
    def default_tables(self) -> tuple[str, ...]:
        """The tables that are kept unless others are asked for."""

    @property
    def standings(self) -> StandingsColumns:
        """The columns that tell who wins."""

    def normal_key(self, version: Any, key: str) -> str:
        """``key`` in its one written form; an InputError with the nearest name if unknown."""

    def fixed_keys(self, version: Any) -> frozenset[str]:
        """The keys that the baseline's own options have set, in normal form."""

    def change(self, version: Any, settings: Sequence[tuple[str, str]]) -> Any:
        """``version`` with each key set to its value; an InputError for what cannot be."""

    def differences(self, old: Any, new: Any) -> tuple[Change, ...]:
        """Every key in which the two versions differ, in a fixed order."""

    def shared(self, versions: Sequence[Any]) -> list[Any]:
        """The same versions with one common list of components, so that ids mean the same."""

    def idle(self, old: Any, new: Any) -> list[str]:
        """Sentences on the changes from ``old`` to ``new`` that cannot move anything."""

    def players(self, version: Any) -> int:
        """How many seats the version's line-up has."""

    def engines(self, versions: Sequence[Any], seed: int, rotate: bool) -> list[Engine]:
        """An engine a version; their rows share the ids of `dims`."""

    def dims(self, versions: Sequence[Any]) -> dict[str, pl.DataFrame]:
        """The tables that say what the ids in the result tables are; ``id`` and ``name`` first."""

    def record(self, version: Any) -> dict[str, Any]:
        """All that makes the version, in plain values for run.json."""

    def restore(self, record: Mapping[str, Any]) -> Any:
        """The version that `record` wrote; an InputError if it can no longer be made."""
