"""A small table of text that a command prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TextTable:
    """A table's headings and rows; the first ``left`` columns align left."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    left: int = 1
