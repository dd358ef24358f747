"""The rows of the sheets of cards, Head Coaches and Recruiting Boards.

They are read and checked here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.effect_codes import GAIN_SHIFT_DIE, WHEN_END, WHEN_MONTH
from eoc_sim.simulator.eoc.effect_language import (
    COLOUR_NAMES,
    POSITION_NAMES,
    REGION_NAMES,
    TYPE_NAMES,
    Clause,
    parse,
    phrase,
)
from eoc_sim.simulator.kernel.checked_rows import (
    OWN,
    SOURCES,
    Row,
    read_rows,
    source_cell,
)
from eoc_sim.simulator.kernel.phrases import EffectError
from eoc_sim.simulator.kernel.sheets import Sheet

COST_COLUMNS = tuple(f"cost_{colour}" for colour in COLOUR_NAMES)
CARD_COLUMNS = (
    "number",
    "name",
    "type",
    "region",
    "copies",
    *COST_COLUMNS,
    "stars",
    "usage",
    "effect",
    "text",
    "source",
)
COACH_COLUMNS = ("number", "name", "sheet", "effect", "text", "source")
BOARD_COLUMNS = (
    "number",
    "position1",
    "position2",
    "position3",
    "position4",
    "position5",
    "source",
)
COACH_NUMBERS = tuple(f"HC{number}" for number in range(1, 13))
BOARD_NUMBERS = tuple(f"B{number}" for number in range(1, 9))
USAGES = ("month", "upgrade", "end")
FUNDRAISING = TYPE_NAMES.index("fundraising")

MOST_CARDS = 192
MOST_CLAUSES = 448
MOST_COPIES = 4
MOST_STARS = 20
MOST_EC_OF_A_COLOUR = 4
MOST_EC = 4

_TYPE_SPELLINGS = {
    "p&f": "personnel",
    "personnel & facilities": "personnel",
    "personnel and facilities": "personnel",
}
_USAGE_SPELLINGS = {"once a month": "month", "once per month": "month", "end of game": "end"}


@dataclass(frozen=True)
class Card:
    """One row of the cards sheet; with 0 ``copies`` it is out."""

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
    printed_columns: tuple[str, ...]
    """The printed cells; a ``partial`` row without a list has none."""


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
    printed_columns: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """A Recruiting Board: five different positions, its Top 3 first (SET-9)."""

    number: str
    positions: tuple[int, ...]
    source: str


def card_number(text: str) -> str:
    """Bring a card's number into its printed form.

    1, 01 and 1.0 become 001; f2 becomes F02.
    """
    written = text.strip().upper()
    written = re.sub(r"^([0-9]+)[.,]0+$", r"\1", written)
    if written.isdecimal():
        return written.lstrip("0").rjust(3, "0")
    match = re.fullmatch(r"F0*([0-9]{1,2})", written)
    return f"F{match[1].rjust(2, '0')}" if match else written


def card_row(card: Card) -> dict[str, str]:
    """Write a card as a row of the cards sheet."""
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
        "source": source_cell(card.source, card.printed_columns),
    }


def column_choices() -> dict[str, tuple[str, ...]]:
    """Return the words that the columns of the cards sheet allow.

    Columns that allow many are left out.
    """
    few = tuple(str(number) for number in range(MOST_EC_OF_A_COLOUR + 1))
    return {
        "type": TYPE_NAMES,
        "region": REGION_NAMES,
        "copies": few,
        "usage": USAGES,
        **dict.fromkeys(COST_COLUMNS, few),
    }


def coach_row(coach: Coach) -> dict[str, str]:
    """Write a Head Coach as a row of the coaches sheet."""
    return {
        "number": coach.number,
        "name": coach.name,
        "sheet": str(coach.sheet),
        "effect": coach.effect,
        "text": coach.text,
        "source": source_cell(coach.source, coach.printed_columns),
    }


def board_row(board: Board) -> dict[str, str]:
    """Write a Recruiting Board as a row of the boards sheet."""
    positions = {
        f"position{place}": POSITION_NAMES[position]
        for place, position in enumerate(board.positions, start=1)
    }
    return {"number": board.number, **positions, "source": board.source}


def _effect(row: Row) -> tuple[str, tuple[Clause, ...]]:
    try:
        clauses = parse(row.values["effect"])
    except EffectError as error:
        row.refuse(EffectError(f"{row.place}, column effect: {error}"))
        return "", ()
    return phrase(clauses), clauses


def read_cards(sheet: Sheet) -> tuple[Card, ...]:
    """Read the cards, by number; the sheet has all CARD_COLUMNS."""
    cards = read_rows(sheet, _card, lambda card: card.number)
    return tuple(sorted(cards, key=lambda card: card.number))


def _card(row: Row, *, named: bool = False) -> Card:
    """Read the card of a row.

    ``named`` means that the row's place names the card already.
    """
    number = card_number(row.key("number", longest=40))
    if not re.fullmatch(r"[A-Z0-9]{1,6}", number):
        raise row.fail(
            "number",
            f'"{row.values["number"]}" is no card number: up to 6 letters and digits, such as 038 '
            "or F02.",
        )
    if not named:
        row = row.named(f"card {number}")
    kind = TYPE_NAMES.index(row.word("type", TYPE_NAMES, _TYPE_SPELLINGS))
    region = -1
    if kind == FUNDRAISING:
        region = REGION_NAMES.index(row.word("region", REGION_NAMES))
    elif row.values["region"]:
        row.refuse_together(
            row.fail(
                "region",
                f'"{row.values["region"]}" stands there, but only Fundraising cards have a region.',
            )
        )
    cost = tuple(row.number(column, 0, MOST_EC_OF_A_COLOUR) for column in COST_COLUMNS)
    if not 1 <= sum(cost) <= MOST_EC:
        row.refuse_together(
            row.fail(
                f"{COST_COLUMNS[0]} to {COST_COLUMNS[-1]}",
                f"the card costs {sum(cost)} EC in all; 1 to {MOST_EC} are allowed.",
            )
        )
    effect, clauses = _effect(row)
    usage = row.word("usage", USAGES, _USAGE_SPELLINGS)
    _check_usage(row, usage, effect, clauses)
    source, printed_columns = row.source(CARD_COLUMNS)
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
        source=source,
        printed_columns=printed_columns,
    )


def changed_card(card: Card, settings: Mapping[str, str]) -> Card:
    """Change cells of a card and check it like a sheet's row."""
    row = Row(f"card {card.number}", {**card_row(card), **settings})
    return _card(row, named=True)


