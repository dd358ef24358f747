"""A summary of Stadium's components in numbers, with their oddities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from eoc_sim.simulator.runs.component_output import (
    PrintedCells,
    Provenance,
    count_cells,
    count_sources,
)
from eoc_sim.simulator.stadium.component_rows import SHEETS_BY_NAME, Building, Card, Place
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
"""The kinds of token in a building's price."""


@dataclass(frozen=True)
class Group:
    """The places of one board level or one field category."""

    name: str
    places: int
    points: tuple[int, int]
    """The fewest and the most points of a place."""
    prices: tuple[int, int]
    """The lowest and highest price: wins for squares, all tokens for buildings."""


@dataclass(frozen=True)
class Deck:
    """Means per card and total gains of a deck, counting copies."""

    name: str
    cards: int
    price: float
    """The mean signing bonus of players, or the mean cost of employees."""
    salary: float
    points: float
    gains: dict[str, int]
    """The free gains of all cards together, by kind.

    Each player counts for one game time, and each employee for one use.
    """


def sum_cost(building: Building) -> int:
    """Add up all tokens that a building costs."""
    return sum(getattr(building, price) for price in PRICES)


def groups(components: Components) -> list[Group]:
    """List the categories of the field, then the levels of the board."""
    result = []
    for index, category in enumerate(CATEGORIES):
        squares = [
            square for square in components.field if square.category == index and not square.absent
        ]
        result.append(_group(category, squares, lambda place: place.wins))
    for level in range(1, LEVELS + 1):
        buildings = [
            building
            for building in components.buildings
            if building.level == level and not building.absent
        ]
        result.append(_group(f"level {level}", buildings, sum_cost))
    return result


def _group(name: str, places: Sequence[Place], price: Callable[..., int]) -> Group:
    points = sorted(place.victory_points for place in places)
    prices = sorted(map(price, places))
    return Group(name, len(places), (points[0], points[-1]), (prices[0], prices[-1]))


def decks(components: Components) -> list[Deck]:
    """Summarise the players and the employees."""
    return [
        _deck("players", components.players, FOOTBALL, "signing"),
        _deck("employees", components.employees, STAR, "cost"),
    ]


def _deck(name: str, cards: Sequence[Card], moment: int, price: str) -> Deck:
    number = sum(card.copies for card in cards)

    def mean(column: str) -> float:
        total = sum(getattr(card, column) * card.copies for card in cards)
        return float(total / number) if number else 0.0

    gains = {
        gain: sum(
            clause.amount * card.copies
            for card in cards
            for clause in card.clauses
            if clause.when == moment and clause.gain == index and clause.pay_kind < 0
        )
        for index, gain in enumerate(GAINS)
    }
    return Deck(name, number, mean(price), mean("salary"), mean("victory_points"), gains)


def bonus_counts(components: Components) -> dict[str, int]:
    """Count the bonus spaces of each kind."""
    return {
        name: sum(space.bonuses.count(index) for space in components.spaces)
        for index, name in enumerate(BONUSES)
    }


def provenance(components: Components) -> list[Provenance]:
    """Count the printed and reconstructed components of each kind."""
    entries = {
        sheet.plural_noun or name: [component.source for component in components.sheet(name)]
        for name, sheet in SHEETS_BY_NAME.items()
    }
    return count_sources(
        {
            **entries,
            "values of the board": list(components.board.sources.values()),
        }
    )


def printed_cells(components: Components) -> list[PrintedCells]:
    """Count the printed cells in each column of the sheets."""
    return count_cells(
        (sheet.plural_noun or name, sheet.columns, components.sheet(name))
        for name, sheet in SHEETS_BY_NAME.items()
    )


def remarks(components: Components) -> list[str]:
    """Describe oddities of the components, one sentence each."""
    sentences = []
    for space in components.spaces:
        if not space.bonuses:
            sentences.append(f"No VP can ever be placed on {space.name}: it has no bonus space.")
    if not any(CARD_BONUS in space.bonuses for space in components.spaces):
        sentences.append("No bonus space shows a card, so few cards, or none, come into play.")
    for deck in decks(components):
        if not deck.cards:
            sentences.append(f"The deck of {deck.name} is empty.")
    for card in (*components.players, *components.employees):
        if card.copies and not card.clauses and not card.victory_points:
            sentences.append(f"{card.number} {card.name} has neither an effect nor points.")
    return [*sentences, *list_dominated(components)]


def list_dominated(components: Components) -> list[str]:
    """List the places that are no better than another of their kind.

    Such a place asks for no less and gives no more than another of its category or level.
    """
    squares = [square for square in components.field if not square.absent]
    buildings = [building for building in components.buildings if not building.absent]
    return [
        *_dominated_places(squares, lambda place: place.category, ("wins", "equipment")),
        *_dominated_places(buildings, lambda place: place.level, PRICES),
    ]


def _dominated_places(
    places: Sequence[Place], group: Callable[..., int], prices: Iterable[str]
) -> list[str]:
    sentences = []
    for index, place in enumerate(places):
        for other_index, other in enumerate(places):
            if other is place or group(other) != group(place):
                continue
            if not _no_better(place, other, prices):
                continue
            if not _no_better(other, place, prices):
                sentences.append(
                    f"{place.number} {place.name} asks for no less and gives no more than "
                    f"{other.number} {other.name}."
                )
                break
            if index < other_index:
                sentences.append(
                    f"{place.number} {place.name} and {other.number} {other.name} ask for "
                    "the same and give the same."
                )
    return sentences


def _no_better(first: Place, second: Place, prices: Iterable[str]) -> bool:
    """Check if the first asks for no less and gives no more."""
    if any(getattr(first, price) < getattr(second, price) for price in prices):
        return False
    if first.victory_points > second.victory_points:
        return False
    gains, other_gains = _free_gains(first.clauses), _free_gains(second.clauses)
    # Clauses with different costs cannot be compared, so the second must have each such clause at
    # least as often as the first. It may also have others, because an owner may decline a clause
    # with a cost (EFF-2).
    costly = Counter(clause for clause in first.clauses if clause.pay_kind >= 0)
    return costly <= Counter(second.clauses) and all(
        amount <= other_gains.get(gain, 0) for gain, amount in gains.items()
    )


def _free_gains(clauses: Iterable[Clause]) -> dict[tuple[int, int], int]:
    """Add up the gains of free clauses, by moment and gain."""
    gains: dict[tuple[int, int], int] = {}
    for clause in clauses:
        if clause.pay_kind < 0:
            key = clause.when, clause.gain
            gains[key] = gains.get(key, 0) + clause.amount
    return gains
