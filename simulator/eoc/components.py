"""The components of Envelopes of Cash: cards, coaches, boards, map and starter stashes.

They are data (data/eoc): ``load`` reads and checks the package's files or a designer's own, and
every fault is an InputError that names file, row or key, value and what is allowed. Where the
published rules do not print a fact it is reconstructed, and each row says so in ``source``.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eoc.effect_language import (
    COLOUR_NAMES,
    GAIN_SHIFT_DIE,
    POSITION_NAMES,
    REGION_NAMES,
    TYPE_NAMES,
    WHEN_END,
    WHEN_MONTH,
    Clause,
    EffectError,
    parse,
    phrase,
)
from eoc_sim.simulator.eoc.sheets import (
    SHEET_SUFFIXES,
    Readable,
    Sheet,
    check_columns,
    read_bytes,
    read_sheet,
    read_text_sheet,
)

COST_COLUMNS = tuple(f"cost_{colour}" for colour in COLOUR_NAMES)
CARD_COLUMNS = (
    "number", "name", "type", "region", "copies", *COST_COLUMNS, "stars", "usage", "effect",
    "text", "source",
)
COACH_COLUMNS = ("number", "name", "sheet", "effect", "text", "source")
BOARD_COLUMNS = (
    "number", "position1", "position2", "position3", "position4", "position5", "source",
)
USAGES = ("month", "upgrade", "end")
SOURCES = ("printed", "partial", "reconstructed")
HOME_REGIONS = (0, 2, 3, 4)
"""The regions that players come from: Northwest, Texas, Midwest, South."""
FUNDRAISING = TYPE_NAMES.index("fundraising")

FILES = ("cards.csv", "coaches.csv", "boards.csv", "map.toml", "stashes.toml")
PACKAGE = "the package"

MOST_CARDS = 192
MOST_CLAUSES = 448
MOST_NODES = 72
MOST_NEIGHBOURS = 8
MOST_COPIES = 4
MOST_STARS = 20
MOST_EC_OF_A_COLOUR = 4
MOST_EC = 4
LONGEST_TEXT = 400

_TYPE_SPELLINGS = {
    "p&f": "personnel", "personnel & facilities": "personnel", "personnel and facilities":
    "personnel",
}
_USAGE_SPELLINGS = {"once a month": "month", "once per month": "month", "end of game": "end"}


@dataclass(frozen=True)
class Card:
    """One row of the cards sheet; with ``copies`` 0 it is not in the deck."""

    number: str
    name: str
    type: int
    region: int
    copies: int
    cost: tuple[int, ...]
    stars: int
    usage: str
    effect: str
    clauses: tuple[Clause, ...]
    text: str
    source: str


@dataclass(frozen=True)
class Coach:
    """One side of a Head Coach sheet (SET-14)."""

    number: str
    name: str
    sheet: int
    effect: str
    clauses: tuple[Clause, ...]
    text: str
    source: str


@dataclass(frozen=True)
class Board:
    """A Recruiting Board: five different positions, its Top 3 first (SET-9)."""

    number: str
    positions: tuple[int, ...]
    source: str


@dataclass(frozen=True)
class State:
    """A state of the map: single with a value, or a border of two regions without (SET-2)."""

    name: str
    regions: tuple[int, ...]
    value: int | None
    source: str


@dataclass(frozen=True)
class Node:
    """A place on the map: a state, a circle (kind ``path``) or a headquarters (``hq``)."""

    name: str
    kind: str
    x: float
    y: float
    region: int = -1


@dataclass(frozen=True)
class Map:
    """The map: states by name; nodes (states, then circles, then headquarters); trails."""

    states: tuple[State, ...]
    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]
    border_values: tuple[int, ...]
    sources: Mapping[str, str]

    def steps(self, start: str) -> dict[str, int]:
        """Steps from a place to every place that can be reached; an HQ is never entered."""
        neighbours: dict[str, list[str]] = {node.name: [] for node in self.nodes}
        for one, other in self.edges:
            neighbours[one].append(other)
            neighbours[other].append(one)
        closed = {node.name for node in self.nodes if node.kind == "hq"}
        steps = {start: 0}
        queue = [start]
        for here in queue:
            for there in neighbours[here]:
                if there not in steps and there not in closed:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return steps


@dataclass(frozen=True)
class Spot:
    """A place for one recruit: a state and a slot in it, 1 or 2, with what he costs (SET-3)."""

    state: str
    slot: int
    regions: tuple[int, ...]
    cost: tuple[int, ...]

    @property
    def name(self) -> str:
        """The spot as it is written in traces and tables: STATE/slot."""
        return f"{self.state}/{self.slot}"


@dataclass(frozen=True)
class Change:
    """One cell of the cards sheet that differs between two sets of components."""

    number: str
    column: str
    old: str
    new: str
    name: str

    def sentence(self) -> str:
        """The change in words: ``038 Analytics Nerd: stars 5 -> 3``."""
        old, new = (text or "nothing" for text in (self.old, self.new))
        return f"{self.number} {self.name}: {self.column} {old} -> {new}"


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

    @cached_property
    def hash(self) -> str:
        """A hash of the content; where it was read from does not matter."""
        text = json.dumps(self.as_dict(), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def deck_size(self) -> int:
        """How many cards are in play, all copies."""
        return sum(card.copies for card in self.cards)

    def card(self, number: str) -> Card:
        """The card of that number, 1 and 01 meaning 001; an InputError if there is none."""
        wanted = card_number(number)
        for card in self.cards:
            if card.number == wanted:
                return card
        close = nearest(wanted, [card.number for card in self.cards])
        by_name = nearest(number, [card.name for card in self.cards])
        raise InputError(f'There is no card "{number}" in the cards sheet.{close or by_name}')

    def with_changes(self, settings: Iterable[tuple[str, str, str]]) -> Components:
        """These components with cells of the cards sheet set: (number, column, value)."""
        rows = {card.number: card_row(card) for card in self.cards}
        changed = set()
        for number, column, value in settings:
            card = self.card(number)
            name = "_".join(column.strip().lower().replace("-", " ").split())
            if name == "number" or name not in CARD_COLUMNS:
                others = CARD_COLUMNS[1:]
                raise InputError(
                    f'Card {card.number} has no column "{column}" to change; the columns are '
                    f"{', '.join(others)}.{nearest(name, others)}"
                )
            rows[card.number][name] = value.strip()
            changed.add(card.number)
        cards = tuple(
            _card(_Row(f"card {card.number}", rows[card.number]), named=True)
            if card.number in changed
            else card
            for card in self.cards
        )
        _check_deck("the changed cards", cards, self.coaches)
        return replace(self, cards=cards)

    def as_dict(self) -> dict[str, Any]:
        """All content in plain values; ``from_dict`` reads it back."""
        return {
            "cards": [card_row(card) for card in self.cards],
            "coaches": [
                {
                    "number": coach.number, "name": coach.name, "sheet": str(coach.sheet),
                    "effect": coach.effect, "text": coach.text, "source": coach.source,
                }
                for coach in self.coaches
            ],
            "boards": [
                {
                    "number": board.number,
                    **{
                        f"position{place}": POSITION_NAMES[position]
                        for place, position in enumerate(board.positions, start=1)
                    },
                    "source": board.source,
                }
                for board in self.boards
            ],
            "map": _map_dict(self.map),
            "stashes": {
                "source": self.stash_source,
                "stashes": {
                    REGION_NAMES[region]: list(numbers)
                    for region, numbers in self.stashes.items()
                },
            },
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any], name: str = "the stored components") -> Components:
        """Components of ``as_dict``'s values, checked like files."""
        tables = {"cards": CARD_COLUMNS, "coaches": COACH_COLUMNS, "boards": BOARD_COLUMNS}
        sheets = {}
        for table, columns in tables.items():
            rows = data.get(table)
            if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
                raise InputError(f"{name}: {table} should be a list of rows.")
            texts = []
            for position, row in enumerate(rows, start=1):
                if set(row) != set(columns) or not all(isinstance(v, str) for v in row.values()):
                    raise InputError(
                        f"{name}: row {position} of {table} should have the columns "
                        f"{', '.join(columns)}, all texts."
                    )
                texts.append((position, dict(row)))
            sheets[table] = Sheet(f"{name}, {table}", columns, tuple(texts))
        for table in ("map", "stashes"):
            if not isinstance(data.get(table), Mapping):
                raise InputError(f"{name}: {table} should be a table of keys.")
        return _assemble(
            sheets["cards"], sheets["coaches"], sheets["boards"],
            (f"{name}, map", data["map"]), (f"{name}, stashes", data["stashes"]),
            dict.fromkeys(FILES, name),
        )


