"""Read and check the rows of cards, Head Coaches and Recruiting Boards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
from eoc_sim.simulator.kernel.checked_rows import OWN, SOURCES, CheckedRow
from eoc_sim.simulator.kernel.sheets import TextSheet
from eoc_sim.simulator.runs.cells import Choice, Effect, Key, Name, Several, Source, Text, Whole
from eoc_sim.simulator.runs.sheets import AnyComponent, Component, ComponentSheet, column

COACH_NUMBERS = tuple(f"HC{number}" for number in range(1, 13))
BOARD_NUMBERS = tuple(f"B{number}" for number in range(1, 9))
USAGES = ("month", "upgrade", "end")
FUNDRAISING = TYPE_NAMES.index("fundraising")

MAX_CARDS = 192
MAX_CLAUSES = 448
MAX_COPIES = 4
MAX_STARS = 20
MAX_EC_OF_COLOUR = 4
MAX_EC = 4

_TYPE_SPELLINGS = {
    "p&f": "personnel",
    "personnel & facilities": "personnel",
    "personnel and facilities": "personnel",
}
_USAGE_SPELLINGS = {"once a month": "month", "once per month": "month", "end of game": "end"}
SOURCE_WORDS = "how much of the row is printed: printed, partial or reconstructed"


class _Region(Choice):
    """The region of a Fundraising card.

    For other cards the cell must be empty (`Card.check_together`).
    """

    def read(self, row: CheckedRow, column: str) -> int:
        """Read a region; return -1 if the cell names none."""
        name_in_text = " ".join(row.values[column].lower().split())
        return next((n for n, name in enumerate(REGION_NAMES) if name.lower() == name_in_text), -1)


class _PrintedRow(Component):
    """A row of the cards or the coaches sheet.

    ``printed_columns`` names the printed cells. It is empty for a ``partial`` row that does not
    list them.
    """

    number: str = column(Key("printed number"))
    name: str = column(Name("name"))
    clauses: tuple[Clause, ...]
    source: str = column(Source(SOURCE_WORDS, dims_field="source"))
    printed_columns: tuple[str, ...]


class Card(_PrintedRow):
    """A row of the cards sheet.

    With 0 ``copies`` the card is not in the deck.
    """

    type: int = column(Choice("type", TYPE_NAMES, spellings=_TYPE_SPELLINGS, fact="type"))
    region: int = column(
        _Region("region of a Fundraising card", REGION_NAMES, empty=-1, fact="region")
    )
    copies: int = column(
        Whole("copies in the deck; if a run's versions differ, the largest number", 0, MAX_COPIES)
    )
    cost: tuple[int, ...] = column(
        Several(
            "",
            {
                f"cost_{colour}": Whole(f"{colour} EC of its cost", 0, MAX_EC_OF_COLOUR, unit="EC")
                for colour in COLOUR_NAMES
            },
            fact="cost",
        )
    )
    stars: int = column(
        Whole(
            "printed stars",
            0,
            MAX_STARS,
            role="face_score",
            unit="stars",
            worth=1.0,
            drawn=(1, 6),
            fact="stars",
        )
    )
    usage: str = column(Choice("usage", USAGES, spellings=_USAGE_SPELLINGS, as_word=True))
    effect: str = column(Effect("effect, in the effect language", parse, phrase))
    text: str = column(Text("the effect in the card's own words"))

    def check_together(self, row: CheckedRow) -> None:
        """Refuse a cost outside the limits, or cells that contradict each other."""
        if self.type == FUNDRAISING:
            row.word("region", REGION_NAMES)
        elif row.values["region"]:
            row.refuse_conflict(
                row.cell_error(
                    "region",
                    f'"{row.values["region"]}" is given, but only Fundraising cards have a region.',
                )
            )
        if not 1 <= sum(self.cost) <= MAX_EC:
            row.refuse_conflict(
                row.cell_error(
                    f"{COST_COLUMNS[0]} to {COST_COLUMNS[-1]}",
                    f"the card costs {sum(self.cost)} EC in all; 1 to {MAX_EC} are allowed.",
                )
            )
        _check_usage(row, self.usage, self.effect, self.clauses)


class Coach(_PrintedRow):
    """One side of a Head Coach sheet (SET-14)."""

    sheet: int = column(Whole("", 1, 6))
    effect: str = column(Effect("", parse, phrase))
    text: str = column(Text("the effect in the coach's own words", role="label"))

    def check_together(self, row: CheckedRow) -> None:
        """Refuse a sheet that does not match the number."""
        sheet = (int(self.number[2:]) + 1) // 2
        if self.sheet != sheet:
            row.refuse_conflict(
                row.cell_error(
                    "sheet",
                    f"{self.number} is on sheet {sheet}, not {self.sheet}: each sheet carries "
                    "two consecutive coaches.",
                )
            )


class Board(Component):
    """A Recruiting Board: five different positions, its Top 3 first (SET-9)."""

    number: str = column(Key(""))
    positions: tuple[int, ...] = column(
        Several(
            "its positions, the Top 3 first",
            {f"position{index}": Choice("", POSITION_NAMES) for index in range(1, 6)},
        )
    )
    source: str = column(Choice(SOURCE_WORDS, (*SOURCES, OWN), spellings={"": OWN}, as_word=True))

    @property
    def name(self) -> str:
        """The name shown to people."""
        return f"Board {self.number}"

    def check_together(self, row: CheckedRow) -> None:
        """Refuse a position that appears twice."""
        for index, position in enumerate(self.positions):
            if position in self.positions[:index]:
                row.refuse_conflict(
                    row.cell_error(
                        f"position{index + 1}",
                        f"{POSITION_NAMES[position]} is on the board twice.",
                    )
                )


@dataclass(frozen=True)
class _Sheet(ComponentSheet[AnyComponent]):
    """A sheet of Envelopes of Cash.

    If a cell was set with a key such as card.038.stars, errors name its row "card 038".
    """

    def location_in_changes(self, number: str) -> str:
        """Name the row by its sheet and number."""
        return f"{self.word} {number}"


class _Cards(_Sheet[Card]):
    def number(self, text: str) -> str:
        """Convert a card's number to its printed form.

        1, 01 and 1.0 become 001; f2 becomes F02.
        """
        code = text.strip().upper()
        code = re.sub(r"^([0-9]+)[.,]0+$", r"\1", code)
        if code.isdecimal():
            return code.lstrip("0").rjust(3, "0")
        match = re.fullmatch(r"F0*([0-9]{1,2})", code)
        return f"F{match[1].rjust(2, '0')}" if match else code

    def refusal(self, number: str) -> str:
        """Explain why a card's number is invalid."""
        if re.fullmatch(r"[A-Z0-9]{1,6}", number):
            return ""
        return "is not a card number: write up to 6 letters and digits, such as 038 or F02."


