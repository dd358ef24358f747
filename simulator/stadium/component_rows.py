"""The rows of Stadium's five sheets, with a class for each sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.checked_rows import CheckedRow
from eoc_sim.simulator.kernel.phrases import EffectError, join_or
from eoc_sim.simulator.runs import sheets
from eoc_sim.simulator.runs.cells import (
    Choice,
    Effect,
    Flag,
    Key,
    Name,
    Several,
    Source,
    Text,
    Whole,
)
from eoc_sim.simulator.runs.sheets import AnyComponent, LetteredSheet, column, with_article
from eoc_sim.simulator.stadium.effect_language import Clause, parse, phrase
from eoc_sim.simulator.stadium.names import (
    BONUSES,
    CATEGORIES,
    DRAFT,
    FIRST_ACTION,
    FIRST_BONUS,
    LEVELS,
    LOSSES,
    MAX_BONUSES,
    MAX_BUILDINGS,
    MAX_CARDS,
    MAX_COPIES,
    MAX_KINDS,
    MAX_POINTS,
    MAX_PRICE,
    MAX_SQUARES,
    MAX_WINS,
    MOMENTS,
    SPACES,
    STAR,
)
from eoc_sim.simulator.stadium.sentences import sentences

BONUS_WORDS = tuple({"wins": "win"}.get(name, name) for name in BONUSES)
"""The bonuses, as the cells of bonus spaces spell them."""
_BONUS_SPELLINGS = {"wins": "win", "cards": "card", "1": "first"}
BONUS_CELLS = {
    f"bonus{index}": Choice("", BONUS_WORDS, spellings=_BONUS_SPELLINGS)
    for index in range(1, MAX_BONUSES + 1)
}
_LOSS_SPELLINGS = {"win": "wins", "employees": "employee", "players": "player"}
_MOMENTS_WITHOUT_STAR = tuple(index for index in range(len(MOMENTS)) if index != STAR)
"""The moments for components other than employees: only employees have stars."""
POINTS_PER_MONEY = 1 / 3
"""The approximate worth of 1 money, in points.

It decides only which numbers ``balance`` tries first, as does the constant below.
"""
GAME_TIMES = 6
"""The approximate number of times that a card's salary is paid.

It is paid at each game time while the card is kept.
"""


def _price(words: str, money: float, **details: Any) -> Whole:
    """Declare a price; its cell is empty if there is no price.

    One unit of the price is worth about ``money`` units of money.
    """
    return Whole(
        words,
        0,
        MAX_PRICE,
        empty=0,
        worth=-money * POINTS_PER_MONEY,
        drawn=(0, MAX_PRICE),
        **details,
    )


def _token(token: str, money: float) -> Whole:
    """Declare a place's price in one kind of token.

    Data families leave a price of 0 at 0.
    """
    return _price(f"{token} that it costs", money, unit=token, zero_stays=True)


def _points(least: int) -> Whole:
    """Declare points, which data families never move below ``least``."""
    return Whole(
        "points for its owner at the end (SCO-2)",
        0,
        MAX_POINTS,
        empty=0,
        worth=1.0,
        drawn=(least, MAX_POINTS),
        dim="points",
        unit="points",
        fact="points",
    )


def _copies() -> Whole:
    return Whole(
        "copies in the deck; if a run's versions differ, the largest number",
        0,
        MAX_COPIES,
        fact="copies",
    )


def _check_fit(kind: StadiumSheet[Any], number: str, clause: Clause) -> None:
    """Refuse a clause that makes no sense on this component."""
    moments = kind.moments if kind.letter else (FIRST_ACTION + int(number) - 1,)
    text = phrase([clause])
    if clause.when not in moments:
        allowed = join_or(MOMENTS[moment] for moment in moments)
        reason = (
            "only employees have stars"
            if clause.when == STAR
            else "a space has an effect only during its own action"
        )
        raise EffectError(
            f'in "{text}", "{MOMENTS[clause.when]}" has no meaning on {with_article(kind.noun)}, '
            f"because {reason}: use {allowed}."
        )
    if clause.any_number and kind.letter:
        raise EffectError(
            f'in "{text}", "any number" is allowed only on spaces; the effect of '
            f"{with_article(kind.noun)} cannot be repeated."
        )


class Component(sheets.Component):
    """A row of any sheet.

    ``text`` is the sheet's own sentence; if it is empty, `sentence` describes the effect.
    ``printed_columns`` names the printed cells. It is empty for a ``partial`` row that does not
    list them.
    """

    number: Any = column(Key("its number"))
    name: str = column(Name("name"))
    effect: str = column(
        Effect("effect, in the effect language", parse, phrase, check_clause=_check_fit)
    )
    clauses: tuple[Clause, ...]
    text: str = column(Text("what it does, as a sentence", dims_field="sentence"))
    source: str = column(
        Source(
            "how much of the row is printed: printed, partial or reconstructed", dims_field="source"
        )
    )
    printed_columns: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The effect in words."""
        return self.text or sentences(self.clauses)


class Space(Component):
    """An action space, ``number`` 1 to 9.

    ``arrow`` is true if it begins with a bonus token (SET-3). Bonuses and losses are indices into
    BONUSES and LOSSES.
    """

    number: int = column(Key("its number", kept_as=int))
    arrow: bool = column(Flag("yes: it has a token from the start", fact="arrow"))
    bonuses: tuple[int, ...] = column(
        Several("its bonus spaces, in order", BONUS_CELLS, may_be_empty=True)
    )
    loss: int = column(
        Choice("what its stack costs", LOSSES, spellings=_LOSS_SPELLINGS, fact="loss")
    )

    def check_together(self, row: CheckedRow) -> None:
        """Refuse the bonus "first" on any space but Draft (BON-6)."""
        cells = (bonus_cell for bonus_cell in BONUS_CELLS if row.values[bonus_cell])
        for cell, bonus in zip(cells, self.bonuses, strict=True):
            if bonus == FIRST_BONUS and self.number != DRAFT:
                row.refuse(
                    row.cell_error(
                        cell, f'"first" is allowed only on space {DRAFT}, Draft (BON-6).'
                    )
                )


