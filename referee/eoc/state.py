"""The pieces on the table: cards, coaches, recruits, players, the Bubba Bot."""

from __future__ import annotations

from dataclasses import dataclass, field

from eoc_sim.referee.bundles import Bundle
from eoc_sim.referee.eoc.effects import Clause


@dataclass
class Card:
    """A row of the cards sheet."""

    number: str
    name: str
    type: str  # culture, personnel, fundraising
    region: str  # of a Fundraising card, else ""
    copies: int
    cost: Bundle
    stars: int
    usage: str
    clauses: list[Clause]


@dataclass
class Coach:
    """One side of a coach sheet."""

    number: str
    sheet: int
    clauses: list[Clause]


@dataclass
class Spot:
    """A recruit on the map, or signed."""

    name: str  # "STATE/slot"
    state: str
    regions: list[str]  # one, or two in a border state
    base: int  # the printed value of the token
    cost: Bundle
    position: str
    signed_by: int | None = None  # seat; Bubba is seat 1
    value: int = 0  # CAR-9, at signing


@dataclass
class Source:
    """A source of effects: the coach or a card in play."""

    number: str
    clauses: list[Clause]
    card: Card | None  # None for the coach
    uses: int = 0  # once-a-month uses in this turn

    def is_fundraising(self) -> bool:
        """Check if its use counts as using a Fundraising card (CAR-4)."""
        return self.card is not None and self.card.type == "fundraising"


@dataclass
class Player:
    """One player: mat, calendar, stash, bus, packages, score."""

    seat: int
    region: str
    bucks: int
    node: str
    board: list[str] | None
    coach: Source | None = None
    score: int = 0
    hand: list[str] = field(default_factory=list)
    stash: list[str] = field(default_factory=list)
    mat: Bundle = field(default_factory=dict)
    calendar_ec: dict[int, Bundle] = field(default_factory=dict)
    calendar_cards: dict[int, str] = field(default_factory=dict)
    in_play: list[Source] = field(default_factory=list)
    packages: dict[str, Bundle] = field(default_factory=dict)
    recruits: list[Spot] = field(default_factory=list)
    bets: dict[tuple[str, int], int] = field(default_factory=dict)
    crapped_out: bool = False
    used_fundraising: bool = False
    parts: dict[str, int] = field(default_factory=dict)
    # This turn (ACT-10 clears them).
    turn_over: bool = False
    marketed: bool = False
    action_uses: dict[str, int] = field(default_factory=dict)  # moves, free_bets, free_runners
    action_gains: dict[str, int] = field(default_factory=dict)  # further uses, from effects

    def sources(self) -> list[Source]:
        """CAR-8: list the coach, then cards in order of coming into play."""
        return ([self.coach] if self.coach else []) + self.in_play


@dataclass
class Bubba:
    """The Bubba Bot of the solo game (SOLO)."""

    card_stars: int = 0
    recruits: list[Spot] = field(default_factory=list)
    used_states: set[str] = field(default_factory=set)
