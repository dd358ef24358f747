"""The components of Envelopes of Cash: cards, coaches, boards, map, stashes.

They are data (data/eoc). ``load`` reads and checks the package's files or a designer's own. Every
fault is an InputError that names file, row or key, value and the allowed values. Facts that the
published rules do not print are reconstructed; ``source`` names the printed parts of a row.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eoc.component_map import (
    HOME_REGIONS,
    Map,
    Node,
    State,
    map_dict,
    read_map,
    read_stashes,
    stashes_dict,
)
from eoc_sim.simulator.eoc.component_rows import (
    BOARD_COLUMNS,
    CARD_COLUMNS,
    COACH_COLUMNS,
    USAGES,
    Board,
    Card,
    Coach,
    board_number,
    board_row,
    card_number,
    card_row,
    changed_card,
    check_deck,
    coach_number,
    coach_row,
    column_choices,
    read_boards,
    read_cards,
    read_coaches,
)
from eoc_sim.simulator.eoc.effect_language import COLOUR_NAMES
from eoc_sim.simulator.kernel.data_folder import files_in
from eoc_sim.simulator.kernel.own_columns import OwnColumns, own_columns
from eoc_sim.simulator.kernel.sheets import (
    SHEET_SUFFIXES,
    Sheet,
    SheetKind,
    read_sheet,
    read_text_sheet,
    recorded_sheet,
)
from eoc_sim.simulator.kernel.toml_values import read_toml

__all__ = [
    "BOARD_COLUMNS",
    "CARD_COLUMNS",
    "COACH_COLUMNS",
    "FAMILY",
    "FILES",
    "HOME_REGIONS",
    "PACKAGE",
    "USAGES",
    "Board",
    "Card",
    "Coach",
    "Components",
    "Map",
    "Node",
    "Spot",
    "State",
    "align",
    "card_item",
    "card_number",
    "card_row",
    "column_choices",
    "load",
    "slot_owners",
    "spots",
]

SHEETS: Mapping[str, tuple[tuple[str, ...], Callable[[str], str]]] = {
    "cards": (CARD_COLUMNS, card_number),
    "coaches": (COACH_COLUMNS, coach_number),
    "boards": (BOARD_COLUMNS, board_number),
}
"""The columns of each sheet, and its form of row numbers."""
SHEET_KINDS = {"cards": SheetKind(CARD_COLUMNS, frozenset({"number", "stars", "effect"}))}
"""The sheets, of which a workbook has one each."""
FILES = ("cards.csv", "coaches.csv", "boards.csv", "map.toml", "stashes.toml")
FAMILY = "family.toml"
"""The file with the data family's settings, read by family.py."""
PACKAGE = "the package"


@dataclass(frozen=True)
class Spot:
    """A place for one recruit: state, slot 1 or 2, cost (SET-3)."""

    state: str
    slot: int
    regions: tuple[int, ...]
    cost: tuple[int, ...]

    @property
    def name(self) -> str:
        """The spot as it is written in traces and tables: STATE/slot."""
        return f"{self.state}/{self.slot}"