class _Coaches(_Sheet[Coach]):
    def number(self, text: str) -> str:
        """Convert a Head Coach's number to its printed form.

        8, hc8 and HC08 become HC8.
        """
        code = re.sub(r"[.,]0+$", "", text.strip().upper())
        match = re.fullmatch(r"(?:HC)?0*([1-9][0-9]?)", code)
        return f"HC{match[1]}" if match else code

    def refusal(self, number: str) -> str:
        """Explain why a coach's number is invalid."""
        return "" if number in COACH_NUMBERS else "is not one of HC1 to HC12."

    def location(self, number: str) -> str:
        """Return the number, which already shows that this is a coach."""
        return number

    def order(self, coach: Coach) -> int:
        """Return the digits, by which coaches are sorted."""
        return int(coach.number[2:])

    def components(self, sheet: TextSheet) -> tuple[Coach, ...]:
        """Read the 12 Head Coaches."""
        coaches = super().components(sheet)
        if len(coaches) != 12:
            raise InputError(f"{sheet.name} has {len(coaches)} Head Coaches; 12 are needed.")
        return coaches


class _Boards(_Sheet[Board]):
    def number(self, text: str) -> str:
        """Convert a Recruiting Board's number to its printed form.

        1, b1 and B01 become B1.
        """
        code = re.sub(r"[.,]0+$", "", text.strip().upper())
        match = re.fullmatch(r"B?0*([1-8])", code)
        return f"B{match[1]}" if match else code

    def refusal(self, number: str) -> str:
        """Explain why a board's number is invalid."""
        return "" if number in BOARD_NUMBERS else "is not one of B1 to B8."

    def location(self, number: str) -> str:
        """Return an empty string, since the row's number is enough."""
        return ""

    def label(self, board: Board) -> str:
        """Return the name shown to people."""
        return board.name

    def components(self, sheet: TextSheet) -> tuple[Board, ...]:
        """Read the 8 Recruiting Boards."""
        boards = super().components(sheet)
        if len(boards) != 8:
            raise InputError(f"{sheet.name} has {len(boards)} Recruiting Boards; 8 are needed.")
        return boards


CARDS = _Cards("cards", "card", Card, marks=("stars", "effect"))
COACHES = _Coaches("coaches", "coach", Coach, row_noun="Head Coach", plural_noun="Head Coaches")
BOARDS = _Boards(
    "boards", "board", Board, row_noun="Recruiting Board", plural_noun="Recruiting Boards"
)
SHEETS: Mapping[str, ComponentSheet[Any]] = {
    sheet.name: sheet for sheet in (CARDS, COACHES, BOARDS)
}
"""Every sheet by its name."""
COST_COLUMNS = tuple(f"cost_{colour}" for colour in COLOUR_NAMES)


def _check_usage(row: CheckedRow, usage: str, effect: str, clauses: Sequence[Clause]) -> None:
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
        row.refuse_conflict(
            row.cell_error(
                "usage", f'"{usage}" does not fit the effect "{effect}", whose usage is {fitting}.'
            )
        )


def check_deck(name: str, cards: Sequence[Card], coaches: Sequence[Coach]) -> None:
    """Refuse more cards or clauses than a game has room for."""
    copies = sum(max(1, card.copies) for card in cards)
    if copies > MAX_CARDS:
        raise InputError(
            f"{name}: {copies} cards, counting copies, are too many; the maximum is {MAX_CARDS}."
        )
    clauses = sum(max(1, card.copies) * len(card.clauses) for card in cards)
    clauses += sum(len(coach.clauses) for coach in coaches)
    if clauses > MAX_CLAUSES:
        raise InputError(
            f"{name}: the effects of all cards and coaches have {clauses} clauses; the maximum is "
            f"{MAX_CLAUSES}."
        )
