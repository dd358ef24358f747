"""What a set of Stadium's components looks like in numbers, and what is odd about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from eoc_sim.simulator.runs.component_telling import (
    PrintedCells,
    Provenance,
    counted_cells,
    counted_sources,
)
from eoc_sim.simulator.stadium.component_rows import KINDS, Building, Card, Place
from eoc_sim.simulator.stadium.components import Components
from eoc_sim.simulator.stadium.effect_language import Clause
from eoc_sim.simulator.stadium.names import (
    BONUSES,
    CARD_BONUS,
    CATEGORIES,
    FOOTBALL,
    GAINS,
    LEVELS,
    STAR,
)

PRICES = ("construction", "money", "equipment", "entertainment")
"""What a building may cost."""


@dataclass(frozen=True)
class Group:
    """The places of one level of the board, or of one category of the field."""

    name: str
    places: int
    points: tuple[int, int]
    """The fewest and the most."""
    asks: tuple[int, int]
    """Of squares the wins, of buildings all tokens paid: the fewest and the most."""


@dataclass(frozen=True)
class Deck:
    """A deck, all copies: means of a card, and what all cards give at their moment together."""

    name: str
    cards: int
    price: float
    """The mean signing bonus, or cost."""
    salary: float
    points: float
    gains: dict[str, int]
    """By token, or cards: what free clauses of all cards give, of players at game time, of
    employees when each is used once."""


def tokens_paid(building: Building) -> int:
    """All tokens that a building costs."""
    return sum(getattr(building, price) for price in PRICES)


def groups(components: Components) -> list[Group]:
    """The categories of the field, then the levels of the board."""
    found = []
    for place, category in enumerate(CATEGORIES):
        squares = [one for one in components.field if one.category == place and not one.absent]
        found.append(_group(category, squares, lambda one: one.wins))
    for level in range(1, LEVELS + 1):
        buildings = [one for one in components.buildings if one.level == level and not one.absent]
        found.append(_group(f"level {level}", buildings, tokens_paid))
    return found


def _group(name: str, places: Sequence[Place], asks: Callable[..., int]) -> Group:
    points = sorted(one.victory_points for one in places)
    asked = sorted(map(asks, places))
    return Group(name, len(places), (points[0], points[-1]), (asked[0], asked[-1]))


def decks(components: Components) -> list[Deck]:
    """The players and the employees."""
    return [
        _deck("players", components.players, FOOTBALL, "signing"),
        _deck("employees", components.employees, STAR, "cost"),
    ]


def _deck(name: str, cards: Sequence[Card], moment: int, price: str) -> Deck:
    number = sum(card.copies for card in cards)

    def mean(column: str) -> float:
        whole = sum(getattr(card, column) * card.copies for card in cards)
        return float(whole / number) if number else 0.0

    gains = {
        gain: sum(
            clause.amount * card.copies
            for card in cards
            for clause in card.clauses
            if clause.when == moment and clause.gain == place and clause.pay_kind < 0
        )
        for place, gain in enumerate(GAINS)
    }
    return Deck(name, number, mean(price), mean("salary"), mean("victory_points"), gains)


def bonus_counts(components: Components) -> dict[str, int]:
    """How many bonus spaces show each kind of bonus."""
    return {
        name: sum(space.bonuses.count(place) for space in components.spaces)
        for place, name in enumerate(BONUSES)
    }


def provenance(components: Components) -> list[Provenance]:
    """How much of every kind of component is printed, and how much reconstructed."""
    listed = {
        kind.rows_are or name: [one.source for one in components.sheet(name)]
        for name, kind in KINDS.items()
    }
    return counted_sources(
        {
            **listed,
            "values of the board": list(components.board.sources.values()),
        }
    )


def printed_cells(components: Components) -> list[PrintedCells]:
    """How many cells of each column of the sheets are printed."""
    return counted_cells(
        (kind.rows_are or name, kind.columns, components.sheet(name))
        for name, kind in KINDS.items()
    )


def remarks(components: Components) -> list[str]:
    """What is allowed and yet odd, a sentence each."""
    found = []
    for space in components.spaces:
        if not space.bonuses:
            found.append(f"Nobody can ever stand on {space.name}: it has no bonus space.")
    if not any(CARD_BONUS in space.bonuses for space in components.spaces):
        found.append("No bonus space shows a card, so that few cards, or none, come into play.")
    for deck in decks(components):
        if not deck.cards:
            found.append(f"There are no {deck.name} in their deck.")
    for card in (*components.players, *components.employees):
        if card.copies and not card.clauses and not card.victory_points:
            found.append(f"{card.number} {card.name} has neither effect nor points.")
    return [*found, *dominated(components)]


def dominated(components: Components) -> list[str]:
    """Places that ask for no less and give no more than another of their category or level."""
    squares = [one for one in components.field if not one.absent]
    buildings = [one for one in components.buildings if not one.absent]
    return [
        *_dominated(squares, lambda one: one.category, ("wins", "equipment")),
        *_dominated(buildings, lambda one: one.level, PRICES),
    ]


def _dominated(
    places: Sequence[Place], group: Callable[..., int], prices: Iterable[str]
) -> list[str]:
    found = []
    for place, one in enumerate(places):
        for other_place, other in enumerate(places):
            if other is one or group(other) != group(one):
                continue
            if not _no_better(one, other, prices):
                continue
            if not _no_better(other, one, prices):
                found.append(
                    f"{one.number} {one.name} asks for no less and gives no more than "
                    f"{other.number} {other.name}."
                )
                break
            if place < other_place:
                found.append(
                    f"{one.number} {one.name} and {other.number} {other.name} ask for and give "
                    "the same."
                )
    return found


def _no_better(one: Place, other: Place, prices: Iterable[str]) -> bool:
    """Whether one place asks for no less and gives no more than the other."""
    if any(getattr(one, price) < getattr(other, price) for price in prices):
        return False
    if one.victory_points > other.victory_points:
        return False
    gives, others = _free_gains(one.clauses), _free_gains(other.clauses)
    # What has a price may be worth having or not: only the very same can be compared.
    costly = {clause for clause in one.clauses if clause.pay_kind >= 0}
    return costly <= set(other.clauses) and all(
        amount <= others.get(gain, 0) for gain, amount in gives.items()
    )


def _free_gains(clauses: Iterable[Clause]) -> dict[tuple[int, int], int]:
    """What clauses without a cost give, by moment and gain."""
    gains: dict[tuple[int, int], int] = {}
    for clause in clauses:
        if clause.pay_kind < 0:
            key = clause.when, clause.gain
            gains[key] = gains.get(key, 0) + clause.amount
    return gains
