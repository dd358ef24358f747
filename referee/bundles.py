"""Bundles of tokens: dicts from kind to a number above 0."""

from __future__ import annotations

from collections.abc import Collection, Mapping

Bundle = dict[str, int]


def clean(bundle: Mapping[str, int]) -> Bundle:
    """Drop the kinds whose number is 0."""
    return {kind: number for kind, number in bundle.items() if number != 0}


def total(bundle: Bundle) -> int:
    """Count the tokens of all kinds."""
    return sum(bundle.values())


def plus(first: Bundle, second: Bundle) -> Bundle:
    """Add two bundles."""
    return clean({kind: first.get(kind, 0) + second.get(kind, 0) for kind in {**first, **second}})


def minus(first: Bundle, second: Bundle) -> Bundle:
    """Subtract the second bundle from the first, which must cover it."""
    return clean({kind: first.get(kind, 0) - second.get(kind, 0) for kind in {**first, **second}})


def holds(first: Bundle, second: Bundle) -> bool:
    """Check if the first bundle covers the second, kind by kind."""
    return all(first.get(kind, 0) >= number for kind, number in second.items())


def smaller(first: Bundle, second: Bundle) -> Bundle:
    """Take the smaller of two numbers for each kind."""
    return clean({kind: min(number, second.get(kind, 0)) for kind, number in first.items()})


def is_bundle(value: object, kinds: Collection[str]) -> bool:
    """Check if a value maps known kinds to whole numbers above 0."""
    return isinstance(value, dict) and all(
        kind in kinds and isinstance(number, int) and not isinstance(number, bool) and number > 0
        for kind, number in value.items()
    )