def card_number(text: str) -> str:
    """A card's number as it is printed: 1, 01 and 1.0 are 001, f2 is F02."""
    written = text.strip().upper()
    written = re.sub(r"^([0-9]+)[.,]0+$", r"\1", written)
    if written.isdecimal():
        return written.lstrip("0").rjust(3, "0")
    match = re.fullmatch(r"F0*([0-9]{1,2})", written)
    return f"F{match[1].rjust(2, '0')}" if match else written


def card_item(number: str, copy: int) -> int:
    """The key of one copy of a card in shuffles (RND-1): the same in every deck."""
    return int.from_bytes(number.encode("ascii"), "big") + (copy << 48)


def card_row(card: Card) -> dict[str, str]:
    """A card as a row of the cards sheet."""
    return {
        "number": card.number,
        "name": card.name,
        "type": TYPE_NAMES[card.type],
        "region": REGION_NAMES[card.region] if card.region >= 0 else "",
        "copies": str(card.copies),
        **dict(zip(COST_COLUMNS, map(str, card.cost), strict=True)),
        "stars": str(card.stars),
        "usage": card.usage,
        "effect": card.effect,
        "text": card.text,
        "source": card.source,
    }


def column_choices() -> dict[str, tuple[str, ...]]:
    """The words that a column of the cards sheet allows, where it allows few."""
    few = tuple(str(number) for number in range(MOST_EC_OF_A_COLOUR + 1))
    return {
        "type": TYPE_NAMES, "region": REGION_NAMES, "copies": few, "usage": USAGES,
        "source": SOURCES, **dict.fromkeys(COST_COLUMNS, few),
    }


