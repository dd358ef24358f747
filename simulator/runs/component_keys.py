"""Finding and comparing components' cells by key, ``SHEET.ID.COLUMN``."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError, UnknownName, nearest
from eoc_sim.simulator.kernel.checked_rows import PROVENANCE, less_exact
from eoc_sim.simulator.runs.change import Change

DESCRIPTIVE_COLUMNS = ("name", "text", *PROVENANCE)
"""Columns that describe a component and have no effect in play."""


@dataclass(frozen=True)
class KeySheet:
    """A sheet whose cells have keys.

    ``noun`` is the noun for its rows, ``form`` the form of the keys; ``identity`` normalises an id.
    ``columns`` are those that can change; ``rows`` lists the rows of components (id, name, row);
    ``cells`` returns the cells of a row. A key without a column means the ``usual`` column, if any.
    """

    noun: str
    form: str
    identity: Callable[[str], str]
    columns: tuple[str, ...]
    rows: Callable[[Any], list[tuple[str, str, Any]]]
    cells: Callable[[Any], dict[str, str]]
    usual: str = ""


def split(key: str) -> tuple[str, str, str]:
    """Split a key into sheet, id and column; ids may have dots.

    >>> split("state.W. Virginia.source")
    ('state', 'W. Virginia', 'source')
    """
    sheet, _, cell_key = key.strip().partition(".")
    identity, _, column = cell_key.rpartition(".")
    return sheet.lower(), identity, column


def normal_key(sheets: Mapping[str, KeySheet], components: Any, key: str) -> str:
    """Normalise the key of a cell.

    Raises:
        InputError: there is no such cell; the message names the nearest.
    """
    name, identity, column = split(key)
    sheet = sheets.get(name)
    if sheet is not None and sheet.usual and column and not identity:
        identity, column = column, sheet.usual
    if sheet is None or not identity or not column:
        raise UnknownName(
            "key",
            key,
            f'"{key}" is not a component\'s key; the keys are '
            f"{', '.join(sheet.form for sheet in sheets.values())}."
            f"{'' if sheet else nearest(name, sheets)}",
        )
    rows = sheet.rows(components)
    normal_identity = sheet.identity(identity)
    ids = [row for row, _, _ in rows]
    matching_ids = [row for row in ids if sheet.identity(row) == normal_identity]
    row_id = identity if identity in ids else next(iter(matching_ids), None)
    if row_id is None:
        few = f"; there are {', '.join(ids)}" if len(ids) <= 12 else ""
        names = {shown_name.removeprefix(f"{row} "): row for row, shown_name, _ in rows}
        raise InputError(
            f'The key {key}: there is no {sheet.noun} "{identity}"{few}.'
            f"{nearest(normal_identity, ids) or nearest_by_name(identity, names)}"
        )
    spelling = "_".join(column.strip().lower().replace("-", " ").split())
    if spelling not in sheet.columns:
        raise InputError(
            f'The key {key}: there is no column "{column}" to change; there are '
            f"{', '.join(sheet.columns)}.{nearest(spelling, sheet.columns)}"
        )
    return f"{name}.{row_id}.{spelling}"


def cells_by_row(
    components: Any,
    settings: Sequence[tuple[str, str]],
    normal: Callable[[Any, str], str],
) -> dict[str, dict[str, dict[str, str]]]:
    """Nest settings by sheet, id and column.

    ``normal`` is the game's own `normal_key`.

    Raises:
        InputError: a key is impossible, or given twice.
    """
    cells: dict[str, dict[str, dict[str, str]]] = {}
    for key, value in settings:
        target = normal(components, key)
        name, identity, column = split(target)
        row = cells.setdefault(name, {}).setdefault(identity, {})
        if column in row:
            raise InputError(f"The key {target} is set twice.")
        row[column] = value.strip()
    return cells


def nearest_by_name(typed_name: str, ids: Mapping[str, str]) -> str:
    """Suggest the id whose name is nearest to a typed one."""
    by_lower = {name.lower(): name for name in ids}
    close = difflib.get_close_matches(typed_name.strip().lower(), by_lower, n=1, cutoff=0.6)
    if not close:
        return ""
    name = by_lower[close[0]]
    shown_name = "" if ids[name] == name else f", {name}"
    return f' Did you mean "{ids[name]}"{shown_name}?'


def different_cells(sheets: Mapping[str, KeySheet], old: Any, new: Any) -> list[Change]:
    """List every cell in which two components differ, sheet by sheet.

    Both have the same rows. A ``source`` that is only "partial" agrees with one that names the
    printed columns.
    """
    changes = []
    for name, sheet in sheets.items():
        rows = {identity: row for identity, _, row in sheet.rows(new)}
        for identity, shown_name, row in sheet.rows(old):
            if identity not in rows or rows[identity] == row:
                continue
            before, after = sheet.cells(row), sheet.cells(rows[identity])
            changes += [
                _change(f"{name}.{identity}.{column}", shown_name, before[column], after[column])
                for column in sheet.columns
                if before[column] != after[column]
                and not (column == "source" and less_exact(before[column], after[column]))
            ]
    return changes


def _change(key: str, shown_name: str, old: str, new: str) -> Change:
    name, identity, column = split(key)
    sentence = f"{shown_name}: {column} {old or 'nothing'} -> {new or 'nothing'}"
    return Change(
        key,
        old,
        new,
        f"{name}.{identity}",
        shown_name,
        sentence,
        in_play=column not in DESCRIPTIVE_COLUMNS,
    )
