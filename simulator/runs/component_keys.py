"""Keys of components' cells, ``SHEET.ID.COLUMN``."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.simulator.kernel.checked_rows import PROVENANCE

DESCRIPTIVE_COLUMNS = ("name", "text", *PROVENANCE)
"""Columns that describe a component and have no effect in play."""


@dataclass(frozen=True)
class KeySheet:
    """A sheet whose cells have keys.

    ``noun`` is the noun for its rows, and ``form`` the form of its keys; ``identity`` normalises an
    id. ``columns`` are those that can change; ``rows`` lists the rows of components as (id, name,
    row); ``cells`` returns the cells of a row. A key without a column means the ``default_column``,
    if any.
    """

    noun: str
    form: str
    identity: Callable[[str], str]
    columns: tuple[str, ...]
    rows: Callable[[Any], list[tuple[str, str, Any]]]
    cells: Callable[[Any], dict[str, str]]
    default_column: str = ""


def split(key: str) -> tuple[str, str, str]:
    """Split a key into sheet, id and column; ids may have dots.

    >>> split("state.W. Virginia.source")
    ('state', 'W. Virginia', 'source')
    """
    sheet, _, cell_key = key.strip().partition(".")
    identity, _, column = cell_key.rpartition(".")
    return sheet.lower(), identity, column


def nearest_by_name(typed_name: str, ids: Mapping[str, str]) -> str:
    """Suggest the id whose name is nearest to a typed one."""
    by_lower = {name.lower(): name for name in ids}
    close = difflib.get_close_matches(typed_name.strip().lower(), by_lower, n=1, cutoff=0.6)
    if not close:
        return ""
    name = by_lower[close[0]]
    shown_name = "" if ids[name] == name else f", {name}"
    return f' Did you mean "{ids[name]}"{shown_name}?'