def changes(old: Components, new: Components) -> list[Change]:
    """Every cell of the cards sheet in which the two differ, in the sheet's order.

    A card that only one of them has counts as a row without copies in the other.
    """
    found = []
    one, other = align([old, new])
    for before, after in zip(one.cards, other.cards, strict=True):
        if before == after:
            continue
        rows = card_row(before), card_row(after)
        found += [
            Change(before.number, column, rows[0][column], rows[1][column], before.name)
            for column in CARD_COLUMNS
            if rows[0][column] != rows[1][column]
        ]
    return found


def align(versions: Sequence[Components]) -> list[Components]:
    """The same versions with one common list of card numbers: what one lacks it has 0 copies of."""
    rows: dict[str, Card] = {}
    for components in versions:
        for card in components.cards:
            rows.setdefault(card.number, replace(card, copies=0))
    aligned = []
    for components in versions:
        own = {card.number: card for card in components.cards}
        cards = tuple(own.get(number, rows[number]) for number in sorted(rows))
        aligned.append(replace(components, cards=cards))
    return aligned


def spots(components: Components) -> tuple[Spot, ...]:
    """The 40 spots for recruits, ordered by state name, then slot, with their costs (SET-3)."""
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
    """The package's components, or those of a folder laid out like them, or of one cards sheet.

    What a folder or sheet does not have comes from the package; ``provenance`` says which.
    """
    package = resources.files("eoc_sim.data").joinpath("eoc")
    files: dict[str, tuple[Any, str]] = {
        file: (package.joinpath(file), file) for file in FILES
    }
    provenance = dict.fromkeys(FILES, PACKAGE)
    if data is not None:
        for file, path in _own_files(Path(data)).items():
            files[file] = (path, str(path))
            provenance[file] = str(path)
    def sheet(file: str) -> Sheet:
        source, name = files[file]
        package_file = provenance[file] == PACKAGE
        return read_text_sheet(source, name) if package_file else read_sheet(source)

    def table(file: str) -> tuple[str, Mapping[str, Any]]:
        source, name = files[file]
        return name, _toml(source, name)

    return _assemble(
        sheet("cards.csv"), sheet("coaches.csv"), sheet("boards.csv"), table("map.toml"),
        table("stashes.toml"), provenance,
    )


