"""The rows of Stadium's five sheets: spaces, buildings, field, players and employees."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.checked_rows import Row, read_rows, source_cell
from eoc_sim.simulator.kernel.phrases import EffectError, listed
from eoc_sim.simulator.kernel.sheets import Sheet
from eoc_sim.simulator.stadium.effect_language import Clause, parse, phrase
from eoc_sim.simulator.stadium.names import (
    BONUSES,
    CATEGORIES,
    DRAFT,
    FIRST_ACTION,
    FIRST_BONUS,
    LEVELS,
    LOSSES,
    MOMENTS,
    MOST_BONUSES,
    MOST_BUILDINGS,
    MOST_CARDS,
    MOST_COPIES,
    MOST_KINDS,
    MOST_POINTS,
    MOST_PRICE,
    MOST_SQUARES,
    MOST_WINS,
    SPACES,
    STAR,
)
from eoc_sim.simulator.stadium.sentences import sentences

BONUS_COLUMNS = tuple(f"bonus{place}" for place in range(1, MOST_BONUSES + 1))
SPACE_COLUMNS = (
    "number",
    "name",
    "arrow",
    *BONUS_COLUMNS,
    "loss",
    "effect",
    "text",
    "source",
)
BUILDING_COLUMNS = (
    "number",
    "name",
    "level",
    "construction",
    "money",
    "equipment",
    "entertainment",
    "victory_points",
    "effect",
    "text",
    "source",
)
FIELD_COLUMNS = (
    "number",
    "name",
    "category",
    "wins",
    "equipment",
    "victory_points",
    "effect",
    "text",
    "source",
)
PLAYER_COLUMNS = (
    "number",
    "name",
    "copies",
    "signing",
    "salary",
    "victory_points",
    "effect",
    "text",
    "source",
)
EMPLOYEE_COLUMNS = (
    "number",
    "name",
    "copies",
    "cost",
    "salary",
    "victory_points",
    "effect",
    "text",
    "source",
)
ABSENT = "absent"
"""A column for keys only, set if the place is absent.

