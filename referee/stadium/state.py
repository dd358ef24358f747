"""The pieces on the table: action spaces, places of the stadium, cards, owners, VPs."""

from __future__ import annotations

from dataclasses import dataclass, field

from eoc_sim.referee.bundles import Bundle, clean, holds, minus, plus
from eoc_sim.referee.stadium.effects import Clause
from eoc_sim.referee.stadium.tables import BARE, STACK, STATES


@dataclass
class Space:
    """An action space: its row of the sheet, the VPs on it, and its bonus tokens."""

    number: int
    arrow: bool
    bonuses: list[str]
    loss: str
    clauses: list[Clause]
    steps: int = BARE  # that BON-8 has taken
    placed: list[PlacedVP] = field(default_factory=list)

    @property
    def state(self) -> str:
        """Bare, single, double or stack."""
        return STATES[min(self.steps, STACK)]


@dataclass
class PlacedVP:
    """A VP on a bonus space."""

    owner: Owner
    bonus: int  # the number of its bonus space, from 1
    first_choice: bool = False  # BON-6


@dataclass(frozen=True)
class Place:
    """A building or a square of the field."""

    number: str
    level: int  # 0 for a square
    category: str  # of a square, else ""
    wins: int  # that a square needs
    cost: Bundle
    points: int
    clauses: list[Clause]

    @property
    def is_square(self) -> bool:
        """Whether it lies on the field."""
        return self.level == 0

    @property
    def is_on_bottom_level(self) -> bool:
        """The field and the buildings of level 1."""
        return self.level in (0, 1)


@dataclass(frozen=True)
class Card:
    """A row of the sheet of players or of employees."""

    number: str
    copies: int
    price: int  # signing bonus, or cost
    salary: int
    points: int
    clauses: list[Clause]


@dataclass
class Owner:
    """One owner: tokens, blocks, VPs, cards."""

    seat: int
    tokens: Bundle
    blocks: int  # left
    vps: int  # owned
    away: int = 0  # VPs on vacation in this round
    bought: int = 0  # VPs bought in this round
    to_place: int = 0  # VPs not yet placed in this round
    places: list[str] = field(default_factory=list)  # in the order of placing
    players: list[str] = field(default_factory=list)
    employees: list[str] = field(default_factory=list)  # hired
    face_down: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)  # BON-5: employees that worked in this round
    point_tokens: int = 0  # points in them
    bonus_tiles: int = 0  # points in them

    def has(self, kind: str) -> int:
        """How many tokens of a kind there are."""
        return self.tokens.get(kind, 0)

    def can_pay(self, cost: Bundle) -> bool:
        """Whether the tokens are there."""
        return holds(self.tokens, cost)

    def pay(self, cost: Bundle) -> None:
        """Tokens go; the caller has seen to it that they are there."""
        assert self.can_pay(cost)
        self.tokens = minus(self.tokens, cost)

    def gain(self, tokens: Bundle) -> None:
        """Tokens come."""
        self.tokens = plus(self.tokens, tokens)

    def pay_money(self, amount: int) -> None:
        """Money goes."""
        self.pay(clean({"money": amount}))

    def gain_money(self, amount: int) -> None:
        """Money comes."""
        self.gain(clean({"money": amount}))
