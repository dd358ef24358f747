"""The facts about a season: cards, effects and amounts (LAY-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import sources
from eoc_sim.simulator.eleven.cards import SIDE_BITS
from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.eleven.effect_language import Clause
from eoc_sim.simulator.eleven.names import ABILITY_SIDES, STAFF
from eoc_sim.simulator.eleven.season_rows import CARD_SHEETS, in_play
from eoc_sim.simulator.eleven.sizes import (
    MAX_CLAUSES_IN_PLAY,
    MAX_WINTER_TOKENS,
    UNIQUE_SIDES,
    VOTE_COLOURS,
)
from eoc_sim.simulator.kernel.records import field_of, set_field

FIRST_CARDS = (sources.PLAYERS, sources.YOUNGSTERS, sources.VETERANS)
"""The number of the first card in each of `CARD_SHEETS`."""
NO_TAG = -1
"""The tag of a card whose tag code is unknown.

Only a card that is not in the game may have an unknown code.
"""


def numbers_of_sources(components: Components) -> list[str]:
    """List the printed number of every source, or ""."""
    numbers = [""] * sources.SOURCES
    numbers[sources.OFFICE] = "office"
    for source, number, _ in _sources(components):
        numbers[source] = number
    return numbers


def _sources(components: Components) -> Iterator[tuple[int, str, Any]]:
    """List every source that has a row, with its number and row."""
    sheets = (
        *zip(FIRST_CARDS, (sheet.name for sheet in CARD_SHEETS), strict=True),
        (sources.DIRECTORS, "directors"),
        (sources.STAFF, "staff"),
        (sources.SPONSORS, "sponsors"),
        (sources.TOKENS, "infrastructure"),
        (sources.TACTICS, "tactics"),
    )
    for first, sheet in sheets:
        for index, row in enumerate(components.sheet(sheet)):
            yield first + index, row.number, row
    for index, row in enumerate(components.board_meetings):
        for colour in range(VOTE_COLOURS):
            yield sources.OUTCOMES + VOTE_COLOURS * index + colour, row.number, row
    for index, row in enumerate(components.unique_cards):
        for side in range(UNIQUE_SIDES):
            yield sources.UNIQUES + UNIQUE_SIDES * index + side, row.number, row


def write_season(table: Any, box: Any, components: Components, is_epic: bool) -> None:
    """Fill in the season's fact fields in a cleared table and box."""
    for source, number, row in _sources(components):
        field_of(box, "source_item")[source] = item_number(number)
        field_of(box, "source_in_play")[source] = int(in_play(row))
    _write_clauses(table, box, components)
    _write_cards(table, box, components)
    _write_things(table, box, components, is_epic)
    _write_amounts(table, components)
    _write_transfers(table, components)


def item_number(printed_number: str) -> int:
    """Return the item number of a component, the same in every game (RND-1).

    In a shuffle it is the position in the stream from which the component's key is drawn.
    """
    return int.from_bytes(printed_number.encode("ascii"), "big")


def _write_clauses(table: Any, box: Any, components: Components) -> None:
    """EFF-1: write the clauses of all sources; a card uses its tag's clauses."""
    tags = {tag.number: tag.clauses for tag in components.tags}
    places: dict[tuple[Clause, ...], int] = {}
    count = 0
    for source, _, row in _sources(components):
        if source >= sources.UNIQUES:
            clauses = row.clauses_of_side((source - sources.UNIQUES) % UNIQUE_SIDES)
        elif source >= sources.OUTCOMES:
            clauses = row.outcomes[(source - sources.OUTCOMES) % VOTE_COLOURS]
        elif source < sources.DIRECTORS:
            clauses = tags.get(row.tag, ())
        else:
            clauses = row.clauses
        if clauses not in places:
            places[clauses] = count
            if count + len(clauses) > MAX_CLAUSES_IN_PLAY:
                raise InputError(
                    "The cards have too many different clauses in all; the maximum is "
                    f"{MAX_CLAUSES_IN_PLAY}."
                )
            for clause in clauses:
                write_clause(field_of(table, "clause")[count], clause)
                count += 1
        field_of(table, "first_clause")[source] = places[clauses]
        field_of(table, "moments")[source] = sum(
            1 << moment for moment in {c.when for c in clauses}
        )
        for record, name in ((table, "clauses_of"), (box, "printed_clauses")):
            field_of(record, name)[source] = len(clauses)


