"""A game's facts in table and box: its rules and components.

They are written once per version; no game changes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.records import field_of, set_field, set_words
from eoc_sim.simulator.kernel.rule_sets import RuleSet
from eoc_sim.simulator.stadium import codes
from eoc_sim.simulator.stadium.component_rows import BUILDINGS, EMPLOYEES, PLAYERS, SPACE_SHEET
from eoc_sim.simulator.stadium.component_rows import FIELD as FIELD_SHEET
from eoc_sim.simulator.stadium.components import Components
from eoc_sim.simulator.stadium.effect_language import Clause
from eoc_sim.simulator.stadium.names import MAX_COPIES
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES
from eoc_sim.simulator.stadium.state import MAX_SOURCES


def card_item(number: str, copy: int) -> int:
    """Return the key of a card's copy in shuffles (RND-1).

    It is the same in every deck.
    """
    return int.from_bytes(number.encode("ascii"), "big") + (copy << 56)


def write_facts(table: Any, box: Any, components: Components, rules: RuleSet) -> None:
    """Fill the fact fields of a cleared table and box."""
    for name, value in rules.encode().items():
        set_field(table, f"rule_{name}", value)
    _write_spaces(table, components)
    _write_places(table, components)
    _write_cards(table, box, components)
    _write_clauses(table, components)
    _write_board(table, components)


def _write_spaces(table: Any, components: Components) -> None:
    spaces = components.spaces
    for name, values in SPACE_SHEET.facts(spaces).items():
        set_field(table, f"space_{name}", values)
    set_field(table, "bonuses", np.array([len(space.bonuses) for space in spaces]))
    bonus = field_of(table, "bonus")
    for number, space in enumerate(spaces):
        for index, kind in enumerate(space.bonuses):
            bonus[number, index] = kind


def _write_places(table: Any, components: Components) -> None:
    buildings, field = components.buildings, components.field
    set_field(table, "buildings", len(buildings))
    set_field(table, "places", len(buildings) + len(field))
    building_facts, field_facts = BUILDINGS.facts(buildings), FIELD_SHEET.facts(field)
    for name in building_facts | field_facts:
        parts = [
            facts.get(name, np.full(len(rows), _MISSING_FACTS.get(name, 0)))
            for facts, rows in ((building_facts, buildings), (field_facts, field))
        ]
        set_field(table, f"place_{name}", np.concatenate(parts))
    price = np.zeros((len(buildings) + len(field), codes.TOKENS), np.int32)
    for row, place in enumerate((*buildings, *field)):
        for kind, name in enumerate(TOKEN_NAMES):
            if kind != codes.WINS:
                price[row, kind] = getattr(place, name, 0)
    set_field(table, "place_price", price)


_MISSING_FACTS = {"level": codes.FIELD, "category": -1, "wins": 0}
"""The values of missing facts; a fact not listed is 0."""


def _write_cards(table: Any, box: Any, components: Components) -> None:
    for sheet in (PLAYERS, EMPLOYEES):
        cards: Sequence[Any] = components.sheet(sheet.name)
        set_field(table, sheet.name, len(cards))
        for name, values in sheet.facts(cards).items():
            set_field(table, f"{sheet.word}_{name}", values)
        items = [card_item(card.number, copy) for card in cards for copy in range(MAX_COPIES)]
        set_words(box, f"{sheet.word}_item", items)


def sources(components: Components) -> Iterator[tuple[int, Sequence[Clause]]]:
    """Yield every source of effects with its clauses, in EFF-1's order."""
    for number, space in enumerate(components.spaces):
        yield number, space.clauses
    for number, place in enumerate((*components.buildings, *components.field)):
        yield codes.PLACE_SOURCE + number, place.clauses
    for number, player in enumerate(components.players):
        yield codes.PLAYER_SOURCE + number, player.clauses
    for number, employee in enumerate(components.employees):
        yield codes.EMPLOYEE_SOURCE + number, employee.clauses


def _write_clauses(table: Any, components: Components) -> None:
    first, last = np.zeros(MAX_SOURCES, np.int32), np.zeros(MAX_SOURCES, np.int32)
    acting: list[list[int]] = [[] for _ in range(codes.MOMENTS)]
    rows: list[tuple[int, Clause, bool]] = []
    exchange_rows = {codes.TRAIN: -1, codes.BUILD: -1}
    for source, clauses in sources(components):
        first[source] = len(rows)
        for clause in clauses:
            is_action = exchange_rows.get(source) == -1 and _is_exchange(source, clause)
            if is_action:
                exchange_rows[source] = len(rows)
            if not is_action and source not in acting[clause.when]:
                acting[clause.when].append(source)
            rows.append((source, clause, is_action))
        last[source] = len(rows)
    set_field(table, "source_first", first)
    set_field(table, "source_last", last)
    for name, values in (
        ("clause_moment", [clause.when for _, clause, _ in rows]),
        ("clause_in_action", [int(is_action) for _, _, is_action in rows]),
        ("clause_repeats", [int(clause.any_number) for _, clause, _ in rows]),
        ("clause_pay", [clause.pay_kind for _, clause, _ in rows]),
        ("clause_price", [clause.pay_amount for _, clause, _ in rows]),
        ("clause_gain", [clause.gain for _, clause, _ in rows]),
        ("clause_amount", [clause.amount for _, clause, _ in rows]),
    ):
        set_field(table, name, np.array(values, np.int32))
    for moment, moment_sources in enumerate(acting):
        field_of(table, "acting_sources")[moment, : len(moment_sources)] = moment_sources
        field_of(table, "acting_count")[moment] = len(moment_sources)
    set_field(table, "train_clause", exchange_rows[codes.TRAIN])
    set_field(table, "build_clause", exchange_rows[codes.BUILD])


def _is_exchange(space: int, clause: Clause) -> bool:
    """Check if a clause can be Train's or Build's exchange (ACT-3, ACT-11)."""
    gain_fits = (
        clause.gain == codes.WINS if space == codes.TRAIN else clause.gain != codes.GAIN_CARDS
    )
    return clause.when == codes.ACTION_MOMENT + space and clause.any_number and gain_fits


def _write_board(table: Any, components: Components) -> None:
    board = components.board
    set_field(table, "ticket_most_by_wins", board.ticket_most_by_wins)
    set_field(table, "ticket_steps", len(board.ticket_steps))
    set_field(table, "ticket_wins", np.array([wins for wins, _ in board.ticket_steps]))
    set_field(table, "ticket_money", np.array([money for _, money in board.ticket_steps]))
    tokens = sorted(board.point_tokens, reverse=True)
    set_field(table, "point_token_count", len(tokens))
    if tokens:
        set_field(table, "point_token_value", np.array(tokens))
    set_field(table, "bonus_tile_points", board.bonus_tile_points)
