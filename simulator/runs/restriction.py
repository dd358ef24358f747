"""What a run forbids one strategy: the versions in which it does without something.

A run.json keeps it, so that the analysis knows whose loss is asked, and what of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Ban:
    """A version with a ban: the arm that plays it, the ban as it is typed, what it forbids."""

    arm: int
    name: str
    words: str


@dataclass(frozen=True)
class Restriction:
    """Who is forbidden something, by its id in the tables and by name, and the bans."""

    strategy: int
    name: str
    bans: tuple[Ban, ...]

    def record(self) -> dict[str, Any]:
        """The restriction in plain values, for run.json."""
        return {
            "strategy": self.strategy,
            "name": self.name,
            "bans": [asdict(ban) for ban in self.bans],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Restriction:
        """The restriction that `record` wrote."""
        return cls(record["strategy"], record["name"], tuple(Ban(**one) for one in record["bans"]))
