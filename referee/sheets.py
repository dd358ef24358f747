"""The sheets of a data folder as rows of texts."""

from __future__ import annotations

import csv
from pathlib import Path


def rows(path: Path) -> list[dict[str, str]]:
    """Read the rows of a sheet."""
    with path.open(newline="", encoding="utf-8-sig") as sheet:
        return list(csv.DictReader(sheet))