@dataclass(frozen=True)
class Components:
    """All components, checked. ``cards`` are sorted by number."""

    cards: tuple[Card, ...]
    coaches: tuple[Coach, ...]
    boards: tuple[Board, ...]
    map: Map
    stashes: Mapping[int, tuple[str, ...]]
    stash_source: str
    provenance: Mapping[str, str] = field(compare=False)
    own: Mapping[str, OwnColumns] = field(default_factory=dict, compare=False)
    """The designer's own columns by sheet, which have no effect in play.

    The sheets are cards, coaches and boards.
    """

    @cached_property
    def hash(self) -> str:
        """Hash the content; the files' locations do not matter."""
        text = json.dumps(self.as_dict(), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def deck_size(self) -> int:
        """Count the cards in play, including all copies."""
        return sum(card.copies for card in self.cards)

    def card(self, number: str) -> Card:
        """Return the card of a number; 1 and 01 mean 001.

        Raises an InputError if there is none.
        """
        wanted = card_number(number)
        for card in self.cards:
            if card.number == wanted:
                return card
        close = nearest(wanted, [card.number for card in self.cards])
        by_name = nearest(number, [card.name for card in self.cards])
        raise InputError(f'There is no card "{number}" in the cards sheet.{close or by_name}')

    def with_changes(self, settings: Iterable[tuple[str, str, str]]) -> Components:
        """Set cells of the cards sheet, each given as (number, column, value)."""
        cells: dict[str, dict[str, str]] = {}
        for number, column, value in settings:
            card = self.card(number)
            name = "_".join(column.strip().lower().replace("-", " ").split())
            if name == "number" or name not in CARD_COLUMNS:
                others = CARD_COLUMNS[1:]
                raise InputError(
                    f'Card {card.number} has no column "{column}" to change; the columns are '
                    f"{', '.join(others)}.{nearest(name, others)}"
                )
            cells.setdefault(card.number, {})[name] = value.strip()
        cards = tuple(
            changed_card(card, cells[card.number]) if card.number in cells else card
            for card in self.cards
        )
        check_deck("the changed cards", cards, self.coaches)
        return replace(self, cards=cards)

    def laid_out(self, sheet: str) -> tuple[tuple[str, ...], list[dict[str, str]]]:
        """Return columns and rows of a sheet, own columns included.

        The designer's own columns are in their places.
        """
        rows: list[dict[str, str]] = self.as_dict()[sheet]
        own = self.own.get(sheet)
        return (SHEETS[sheet][0], rows) if own is None else own.laid_out(rows)

    def as_dict(self) -> dict[str, Any]:
        """Return all content but own columns as plain values for ``from_dict``."""
        return {
            "cards": [card_row(card) for card in self.cards],
            "coaches": [coach_row(coach) for coach in self.coaches],
            "boards": [board_row(board) for board in self.boards],
            "map": map_dict(self.map),
            "stashes": stashes_dict(self.stash_source, self.stashes),
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any], name: str = "the stored components") -> Components:
        """Read components from ``as_dict``'s values, checked like files."""
        sheets = {
            table: recorded_sheet(data.get(table), name, table, columns)
            for table, (columns, _) in SHEETS.items()
        }
        for table in ("map", "stashes"):
            if not isinstance(data.get(table), Mapping):
                raise InputError(f"{name}: {table} should be a table of keys.")
        return _assemble(
            sheets["cards"],
            sheets["coaches"],
            sheets["boards"],
            (f"{name}, map", data["map"]),
            (f"{name}, stashes", data["stashes"]),
            dict.fromkeys(FILES, name),
        )


def card_item(number: str, copy: int) -> int:
    """Return the key of a card's copy in shuffles (RND-1).

    It is the same in every deck.
    """
    return int.from_bytes(number.encode("ascii"), "big") + (copy << 48)


@cache
def slot_owners() -> tuple[tuple[str, int], ...]:
    """List the cards that own the slots of every deck (RND-1).

    They are number and copy of all cards of the package, for any version's sheet. A version's deals
    therefore do not depend on the versions that it is compared with.
    """
    return tuple((card.number, copy) for card in load().cards for copy in range(card.copies))


def align(versions: Sequence[Components]) -> list[Components]:
    """Give all versions one list of cards, with 0 copies where missing.

    The own columns of a sheet, which have no effect in play, come from the first version that has
    any.
    """
    rows: dict[str, Card] = {}
    for components in versions:
        for card in components.cards:
            rows.setdefault(card.number, replace(card, copies=0))
    own_columns_of_all: dict[str, OwnColumns] = {}
    for components in reversed(versions):
        own_columns_of_all |= components.own
    aligned = []
    for components in versions:
        own = {card.number: card for card in components.cards}
        cards = tuple(own.get(number, rows[number]) for number in sorted(rows))
        aligned.append(replace(components, cards=cards, own=own_columns_of_all))
    return aligned