def _own_files(data: Path) -> dict[str, Path]:
    """The designer's files by the name that the package has for them."""
    if data.is_file():
        if data.suffix.lower() not in SHEET_SUFFIXES:
            raise InputError(
                f"{data} is neither a folder nor a cards sheet; a sheet's name ends in "
                f"{', '.join(SHEET_SUFFIXES)}."
            )
        return {"cards.csv": data}
    if not data.is_dir():
        raise InputError(
            f"{data} does not exist; name a folder laid out like the package's data, or one cards "
            "sheet."
        )
    known = {file: file for file in FILES}
    for file in ("cards.csv", "coaches.csv", "boards.csv"):
        known |= {f"{file[:-4]}{suffix}": file for suffix in SHEET_SUFFIXES}
    found: dict[str, Path] = {}
    for path in sorted(data.iterdir()):
        name = path.name.lower()
        if not path.is_file() or name.startswith((".", "~$")):
            continue
        if name in known:
            if known[name] in found:
                raise InputError(f"{data} has both {found[known[name]].name} and {path.name}.")
            found[known[name]] = path
        elif path.suffix.lower() in (*SHEET_SUFFIXES, ".toml") and path.suffix.lower() != ".txt":
            raise InputError(
                f"{path} is not one of the files that are read: {', '.join(FILES)}."
                f"{nearest(name, known)}"
            )
    if not found:
        raise InputError(f"{data} has none of the files that are read: {', '.join(FILES)}.")
    return found


