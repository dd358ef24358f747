"""Read and check the TOML files of the map and the stashes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eoc.component_rows import CARDS, Card
from eoc_sim.simulator.eoc.effect_language import REGION_NAMES
from eoc_sim.simulator.kernel.checked_rows import SOURCES
from eoc_sim.simulator.kernel.toml_values import check_table, shown_value, whole_number, word_of

HOME_REGIONS = (0, 2, 3, 4)
"""The regions that players come from: Northwest, Texas, Midwest, South."""

MAX_NODES = 72
MAX_NEIGHBOURS = 8


@dataclass(frozen=True)
class State:
    """A state of the map (SET-2).

    A state of one region has a value; a border state does not.
    """

    name: str
    regions: tuple[int, ...]
    value: int | None
    source: str


@dataclass(frozen=True)
class Node:
    """A place on the map: a state, circle (``path``) or headquarters (``hq``)."""

    name: str
    kind: str
    x: float
    y: float
    region: int = -1


@dataclass(frozen=True)
class Map:
    """The map: its states, nodes and trails.

    The states are sorted by name. The nodes are the states, then circles, then headquarters.
    """

    states: tuple[State, ...]
    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]
    border_values: tuple[int, ...]
    sources: Mapping[str, str]

    def steps(self, start: str) -> dict[str, int]:
        """Count the steps from a place to every reachable place.

        No step enters an HQ.
        """
        neighbours: dict[str, list[str]] = {node.name: [] for node in self.nodes}
        for place, neighbour in self.edges:
            neighbours[place].append(neighbour)
            neighbours[neighbour].append(place)
        headquarters = {node.name for node in self.nodes if node.kind == "hq"}
        steps = {start: 0}
        queue = [start]
        for node in queue:
            for adjacent in neighbours[node]:
                if adjacent not in steps and adjacent not in headquarters:
                    steps[adjacent] = steps[node] + 1
                    queue.append(adjacent)
        return steps


def _entries(chart: Mapping[str, Any], name: str, key: str) -> list[Any]:
    entries = chart[key]
    if not isinstance(entries, list) or not entries:
        raise InputError(f"{name}: {key} should be a list of tables, [[{key}]].")
    return entries


def _place_name(value: Any, location: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{location}: a name is needed, not {shown_value(value)}.")
    name = " ".join(value.split())
    if "/" in name or len(name) > 40 or not name.isprintable():
        raise InputError(
            f"{location}: {shown_value(value)} is not a valid name: a name has up "
            "to 40 printable characters and no slash."
        )
    return name


def _coordinate(value: Any, location: str, high: int) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(
            f"{location}: a number from 0 to {high} is needed, not {shown_value(value)}."
        )
    if not math.isfinite(value) or not 0 <= value <= high:
        raise InputError(
            f"{location}: a number from 0 to {high} is needed, not {shown_value(value)}."
        )
    return float(value)


def _node(entry: Mapping[str, Any], location: str, name: str, kind: str, region: int = -1) -> Node:
    x = _coordinate(entry["x"], f"{location}, x", 100)
    y = _coordinate(entry["y"], f"{location}, y", 60)
    return Node(name, kind, x, y, region)


_MAP_SOURCES = ("border_values", "circles", "headquarters", "trails")


def read_map(name: str, chart: Mapping[str, Any]) -> Map:
    """Read the map from the contents of its file."""
    check_table(
        chart,
        name,
        ("border_values", "sources", "states", "circles", "headquarters", "trails"),
    )
    states: list[State] = []
    nodes: list[Node] = []
    for position, entry in enumerate(_entries(chart, name, "states"), start=1):
        state, node = _state(entry, f"{name}, state {position}")
        states.append(state)
        nodes.append(node)
    for position, entry in enumerate(_entries(chart, name, "circles"), start=1):
        location = f"{name}, circle {position}"
        check_table(entry, location, ("name", "x", "y"))
        nodes.append(
            _node(entry, location, _place_name(entry["name"], f"{location}, name"), "path")
        )
    for position, entry in enumerate(_entries(chart, name, "headquarters"), start=1):
        location = f"{name}, headquarters {position}"
        check_table(entry, location, ("region", "x", "y"))
        homes = [REGION_NAMES[region] for region in HOME_REGIONS]
        home = word_of(entry["region"], f"{location}, region", homes)
        nodes.append(_node(entry, location, f"{home} HQ", "hq", REGION_NAMES.index(home)))
    _check_places(name, states, nodes)
    sources = check_table(chart["sources"], f"{name}, sources", _MAP_SOURCES)
    order = {"state": 0, "path": 1, "hq": 2}
    board = Map(
        states=tuple(sorted(states, key=lambda state: state.name)),
        nodes=tuple(sorted(nodes, key=lambda n: (order[n.kind], n.region, n.name))),
        edges=_trails(chart["trails"], name, nodes),
        border_values=_border_values(chart["border_values"], name),
        sources={
            key: word_of(sources[key], f"{name}, sources, {key}", SOURCES) for key in _MAP_SOURCES
        },
    )
    _check_trails(name, board)
    return board


def _state(entry: Any, location: str) -> tuple[State, Node]:
    check_table(entry, location, ("name", "regions", "x", "y", "source"), ("value",))
    name = _place_name(entry["name"], f"{location}, name")
    location = f"{location} ({name})"
    if not isinstance(entry["regions"], list) or len(entry["regions"]) not in (1, 2):
        raise InputError(
            f"{location}, regions: a list of one or two regions is needed, not "
            f"{shown_value(entry['regions'])}."
        )
    regions = tuple(
        REGION_NAMES.index(word_of(region, f"{location}, regions", REGION_NAMES))
        for region in entry["regions"]
    )
    value = None
    if len(regions) == 1:
        if "value" not in entry:
            raise InputError(f"{location}: a state of one region needs a value from 2 to 5.")
        value = whole_number(entry["value"], f"{location}, value", 2, 5)
    else:
        if regions[0] == regions[1]:
            raise InputError(
                f"{location}, regions: a border state lies between two different regions."
            )
        if "value" in entry:
            raise InputError(
                f"{location}, value: a border state has no value of its own; border_values lists "
                "the values of all border tokens."
            )
    source = word_of(entry["source"], f"{location}, source", SOURCES)
    # Costs and credit do not depend on which of a border state's regions is named first.
    state = State(name, tuple(sorted(regions)), value, source)
    return state, _node(entry, location, name, "state")


def _check_places(name: str, states: Sequence[State], nodes: Sequence[Node]) -> None:
    names_seen: dict[str, str] = {}
    for node in nodes:
        if node.name.lower() in names_seen:
            raise InputError(f'{name}: two places are named "{node.name}".')
        names_seen[node.name.lower()] = node.name
    if len(nodes) > MAX_NODES:
        raise InputError(f"{name} has {len(nodes)} places; the maximum is {MAX_NODES}.")
    singles = [state for state in states if len(state.regions) == 1]
    borders = len(states) - len(singles)
    recruits = len(singles) + 2 * borders
    if len(singles) != 24 or borders != 8:
        raise InputError(
            f"{name} has {recruits} recruits in {len(singles)} states of one region and {borders} "
            "border states; 40 recruits are needed, in 24 states of one region and 8 border states."
        )
    for region, region_name in enumerate(REGION_NAMES):
        values = sorted(state.value or 0 for state in singles if state.regions == (region,))
        if values != [2, 3, 4, 5]:
            finding = (
                f"the states that lie only in {region_name} have the values "
                f"{', '.join(map(str, values))}"
                if values
                else f"no state lies only in {region_name}"
            )
            raise InputError(
                f"{name}: {finding}; four such states are needed, with the values 2, 3, 4 and 5."
            )
    homes = sorted(node.region for node in nodes if node.kind == "hq")
    if homes != list(HOME_REGIONS):
        raise InputError(
            f"{name} has headquarters for {', '.join(REGION_NAMES[home] for home in homes)}; one "
            f"each for {', '.join(REGION_NAMES[home] for home in HOME_REGIONS)} is needed."
        )


def _border_values(values: Any, name: str) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) != 16:
        raise InputError(
            f"{name}, border_values: a list of 16 values is needed, not {shown_value(values)}."
        )
    return tuple(
        sorted(
            whole_number(value, f"{name}, border_values, entry {position}", 1, 5)
            for position, value in enumerate(values, start=1)
        )
    )


def _trails(trails: Any, name: str, nodes: Sequence[Node]) -> tuple[tuple[str, str], ...]:
    check_table(trails, f"{name}, trails", ("steps",))
    by_name = {node.name: node for node in nodes}
    if not isinstance(trails["steps"], list):
        raise InputError(f"{name}, trails: steps should be a list of pairs of places.")
    edges: list[tuple[str, str]] = []
    for position, pair in enumerate(trails["steps"], start=1):
        location = f"{name}, trails, step {position}"
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(isinstance(end, str) for end in pair)
        ):
            raise InputError(f"{location}: a pair of places is needed, not {shown_value(pair)}.")
        first, second = (" ".join(end.split()) for end in pair)
        for end in (first, second):
            if end not in by_name:
                raise InputError(
                    f'{location}: there is no place "{end}" on the map.{nearest(end, by_name)}'
                )
        if first == second:
            raise InputError(f'{location}: the step leads from "{first}" to itself.')
        if by_name[first].kind == by_name[second].kind == "hq":
            raise InputError(f"{location}: no step may lead from one headquarters to another.")
        edge = (min(first, second), max(first, second))
        if edge in edges:
            raise InputError(
                f'{location}: the step between "{first}" and "{second}" is listed twice.'
            )
        edges.append(edge)
    return tuple(sorted(edges))


def _check_trails(name: str, board: Map) -> None:
    """Refuse an unreachable place, or a place with too many neighbours."""
    for node in board.nodes:
        degree = sum(node.name in edge for edge in board.edges)
        if degree > MAX_NEIGHBOURS:
            raise InputError(
                f'{name}: "{node.name}" has {degree} neighbours; the maximum is {MAX_NEIGHBOURS}.'
            )
    places = [node.name for node in board.nodes if node.kind != "hq"]
    starts = [node.name for node in board.nodes if node.kind == "hq"]
    for start in [*starts, places[0]]:
        steps = board.steps(start)
        for place in places:
            if place not in steps:
                raise InputError(
                    f'{name}: there is no route from "{start}" to "{place}" (a bus never enters a '
                    "headquarters)."
                )


def map_dict(board: Map) -> dict[str, Any]:
    """Return the map as the contents of its file."""
    nodes = {node.name: node for node in board.nodes}
    states = []
    for state in board.states:
        entry: dict[str, Any] = {
            "name": state.name,
            "regions": [REGION_NAMES[region] for region in state.regions],
        }
        if state.value is not None:
            entry["value"] = state.value
        node = nodes[state.name]
        states.append({**entry, "x": node.x, "y": node.y, "source": state.source})
    return {
        "border_values": list(board.border_values),
        "sources": dict(board.sources),
        "states": states,
        "circles": [{"name": n.name, "x": n.x, "y": n.y} for n in board.nodes if n.kind == "path"],
        "headquarters": [
            {"region": REGION_NAMES[n.region], "x": n.x, "y": n.y}
            for n in board.nodes
            if n.kind == "hq"
        ],
        "trails": {"steps": [list(edge) for edge in board.edges]},
    }


def read_stashes(
    name: str, file: Mapping[str, Any], cards: Sequence[Card]
) -> tuple[str, dict[int, tuple[str, ...]]]:
    """Read the stashes' source and four card numbers per home region."""
    check_table(file, name, ("source", "stashes"))
    source = word_of(file["source"], f"{name}, source", SOURCES)
    homes = [REGION_NAMES[region] for region in HOME_REGIONS]
    listed_by_home = check_table(file["stashes"], f"{name}, stashes", homes)
    numbers = [card.number for card in cards]
    stashes: dict[int, tuple[str, ...]] = {}
    owner: dict[str, str] = {}
    for region, home in zip(HOME_REGIONS, homes, strict=True):
        location = f"{name}, stashes, {home}"
        entries = listed_by_home[home]
        if (
            not isinstance(entries, list)
            or len(entries) != 4
            or not all(isinstance(number, str) for number in entries)
        ):
            raise InputError(
                f"{location}: a list of 4 card numbers is needed, not {shown_value(entries)}."
            )
        stash = tuple(CARDS.number(number) for number in entries)
        for number in stash:
            if number not in numbers:
                raise InputError(
                    f"{location}: there is no card {number} in the cards sheet; to take a card of "
                    "a starter stash out of the deck, keep its row with 0 copies."
                    f"{nearest(number, numbers)}"
                )
            if number in owner:
                raise InputError(
                    f"{location}: card {number} is already in the stash of {owner[number]}."
                )
            owner[number] = home
        stashes[region] = stash
    return source, stashes


def stashes_dict(source: str, stashes: Mapping[int, Sequence[str]]) -> dict[str, Any]:
    """Return the starter stashes as the contents of their file."""
    return {
        "source": source,
        "stashes": {REGION_NAMES[region]: list(cards) for region, cards in stashes.items()},
    }
