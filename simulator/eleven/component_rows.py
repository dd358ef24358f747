"""The rows of line-ups, squads and tactics, and all sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import nearest
from eoc_sim.simulator.eleven import names
from eoc_sim.simulator.eleven.betting_rows import BETS
from eoc_sim.simulator.eleven.effect_language import Clause, parse, phrase
from eoc_sim.simulator.eleven.effects_on_cards import ON_TACTICS
from eoc_sim.simulator.eleven.leaflet_rows import SCENARIOS, UNIQUE_CARDS
from eoc_sim.simulator.eleven.market_rows import TRANSFERS
from eoc_sim.simulator.eleven.pitch import MARKERS, PLACES_IN_ROW, ROOM, ROWS
from eoc_sim.simulator.eleven.referee_rows import REFEREE_SHEET, ROW_SHEET
from eoc_sim.simulator.eleven.season_rows import SEASON
from eoc_sim.simulator.eleven.shared_rows import HasEffect, InSet, ReportedCard, source
from eoc_sim.simulator.eleven.sizes import MAX_LINE_UPS, MAX_TACTICS, MAX_WEEKS
from eoc_sim.simulator.eleven.winter_rows import WINTER_TOKENS
from eoc_sim.simulator.kernel.checked_rows import CheckedRow
from eoc_sim.simulator.kernel.phrases import join_words
from eoc_sim.simulator.runs import sheets
from eoc_sim.simulator.runs.cells import CellKind, Choice, Effect, HasColumns, Key, Whole
from eoc_sim.simulator.runs.game import Column
from eoc_sim.simulator.runs.sheets import ComponentSheet, LetteredSheet, column, number_sort_key

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
NEW_LINE_UP_LETTER = "X"
"""The letter that marks the leaflet's line-ups (EXT-3)."""
BALLS_PER_SQUAD = MARKERS // 2
"""The number of balls in a squad, which has as many shields (MAT-2)."""


def _words_of_date(text: str, words: tuple[str, ...]) -> list[str]:
    """List the words that a spreadsheet may have turned into this date.

    Each of ``words`` consists of digits.

    >>> [_words_of_date(one, ("442", "424")) for one in ("04-Apr-02", "2002-04-04 00:00:00")]
    [['442'], ['442', '424']]
    """
    if not re.search(r"[-./\s]", text):
        return []
    parts = re.findall(rf"[0-9]+|{'|'.join(MONTHS)}", text.lower().removesuffix("00:00:00"))
    numbers = [
        str(MONTHS.index(part) + 1 if part in MONTHS else int(part) % 2000) for part in parts
    ]
    without_year = [number for number, part in zip(numbers, parts, strict=True) if len(part) < 4]
    matches = [word for word in words if sorted(word) in (sorted(numbers), sorted(without_year))]
    return [word for word in matches if word == "".join(numbers)] or matches


@dataclass(frozen=True)
class Digits(Choice):
    """A cell with one of a few words that consist of digits.

    A spreadsheet program turns digits with separators between them into a date.
    """

    def read(self, row: CheckedRow, column: str) -> Any:
        """Read the word, and refuse a date."""
        return self.read_word(row, column, row.values[column])

    def read_word(self, row: CheckedRow, column: str, text: str) -> int:
        """Read one word of the cell."""
        word = re.sub(r"[.,]0+$", "", text.strip())
        if word in self.allowed:
            return self.allowed.index(word)
        candidates = _words_of_date(text, self.allowed)
        reason = (
            f'"{text}" is a date to a spreadsheet program: write only the digits, such '
            f"as {' or '.join(candidates)}."
            if candidates
            else f'"{text}" is not one of {", ".join(self.allowed)}.{nearest(word, self.allowed)}'
        )
        row.refuse(row.cell_error(column, reason))
        return 0


