"""Envelopes of Cash as dicts: colour -> number, zeros left out."""

from __future__ import annotations

from eoc_sim.referee.eoc.tables import COLOURS

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


def most_of(bundle: Bundle) -> str:
    """PAY-4: the colour that there is most of, ties in colour order."""
    return max(COLOURS, key=lambda colour: bundle.get(colour, 0))  # the first of equals


def least_of(bundle: Bundle) -> str:
    """PAY-4: the colour that there is least of, ties in colour order."""
    return min(COLOURS, key=lambda colour: bundle.get(colour, 0))  # the first of equals


def given_by_default(mat: Bundle, number: int) -> Bundle:
    """PAY-4: EC of any colour where the payer names none, one at a time."""
    given: Bundle = {}
    for _ in range(number):
        given = plus(given, {most_of(minus(mat, given)): 1})
    return given


def words(bundle: Bundle) -> str:
    """A bundle as people say it: 2 blue and 1 orange."""
    return " and ".join(f"{number} {colour}" for colour, number in bundle.items()) or "no EC"


def is_bundle(value: object) -> bool:
    """Whether this is a bundle as a trace writes one: known colours, numbers above zero."""
    return isinstance(value, dict) and all(
        colour in COLOURS and isinstance(number, int) and number > 0
        for colour, number in value.items()
    )
