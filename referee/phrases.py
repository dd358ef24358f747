"""Effect phrases, cut into their pieces."""

from __future__ import annotations

from collections.abc import Collection


class PhraseError(ValueError):
    """An effect phrase that this parser cannot read."""


def cut(effect: str, moments: Collection[str]) -> list[tuple[str, list[str], str]]:
    """Cut an effect into clauses: moment, pieces in between, gain.

    Clauses are joined by `;`, their pieces by colons. An empty effect has no clauses.

    Raises:
        PhraseError: a clause lacks its moment or its gain.
    """
    clauses = []
    for text in effect.split(";") if effect.strip() else []:
        when, *middle = [piece.strip() for piece in text.strip().lower().split(":")]
        if when not in moments:
            raise PhraseError(f"{text!r}: {when!r} is not a moment")
        if not middle:
            raise PhraseError(f"{text!r} gives nothing")
        clauses.append((when, middle[:-1], middle[-1]))
    return clauses