@dataclass(frozen=True)
class Formations(Digits):
    """One or two formations."""

    def read(self, row: CheckedRow, column: str) -> tuple[int, ...]:
        """Read the formations that the cell names."""
        text = row.text(column, empty=True)
        words = text.split() or [""]
        if not all(word in self.allowed for word in words) and _words_of_date(text, self.allowed):
            words = [text]
        values = tuple(self.read_word(row, column, word) for word in words)
        if len(values) > 2:
            row.refuse(
                row.cell_error(
                    column, f'"{text}" names {len(values)} formations; the maximum is 2.'
                )
            )
        elif len(set(words)) < len(words):
            row.refuse(row.cell_error(column, f'"{text}" names a formation twice.'))
        return values[:2]

    def write(self, value: Any) -> str:
        """Write the formations."""
        return " ".join(self.allowed[index] for index in value)


@dataclass(frozen=True)
class ClubCode(CellKind):
    """The code of a club."""

    def read(self, row: CheckedRow, column: str) -> str:
        """Read a short code, which is also the club's key in shuffles."""
        text = row.text(column, empty=True)
        if not re.fullmatch(r"[0-9A-Za-z]{1,6}", text):
            row.refuse(
                row.cell_error(
                    column, f'"{text}" is not a club: write up to 6 letters or digits, such as 3a.'
                )
            )
        return text.lower()


@dataclass(frozen=True)
class Keeper(CellKind):
    """A keeper: strength and gloves, written as 2x1."""

    def read(self, row: CheckedRow, column: str) -> tuple[int, int]:
        """Read both numbers."""
        text = row.text(column, empty=True)
        match = re.fullmatch(r"([0-9])\s*[xX×]\s*([0-9])", text)
        if match is None:
            row.refuse(
                row.cell_error(
                    column,
                    f'"{text}" is not a keeper: write strength x gloves, such as 2x1, each from 0 '
                    f"to {names.MAX_STRENGTH}.",
                )
            )
            return 1, 1
        return int(match[1]), int(match[2])

    def write(self, value: Any) -> str:
        """Write both numbers."""
        strength, gloves = value
        return f"{strength}x{gloves}"


@dataclass(frozen=True)
class HalfSquad(CellKind):
    """The strengths of a squad's five balls, or of its five shields."""

    def read(self, row: CheckedRow, column: str) -> tuple[int, ...]:
        """Read the strengths."""
        text = row.text(column, empty=True)
        values = tuple(int(digit) for digit in text.split() if re.fullmatch("[0-9]", digit))
        if len(values) != BALLS_PER_SQUAD or len(text.split()) != BALLS_PER_SQUAD:
            row.refuse(
                row.cell_error(
                    column,
                    f"{BALLS_PER_SQUAD} strengths from 0 to {names.MAX_STRENGTH} are needed, such "
                    f'as "3 2 1 1 1", not "{text}".',
                )
            )
            return (1,) * BALLS_PER_SQUAD
        return values

    def write(self, value: Any) -> str:
        """Write the strengths."""
        return " ".join(map(str, value))