def _check_usage(row: Row, usage: str, effect: str, clauses: Sequence[Clause]) -> None:
    """Refuse a usage symbol that no clause of the effect supports."""
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
        row.refuse_together(
            row.fail(
                "usage", f'"{usage}" does not fit the effect "{effect}", whose usage is {fitting}.'
            )
        )


def check_deck(name: str, cards: Sequence[Card], coaches: Sequence[Coach]) -> None:
    """Refuse more cards or clauses than a game has room for."""
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


def coach_number(text: str) -> str:
    """Bring a Head Coach's number into its printed form.

    8, hc8 and HC08 become HC8.
    """
    written = re.sub(r"[.,]0+$", "", text.strip().upper())
    match = re.fullmatch(r"(?:HC)?0*([1-9][0-9]?)", written)
    return f"HC{match[1]}" if match else written


def read_coaches(sheet: Sheet) -> tuple[Coach, ...]:
    """Read the 12 Head Coaches, by number; the sheet has all COACH_COLUMNS."""
    coaches = read_rows(sheet, _coach, lambda coach: coach.number)
    if len(coaches) != 12:
        raise InputError(f"{sheet.name} has {len(coaches)} Head Coaches; 12 are needed.")
    return tuple(sorted(coaches, key=lambda coach: int(coach.number[2:])))


def _coach(row: Row, *, named: bool = False) -> Coach:
    """Read the Head Coach of a row.

    ``named`` means that the row's place names the coach already.
    """
    number = coach_number(row.key("number"))
    if number not in COACH_NUMBERS:
        raise row.fail("number", f'"{row.values["number"]}" is none of HC1 to HC12.')
    if not named:
        row = row.named(number)
    effect, clauses = _effect(row)
    source, printed_columns = row.source(COACH_COLUMNS)
    sheet = row.number("sheet", 1, 6)
    sheet_of_number = (int(number[2:]) + 1) // 2
    if sheet != sheet_of_number:
        row.refuse_together(
            row.fail(
                "sheet",
                f"{number} stands on sheet {sheet_of_number}, not {sheet}: each sheet carries two "
                "coaches that follow each other.",
            )
        )
    return Coach(
        number=number,
        name=row.text("name", longest=60),
        sheet=sheet,
        effect=effect,
        clauses=clauses,
        text=row.text("text", empty=True),
        source=source,
        printed_columns=printed_columns,
    )


def changed_coach(coach: Coach, settings: Mapping[str, str]) -> Coach:
    """Change cells of a Head Coach and check it like a row."""
    row = Row(f"coach {coach.number}", {**coach_row(coach), **settings})
    return _coach(row, named=True)


def board_number(text: str) -> str:
    """Bring a Recruiting Board's number into its printed form.

    1, b1 and B01 become B1.
    """
    written = re.sub(r"[.,]0+$", "", text.strip().upper())
    match = re.fullmatch(r"B?0*([1-8])", written)
    return f"B{match[1]}" if match else written


def read_boards(sheet: Sheet) -> tuple[Board, ...]:
    """Read the 8 Recruiting Boards, by number.

    The sheet has all BOARD_COLUMNS.
    """
    boards = read_rows(sheet, _board, lambda board: board.number)
    if len(boards) != 8:
        raise InputError(f"{sheet.name} has {len(boards)} Recruiting Boards; 8 are needed.")
    return tuple(sorted(boards, key=lambda board: board.number))


def _board(row: Row) -> Board:
    number = board_number(row.key("number"))
    if number not in BOARD_NUMBERS:
        raise row.fail("number", f'"{row.values["number"]}" is none of B1 to B8.')
    positions: list[int] = []
    for column in BOARD_COLUMNS[1:6]:
        position = POSITION_NAMES.index(row.word(column, POSITION_NAMES))
        if position in positions:
            row.refuse_together(
                row.fail(column, f"{POSITION_NAMES[position]} stands on the board twice.")
            )
        positions.append(position)
    return Board(number, tuple(positions), row.word("source", (*SOURCES, OWN), {"": OWN}))


def changed_board(board: Board, settings: Mapping[str, str]) -> Board:
    """Change cells of a Recruiting Board and check it like a row."""
    return _board(Row(f"board {board.number}", {**board_row(board), **settings}))
