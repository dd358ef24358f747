"""One difference between two versions of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

RULES = "rules"
"""The key of a whole rule set: a preset or a file."""

RECORDED = ("key", "old", "new", "sentence")
"""The fields of a change that a run keeps."""


@dataclass(frozen=True)
class Change:
    """One difference between two versions.

    ``key`` is the KEY of ``--vary`` (``card.038.price``), ``subject`` its subject (``card.038``),
    ``name`` the subject's name for readers (``038 A Card``), and ``sentence`` the change as
    shown (``038 A Card: price 5 -> 3``). ``in_play`` is false if only the display changes,
    such as a card's text.
    """

    key: str
    old: str
    new: str
    subject: str
    name: str
    sentence: str
    in_play: bool = True

    def record(self) -> dict[str, str]:
        """Record the change for run.json and the arms table, without its subject."""
        return {name: getattr(self, name) for name in RECORDED}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Change:
        """Restore what `record` wrote."""
        fields: dict[str, Any] = {name: str(record[name]) for name in RECORDED}
        return cls(subject="", name="", **fields)