Cards have their copies for that.
"""
BONUS_WORDS = tuple({"wins": "win"}.get(name, name) for name in BONUSES)
"""The bonuses, as the cell of a bonus space writes them."""

_BONUS_SPELLINGS = {"wins": "win", "cards": "card", "1": "first"}
_LOSS_SPELLINGS = {"win": "wins", "employees": "employee", "players": "player"}
_ARROWS = {"": False, "no": False, "yes": True}
_ELSEWHERE = tuple(place for place in range(len(MOMENTS)) if place != STAR)
"""The moments of places and players: only employees are used."""


@dataclass(frozen=True)
class Component:
    """The fields of every row.

    ``text`` is the sheet's own; `sentence` is made where that is empty. ``printed_columns`` are the
    printed cells. A ``partial`` row that does not name them has none.
    """

    number: Any
    name: str
    effect: str
    clauses: tuple[Clause, ...]
    text: str
    source: str
    printed_columns: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """Describe the effect in words."""
        return self.text or sentences(self.clauses)


@dataclass(frozen=True)
class Space(Component):
    """An action space, ``number`` 1 to 9.

    ``arrow`` says if it begins with a bonus token (SET-3). The kinds of bonus and loss are places
    in BONUSES and LOSSES.
    """

    number: int
    arrow: bool
    bonuses: tuple[int, ...]
    loss: int


@dataclass(frozen=True)
class Place(Component):
    """A square or a building; ``absent`` if only other versions have it."""

    number: str
    victory_points: int
    absent: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class Building(Place):
    """A building of level 1 to 3 with its price (ACT-12)."""

    level: int
    construction: int
    money: int
    equipment: int
    entertainment: int


@dataclass(frozen=True)
class Square(Place):
    """A square of the field: category, wins needed and equipment cost (ACT-8)."""

    category: int
    wins: int
    equipment: int


@dataclass(frozen=True)
class Card(Component):
    """A player or an employee; 0 ``copies`` are not in the deck."""

    number: str
    copies: int
    salary: int
    victory_points: int


@dataclass(frozen=True)
class Player(Card):
    """A player card: the signing bonus is paid once (ACT-17)."""

    signing: int


@dataclass(frozen=True)
class Employee(Card):
    """An employee: the cost is paid once (ACT-5)."""

    cost: int


@dataclass(frozen=True)
class Kind:
    """A kind of component: its sheet and the form of its rows.

    ``word`` begins its keys, ``what`` names it for people, and ``letter`` begins its numbers, ""
    for spaces. There may be ``most`` rows. ``read`` reads the cells that are this kind's own,
    ``make`` makes the component. Its effects may happen at ``moments``; those of spaces at their
    own action.
    """

    word: str
    what: str
    letter: str
    columns: tuple[str, ...]
    most: int
    read: Callable[[Row], dict[str, Any]]
    make: type[Component]
    moments: tuple[int, ...] = _ELSEWHERE

    def number(self, text: str) -> str:
        """Bring a number into its printed form.

        Players 7, p7 and P07.0 become P07; space 08 becomes 8.
        """
        written = re.sub(r"[.,]0+$", "", text.strip().upper())
        match = re.fullmatch(rf"(?:{self.letter})?0*([1-9][0-9]{{0,2}})", written)
        if match is None:
            return written
        return f"{self.letter}{match[1].rjust(2, '0')}" if self.letter else match[1]

    def row(self, one: Any) -> dict[str, str]:
        """Write a component as a row of its sheet."""
        cells = {column: str(getattr(one, column, "")) for column in self.columns}
        cells["source"] = source_cell(one.source, one.printed_columns)
        if isinstance(one, Space):
            cells["arrow"] = "yes" if one.arrow else ""
            shown = [BONUS_WORDS[bonus] for bonus in one.bonuses]
            shown += [""] * (MOST_BONUSES - len(shown))
            cells |= dict(zip(BONUS_COLUMNS, shown, strict=True))
            cells["loss"] = LOSSES[one.loss]
        if isinstance(one, Square):
            cells["category"] = CATEGORIES[one.category]
        return cells

    @property
    def cell_columns(self) -> tuple[str, ...]:
        """List the columns whose cells have keys, without the number.

        Places also have a column for being absent.
        """
        absent = (ABSENT,) if issubclass(self.make, Place) else ()
        return (*self.columns[1:], *absent)

    def cells(self, one: Any) -> dict[str, str]:
        """Return the cells of a component that have keys."""
        cells = self.row(one)
        if ABSENT in self.cell_columns:
            cells[ABSENT] = "yes" if one.absent else "no"
        return cells

    def component(self, row: Row, *, named: bool = False) -> Any:
        """Read the component of a row.

        ``named`` means that the row's place names it already.
        """
        number = self.number(row.key("number", longest=40))
        if not re.fullmatch(rf"{self.letter}[0-9]{{1,3}}", number) or (
            not self.letter and not 1 <= int(number) <= SPACES
        ):
            form = (
                f"{self.letter} and up to 3 digits, such as {self.letter}07"
                if self.letter
                else f"1 to {SPACES}"
            )
            raise row.fail(
                "number", f'"{row.values["number"]}" is no number of {_article(self.what)}: {form}.'
            )
        if not named:
            row = row.named(f"{self.what} {number}")
        effect, clauses = self._effect(row, number)
        source, printed_columns = row.source(self.columns)
        return self.make(
            number=number if self.letter else int(number),
            name=row.text("name", longest=60),
            effect=effect,
            clauses=clauses,
            text=row.text("text", empty=True),
            source=source,
            printed_columns=printed_columns,
            **self.read(row),
        )

    def changed(self, one: Any, settings: Mapping[str, str]) -> Any:
        """Change cells of a component and check it like a sheet's row."""
        row = Row(f"{self.what} {one.number}", {**self.cells(one), **settings})
        changed = self.component(row, named=True)
        if ABSENT in row.values:
            changed = replace(changed, absent=row.word(ABSENT, ("no", "yes")) == "yes")
        return changed

    def components(self, sheet: Sheet) -> tuple[Any, ...]:
        """Read all components of a complete sheet, by number."""
        found: list[Any] = read_rows(sheet, self.component, lambda one: str(one.number))
        if len(found) > self.most:
            raise InputError(f"{sheet.name} has {len(found)} rows; {self.most} is the most.")
        return tuple(sorted(found, key=lambda one: in_order(one.number)))

    def _effect(self, row: Row, number: str) -> tuple[str, tuple[Clause, ...]]:
        try:
            clauses = parse(row.values["effect"])
            moments = self.moments if self.letter else (FIRST_ACTION + int(number) - 1,)
            for clause in clauses:
                self._check_fit(clause, moments)
        except EffectError as error:
            row.refuse(EffectError(f"{row.place}, column effect: {error}"))
            return "", ()
        return phrase(clauses), clauses

    def _check_fit(self, clause: Clause, moments: Sequence[int]) -> None:
        """Refuse a clause that makes no sense on this component."""
        text = phrase([clause])
        if clause.when not in moments:
            goes = listed(MOMENTS[place] for place in moments)
            why = (
                "only employees are used"
                if clause.when == STAR
                else "a space's effect is that of its own action"
            )
            raise EffectError(
                f'in "{text}", "{MOMENTS[clause.when]}" says nothing on {_article(self.what)}, '
                f"for {why}: use {goes}."
            )
        if clause.any_number and self.letter:
            raise EffectError(
                f'in "{text}", "any number" goes with spaces only; {_article(self.what)} acts '
                "once each time."
            )


