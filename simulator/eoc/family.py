"""The data family: plausible components around the known facts.

Draw 0 is the unchanged data. Each cell of any other draw has its own key (family seed, draw, sheet,
row, column), so a new card or column changes no other cell. Printed values stay as they are.
Members are the draws that meet the targets in family.toml. The package ships a list of them, since
checking a draw means playing games.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from eoc_sim.simulator.eoc.component_map import (
    HOME_REGIONS,
    MAX_NEIGHBOURS,
    Map,
    map_dict,
    read_map,
)
from eoc_sim.simulator.eoc.component_rows import (
    CARDS,
    COST_COLUMNS,
    MAX_EC,
    MAX_EC_OF_COLOUR,
    Board,
    Card,
    Coach,
)
from eoc_sim.simulator.eoc.components import Components, load
from eoc_sim.simulator.eoc.effect_codes import (
    COUNTER_NONE,
    GAIN_SHIFT_DIE,
    GAIN_USE_AGAIN,
    GAIN_VALUE,
)
from eoc_sim.simulator.eoc.effect_language import (
    MAX_NUMBER,
    NO_LIMIT,
    POSITION_NAMES,
    REGION_NAMES,
    TYPE_NAMES,
    Clause,
    parse,
    phrase,
)
from eoc_sim.simulator.kernel.drawn_cells import (
    DrawnCells,
    check_member,
    provenance_of_member,
    read_one_in,
    read_range,
    read_steps,
)
from eoc_sim.simulator.kernel.toml_values import check_table, whole_number
from eoc_sim.simulator.runs.components import family_file

DRAWS = "draws.csv"
"""The package's file of checked draws, which marks the members."""
FAMILY_SEED = 1
SWAPPED_TYPES = ("culture", "personnel")
_FIXED_GAINS = (GAIN_VALUE, GAIN_SHIFT_DIE, GAIN_USE_AGAIN)
"""Gains whose amount is the same in every draw."""


@dataclass(frozen=True)
class Targets:
    """The targets for members, and the numbers of games that check them.

    A range is a pair of numbers, the lowest and the highest. The 95 % interval of a mean must
    overlap its range.

    Attributes:
        bubba: the range of Bubba's mean stars in solo games against one planner.
        bubba_games: the number of solo games that check ``bubba``.
        beginners: the range of the mean stars of four beginners at one table.
        beginner_games: the number of games that check ``beginners``.
        card_games: the number of games of the usual line-up that check the cards.
        most_dead: the maximum number of dead cards, which are hardly ever played when offered.
        least_drafts: the minimum number of the ``card_games`` in which each card is drafted.
    """

    bubba: tuple[int, int]
    bubba_games: int
    beginners: tuple[int, int]
    beginner_games: int
    card_games: int
    most_dead: int
    least_drafts: int


@dataclass(frozen=True)
class Spreads:
    """Spreads of the draws around the data, from family.toml.

    The comments in that file explain each field.
    """

    star_steps: tuple[int, ...]
    price_steps: tuple[int, ...]
    colour_changes_one_in: int
    amount_changes_one_in: int
    effects: Mapping[str, tuple[tuple[Clause, ...], ...]]
    type_swaps: tuple[int, int]
    value_swaps_one_in: int
    known_values: tuple[str, ...]
    border_tokens_off_centre: tuple[int, int]
    trails_closed: tuple[int, int]
    trails_opened: tuple[int, int]
    longest_trail: int


_READERS: Mapping[str, Any] = {
    "star_steps": read_steps,
    "price_steps": read_steps,
    "colour_changes_one_in": read_one_in,
    "amount_changes_one_in": read_one_in,
    "effects": lambda value, _: {
        number: tuple(parse(effect) for effect in effects) for number, effects in value.items()
    },
    "type_swaps": lambda value, location: read_range(value, location, 48),
    "value_swaps_one_in": read_one_in,
    "known_values": lambda value, _: tuple(value),
    "border_tokens_off_centre": lambda value, where: read_range(value, where, 8),
    "trails_closed": lambda value, where: read_range(value, where, 40),
    "trails_opened": lambda value, where: read_range(value, where, 40),
    "longest_trail": lambda value, where: whole_number(value, where, 1, 100),
}