@dataclass(frozen=True)
class Markers(CellKind):
    """A team's markers, in one column per cell (MAT-1)."""

    def columns(self, name: str) -> Mapping[str, CellKind]:
        """Return the cells of the pitch."""
        return dict.fromkeys(names.CELL_NAMES, self)

    def fields(self, sheet: HasColumns, row: CheckedRow, name: str, number: str) -> dict[str, Any]:
        """Read the markers in the order of the cells."""
        return {
            name: tuple(
                (cell, *marker)
                for cell, column in enumerate(names.CELL_NAMES)
                for marker in self.read(row, column)
            )
        }

    def read(self, row: CheckedRow, column: str) -> list[tuple[int, int]]:
        """Read the side and strength of each marker in a cell."""
        values = []
        for word in row.text(column, empty=True).lower().split():
            match = re.fullmatch(r"([1-9])([a-z])", word)
            if match is None or match[2] not in names.SIDES:
                row.refuse(
                    row.cell_error(
                        column,
                        f'"{word}" is not a marker: write its strength from 1 to '
                        f"{names.MAX_STRENGTH} and b for a ball or s for a shield, such as 3b.",
                    )
                )
                continue
            values.append((names.SIDES.index(match[2]), int(match[1])))
        room = int(ROOM[names.CELL_NAMES.index(column) % PLACES_IN_ROW])
        if len(values) > room:
            limit = "a wing cell holds 1" if room == 1 else f"a central cell holds at most {room}"
            row.refuse(
                row.cell_error(
                    column, f'"{row.values[column]}" names {len(values)} markers; {limit}.'
                )
            )
        return values

    def texts(self, component: Any, name: str) -> dict[str, str]:
        """Write the markers in each cell of the pitch."""
        cells: dict[str, list[str]] = {column: [] for column in names.CELL_NAMES}
        for cell, side, strength in getattr(component, name):
            cells[names.CELL_NAMES[cell]].append(f"{strength}{names.SIDES[side]}")
        return {column: " ".join(words) for column, words in cells.items()}

    def dims(self, name: str) -> list[Column]:
        """Declare the cells of the pitch."""
        return [
            Column(cell, "String", f"markers in {cell}", self.role) for cell in names.CELL_NAMES
        ]

    def dim_values(self, component: Any, name: str) -> list[Any]:
        """Return the markers in each cell."""
        return list(self.texts(component, name).values())


def acts_without_cards(clause: Clause) -> bool:
    """Check if a tactic's clause works without cards (LAY-1)."""
    return names.GAINS[clause.gain] in ("goal", "gloves", "flip_marker") and not any(
        names.CONDITIONS[kind] in ("equal central", "pressing >=") for kind, _ in clause.conditions
    )


class HasKeeper:
    """A row with a keeper, given by its strength and gloves."""

    keeper: tuple[int, int]

    @property
    def keeper_strength(self) -> int:
        """The strongest shot that the keeper can save."""
        return self.keeper[0]

    @property
    def gloves(self) -> int:
        """The maximum number of shots that the keeper can save."""
        return self.keeper[1]


