"""One difference between two versions of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

RULES = "rules"
"""The key for an entire rule set: a preset or a file."""

RECORDED = ("key", "old", "new", "name", "column", "sentence")
"""The fields of a change that a run keeps."""


@dataclass(frozen=True)
class Change:
    """One difference between two versions.

    ``key`` is the KEY of ``--vary`` (``card.038.price``), ``name`` its subject's name for readers
    (``038 A Card``), ``column`` the column of a sheet's cell (``price``), otherwise "", and
    ``sentence`` the change as shown (by default ``038 A Card: price 5 -> 3``). ``in_play`` is false
    if only the display changes, such as a card's text.

    >>> change = Change("card.038.price", "5", "", "038 A Card", "price")
    >>> change.subject, change.card, change.switch, change.sentence
    ('card.038', '038', '', '038 A Card: price 5 -> nothing')
    """

    key: str
    old: str
    new: str
    name: str
    column: str = ""
    sentence: str = ""
    in_play: bool = True

    def __post_init__(self) -> None:
        if not self.sentence:
            object.__setattr__(self, "sentence", self.sentence_to(self.new or "nothing"))

    @property
    def subject(self) -> str:
        """The key without its column: ``card.038``."""
        return self.key.removesuffix(f".{self.column}")

    @property
    def brief_name(self) -> str:
        """The id of a sheet's row (``038``), or else the name."""
        return self.subject.rpartition(".")[2] if self.column else self.name

    @property
    def card(self) -> str | None:
        """The number of the card to which the key belongs, or None."""
        kind, _, number = self.subject.partition(".")
        return number if kind == "card" and self.column else None

    @property
    def switch(self) -> str:
        """The name of the rule that the key sets, or ""."""
        kind, _, name = self.key.partition(".")
        return name if kind == RULES else ""

    def sentence_to(self, values: str) -> str:
        """Write the change as one from the old value to ``values``."""
        column = f"{self.column} " if self.column else ""
        return f"{self.name}: {column}{self.old or 'nothing'} -> {values}"

    def record(self) -> dict[str, str]:
        """Record the change for run.json and the arms table."""
        return {name: getattr(self, name) for name in RECORDED}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Change:
        """Restore what `record` wrote."""
        fields: dict[str, Any] = {name: str(record[name]) for name in RECORDED}
        return cls(**fields)