@cache
def _package() -> tuple[Spreads, Targets]:
    name, file = family_file("eoc")
    check_table(file, name, (*_READERS, "targets"))
    targets: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in file["targets"].items()
    }
    spreads = Spreads(**{key: read(file[key], f"{name}, {key}") for key, read in _READERS.items()})
    return spreads, Targets(**targets)


def package_spreads() -> Spreads:
    """Return the spreads of the package's draws around the data."""
    return _package()[0]


def package_targets() -> Targets:
    """Return the targets of the package's draws."""
    return _package()[1]


def checked_draws() -> list[dict[str, str]]:
    """Read the draws checked against the targets, as rows of draws.csv."""
    file = resources.files("eoc_sim.data").joinpath("eoc", "family", DRAWS)
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


@cache
def kept_draws() -> tuple[int, ...]:
    """List the draws that are members of the data family, in order."""
    return tuple(int(row["draw"]) for row in checked_draws() if not row["missed"])


def member(components: Components, number: int) -> Components:
    """Draw a member of the components' data family; member 0 is unchanged.

    Raises:
        InputError: there is no such member.
    """
    draws = kept_draws()
    check_member(number, len(draws))
    return draw_components(components, draws[number - 1] if number else 0)


def warn_unchecked(components: Components) -> str:
    """Return a warning if the components are not the package's."""
    if components.hash == load().hash:
        return ""
    return (
        "The members are drawn around these components; only those drawn around the package's data "
        "were checked against the targets of the data family."
    )


def draw_components(
    components: Components,
    number: int,
    family_seed: int = FAMILY_SEED,
    spreads: Spreads | None = None,
) -> Components:
    """Draw components around the given ones; draw 0 is unchanged.

    The draw is not checked against the targets.

    Raises:
        InputError: the seed is out of range.
    """
    cells = DrawnCells(family_seed, number)
    if number == 0:
        return components
    draws = _MemberDraw(cells, spreads or package_spreads())
    return replace(
        components,
        cards=draws.with_types([draws.card(card) for card in components.cards]),
        coaches=tuple(draws.coach(coach) for coach in components.coaches),
        boards=draws.boards(components.boards),
        map=draws.map(components.map),
        provenance=provenance_of_member(dict(components.provenance), cells),
    )


