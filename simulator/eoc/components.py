"""The components of Envelopes of Cash: cards, coaches, boards, map, stashes.

They are stored as data (data/eoc). ``load`` reads and checks the package's files or a designer's
own. Every fault raises an InputError that names the file, the row or key, the value and the allowed
values. Facts that the published rules do not print are reconstructed; ``source`` says how much of a
row is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eoc.component_map import Map, map_dict, read_map, read_stashes, stashes_dict
from eoc_sim.simulator.eoc.component_rows import CARDS, SHEETS, Board, Card, Coach, check_deck
from eoc_sim.simulator.eoc.effect_language import COLOUR_NAMES
from eoc_sim.simulator.kernel.phrases import join_or
from eoc_sim.simulator.kernel.sheets import SHEET_SUFFIXES, TextSheet
from eoc_sim.simulator.runs import components
from eoc_sim.simulator.runs.components import PACKAGE, Keys


@dataclass(frozen=True)
class Spot:
    """A place for one recruit: state, slot 1 or 2, cost (SET-3)."""

    state: str
    slot: int
    regions: tuple[int, ...]
    cost: tuple[int, ...]

    @property
    def name(self) -> str:
        """The spot's name in traces and tables: STATE/slot."""
        return f"{self.state}/{self.slot}"


@dataclass(frozen=True, kw_only=True)
class Components(components.Components):
    """All components, checked. ``cards`` are sorted by number."""

    folder = "eoc"
    sheets = SHEETS
    kinds: ClassVar = {"cards": CARDS.kind}
    """Marks that distinguish the sheets of a workbook."""
    tables = ("map", "stashes")

    cards: tuple[Card, ...]
    coaches: tuple[Coach, ...]
    boards: tuple[Board, ...]
    map: Map
    stashes: Mapping[int, tuple[str, ...]]
    stash_source: str

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck, including all copies."""
        return sum(card.copies for card in self.cards)

    def card(self, number: str) -> Card:
        """Return the card with a number; 1 and 01 mean 001.

        Raises an InputError if there is none.
        """
        normal_number = CARDS.number(number)
        for card in self.cards:
            if card.number == normal_number:
                return card
        by_number = nearest(normal_number, [card.number for card in self.cards])
        by_name = nearest(number, [card.name for card in self.cards])
        raise InputError(f'There is no card "{number}" in the cards sheet.{by_number or by_name}')

    def with_changes(self, settings: Iterable[tuple[str, str, str]]) -> Components:
        """Set cells of the cards sheet, each given as (number, column, value)."""
        cells: dict[str, dict[str, str]] = {}
        for number, column, value in settings:
            card = self.card(number)
            name = "_".join(column.strip().lower().replace("-", " ").split())
            if name not in CARDS.key_columns:
                raise InputError(
                    f'Card {card.number} has no column "{column}" to change; the columns are '
                    f"{', '.join(CARDS.key_columns)}.{nearest(name, CARDS.key_columns)}"
                )
            cells.setdefault(card.number, {})[name] = value.strip()
        variant = self.with_cells({"cards": cells})
        check_deck("the changed cards", variant.cards, self.coaches)
        return variant

    @classmethod
    def load_data(cls, data: str | Path | None = None) -> Components:
        """Load the package's components, or those in a folder or cards sheet.

        Files that the folder lacks come from the package; if ``data`` is a cards sheet, so do all
        other files. ``provenance`` records where each file comes from. The name of an edition, such
        as "2026", loads that edition of the package's components.
        """
        return cls.load({} if data is None else _own_files(edition(data) or Path(data)))

    def replace_files(self, data: str | Path) -> Components:
        """Replace sheets and tables with those in a folder or cards sheet."""
        edit = self.load_data(data)
        content, edited_content = self.as_dict(), edit.as_dict()
        for file, origin in edit.provenance.items():
            if origin != PACKAGE:
                name = file.partition(".")[0]
                content[name] = edited_content[name]
        return replace(self.from_dict(content, str(data)), own={**self.own, **edit.own})

    def folder_files(self) -> dict[str, bytes]:
        """Return the files of the sheets that edits may change, by name."""
        files = super().folder_files()
        return {name: files[name] for name in ("cards.csv", "coaches.csv")}

    def as_dict(self) -> dict[str, Any]:
        """Return all content, except the designer's own columns, for ``from_dict``."""
        return {
            **super().as_dict(),
            "map": map_dict(self.map),
            "stashes": stashes_dict(self.stash_source, self.stashes),
        }

    @classmethod
    def assemble(
        cls,
        sheets: Mapping[str, TextSheet],
        tables: Mapping[str, Keys],
        provenance: Mapping[str, str],
    ) -> Components:
        """Check all sheets and tables and assemble the components."""
        rows = cls.read(sheets)
        check_deck(sheets["cards"].name, rows["cards"], rows["coaches"])
        source, stashes = read_stashes(*tables["stashes"], rows["cards"])
        return cls(
            **rows,
            map=read_map(*tables["map"]),
            stashes=stashes,
            stash_source=source,
            provenance=dict(provenance),
        )


FILES = Components.files()
load = Components.load_data


def card_item(number: str, copy: int) -> int:
    """Return the key of a card's copy in shuffles (RND-1).

    It is the same in every deck.
    """
    return int.from_bytes(number.encode("ascii"), "big") + (copy << 48)


@cache
def slot_owners() -> tuple[tuple[str, int], ...]:
    """List the cards that own the slots of every deck (RND-1).

    Each is given as a card's number and copy in the package, regardless of any version's sheet, so
    that a version's deals do not depend on the versions that it is compared with.
    """
    return tuple((card.number, copy) for card in load().cards for copy in range(card.copies))


def spots(components: Components) -> tuple[Spot, ...]:
    """List the 40 spots for recruits with their costs (SET-3).

    They are ordered by state name, then slot.
    """
    result = []
    for state in components.map.states:
        cost = [0] * len(COLOUR_NAMES)
        border = len(state.regions) == 2
        for region in state.regions:
            cost[region] = 2 if border else (state.value or 0) - 1
        result += [
            Spot(state.name, slot, state.regions, tuple(cost))
            for slot in ((1, 2) if border else (1,))
        ]
    return tuple(result)


def editions() -> list[str]:
    """List the names of the package's earlier editions of components."""
    return sorted(path.name for path in _editions().iterdir() if path.is_dir())


def _editions() -> Path:
    return Path(str(resources.files("eoc_sim.data").joinpath("eoc", "editions")))


def edition(data: str | Path) -> Path | None:
    """Return an edition's folder, or None for other names and existing files."""
    folder = _editions() / str(data)
    return folder if str(data) in editions() and not Path(data).exists() else None


def _own_files(data: Path) -> dict[str, Path]:
    """Map the package's file names to the designer's files."""
    if data.is_file():
        if data.suffix.lower() not in SHEET_SUFFIXES:
            raise InputError(
                f"{data} is neither a folder nor a cards sheet; a sheet's name ends in "
                f"{join_or(SHEET_SUFFIXES)}."
            )
        return {"cards.csv": data}
    if not data.is_dir():
        raise InputError(
            f"{data} does not exist; name a cards sheet, an edition ({', '.join(editions())}), or "
            "a folder laid out like the package's data."
        )
    return Components.own_files(data)
