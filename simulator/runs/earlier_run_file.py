"""Translation of run.json from the previous release.

Its roles "month" and "card" are now "round" and "thing". It described a change only in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eoc_sim.simulator.kernel.columns import EARLIER_ROLES

ROLES = {
    **EARLIER_ROLES,
    "taken_month": "taken_round",
    "played_month": "played_round",
    "target_month": "target_round",
}
"""The column roles whose names have changed."""


def translate(record: Mapping[str, Any], schema: int) -> dict[str, Any]:
    """Translate a record of schema 3 into one of ``schema``.

    A damaged declaration raises the same errors as when `Declaration` reads it.
    """
    declaration = record["declaration"]
    words = {"round": ["month", "months"], **declaration["words"]}
    words["round_names"] = words.pop("months")
    tables = {
        part: {
            name: {**table, "columns": [_translate_column(column) for column in table["columns"]]}
            for name, table in declaration[part].items()
        }
        for part in ("tables", "dims")
    }
    return {
        **record,
        "schema": schema,
        "arms": [
            {**arm, "changes": [_translate_change(change) for change in arm["changes"]]}
            for arm in record["arms"]
        ],
        "declaration": {**declaration, "words": words, **tables},
    }


def _translate_change(change: Mapping[str, str]) -> dict[str, str]:
    """Add the name and the column, which only the sentence contains.

    >>> sentence = "038 A Card: or two: stars 5 -> 2"
    >>> change = {"key": "card.038.stars", "old": "5", "new": "2", "sentence": sentence}
    >>> added = _translate_change(change)
    >>> added["name"], added["column"]
    ('038 A Card: or two', 'stars')
    """
    values = f"{change['old'] or 'nothing'} -> {change['new'] or 'nothing'}"
    if change["sentence"].endswith(values):
        name, _, column = change["sentence"].removesuffix(values).rpartition(": ")
    else:
        name, column = change["sentence"].partition(": ")[0], ""
    return {**change, "name": name, "column": column.rstrip()}


def _translate_column(column: Mapping[str, Any]) -> dict[str, Any]:
    return {**column, "role": ROLES.get(column["role"], column["role"])}