class _MemberDraw:
    """The components of one draw."""

    def __init__(self, cells: DrawnCells, spreads: Spreads) -> None:
        self.cells = cells
        self.spreads = spreads

    def card(self, card: Card) -> Card:
        """Draw a card's cost, stars and effect."""
        changes: dict[str, Any] = {
            column: cell.move(
                getattr(card, column),
                self.cells.step("cards", card.number, column, self.spreads.star_steps),
            )
            for column, cell in CARDS.drawn_columns()
            if column not in card.printed_columns
        }
        return replace(card, **changes, cost=self._cost(card), **self._effect("cards", card))

    def _cost(self, card: Card) -> tuple[int, ...]:
        """Draw a card's cost; leave printed cells as they are.

        Each EC may change colour; then the drawn price step adds or removes EC.
        """
        free_colours = [
            colour
            for colour, column in enumerate(COST_COLUMNS)
            if column not in card.printed_columns
        ]
        cost = list(card.cost)
        if len(free_colours) < 2:
            return card.cost

        def draw(column: str, n: int, position: int) -> int:
            return self.cells.draw("cards", card.number, column, n, position)

        for colour in free_colours:
            for unit in range(card.cost[colour]):
                column = COST_COLUMNS[colour]
                if draw(column, self.spreads.colour_changes_one_in, 2 * unit) == 0:
                    other_colours = [candidate for candidate in free_colours if candidate != colour]
                    other = other_colours[draw(column, len(other_colours), 2 * unit + 1)]
                    if cost[other] < MAX_EC_OF_COLOUR:
                        cost[colour] -= 1
                        cost[other] += 1
        target = sum(cost) + self.cells.step(
            "cards", card.number, "price", self.spreads.price_steps
        )
        target = min(max(target, 1), MAX_EC)
        for index in range(abs(target - sum(cost))):
            step = 1 if target > sum(cost) else -1
            candidates = [
                colour for colour in free_colours if 0 <= cost[colour] + step <= MAX_EC_OF_COLOUR
            ]
            if candidates:
                cost[candidates[draw("price", len(candidates), 1 + index)]] += step
        return tuple(cost)

    def coach(self, coach: Coach) -> Coach:
        """Draw a Head Coach's effect."""
        return replace(coach, **self._effect("coaches", coach))

    def _effect(self, sheet: str, component: Card | Coach) -> dict[str, Any]:
        """Draw a change to a row's effect.

        If the effect changes, the row's text is removed.
        """
        if "effect" in component.printed_columns:
            return {}
        choice = self.spreads.effects.get(component.number, ())
        if component.clauses in choice:
            clauses = choice[self.cells.draw(sheet, component.number, "effect", len(choice))]
        else:
            clauses = tuple(
                self._clause(sheet, component.number, index, clause)
                for index, clause in enumerate(component.clauses, start=1)
            )
        if clauses == component.clauses:
            return {}
        return {"clauses": clauses, "effect": phrase(clauses), "text": ""}

    def _clause(self, sheet: str, row: str, number: int, clause: Clause) -> Clause:
        def nudge(value: int, part: str) -> int:
            return self.cells.nudge(
                sheet,
                row,
                f"effect {number} {part}",
                value,
                self.spreads.amount_changes_one_in,
                MAX_NUMBER,
            )

        changes: dict[str, Any] = {}
        if clause.gain not in _FIXED_GAINS:
            changes["amount"] = nudge(clause.amount, "gain")
        if clause.pay_bucks:
            changes["pay_bucks"] = nudge(clause.pay_bucks, "pay")
        if clause.pay_ec:
            changes["pay_ec"] = nudge(clause.pay_ec, "pay")
        if clause.counter != COUNTER_NONE and clause.per > 1:
            changes["per"] = nudge(clause.per, "per")
        if clause.up_to != NO_LIMIT:
            changes["up_to"] = max(nudge(clause.up_to, "up to"), changes["amount"])
        return replace(clause, **changes)

    def with_types(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Swap the types of some pairs of cards.

        The number of cards of each type is known and does not change.
        """
        pairs = self.cells.between("cards", "all", "type", self.spreads.type_swaps)
        types = {TYPE_NAMES.index(name) for name in SWAPPED_TYPES}
        new_types: dict[str, int] = {}
        for kind in types:
            (other,) = types - {kind}
            free_cards = [
                card.number
                for card in cards
                if card.type == kind and card.copies and "type" not in card.printed_columns
            ]
            new_types |= dict.fromkeys(
                self.cells.shuffle("cards", free_cards, "type")[:pairs], other
            )
        if len(new_types) != 2 * pairs:  # too few of one type to swap with the other
            new_types = {}
        return tuple(replace(card, type=new_types.get(card.number, card.type)) for card in cards)

    def boards(self, boards: Sequence[Board]) -> tuple[Board, ...]:
        """Permute the positions, in the same way on every board."""
        if any(board.source == "printed" for board in boards):
            return tuple(boards)
        order = self.cells.shuffle("boards", POSITION_NAMES, "position")
        return tuple(
            replace(
                board,
                positions=tuple(
                    POSITION_NAMES.index(order[position]) for position in board.positions
                ),
            )
            for board in boards
        )

    def map(self, chart: Map) -> Map:
        """Draw the map's values and border tokens; close and open trails."""
        variant = replace(
            chart,
            states=tuple(self._states_with_swapped_values(chart)),
            border_values=self._border_values(chart),
        )
        if chart.sources["trails"] != "printed":
            variant = self._open_trails(self._close_trails(variant))
        return read_map("a draw of the map", map_dict(variant))

    def _states_with_swapped_values(self, chart: Map) -> Iterable[Any]:
        """Swap the values of two states in some regions."""
        new_values: dict[str, int | None] = {}
        for region, name in enumerate(REGION_NAMES):
            free_values = {
                state.name: state.value
                for state in chart.states
                if state.regions == (region,)
                and state.source != "printed"
                and state.name not in self.spreads.known_values
                and not (region in HOME_REGIONS and state.value == 2)
            }
            one_in = self.spreads.value_swaps_one_in
            if len(free_values) > 1 and self.cells.draw("states", name, "value", one_in) == 0:
                first, second = self.cells.shuffle("states", list(free_values), "value")[:2]
                new_values |= {first: free_values[second], second: free_values[first]}
        return (
            replace(state, value=new_values.get(state.name, state.value)) for state in chart.states
        )

    def _border_values(self, chart: Map) -> tuple[int, ...]:
        if chart.sources["border_values"] == "printed":
            return chart.border_values
        off_centre = self.cells.between(
            "map", "border_values", "value", self.spreads.border_tokens_off_centre
        )
        threes = len(chart.border_values) - 2 * off_centre
        return (2,) * off_centre + (3,) * threes + (4,) * off_centre

    def _close_trails(self, chart: Map) -> Map:
        """Remove some trails from the map."""
        closures = self.cells.between("map", "trails", "closed", self.spreads.trails_closed)
        ways = {" - ".join(edge): edge for edge in chart.edges if not _touches_hq(chart, edge)}
        for name in self.cells.shuffle("map", list(ways), "closed"):
            if not closures:
                break
            edges = tuple(edge for edge in chart.edges if edge != ways[name])
            closed_chart = replace(chart, edges=edges)
            if _keeps_distances(chart, closed_chart):
                chart, closures = closed_chart, closures - 1
        return chart

    def _open_trails(self, chart: Map) -> Map:
        """Add some trails that cross no others."""
        openings = self.cells.between("map", "trails", "opened", self.spreads.trails_opened)
        nodes = [node for node in chart.nodes if node.kind != "hq"]
        ways = {}
        for first in nodes:
            for second in nodes:
                edge = (first.name, second.name)
                squared_length = (first.x - second.x) ** 2 + (first.y - second.y) ** 2
                near = squared_length <= self.spreads.longest_trail**2
                if first.name < second.name and near and edge not in chart.edges:
                    ways[" - ".join(edge)] = edge
        for name in self.cells.shuffle("map", list(ways), "opened"):
            if not openings:
                break
            opened_chart = replace(chart, edges=tuple(sorted((*chart.edges, ways[name]))))
            degrees = [sum(end in edge for edge in opened_chart.edges) for end in ways[name]]
            if (
                max(degrees) <= MAX_NEIGHBOURS
                and not _crosses(chart, ways[name])
                and (_keeps_distances(chart, opened_chart))
            ):
                chart, openings = opened_chart, openings - 1
        return chart


def _touches_hq(chart: Map, edge: tuple[str, str]) -> bool:
    homes = {node.name for node in chart.nodes if node.kind == "hq"}
    return not homes.isdisjoint(edge)


def _keeps_distances(chart: Map, other: Map) -> bool:
    """Check if a changed map keeps the known distances.

    From each headquarters the same places must be reachable, and its region's recruit of value 2
    must stay the same number of steps away.
    """
    for region in HOME_REGIONS:
        home = f"{REGION_NAMES[region]} HQ"
        before, after = chart.steps(home), other.steps(home)
        (recruit_state,) = (
            state.name for state in chart.states if state.regions == (region,) and state.value == 2
        )
        if before.keys() != after.keys() or before[recruit_state] != after[recruit_state]:
            return False
    return True


def _crosses(chart: Map, edge: tuple[str, str]) -> bool:
    """Check if a trail would cross another in the map's layout.

    Trails may meet at their ends.
    """
    node_position = {node.name: (node.x, node.y) for node in chart.nodes}

    def side(first: str, second: str, third: str) -> float:
        (x1, y1), (x2, y2), (x3, y3) = (
            node_position[first],
            node_position[second],
            node_position[third],
        )
        return (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1)

    start, end = edge
    return any(
        side(start, end, tail) * side(start, end, head) <= 0
        and side(tail, head, start) * side(tail, head, end) <= 0
        for tail, head in chart.edges
        if not {tail, head} & set(edge)
    )
