"""A small table of texts that a command prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TextTable:
    """The heads and rows of a table; its first ``left`` columns are words, all others numbers."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1
