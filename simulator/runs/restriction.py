"""The bans that a run places on one strategy.

Each ban is played as a version of its own. run.json records the bans, so that the analysis can
measure the loss that each ban causes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Ban:
    """A ban and the version that is played with it.

    ``arm`` is the version's number, ``name`` the ban as typed, and ``words`` the ban in words.
    """

    arm: int
    name: str
    words: str


@dataclass(frozen=True)
class Restriction:
    """The restricted strategy, by id and name, and the bans."""

    strategy: int
    name: str
    bans: tuple[Ban, ...]

    def record(self) -> dict[str, Any]:
        """Record the restriction as plain values, for run.json."""
        return {
            "strategy": self.strategy,
            "name": self.name,
            "bans": [asdict(ban) for ban in self.bans],
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Restriction:
        """Restore the restriction that `record` wrote."""
        return cls(record["strategy"], record["name"], tuple(Ban(**ban) for ban in record["bans"]))
