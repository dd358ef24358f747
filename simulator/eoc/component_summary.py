"""A summary of components in numbers: counts, means, distances, provenance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from eoc_sim.simulator.eoc.component_map import HOME_REGIONS
from eoc_sim.simulator.eoc.component_rows import CARDS, COACHES, SHEETS, Card
from eoc_sim.simulator.eoc.components import Components
from eoc_sim.simulator.eoc.effect_language import (
    COLOUR_NAMES,
    POSITION_NAMES,
    REGION_NAMES,
    TYPE_NAMES,
)
from eoc_sim.simulator.runs.component_output import (
    PrintedCells,
    Provenance,
    count_cells,
    count_sources,
)

EXPECTED_MEAN_STARS = (2.3, 2.9)
"""The range of mean stars per card that the solo opponent assumes (SOLO-5).

Within this range, the opponent scores as the rulebook expects.
"""


@dataclass(frozen=True)
class Group:
    """The cards of one kind in the deck, counting all copies."""

    name: str
    cards: int
    mean_cost: float
    mean_stars: float


@dataclass(frozen=True)
class Home:
    """Distances on the map from one headquarters."""

    region: str
    singles: tuple[tuple[int, str, int], ...]
    """(token value, state, steps) of the region's own states, by value."""
    borders: tuple[tuple[str, int], ...]
    """(state, steps) of the border states that touch the region."""
    mean_all: float
    """Mean steps to all 32 states."""

    @property
    def mean_singles(self) -> float:
        """Mean steps to the region's own states."""
        return mean(steps for _, _, steps in self.singles)

    @property
    def mean_borders(self) -> float:
        """Mean steps to the border states that touch the region."""
        return mean(steps for _, steps in self.borders)


def mean(numbers: Iterable[float]) -> float:
    """Return the mean, or 0 if there are no numbers."""
    entries = list(numbers)
    return sum(entries) / len(entries) if entries else 0.0


def groups(
    components: Components, key: Callable[[Card], str], order: Sequence[str] = ()
) -> list[Group]:
    """Group the deck by the name that ``key`` gives a card.

    The names in ``order`` come first.
    """
    parts: dict[str, list[Card]] = {}
    for card in components.cards:
        parts.setdefault(key(card), []).extend([card] * card.copies)
    return [
        Group(
            name,
            len(cards),
            mean(sum(card.cost) for card in cards),
            mean(card.stars for card in cards),
        )
        for name, cards in sorted(
            parts.items(),
            key=lambda part: (order.index(part[0]) if part[0] in order else len(order), part[0]),
        )
        if cards
    ]


def deck(components: Components) -> Group:
    """Summarise the entire deck."""
    deck_groups = groups(components, lambda card: "deck")
    return deck_groups[0] if deck_groups else Group("deck", 0, 0.0, 0.0)


def colour_costs(components: Components) -> dict[str, list[int]]:
    """Sum the cost of each type's cards by colour."""
    totals = {name: [0] * len(COLOUR_NAMES) for name in TYPE_NAMES}
    for card in components.cards:
        for colour, amount in enumerate(card.cost):
            totals[TYPE_NAMES[card.type]][colour] += amount * card.copies
    return totals


def homes(components: Components) -> list[Home]:
    """Describe the four home regions, with distances from their headquarters."""
    regions = []
    for region in HOME_REGIONS:
        steps = components.map.steps(f"{REGION_NAMES[region]} HQ")
        home_states = [state for state in components.map.states if region in state.regions]
        regions.append(
            Home(
                region=REGION_NAMES[region],
                singles=tuple(
                    sorted(
                        (state.value, state.name, steps[state.name])
                        for state in home_states
                        if state.value is not None
                    )
                ),
                borders=tuple(
                    (state.name, steps[state.name]) for state in home_states if state.value is None
                ),
                mean_all=mean(steps[state.name] for state in components.map.states),
            )
        )
    return regions


def board_counts(components: Components) -> dict[str, tuple[int, int]]:
    """Count the boards and the Top 3s that have each position."""
    return {
        name: (
            sum(position in board.positions for board in components.boards),
            sum(position in board.positions[:3] for board in components.boards),
        )
        for position, name in enumerate(POSITION_NAMES)
    }


def provenance(components: Components) -> list[Provenance]:
    """Count printed and reconstructed components of every kind."""
    chart = components.map
    entries = {
        **{
            sheet.plural_noun or name: [component.source for component in components.sheet(name)]
            for name, sheet in SHEETS.items()
        },
        "starter stashes": [components.stash_source] * len(components.stashes),
        "states": [state.source for state in chart.states],
        "border tokens": [chart.sources["border_values"]] * len(chart.border_values),
        "circles of the map": [chart.sources["circles"]]
        * sum(node.kind == "path" for node in chart.nodes),
        "headquarters": [chart.sources["headquarters"]]
        * sum(node.kind == "hq" for node in chart.nodes),
        "trails": [chart.sources["trails"]] * len(chart.edges),
    }
    return count_sources(entries)


def printed_cells(components: Components) -> list[PrintedCells]:
    """Count the printed cells in each column of cards and Head Coaches."""
    return count_cells(
        (sheet.plural_noun or sheet.name, sheet.columns, components.sheet(sheet.name))
        for sheet in (CARDS, COACHES)
    )


def remarks(components: Components) -> list[str]:
    """Describe allowed departures from the published game, one sentence each."""
    sentences = []
    deck_group = deck(components)
    low, high = EXPECTED_MEAN_STARS
    if deck_group.cards != 120:
        sentences.append(f"The deck has {deck_group.cards} cards; the printed one has 120.")
    if not low <= deck_group.mean_stars <= high:
        sentences.append(
            f"The deck's mean of {deck_group.mean_stars:.2f} stars is outside {low} to {high}, the "
            "range in which the solo opponent scores about as the rulebook expects."
        )
    if any(counts != (5, 3) for counts in board_counts(components).values()):
        sentences.append("Not every position is on 5 Recruiting Boards and in 3 Top 3s.")
    for home in homes(components):
        value, state, steps = home.singles[0]
        if steps not in (3, 4):
            sentences.append(
                f"{state}, the {home.region} state of value {value}, is {steps} steps from that "
                "region's headquarters; the rulebook says 3 or 4."
            )
    sentences += [
        f"{card.number} {card.name} has no effect."
        for card in components.cards
        if card.copies and not card.clauses
    ]
    stash_cards = {number for numbers in components.stashes.values() for number in numbers}
    sentences += [
        f"{card.number} {card.name} is in a starter stash, but not in the deck."
        for card in components.cards
        if card.number in stash_cards and not card.copies
    ]
    return sentences
