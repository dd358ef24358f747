"""Envelopes of Cash as dicts: colour -> number, zeros left out."""

from __future__ import annotations

from reference.tables import COLOURS

Bundle = dict[str, int]


def clean(bundle: Bundle) -> Bundle:
    """The same envelopes without zeros, in colour order."""
    return {colour: bundle[colour] for colour in COLOURS if bundle.get(colour, 0) != 0}


def total(bundle: Bundle) -> int:
    """How many envelopes in all colours together."""
    return sum(bundle.values())


def plus(one: Bundle, other: Bundle) -> Bundle:
    """Both together."""
    return clean({c: one.get(c, 0) + other.get(c, 0) for c in COLOURS})


def minus(one: Bundle, other: Bundle) -> Bundle:
    """One less the other; the caller has seen to it that nothing falls below zero."""
    return clean({c: one.get(c, 0) - other.get(c, 0) for c in COLOURS})


def holds(one: Bundle, other: Bundle) -> bool:
    """Whether the first holds at least the second, colour by colour."""
    return all(one.get(c, 0) >= other.get(c, 0) for c in COLOURS)


def smaller(one: Bundle, other: Bundle) -> Bundle:
    """Colour by colour the smaller number of the two."""
    return clean({c: min(one.get(c, 0), other.get(c, 0)) for c in COLOURS})


def is_bundle(value: object) -> bool:
    """Whether this is a bundle as a trace writes one: known colours, numbers above zero."""
    return isinstance(value, dict) and all(
        colour in COLOURS and isinstance(number, int) and number > 0
        for colour, number in value.items()
    )
