"""A crossing: versions in which several keys change together.

It is recorded in run.json, so that the analysis can contrast the versions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from eoc_sim.simulator.kernel.phrases import join_words
from eoc_sim.simulator.runs.two_level import CLEAR_RESOLUTION, resolution


@dataclass(frozen=True)
class Factor:
    """A crossed key: its current value (level 0) and its other values."""

    key: str
    name: str
    old: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class CrossedRow:
    """A crossed version: its arm, and the level of every factor."""

    arm: int
    levels: tuple[int, ...]


@dataclass(frozen=True)
class SimpleEffect:
    """One value on its own: ``against`` is ``arm`` without it.

    ``given`` is the change that both also have, as ``key=value``, or "".
    """

    key: str
    name: str
    old: str
    value: str
    arm: int
    against: int
    given: str = ""


@dataclass(frozen=True)
class Crossing:
    """The factors, the crossed versions, and the single values.

    ``words`` are the defining words of a fraction: sets of indices into ``factors``.
    """

    factors: tuple[Factor, ...]
    rows: tuple[CrossedRow, ...]
    words: tuple[tuple[int, ...], ...] = ()
    simple: tuple[SimpleEffect, ...] = ()

    @property
    def resolution(self) -> int | None:
        """The resolution of a fraction; None for a full crossing."""
        return resolution(self.words)

    @property
    def is_clear(self) -> bool:
        """True if no two-way interaction is confounded with similar effects.

        Similar effects are main effects and other two-way interactions.
        """
        return self.resolution is None or self.resolution >= CLEAR_RESOLUTION

    def record(self) -> dict[str, Any]:
        """Record the crossing as plain values, for run.json."""
        return {
            "factors": [
                {**asdict(factor), "values": list(factor.values)} for factor in self.factors
            ],
            "rows": [{"arm": row.arm, "levels": list(row.levels)} for row in self.rows],
            "words": [list(word) for word in self.words],
            "simple": [asdict(simple) for simple in self.simple],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Crossing:
        """Restore the crossing that `record` wrote."""
        return cls(
            tuple(
                Factor(factor["key"], factor["name"], factor["old"], tuple(factor["values"]))
                for factor in record["factors"]
            ),
            tuple(CrossedRow(row["arm"], tuple(row["levels"])) for row in record["rows"]),
            tuple(tuple(word) for word in record["words"]),
            tuple(SimpleEffect(**effect) for effect in record["simple"]),
        )


def confounded_effects(words: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
    """List a fraction's confounded effects, one phrase per defining word.

    Defining words of 5 or more factors are left out.

    >>> confounded_effects([(0, 1, 2)], ["a", "b", "c"])
    ['each of a, b and c with the other two together']
    """
    phrases = []
    for word in words:
        if len(word) >= CLEAR_RESOLUTION:
            continue
        entries = join_words([names[factor] for factor in word])
        phrases.append(
            f"each of {entries} with the other two together"
            if len(word) < 4
            else f"any two of {entries} with the other two together"
        )
    return phrases
