"""Envelopes of Cash by colour: default payments and words."""

from __future__ import annotations

from eoc_sim.referee.bundles import Bundle, minus, plus
from eoc_sim.referee.eoc.tables import COLOURS


def most_frequent(bundle: Bundle) -> str:
    """PAY-4: return the most frequent colour, the first in colour order if tied."""
    return max(COLOURS, key=lambda colour: bundle.get(colour, 0))  # the first if tied


def least_frequent(bundle: Bundle) -> str:
    """PAY-4: return the least frequent colour, the first in colour order if tied."""
    return min(COLOURS, key=lambda colour: bundle.get(colour, 0))  # the first if tied


def default_payment(mat: Bundle, number: int) -> Bundle:
    """PAY-4: choose EC one at a time where the payer names none."""
    bundle: Bundle = {}
    for _ in range(number):
        bundle = plus(bundle, {most_frequent(minus(mat, bundle)): 1})
    return bundle


def words(bundle: Bundle) -> str:
    """Put a bundle into words by colour: "2 blue and 1 orange"."""
    return " and ".join(f"{bundle[c]} {c}" for c in COLOURS if c in bundle) or "no EC"