def in_order(number: Any) -> int:
    """Sort components by the digits of their numbers, as in play."""
    return int(re.sub(r"\D", "", str(number)))


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _space(row: Row) -> dict[str, Any]:
    arrow = row.text("arrow", empty=True).lower()
    if arrow not in _ARROWS:
        raise row.fail("arrow", f'"{row.values["arrow"]}" is neither yes nor empty.')
    bonuses = []
    for column in BONUS_COLUMNS:
        if not row.values[column]:
            continue
        bonus = BONUS_WORDS.index(row.word(column, BONUS_WORDS, _BONUS_SPELLINGS))
        if (
            bonus == FIRST_BONUS
            and row.values["number"].strip()
            and (KINDS["spaces"].number(row.values["number"]) != str(DRAFT))
        ):
            raise row.fail(column, f'"first" stands on space {DRAFT}, Draft, only (BON-6).')
        bonuses.append(bonus)
    return {
        "arrow": _ARROWS[arrow],
        "bonuses": tuple(bonuses),
        "loss": LOSSES.index(row.word("loss", LOSSES, _LOSS_SPELLINGS)),
    }


def _building(row: Row) -> dict[str, Any]:
    return {
        "level": row.number("level", 1, LEVELS),
        "construction": row.number("construction", 0, MOST_PRICE),
        **_prices(row, "money", "equipment", "entertainment"),
        **_points(row),
    }


def _square(row: Row) -> dict[str, Any]:
    return {
        "category": CATEGORIES.index(row.word("category", CATEGORIES)),
        "wins": row.number("wins", 0, MOST_WINS),
        **_prices(row, "equipment"),
        **_points(row),
    }


def _player(row: Row) -> dict[str, Any]:
    return {**_copies(row), **_prices(row, "signing", "salary"), **_points(row)}


def _employee(row: Row) -> dict[str, Any]:
    return {**_copies(row), **_prices(row, "cost", "salary"), **_points(row)}


def _copies(row: Row) -> dict[str, int]:
    return {"copies": row.number("copies", 0, MOST_COPIES)}


def _prices(row: Row, *columns: str) -> dict[str, int]:
    """Read prices; an empty cell is 0."""
    return {column: row.number(column, 0, MOST_PRICE, empty=0) for column in columns}


def _points(row: Row) -> dict[str, int]:
    return {"victory_points": row.number("victory_points", 0, MOST_POINTS, empty=0)}


KINDS: Mapping[str, Kind] = {
    "spaces": Kind("space", "space", "", SPACE_COLUMNS, SPACES, _space, Space),
    "buildings": Kind(
        "building",
        "building",
        "B",
        BUILDING_COLUMNS,
        MOST_BUILDINGS,
        _building,
        Building,
    ),
    "field": Kind("field", "square", "F", FIELD_COLUMNS, MOST_SQUARES, _square, Square),
    "players": Kind("player", "player", "P", PLAYER_COLUMNS, MOST_KINDS, _player, Player),
    "employees": Kind(
        "employee",
        "employee",
        "E",
        EMPLOYEE_COLUMNS,
        MOST_KINDS,
        _employee,
        Employee,
        tuple(range(len(MOMENTS))),
    ),
}
"""Every kind of component, by the name of its sheet."""


def column_choices(sheet: str) -> dict[str, tuple[str, ...]]:
    """Return the words that the columns of a sheet allow.

    Columns that allow many are left out.
    """
    copies = tuple(str(number) for number in range(MOST_COPIES + 1))
    choices: dict[str, dict[str, tuple[str, ...]]] = {
        "spaces": {
            "arrow": ("yes",),
            **dict.fromkeys(BONUS_COLUMNS, BONUS_WORDS),
            "loss": LOSSES,
        },
        "buildings": {"level": tuple(str(level) for level in range(1, LEVELS + 1))},
        "field": {"category": CATEGORIES},
        "players": {"copies": copies},
        "employees": {"copies": copies},
    }
    return choices[sheet]


def check_places(
    name: str,
    buildings: Sequence[Building],
    squares: Sequence[Square],
    field_name: str,
) -> None:
    """Refuse a board that lacks places on a level or category.

    Each level needs a building, and each category a square.
    """
    levels = {one.level for one in buildings if not one.absent}
    for level in range(1, LEVELS + 1):
        if level not in levels:
            raise InputError(f"{name}: there is no building of level {level}; each needs one.")
    categories = {one.category for one in squares if not one.absent}
    for place, category in enumerate(CATEGORIES):
        if place not in categories:
            raise InputError(
                f"{field_name}: there is no square of the category {category}; each needs one."
            )


def check_deck(name: str, cards: Sequence[Card]) -> None:
    """Refuse more cards, all copies, than a deck has room for."""
    copies = sum(max(1, card.copies) for card in cards)
    if copies > MOST_CARDS:
        raise InputError(
            f"{name}: {copies} cards with all copies are too many; {MOST_CARDS} is the most."
        )
