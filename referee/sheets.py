"""The files of a data folder as plain values."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def read_files(folder: Path, sheets: Iterable[str], tables: Iterable[str]) -> dict[str, Any]:
    """Read the CSV sheets and TOML tables of a data folder."""
    contents: dict[str, Any] = {name: rows(folder / f"{name}.csv") for name in sheets}
    for name in tables:
        with (folder / f"{name}.toml").open("rb") as file:
            contents[name] = tomllib.load(file)
    return contents


def rows(path: Path) -> list[dict[str, str]]:
    """Read the rows of a sheet."""
    with path.open(newline="", encoding="utf-8-sig") as sheet:
        return list(csv.DictReader(sheet))
