"""The pieces on the table: owners, their goods, VPs on action spaces."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from eoc_sim.referee.bundles import Bundle, holds, minus, plus

Source = int | str
"""An effect's source by its number: a space, place or card."""


@dataclass
class Owner:
    """One owner and everything that they have."""

    seat: int
    tokens: Bundle
    blocks: int  # not placed yet
    vps: int
    places: list[str] = field(default_factory=list)  # in the order of placing
    players: list[str] = field(default_factory=list)
    employees: list[str] = field(default_factory=list)  # hired
    face_down: list[str] = field(default_factory=list)
    point_tokens: list[int] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)  # SCO-5: the points of each
    away: int = 0  # GAM-5: VPs on vacation in this round
    away_next: int = 0  # and in the next one
    active: int = 0  # VPs available this round, whether placed or not
    to_place: int = 0  # the active VPs that are still to be placed in step 1
    stars_used: Counter[str] = field(default_factory=Counter)  # BON-5: stars used in this round

    def count(self, kind: str) -> int:
        """Count the tokens of a kind."""
        return self.tokens.get(kind, 0)

    def can_pay(self, bundle: Bundle) -> bool:
        """Check if the owner holds at least this bundle."""
        return holds(self.tokens, bundle)

    def gain(self, bundle: Bundle) -> None:
        """Gain tokens, which never run out (SET-8)."""
        self.tokens = plus(self.tokens, bundle)

    def pay(self, bundle: Bundle) -> None:
        """Pay a bundle; the caller has made sure that the owner can."""
        if not self.can_pay(bundle):
            raise AssertionError(f"the referee lets owner {self.seat} pay more than they have")
        self.tokens = minus(self.tokens, bundle)


@dataclass(frozen=True)
class StandingVP:
    """A VP on an action space."""

    seat: int
    bonus: int  # the number of its bonus space, from 1
    acts_first: bool  # BON-6