def _toml(source: Readable, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(read_bytes(source, name).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is no text in UTF-8.") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not a readable TOML file: {error}.") from error


def _assemble(
    cards: Sheet,
    coaches: Sheet,
    boards: Sheet,
    chart: tuple[str, Mapping[str, Any]],
    stashes: tuple[str, Mapping[str, Any]],
    provenance: Mapping[str, str],
) -> Components:
    """Check everything and put it together."""
    all_cards = _cards(cards)
    all_coaches = _coaches(coaches)
    _check_deck(cards.name, all_cards, all_coaches)
    stash_source, all_stashes = _stashes(*stashes, all_cards)
    return Components(
        cards=all_cards,
        coaches=all_coaches,
        boards=_boards(boards),
        map=_map(*chart),
        stashes=all_stashes,
        stash_source=stash_source,
        provenance=dict(provenance),
    )


# --- Sheets -------------------------------------------------------------------------------------


class _Row:
    """The cells of one row, read and checked one by one."""

    def __init__(self, place: str, values: Mapping[str, str]) -> None:
        self.place = place
        self.values = values

    def fail(self, column: str, message: str) -> InputError:
        return InputError(f"{self.place}, column {column}: {message}")

    def text(self, column: str, *, empty: bool = False, longest: int = LONGEST_TEXT) -> str:
        text = " ".join(self.values[column].split())
        if not text and not empty:
            raise self.fail(column, "the cell is empty.")
        if len(text) > longest:
            raise self.fail(column, f"{len(text)} letters are too many; {longest} is the most.")
        if not text.isprintable():
            raise self.fail(column, f"{text!r} has characters that cannot be shown.")
        return text

    def number(self, column: str, low: int, high: int) -> int:
        text = self.values[column]
        match = re.fullmatch(r"([0-9]{1,9})([.,]0*)?", text)
        if match is None or not low <= int(match[1]) <= high:
            shown = f'"{text}"' if text else "an empty cell"
            raise self.fail(column, f"a whole number from {low} to {high} is needed, not {shown}.")
        return int(match[1])

    def word(
        self, column: str, allowed: Sequence[str], spellings: Mapping[str, str] | None = None
    ) -> str:
        text = " ".join(self.values[column].split())
        wanted = (spellings or {}).get(text.lower(), text.lower())
        for word in allowed:
            if word.lower() == wanted:
                return word
        raise self.fail(
            column, f'"{text}" is none of {", ".join(allowed)}.{nearest(text, allowed)}'
        )

    def effect(self) -> tuple[str, tuple[Clause, ...]]:
        try:
            clauses = parse(self.values["effect"])
        except EffectError as error:
            raise EffectError(f"{self.place}, column effect: {error}") from error
        return phrase(clauses), clauses


def _rows(sheet: Sheet, columns: Sequence[str]) -> list[_Row]:
    check_columns(sheet, columns)
    if not sheet.rows:
        raise InputError(f"{sheet.name} has a header and no rows.")
    return [_Row(f"{sheet.name}, row {number}", values) for number, values in sheet.rows]


def _refuse_twice(rows: Sequence[_Row], keys: Sequence[str], column: str) -> None:
    first: dict[str, _Row] = {}
    for row, key in zip(rows, keys, strict=True):
        if key in first:
            raise row.fail(column, f'"{key}" stands already in {first[key].place}.')
        first[key] = row


def _cards(sheet: Sheet) -> tuple[Card, ...]:
    rows = _rows(sheet, CARD_COLUMNS)
    cards = [_card(row) for row in rows]
    _refuse_twice(rows, [card.number for card in cards], "number")
    return tuple(sorted(cards, key=lambda card: card.number))


def _card(row: _Row, *, named: bool = False) -> Card:
    """The card of a row; ``named`` says that the row's place names the card already."""
    number = card_number(row.text("number", longest=40))
    if not re.fullmatch(r"[A-Z0-9]{1,6}", number):
        raise row.fail(
            "number",
            f'"{row.values["number"]}" is no card number: up to 6 letters and digits, such as 038 '
            "or F02.",
        )
    if not named:
        row = _Row(f"{row.place} (card {number})", row.values)
    kind = TYPE_NAMES.index(row.word("type", TYPE_NAMES, _TYPE_SPELLINGS))
    region = -1
    if kind == FUNDRAISING:
        region = REGION_NAMES.index(row.word("region", REGION_NAMES))
    elif row.values["region"]:
        raise row.fail(
            "region", f'"{row.values["region"]}" stands there, but only Fundraising cards have a '
            "region.",
        )
    cost = tuple(row.number(column, 0, MOST_EC_OF_A_COLOUR) for column in COST_COLUMNS)
    if not 1 <= sum(cost) <= MOST_EC:
        raise row.fail(
            f"{COST_COLUMNS[0]} to {COST_COLUMNS[-1]}",
            f"the card costs {sum(cost)} EC in all; 1 to {MOST_EC} are allowed.",
        )
    effect, clauses = row.effect()
    usage = row.word("usage", USAGES, _USAGE_SPELLINGS)
    _check_usage(row, usage, effect, clauses)
    return Card(
        number=number,
        name=row.text("name", longest=60),
        type=kind,
        region=region,
        copies=row.number("copies", 0, MOST_COPIES),
        cost=cost,
        stars=row.number("stars", 0, MOST_STARS),
        usage=usage,
        effect=effect,
        clauses=clauses,
        text=row.text("text", empty=True),
        source=row.word("source", SOURCES),
    )


def _check_usage(row: _Row, usage: str, effect: str, clauses: Sequence[Clause]) -> None:
    """The usage symbol must be one that a clause of the effect bears out."""
    if not clauses:
        return
    symbols = set()
    for clause in clauses:
        if clause.when == WHEN_END:
            symbols.add("end")
        elif clause.when == WHEN_MONTH or clause.gain == GAIN_SHIFT_DIE:
            symbols.add("month")
        else:
            symbols.add("upgrade")
    if usage not in symbols:
        fitting = " or ".join(word for word in USAGES if word in symbols)
        raise row.fail(
            "usage", f'"{usage}" does not fit the effect "{effect}", whose usage is {fitting}.'
        )


def _check_deck(name: str, cards: Sequence[Card], coaches: Sequence[Coach]) -> None:
    copies = sum(max(1, card.copies) for card in cards)
    if copies > MOST_CARDS:
        raise InputError(
            f"{name}: {copies} cards with all copies are too many; {MOST_CARDS} is the most."
        )
    clauses = sum(max(1, card.copies) * len(card.clauses) for card in cards)
    clauses += sum(len(coach.clauses) for coach in coaches)
    if clauses > MOST_CLAUSES:
        raise InputError(
            f"{name}: the effects of all cards and coaches have {clauses} clauses; {MOST_CLAUSES} "
            "is the most."
        )


def _coaches(sheet: Sheet) -> tuple[Coach, ...]:
    rows = _rows(sheet, COACH_COLUMNS)
    coaches = []
    for row in rows:
        written = re.sub(r"[.,]0+$", "", row.text("number").upper())
        match = re.fullmatch(r"(?:HC)?0*([1-9][0-9]?)", written)
        if match is None or int(match[1]) > 12:
            raise row.fail("number", f'"{row.values["number"]}" is none of HC1 to HC12.')
        number = f"HC{match[1]}"
        row = _Row(f"{row.place} ({number})", row.values)
        effect, clauses = row.effect()
        coaches.append(
            Coach(
                number=number,
                name=row.text("name", longest=60),
                sheet=row.number("sheet", 1, 6),
                effect=effect,
                clauses=clauses,
                text=row.text("text", empty=True),
                source=row.word("source", SOURCES),
            )
        )
    _refuse_twice(rows, [coach.number for coach in coaches], "number")
    if len(coaches) != 12:
        raise InputError(f"{sheet.name} has {len(coaches)} Head Coaches; 12 are needed.")
    for row, coach in zip(rows, coaches, strict=True):
        sheet_of_number = (int(coach.number[2:]) + 1) // 2
        if coach.sheet != sheet_of_number:
            raise row.fail(
                "sheet",
                f"{coach.number} stands on sheet {sheet_of_number}, not {coach.sheet}: each sheet "
                "carries two coaches that follow each other.",
            )
    return tuple(sorted(coaches, key=lambda coach: int(coach.number[2:])))


def _boards(sheet: Sheet) -> tuple[Board, ...]:
    rows = _rows(sheet, BOARD_COLUMNS)
    boards = []
    for row in rows:
        written = re.sub(r"[.,]0+$", "", row.text("number").upper())
        match = re.fullmatch(r"B?0*([1-8])", written)
        if match is None:
            raise row.fail("number", f'"{row.values["number"]}" is none of B1 to B8.')
        positions: list[int] = []
        for column in BOARD_COLUMNS[1:6]:
            position = POSITION_NAMES.index(row.word(column, POSITION_NAMES))
            if position in positions:
                raise row.fail(column, f"{POSITION_NAMES[position]} stands on the board twice.")
            positions.append(position)
        boards.append(Board(f"B{match[1]}", tuple(positions), row.word("source", SOURCES)))
    _refuse_twice(rows, [board.number for board in boards], "number")
    if len(boards) != 8:
        raise InputError(f"{sheet.name} has {len(boards)} Recruiting Boards; 8 are needed.")
    return tuple(sorted(boards, key=lambda board: board.number))


# --- Map and stashes ----------------------------------------------------------------------------


def _shown(value: Any) -> str:
    """A value as it stands in an error's text, cut when it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _table(
    value: Any, where: str, required: Sequence[str], optional: Sequence[str] = ()
) -> Mapping[str, Any]:
    """A TOML table that has the required keys and no unknown ones."""
    if not isinstance(value, Mapping):
        raise InputError(f"{where} should be a table of keys, not {_shown(value)}.")
    allowed = (*required, *optional)
    for key in value:
        if key not in allowed:
            raise InputError(
                f'{where}: the key "{key}" is unknown; the keys are {", ".join(allowed)}.'
                f"{nearest(str(key), allowed)}"
            )
    for key in required:
        if key not in value:
            raise InputError(f'{where}: the key "{key}" is missing.')
    return value


def _entries(chart: Mapping[str, Any], name: str, key: str) -> list[Any]:
    entries = chart[key]
    if not isinstance(entries, list) or not entries:
        raise InputError(f"{name}: {key} should be a list of tables, [[{key}]].")
    return entries


def _word_of(value: Any, where: str, allowed: Sequence[str]) -> str:
    if isinstance(value, str):
        for word in allowed:
            if value.strip().lower() == word.lower():
                return word
    raise InputError(
        f"{where}: {_shown(value)} is none of {', '.join(allowed)}.{nearest(str(value), allowed)}"
    )


def _whole(value: Any, where: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(
            f"{where}: a whole number from {low} to {high} is needed, not {_shown(value)}."
        )
    return value


def _place_name(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{where}: a name is needed, not {_shown(value)}.")
    name = " ".join(value.split())
    if "/" in name or len(name) > 40 or not name.isprintable():
        raise InputError(
            f"{where}: {_shown(value)} is no name of a place: up to 40 letters, without a slash."
        )
    return name


def _coordinate(value: Any, where: str, high: int) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{where}: a number from 0 to {high} is needed, not {_shown(value)}.")
    if not math.isfinite(value) or not 0 <= value <= high:
        raise InputError(f"{where}: a number from 0 to {high} is needed, not {_shown(value)}.")
    return float(value)


def _node(
    entry: Mapping[str, Any], where: str, name: str, kind: str, region: int = -1
) -> Node:
    x = _coordinate(entry["x"], f"{where}, x", 100)
    y = _coordinate(entry["y"], f"{where}, y", 60)
    return Node(name, kind, x, y, region)


_MAP_SOURCES = ("border_values", "circles", "headquarters", "trails")


def _map(name: str, chart: Mapping[str, Any]) -> Map:
    _table(
        chart, name,
        ("border_values", "sources", "states", "circles", "headquarters", "trails"),
    )
    states: list[State] = []
    nodes: list[Node] = []
    for position, entry in enumerate(_entries(chart, name, "states"), start=1):
        state, node = _state(entry, f"{name}, state {position}")
        states.append(state)
        nodes.append(node)
    for position, entry in enumerate(_entries(chart, name, "circles"), start=1):
        where = f"{name}, circle {position}"
        _table(entry, where, ("name", "x", "y"))
        nodes.append(_node(entry, where, _place_name(entry["name"], f"{where}, name"), "path"))
    for position, entry in enumerate(_entries(chart, name, "headquarters"), start=1):
        where = f"{name}, headquarters {position}"
        _table(entry, where, ("region", "x", "y"))
        homes = [REGION_NAMES[region] for region in HOME_REGIONS]
        home = _word_of(entry["region"], f"{where}, region", homes)
        nodes.append(_node(entry, where, f"{home} HQ", "hq", REGION_NAMES.index(home)))
    _check_places(name, states, nodes)
    sources = _table(chart["sources"], f"{name}, sources", _MAP_SOURCES)
    order = {"state": 0, "path": 1, "hq": 2}
    board = Map(
        states=tuple(sorted(states, key=lambda state: state.name)),
        nodes=tuple(sorted(nodes, key=lambda n: (order[n.kind], n.region, n.name))),
        edges=_trails(chart["trails"], name, nodes),
        border_values=_border_values(chart["border_values"], name),
        sources={
            key: _word_of(sources[key], f"{name}, sources, {key}", SOURCES)
            for key in _MAP_SOURCES
        },
    )
    _check_ways(name, board)
    return board


def _state(entry: Any, where: str) -> tuple[State, Node]:
    _table(entry, where, ("name", "regions", "x", "y", "source"), ("value",))
    name = _place_name(entry["name"], f"{where}, name")
    where = f"{where} ({name})"
    if not isinstance(entry["regions"], list) or len(entry["regions"]) not in (1, 2):
        raise InputError(
            f"{where}, regions: a list of one region or two is needed, not "
            f"{_shown(entry['regions'])}."
        )
    regions = tuple(
        REGION_NAMES.index(_word_of(region, f"{where}, regions", REGION_NAMES))
        for region in entry["regions"]
    )
    value = None
    if len(regions) == 1:
        if "value" not in entry:
            raise InputError(f"{where}: a state of one region needs a value from 2 to 5.")
        value = _whole(entry["value"], f"{where}, value", 2, 5)
    else:
        if regions[0] == regions[1]:
            raise InputError(f"{where}, regions: a border state lies between two regions.")
        if "value" in entry:
            raise InputError(
                f"{where}, value: a border state has none; border_values lists its tokens."
            )
    source = _word_of(entry["source"], f"{where}, source", SOURCES)
    # Costs and credit do not depend on which of a border's regions is named first.
    state = State(name, tuple(sorted(regions)), value, source)
    return state, _node(entry, where, name, "state")


def _check_places(name: str, states: Sequence[State], nodes: Sequence[Node]) -> None:
    seen: dict[str, str] = {}
    for node in nodes:
        if node.name.lower() in seen:
            raise InputError(f'{name}: two places are named "{node.name}".')
        seen[node.name.lower()] = node.name
    if len(nodes) > MOST_NODES:
        raise InputError(f"{name} has {len(nodes)} places; {MOST_NODES} is the most.")
    singles = [state for state in states if len(state.regions) == 1]
    borders = len(states) - len(singles)
    recruits = len(singles) + 2 * borders
    if len(singles) != 24 or borders != 8:
        raise InputError(
            f"{name} has {recruits} recruits in {len(singles)} states of one region and {borders} "
            "border states; 40 recruits in 24 and 8 are needed."
        )
    for region, region_name in enumerate(REGION_NAMES):
        values = sorted(state.value or 0 for state in singles if state.regions == (region,))
        if values != [2, 3, 4, 5]:
            raise InputError(
                f"{name}: the states of {region_name} alone have the values "
                f"{', '.join(map(str, values)) or 'of none'}; 2, 3, 4 and 5 are needed, one each."
            )
    homes = sorted(node.region for node in nodes if node.kind == "hq")
    if homes != list(HOME_REGIONS):
        raise InputError(
            f"{name} has headquarters of {', '.join(REGION_NAMES[home] for home in homes)}; one "
            f"each of {', '.join(REGION_NAMES[home] for home in HOME_REGIONS)} is needed."
        )


def _border_values(values: Any, name: str) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) != 16:
        raise InputError(
            f"{name}, border_values: a list of 16 values is needed, not {_shown(values)}."
        )
    return tuple(
        sorted(
            _whole(value, f"{name}, border_values, entry {position}", 1, 5)
            for position, value in enumerate(values, start=1)
        )
    )


def _trails(trails: Any, name: str, nodes: Sequence[Node]) -> tuple[tuple[str, str], ...]:
    _table(trails, f"{name}, trails", ("steps",))
    by_name = {node.name: node for node in nodes}
    if not isinstance(trails["steps"], list):
        raise InputError(f"{name}, trails: steps should be a list of pairs of places.")
    edges: list[tuple[str, str]] = []
    for position, pair in enumerate(trails["steps"], start=1):
        where = f"{name}, trails, step {position}"
        if (
            not isinstance(pair, list) or len(pair) != 2
            or not all(isinstance(end, str) for end in pair)
        ):
            raise InputError(f"{where}: a pair of places is needed, not {_shown(pair)}.")
        one, other = (" ".join(end.split()) for end in pair)
        for end in (one, other):
            if end not in by_name:
                raise InputError(
                    f'{where}: there is no place "{end}" on the map.{nearest(end, by_name)}'
                )
        if one == other:
            raise InputError(f'{where}: the step leads from "{one}" to itself.')
        if by_name[one].kind == by_name[other].kind == "hq":
            raise InputError(f"{where}: no way leads from one headquarters to another.")
        edge = (min(one, other), max(one, other))
        if edge in edges:
            raise InputError(f'{where}: the step between "{one}" and "{other}" is listed twice.')
        edges.append(edge)
    return tuple(sorted(edges))


def _check_ways(name: str, board: Map) -> None:
    """Every state can be reached from everywhere, and no place has too many neighbours."""
    for node in board.nodes:
        degree = sum(node.name in edge for edge in board.edges)
        if degree > MOST_NEIGHBOURS:
            raise InputError(
                f'{name}: "{node.name}" has {degree} neighbours; {MOST_NEIGHBOURS} is the most.'
            )
    places = [node.name for node in board.nodes if node.kind != "hq"]
    starts = [node.name for node in board.nodes if node.kind == "hq"]
    for start in [*starts, places[0]]:
        reached = board.steps(start)
        for place in places:
            if place not in reached:
                raise InputError(
                    f'{name}: no way leads from "{start}" to "{place}" (a bus never enters a '
                    "headquarters)."
                )


def _map_dict(board: Map) -> dict[str, Any]:
    nodes = {node.name: node for node in board.nodes}
    states = []
    for state in board.states:
        entry: dict[str, Any] = {
            "name": state.name, "regions": [REGION_NAMES[region] for region in state.regions],
        }
        if state.value is not None:
            entry["value"] = state.value
        node = nodes[state.name]
        states.append({**entry, "x": node.x, "y": node.y, "source": state.source})
    return {
        "border_values": list(board.border_values),
        "sources": dict(board.sources),
        "states": states,
        "circles": [
            {"name": n.name, "x": n.x, "y": n.y} for n in board.nodes if n.kind == "path"
        ],
        "headquarters": [
            {"region": REGION_NAMES[n.region], "x": n.x, "y": n.y}
            for n in board.nodes if n.kind == "hq"
        ],
        "trails": {"steps": [list(edge) for edge in board.edges]},
    }


def _stashes(
    name: str, file: Mapping[str, Any], cards: Sequence[Card]
) -> tuple[str, dict[int, tuple[str, ...]]]:
    _table(file, name, ("source", "stashes"))
    source = _word_of(file["source"], f"{name}, source", SOURCES)
    homes = [REGION_NAMES[region] for region in HOME_REGIONS]
    table = _table(file["stashes"], f"{name}, stashes", homes)
    numbers = [card.number for card in cards]
    stashes: dict[int, tuple[str, ...]] = {}
    owner: dict[str, str] = {}
    for region, home in zip(HOME_REGIONS, homes, strict=True):
        where = f"{name}, stashes, {home}"
        listed = table[home]
        if (
            not isinstance(listed, list) or len(listed) != 4
            or not all(isinstance(number, str) for number in listed)
        ):
            raise InputError(f"{where}: a list of 4 card numbers is needed, not {_shown(listed)}.")
        stash = tuple(card_number(number) for number in listed)
        for number in stash:
            if number not in numbers:
                raise InputError(
                    f"{where}: there is no card {number} in the cards sheet; to take a card of a "
                    "starter stash out of the deck keep its row with 0 copies."
                    f"{nearest(number, numbers)}"
                )
            if number in owner:
                raise InputError(
                    f"{where}: card {number} is already in the stash of {owner[number]}."
                )
            owner[number] = home
        stashes[region] = stash
    return source, stashes
