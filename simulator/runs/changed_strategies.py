"""The changed strategies of a recorded version, and their changed parts.

For every strategy that it mentions, a record has the ``spec``, which is what the user typed, and
the ``hash``. Its ``sources``, if any, are the hashes of all files that the strategies come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from eoc_sim.simulator.kernel.phrases import join_words

SPEC, HASH, TABLES = "spec", "hash", "tables"
PARTS = ("parameters", TABLES)
"""The named parts that a strategy's own record may also have."""
SOURCES = "sources"
"""The part of a record with the hashes of strategies' files.

It only serves to name the changed files; strategies are compared by their own hashes.
"""
MAX_NAMED = 4
"""The maximum number of parts named in a sentence; others are counted."""


def changed_strategies(old: Any, new: Any) -> str | None:
    """Return the start of a sentence about changed strategies, or None.

    Records are compared position by position. The names of changed parameters, tables and files
    follow in parentheses; changed files are named only if both records have the files' hashes.

    >>> old, new = ({"spec": "bold", "hash": one, "tables": {"mine.csv": one}} for one in "ab")
    >>> changed_strategies([old], [new])
    'The strategy bold has changed (mine.csv)'
    """
    pairs = list(_pairs(old, new))
    changed_pairs = [
        (before, after)
        for before, after in pairs
        if SPEC in before
        and before[SPEC] == after.get(SPEC)
        and before.get(HASH) != after.get(HASH)
    ]
    if not changed_pairs:
        return None
    changes = _differing(
        (before[SOURCES], after[SOURCES])
        for before, after in pairs
        if SOURCES in before and SOURCES in after
    )
    changes += _differing(
        (before.get(part, {}), after.get(part, {}))
        for before, after in changed_pairs
        for part in PARTS
    )
    if len(changes) > MAX_NAMED:
        changes = [*changes[: MAX_NAMED - 1], f"{len(changes) - MAX_NAMED + 1} more"]
    specs = list(dict.fromkeys(str(after[SPEC]) for _, after in changed_pairs))
    subject = f"strategies {join_words(specs)} have" if specs[1:] else f"strategy {specs[0]} has"
    return f"The {subject} changed{f' ({join_words(changes)})' if changes else ''}"


def _pairs(old: Any, new: Any) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Yield pairs of mappings at the same positions in two nested values."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        yield old, new
        for key in old:
            if key in new:
                yield from _pairs(old[key], new[key])
    elif isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        for before, after in zip(old, new, strict=False):
            yield from _pairs(before, after)


def _differing(pairs: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> list[str]:
    """List the keys at which pairs of mappings differ, sorted."""
    return sorted(
        {
            name
            for before, after in pairs
            for name in before.keys() | after.keys()
            if before.get(name) != after.get(name)
        }
    )