class LineUp(InSet, HasKeeper, ReportedCard):
    """A club's line-up: ten markers, as the club sees them.

    Each of ``markers`` has a cell, a side and a strength. A line-up is ``absent`` if only other
    versions have it.
    """

    club: str = column(ClubCode("its club"))
    deck: int = column(Digits("its club's deck", names.DECKS))
    colour: int = column(Choice("its club's colour", names.COLOURS))
    formation: int = column(Digits("formation", names.FORMATIONS))
    keeper: tuple[int, int] = column(Keeper("the keeper: strength x gloves"))
    markers: tuple[tuple[int, int, int], ...] = column(Markers("its markers"))

    def check_together(self, row: CheckedRow) -> None:
        """Refuse markers that do not fit the formation (MAT-3)."""
        rows = [0] * ROWS
        for cell, _, _ in self.markers:
            rows[cell // PLACES_IN_ROW] += 1
        marker_rows = "".join(map(str, rows))
        formation = names.FORMATIONS[self.formation]
        if marker_rows != formation:
            row.refuse_conflict(
                row.cell_error(
                    "formation",
                    f"{formation} does not fit the markers: there are "
                    f"{join_words(list(map(str, rows)))} in the rows of defenders, midfielders "
                    f"and forwards, {sum(rows)} in all.",
                )
            )


class Profile(HasKeeper, sheets.Component):
    """A squad without cards in one week of the league layer (LAY-1)."""

    number: str = column(Key("its number"))
    profile: str = column(Choice("the squad", names.PROFILES, as_word=True))
    week: int = column(Whole("its week", 1, MAX_WEEKS))
    balls: tuple[int, ...] = column(HalfSquad("strengths of its balls, from jersey 7 upwards"))
    shields: tuple[int, ...] = column(HalfSquad("strengths of its shields, from jersey 2 upwards"))
    keeper: tuple[int, int] = column(Keeper("the keeper: strength x gloves"))
    source: str = column(source())
    printed_columns: tuple[str, ...]

    @property
    def name(self) -> str:
        """The squad and the week."""
        return f"{self.profile} in week {self.week}"

    def check_together(self, row: CheckedRow) -> None:
        """Refuse a number that is not the squad and week."""
        if self.number != f"{self.profile}{self.week}":
            row.refuse_conflict(
                row.cell_error(
                    "number",
                    f'"{self.number}" should be {self.profile}{self.week}, its squad and week.',
                )
            )


class Tactic(HasEffect, ReportedCard):
    """A tactic card: two formations, or one and perhaps an effect (MAT-3)."""

    formations: tuple[int, ...] = column(Formations("its formations", names.FORMATIONS))
    effect: str = column(
        Effect(
            "effect, in the effect language", parse, phrase, check_clause=ON_TACTICS.check_on_sheet
        )
    )

    @property
    def basic(self) -> bool:
        """True for a card with two formations."""
        return len(self.formations) == 2

    def check_together(self, row: CheckedRow) -> None:
        """Refuse an effect on a basic card (MAT-3)."""
        if self.basic and self.clauses:
            row.refuse_conflict(
                row.cell_error(
                    "effect", "a card with two formations must not have an effect (MAT-3)."
                )
            )


class _LineUps(LetteredSheet[LineUp]):
    """The line-ups; the leaflet's have numbers that begin with an X."""

    def number(self, text: str) -> str:
        """Normalise a number that may begin with an X."""
        number = super().number(text.strip().upper().replace(NEW_LINE_UP_LETTER, self.letter, 1))
        is_new = text.strip().upper().startswith(NEW_LINE_UP_LETTER)
        return number.replace(self.letter, NEW_LINE_UP_LETTER, 1) if is_new else number

    def refusal(self, number: str) -> str:
        """Describe what is wrong with a number, or return ""."""
        return super().refusal(number.replace(NEW_LINE_UP_LETTER, self.letter, 1))

    def order(self, line_up: LineUp) -> tuple[bool, int]:
        """Return the sort key: the base game's line-ups first, then the leaflet's."""
        return line_up.number.startswith(NEW_LINE_UP_LETTER), number_sort_key(line_up.number)


class _Profiles(ComponentSheet[Profile]):
    def number(self, text: str) -> str:
        """Return the squad and week as one word."""
        return "".join(text.lower().split())

    def order(self, profile: Profile) -> tuple[int, int]:
        """Return the sort key: squad and week."""
        return names.PROFILES.index(profile.profile), profile.week


OPPONENTS = _LineUps(
    "opponents",
    "opponent",
    LineUp,
    row_noun="line-up",
    plural_noun="line-ups",
    max_rows=MAX_LINE_UPS,
    letter="O",
    marks=("club", "formation"),
)
PROFILES_SHEET = _Profiles("profiles", "profile", Profile, marks=("balls", "shields"))
TACTICS = LetteredSheet(
    "tactics", "tactic", Tactic, max_rows=MAX_TACTICS, letter="T", marks=("formations",)
)
SHEETS: Mapping[str, ComponentSheet[Any]] = {
    **{sheet.name: sheet for sheet in (OPPONENTS, PROFILES_SHEET, TACTICS)},
    **SEASON,
    **{
        sheet.name: sheet
        for sheet in (
            *(TRANSFERS, BETS, REFEREE_SHEET, ROW_SHEET),
            *(WINTER_TOKENS, UNIQUE_CARDS, SCENARIOS),
        )
    },
}
"""Every sheet by its name."""
MODULE_SHEETS = {
    TRANSFERS.name: "market",
    BETS.name: "betting",
    REFEREE_SHEET.name: "referees",
    ROW_SHEET.name: "referees",
    WINTER_TOKENS.name: "epic",
    UNIQUE_CARDS.name: "unique_cards",
    SCENARIOS.name: "solo",
}
"""The sheets of modules, each with its switch."""