class Place(Component):
    """A square or building, ``absent`` if only other versions have it."""

    number: str = column(Key("its number"))
    victory_points: int = column(_points(1))
    absent: bool = column(Choice("", ("no", "yes"), fact="absent", in_sheet=False), default=False)


class Building(Place):
    """A building of level 1 to 3 with its price (ACT-12)."""

    level: int = column(Whole("", 1, LEVELS, fact="level"))
    construction: int = column(
        Whole(
            "construction that it costs",
            0,
            MAX_PRICE,
            unit="construction",
            worth=-1.1 * POINTS_PER_MONEY,
            drawn=(1, MAX_PRICE),
        )
    )
    money: int = column(_token("money", 1))
    equipment: int = column(_token("equipment", 0.6))
    entertainment: int = column(_token("entertainment", 1.1))


class Square(Place):
    """A square of the field: category, wins needed and equipment cost (ACT-8)."""

    category: int = column(Choice("category of a square", CATEGORIES, fact="category"))
    wins: int = column(Whole("wins that a square needs", 0, MAX_WINS, worth=-0.6, fact="wins"))
    equipment: int = column(_token("equipment", 0.6))


class Card(Component):
    """A player or employee, not in the deck if ``copies`` is 0."""

    number: str = column(Key("its number"))
    copies: int
    salary: int = column(_price("salary per round", 0.6 * GAME_TIMES, unit="money", fact="salary"))
    victory_points: int = column(_points(0))


class Player(Card):
    """A player card: the signing bonus is paid once (ACT-17)."""

    copies: int = column(_copies())
    signing: int = column(
        _price("signing bonus", 1, dim="price", role="face_price", unit="money", fact="signing")
    )


class Employee(Card):
    """An employee: the cost is paid once (ACT-5)."""

    copies: int = column(_copies())
    cost: int = column(_price("cost", 1, dim="price", role="face_price", unit="money", fact="cost"))


@dataclass(frozen=True)
class StadiumSheet(LetteredSheet[AnyComponent]):
    """A sheet of Stadium; its components' effects may happen at ``moments``."""

    moments: tuple[int, ...] = _MOMENTS_WITHOUT_STAR


@dataclass(frozen=True)
class Spaces(StadiumSheet[Space]):
    """The action spaces; each one's effects happen during its own action."""

    def number(self, text: str) -> str:
        """Normalise a number to its printed form: 8 for 08 and 8.0."""
        code = re.sub(r"[.,]0+$", "", text.strip())
        return code.lstrip("0") if re.fullmatch(r"0*[1-9][0-9]{0,2}", code) else code

    def refusal(self, number: str) -> str:
        """Return what is wrong with a number, or ""."""
        if re.fullmatch(r"[0-9]{1,3}", number) and 1 <= int(number) <= SPACES:
            return ""
        return f"is not the number of a space, 1 to {SPACES}."


SPACE_SHEET = Spaces(
    "spaces", "space", Space, plural_noun="action spaces", max_rows=SPACES, marks=("arrow", "loss")
)
BUILDINGS = StadiumSheet(
    "buildings",
    "building",
    Building,
    max_rows=MAX_BUILDINGS,
    dim="places",
    letter="B",
    marks=("level", "construction"),
)
FIELD = StadiumSheet(
    "field",
    "field",
    Square,
    row_noun="square",
    plural_noun="squares of the field",
    max_rows=MAX_SQUARES,
    dim="places",
    letter="F",
    marks=("category", "wins"),
)
PLAYERS = StadiumSheet(
    "players", "player", Player, max_rows=MAX_KINDS, letter="P", marks=("signing",)
)
EMPLOYEES = StadiumSheet(
    "employees",
    "employee",
    Employee,
    max_rows=MAX_KINDS,
    letter="E",
    marks=("cost",),
    moments=tuple(range(len(MOMENTS))),
)
SHEETS_BY_NAME: Mapping[str, StadiumSheet[Any]] = {
    sheet.name: sheet for sheet in (SPACE_SHEET, BUILDINGS, FIELD, PLAYERS, EMPLOYEES)
}
"""Every sheet by its name."""


def check_places(
    name: str,
    buildings: Sequence[Building],
    squares: Sequence[Square],
    field_name: str,
) -> None:
    """Refuse a board that lacks places of a level or category.

    Each level needs a building, and each category a square.
    """
    levels = {building.level for building in buildings if not building.absent}
    for level in range(1, LEVELS + 1):
        if level not in levels:
            raise InputError(
                f"{name}: there is no building of level {level}; each level needs one."
            )
    categories = {square.category for square in squares if not square.absent}
    for index, category in enumerate(CATEGORIES):
        if index not in categories:
            raise InputError(
                f"{field_name}: there is no square of the category {category}; each category needs "
                "one."
            )


def check_deck(name: str, cards: Sequence[Card]) -> None:
    """Refuse more cards, counting copies, than a deck has room for."""
    copies = sum(card.copies for card in cards)
    if copies > MAX_CARDS:
        raise InputError(
            f"{name}: {copies} cards, counting copies, are too many; the maximum is {MAX_CARDS}."
        )
