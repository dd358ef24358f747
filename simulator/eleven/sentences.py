"""The effects of cards as sentences for players, made from the clauses."""

from __future__ import annotations

from collections.abc import Sequence

from eoc_sim.simulator.eleven.effect_language import Clause, phrase


def sentences(clauses: Sequence[Clause]) -> str:
    """Describe an effect; it is "" for one without clauses."""
    return phrase(clauses)
