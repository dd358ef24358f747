"""Fill in the constant facts of table and box: rules, components, map.

They are written once per arm; no game changes them.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import Any

import numpy as np

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.component_rows import CARDS, Card, Coach
from eoc_sim.simulator.eoc.components import Components, card_item, slot_owners, spots
from eoc_sim.simulator.eoc.effect_codes import WHEN_MONTH
from eoc_sim.simulator.eoc.effect_language import Clause, phrase
from eoc_sim.simulator.eoc.rules import RuleSet
from eoc_sim.simulator.eoc.state import (
    COACH_SOURCE,
    COLOURS,
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_NEIGHBOURS,
    MAX_NODES,
    SPOTS,
    STATES,
)
from eoc_sim.simulator.kernel.records import field_of, set_field, set_words

UNREACHABLE = 99


def card_copies(components: Components) -> list[tuple[int, int]]:
    """List the card ids as (row of the cards sheet, copy).

    A row without copies appears once and is not in the deck.
    """
    copies = [
        (row, copy)
        for row, card in enumerate(components.cards)
        for copy in range(max(1, card.copies))
    ]
    if len(copies) > MAX_CARDS:
        raise InputError(
            f"The cards sheet has {len(copies)} cards, counting copies; the maximum is {MAX_CARDS}."
        )
    return copies


def write_facts(table: Any, box: Any, components: Components, rules: RuleSet) -> None:
    """Fill the fact fields of a cleared table and box."""
    for name, value in rules.encode().items():
        set_field(table, f"rule_{name}", value)
    _write_map(table, box, components)
    clauses: list[tuple[int, Clause]] = []
    _write_cards(table, box, components, clauses)
    _write_coaches(table, box, components, clauses)
    _write_clauses(table, clauses)
    boards = np.array([board.positions for board in components.boards], np.int32)
    set_field(box, "boards", len(components.boards))
    set_field(box, "board_position", boards)


def _write_cards(
    table: Any, box: Any, components: Components, clauses: list[tuple[int, Clause]]
) -> None:
    copies = card_copies(components)
    cards = [components.cards[row] for row, _copy in copies]
    set_field(table, "cards", len(cards))
    for name, values in CARDS.facts(cards).items():
        set_field(table, f"card_{name}", values)
    set_field(table, "card_price", np.array([sum(card.cost) for card in cards]))
    set_field(box, "in_deck", np.array([int(card.copies > 0) for card in cards]))
    set_field(box, "card_row", np.array([row for row, _copy in copies]))
    items = [card_item(components.cards[row].number, copy) for row, copy in copies]
    set_words(box, "card_item", items)
    _write_slots(box, [(components.cards[row].number, copy) for row, copy in copies])
    first_copy = {components.cards[row].number: n for n, (row, c) in enumerate(copies) if c == 0}
    stash = np.full((COLOURS, 4), -1, np.int32)
    for region, numbers in components.stashes.items():
        stash[region] = [first_copy[number] for number in numbers]
    set_field(box, "starter_stash", stash)
    for source, card in enumerate(cards):
        clauses.extend((source, clause) for clause in card.clauses)


def _write_slots(box: Any, cards: list[tuple[str, int]]) -> None:
    """Write the card that each slot of the deck belongs to (RND-1).

    These are the cards on the simulator's own sheet; the fields call them the slots' owners.
    ``cards`` holds the number and copy of each card id.
    """
    owners = dict.fromkeys(slot_owners())
    card_of = {card: number for number, card in enumerate(cards)}
    set_field(box, "owners", len(owners))
    set_words(box, "owner_item", [card_item(*owner) for owner in owners])
    set_field(box, "owner_card", np.array([card_of.get(owner, -1) for owner in owners]))
    set_field(box, "is_added", np.array([int(card not in owners) for card in cards]))


def _write_coaches(
    table: Any, box: Any, components: Components, clauses: list[tuple[int, Clause]]
) -> None:
    set_field(table, "coaches", len(components.coaches))
    sheets: dict[int, list[int]] = {}
    for number, coach in enumerate(components.coaches):
        sheets.setdefault(coach.sheet, []).append(number)
        clauses.extend((COACH_SOURCE + number, clause) for clause in coach.clauses)
    order = sorted(sheets)
    set_field(box, "sheets", len(order))
    set_field(box, "sheet_coach", np.array([sheets[sheet] for sheet in order]))
    set_field(
        table, "coach_sheet", np.array([order.index(coach.sheet) for coach in components.coaches])
    )


def clause_names(components: Components) -> list[str]:
    """Name each clause of a game by its source and words.

    The source is a card or coach; copies of a card have the same names. A clause whose words change
    gets a different name, so its learnt factor is not used.
    """
    return [
        f"{source.number} {phrase([clause])}"
        for source in _sources(components)
        for clause in source.clauses
    ]


def clauses_in_deck(components: Components) -> list[bool]:
    """Return for each clause whether its card is in the deck.

    The clauses are in the order of `clause_names`. Only cards in the deck can be drafted.
    """
    return [
        isinstance(source, Card) and source.copies > 0
        for source in _sources(components)
        for _clause in source.clauses
    ]


def _sources(components: Components) -> list[Card | Coach]:
    """List all sources of clauses in order: cards by copy, then coaches."""
    return [*(components.cards[row] for row, _copy in card_copies(components)), *components.coaches]


def _write_clauses(table: Any, clauses: list[tuple[int, Clause]]) -> None:
    if len(clauses) > MAX_CLAUSES:
        raise InputError(
            f"The effects of all cards and coaches have {len(clauses)} clauses; the maximum is "
            f"{MAX_CLAUSES}."
        )
    first = np.zeros(COACH_SOURCE + 16, np.int32)
    last = np.zeros_like(first)
    monthly = np.zeros_like(first)
    for number, (source, clause) in enumerate(clauses):
        if last[source] == 0:
            first[source] = number
        last[source] = number + 1
        if clause.when == WHEN_MONTH:
            monthly[source] = 1
    set_field(table, "source_first", first)
    set_field(table, "source_last", last)
    set_field(table, "card_monthly", monthly)
    columns = (
        "when",
        "pay_bucks",
        "pay_ec",
        "pay_colour",
        "gain",
        "amount",
        "detail",
        "counter",
        "counter_detail",
        "per",
        "up_to",
    )
    for column in columns:
        values = np.array([getattr(clause, column) for _source, clause in clauses], np.int32)
        set_field(table, f"clause_{column}", values)
    set_field(table, "clause_source", np.array([source for source, _ in clauses], np.int32))
    set_field(
        table,
        "clause_conditions",
        np.array([len(clause.conditions) for _, clause in clauses], np.int32),
    )
    conditions = np.zeros((len(clauses), 2), np.int32)
    details = np.zeros_like(conditions)
    for number, (_, clause) in enumerate(clauses):
        for index, (condition, detail) in enumerate(clause.conditions):
            conditions[number, index] = condition
            details[number, index] = detail
    set_field(table, "clause_condition", conditions)
    set_field(table, "clause_condition_detail", details)


def _write_map(table: Any, box: Any, components: Components) -> None:
    nodes = components.map.nodes
    number_of = {node.name: number for number, node in enumerate(nodes)}
    neighbours: list[list[int]] = [[] for _ in nodes]
    for start, end in components.map.edges:
        neighbours[number_of[start]].append(number_of[end])
        neighbours[number_of[end]].append(number_of[start])
    if len(nodes) > MAX_NODES or max(map(len, neighbours)) > MAX_NEIGHBOURS:
        raise InputError(
            f"The map has {len(nodes)} places, and one of them has "
            f"{max(map(len, neighbours))} connections; the maximum is {MAX_NODES} places with "
            f"{MAX_NEIGHBOURS} connections each."
        )
    set_field(table, "nodes", len(nodes))
    set_field(table, "neighbours", np.array([len(adjacent) for adjacent in neighbours]))
    adjacency = np.full((len(nodes), MAX_NEIGHBOURS), -1, np.int32)
    for number, adjacent in enumerate(neighbours):
        adjacency[number, : len(adjacent)] = sorted(adjacent)
    set_field(table, "neighbour", adjacency)
    hq_region = [node.region if node.kind == "hq" else -1 for node in nodes]
    set_field(table, "node_hq", np.array(hq_region))
    hq_node = np.full(COLOURS, -1, np.int32)
    for number, region in enumerate(hq_region):
        if region >= 0:
            hq_node[region] = number
    set_field(table, "hq_node", hq_node)
    adjacent_nodes = tuple(tuple(sorted(adjacent)) for adjacent in neighbours)
    set_field(table, "distance", distances(adjacent_nodes, tuple(hq_region)))
    set_field(table, "way", ways(adjacent_nodes, tuple(hq_region)))
    _write_states(table, box, components, number_of)


def _write_states(table: Any, box: Any, components: Components, number_of: dict[str, int]) -> None:
    states = components.map.states
    node_state = np.full(len(components.map.nodes), -1, np.int32)
    region = np.full((STATES, 2), -1, np.int32)
    state_spot = np.full((STATES, 2), -1, np.int32)
    spot_state = np.zeros(SPOTS, np.int32)
    spot_cost = np.zeros((SPOTS, COLOURS), np.int32)
    names = [state.name for state in states]
    for number, state in enumerate(states):
        node_state[number_of[state.name]] = number
        region[number, : len(state.regions)] = state.regions
    for number, spot in enumerate(spots(components)):
        index = names.index(spot.state)
        spot_state[number] = index
        spot_cost[number] = spot.cost
        state_spot[index, 0 if state_spot[index, 0] < 0 else 1] = number
    set_field(table, "node_state", node_state)
    state_node = np.array([number_of[name] for name in names])
    set_field(table, "state_node", state_node)
    to_states = np.asarray(field_of(table, "distance"))[: len(components.map.nodes), state_node]
    nearest = np.argsort(to_states, axis=1, kind="stable")
    set_field(table, "near_state", nearest)
    set_field(table, "near_steps", np.take_along_axis(to_states, nearest, axis=1))
    set_field(table, "state_region", region)
    set_field(table, "state_spot", state_spot)
    set_field(table, "spot_state", spot_state)
    set_field(box, "spot_cost", spot_cost)
    set_field(box, "state_value", np.array([state.value or 0 for state in states]))
    set_field(box, "border_value", np.array(components.map.border_values))


@lru_cache
def distances(neighbours: tuple[tuple[int, ...], ...], hq_region: tuple[int, ...]) -> np.ndarray:
    """Count the steps between all places; no path enters an HQ (ACT-13).

    The array is computed once per map, shared and read-only.
    """
    number = len(neighbours)
    steps = np.full((number, number), UNREACHABLE, np.int32)
    for start in range(number):
        steps[start, start] = 0
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for neighbour in neighbours[node]:
                if hq_region[neighbour] < 0 and steps[start, neighbour] == UNREACHABLE:
                    steps[start, neighbour] = steps[start, node] + 1
                    queue.append(neighbour)
    steps.flags.writeable = False
    return steps


@lru_cache
def ways(neighbours: tuple[tuple[int, ...], ...], hq_region: tuple[int, ...]) -> np.ndarray:
    """Return the first step from each place towards every other.

    It is the neighbour nearest to the destination, the first of those equally near, or -1 if there
    is no neighbour to go to. The array is read-only, like that of `distances`.
    """
    steps = distances(neighbours, hq_region)
    first = np.full_like(steps, -1)
    for node, adjacent in enumerate(neighbours):
        open_neighbours = np.array(
            [neighbour for neighbour in adjacent if hq_region[neighbour] < 0], np.int32
        )
        if len(open_neighbours) > 0:
            first[node] = open_neighbours[np.argmin(steps[open_neighbours], axis=0)]
    first.flags.writeable = False
    return first