def write_clause(record: Any, clause: Clause) -> None:
    """EFF-1: write a clause into its record."""
    for name in (
        *("when", "pay_amount", "pay_kind", "gain", "amount", "target", "target_number"),
        *("counter", "per", "up_to"),
    ):
        set_field(record, name, getattr(clause, name))
    for index in range(len(field_of(record, "condition"))):
        kind, number = (*clause.conditions, *[(-1, 0)] * 2)[index]
        field_of(record, "condition")[index] = kind
        field_of(record, "least")[index] = number


def _write_cards(table: Any, box: Any, components: Components) -> None:
    """PLA-1: write the fronts of all cards, and their hidden sides."""
    tags = [tag.number for tag in components.tags]
    for first, sheet in zip(FIRST_CARDS, CARD_SHEETS, strict=True):
        for card, component in enumerate(components.sheet(sheet.name), first):
            facts = {
                "position": sum(1 << row for row in component.position),
                "strength": component.strength,
                "gloves": component.gloves,
                "price": getattr(component, "price", 0),
                "trained_only": int(ABILITY_SIDES[component.ability] == "trained"),
                "tag": tags.index(component.tag) if component.tag in tags else NO_TAG,
                "spaces": getattr(component, "spaces", 0),
                "vp": getattr(component, "vp", 0),
            }
            for name, value in facts.items():
                field_of(table, f"card_{name}")[card] = value
            field_of(box, "printed_face")[card] = component.side | component.jersey << SIDE_BITS
            field_of(box, "hidden_strength")[card] = component.trained
            field_of(box, "hidden_gloves")[card] = component.trained_gloves


def _write(record: Any, names: Sequence[str], prefix: str, place: int, row: Any) -> None:
    for name in names:
        field_of(record, f"{prefix}_{name}")[place] = getattr(row, name)


def _write_things(table: Any, box: Any, components: Components, is_epic: bool) -> None:
    """Write staff, sponsors, directors, tokens and objectives."""
    for index, card in enumerate(components.staff):
        _write(table, ("colour", "price"), "staff", index, card)
        _write(box, ("starts", "managers"), "staff", index, card)
        name = card.name.lower()
        field_of(table, "staff_name")[index] = STAFF.index(name) if name in STAFF else -1
    for index, sponsor in enumerate(components.sponsors):
        _write(table, ("cash", "weekly"), "sponsor", index, sponsor)
    for index, director in enumerate(components.directors):
        field_of(table, "director_shift")[index, :] = director.shifts
        field_of(table, "director_faces")[index, :] = director.faces
    for index, token in enumerate(components.infrastructure):
        _write(table, ("cost", "vp", "space"), "token", index, token)
        field_of(table, "token_copies")[index] = token.copies if in_play(token) else 0
    for index, objective in enumerate(components.objectives):
        _write(table, ("measure", "fulfilled", "perfect"), "objective", index, objective)
        field_of(box, "objective_item")[index] = item_number(objective.number)
        dealt = in_play(objective) and (objective.epic == 1 or not is_epic)
        field_of(box, "objective_in_play")[index] = int(dealt)

    for index, winter in enumerate(components.winter_tokens):
        field_of(table, "winter_kind")[index] = winter.kind
        field_of(table, "winter_copies")[index] = winter.copies if in_play(winter) else 0
        field_of(box, "winter_item")[index] = item_number(winter.number) * MAX_WINTER_TOKENS


def _write_amounts(table: Any, components: Components) -> None:
    """CLU: write the amounts on the boards."""
    club = components.club
    for name in ("boards", "free_spaces"):
        set_field(table, name, getattr(club, name))
    for name, values in (
        ("stand_places", club.stands),
        ("office_cost", club.office_cost),
        ("office_vp", club.office_vp),
        ("staff_set_vp", club.staff_set_vp),
    ):
        field_of(table, name)[:] = values
    for track, amounts in enumerate(club.upkeep):
        field_of(table, "upkeep")[track, : len(amounts)] = amounts
        field_of(table, "upkeep_end")[track] = len(amounts)
    for result, lines in enumerate(club.consequences):
        for face, (kind, amount) in enumerate(lines):
            field_of(table, "consequence")[result, face] = kind
            field_of(table, "consequence_amount")[result, face] = amount


def _write_transfers(table: Any, components: Components) -> None:
    """MKT-1: write the transfer cards in play, in the order of their numbers."""
    cards = [
        (row, transfer) for row, transfer in enumerate(components.transfers) if in_play(transfer)
    ]
    set_field(table, "transfers", len(cards))
    for index, (row, card) in enumerate(cards):
        field_of(table, "transfer_id")[index] = row
        field_of(table, "transfer_money")[index, :] = card.amounts
