"""Translation of run.json from the last release, which called rounds months."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ROLES = {
    "month": "round",
    "taken_month": "taken_round",
    "played_month": "played_round",
    "target_month": "target_round",
}
"""The names of columns' roles that have changed."""


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
    return {**record, "schema": schema, "declaration": {**declaration, "words": words, **tables}}


def _translate_column(column: Mapping[str, Any]) -> dict[str, Any]:
    return {**column, "role": ROLES.get(column["role"], column["role"])}
