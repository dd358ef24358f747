"""Tokens as dicts: kind -> number, zeros left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping

Bundle = dict[str, int]


def clean(bundle: Mapping[str, int]) -> Bundle:
    """Drop the kinds without tokens."""
    return {kind: number for kind, number in bundle.items() if number != 0}


def total(bundle: Bundle) -> int:
    """Count the tokens of all kinds together."""
    return sum(bundle.values())


def plus(one: Bundle, other: Bundle) -> Bundle:
    """Add two bundles."""
    return clean({kind: one.get(kind, 0) + other.get(kind, 0) for kind in {**one, **other}})


def minus(one: Bundle, other: Bundle) -> Bundle:
    """Subtract one bundle from another; the caller ensures that it fits."""
    return clean({kind: one.get(kind, 0) - other.get(kind, 0) for kind in {**one, **other}})


def holds(one: Bundle, other: Bundle) -> bool:
    """Check that the first bundle covers the second, kind by kind."""
    return all(one.get(kind, 0) >= number for kind, number in other.items())


def smaller(one: Bundle, other: Bundle) -> Bundle:
    """Take the smaller of two numbers for each kind."""
    return clean({kind: min(number, other.get(kind, 0)) for kind, number in one.items()})


def is_bundle(value: object, kinds: Collection[str]) -> bool:
    """Check that a bundle has known kinds and numbers above zero."""
    return isinstance(value, dict) and all(
        kind in kinds and isinstance(number, int) and not isinstance(number, bool) and number > 0
        for kind, number in value.items()
    )