def spots(components: Components) -> tuple[Spot, ...]:
    """List the 40 spots for recruits with their costs (SET-3).

    They are ordered by state name, then slot.
    """
    found = []
    for state in components.map.states:
        cost = [0] * len(COLOUR_NAMES)
        border = len(state.regions) == 2
        for region in state.regions:
            cost[region] = 2 if border else (state.value or 0) - 1
        for slot in (1, 2) if border else (1,):
            found.append(Spot(state.name, slot, state.regions, tuple(cost)))
    return tuple(found)


def load(data: str | Path | None = None) -> Components:
    """Load the package's components, or those of a folder or cards sheet.

    Files missing in a folder, and all others beside a sheet, come from the package; ``provenance``
    says which. The name of an edition, such as "2026", stands for the components as the package
    once had them.
    """
    package = resources.files("eoc_sim.data").joinpath("eoc")
    files: dict[str, tuple[Any, str]] = {file: (package.joinpath(file), file) for file in FILES}
    provenance = dict.fromkeys(FILES, PACKAGE)
    if data is not None:
        for file, path in _own_files(edition(data) or Path(data)).items():
            files[file] = (path, str(path))
            provenance[file] = str(path)

    def sheet(file: str) -> Sheet:
        source, name = files[file]
        package_file = provenance[file] == PACKAGE
        if package_file:
            return read_text_sheet(source, name)
        return read_sheet(source, file.partition(".")[0], SHEET_KINDS)

    def table(file: str) -> tuple[str, Mapping[str, Any]]:
        source, name = files[file]
        return name, read_toml(source, name)

    return _assemble(
        sheet("cards.csv"),
        sheet("coaches.csv"),
        sheet("boards.csv"),
        table("map.toml"),
        table("stashes.toml"),
        provenance,
    )


def editions() -> list[str]:
    """List the names of the package's earlier editions of components."""
    return sorted(path.name for path in _editions().iterdir() if path.is_dir())


def _editions() -> Path:
    return Path(str(resources.files("eoc_sim.data").joinpath("eoc", "editions")))


def edition(data: str | Path) -> Path | None:
    """Return the folder of an edition, or None.

    It is None for other names and for existing files.
    """
    folder = _editions() / str(data)
    return folder if str(data) in editions() and not Path(data).exists() else None


def _own_files(data: Path) -> dict[str, Path]:
    """Find the designer's files by the package's names for them."""
    if data.is_file():
        if data.suffix.lower() not in SHEET_SUFFIXES:
            raise InputError(
                f"{data} is neither a folder nor a cards sheet; a sheet's name ends in "
                f"{', '.join(SHEET_SUFFIXES)}."
            )
        return {"cards.csv": data}
    if not data.is_dir():
        raise InputError(
            f"{data} does not exist; name a folder laid out like the package's data, one cards "
            f"sheet, or an edition ({', '.join(editions())})."
        )
    found = files_in(data, (*FILES, FAMILY))
    found.pop(FAMILY, None)
    return found


def _assemble(
    cards: Sheet,
    coaches: Sheet,
    boards: Sheet,
    chart: tuple[str, Mapping[str, Any]],
    stashes: tuple[str, Mapping[str, Any]],
    provenance: Mapping[str, str],
) -> Components:
    """Check everything and put it together."""
    own = {}
    for (name, (columns, number)), sheet in zip(
        SHEETS.items(), (cards, coaches, boards), strict=True
    ):
        if found := own_columns(sheet, columns, number):
            own[name] = found
    all_cards = read_cards(cards)
    all_coaches = read_coaches(coaches)
    check_deck(cards.name, all_cards, all_coaches)
    stash_source, all_stashes = read_stashes(*stashes, all_cards)
    return Components(
        cards=all_cards,
        coaches=all_coaches,
        boards=read_boards(boards),
        map=read_map(*chart),
        stashes=all_stashes,
        stash_source=stash_source,
        provenance=dict(provenance),
        own=own,
    )
