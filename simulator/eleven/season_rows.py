"""The rows of the season layer's sheets, one class for each sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import nearest
from eoc_sim.simulator.eleven import sizes
from eoc_sim.simulator.eleven.effect_language import Clause, parse, phrase
from eoc_sim.simulator.eleven.effects_on_cards import (
    ON_DIRECTORS,
    ON_INFRASTRUCTURE,
    ON_MEETINGS,
    ON_SPONSORS,
    ON_STAFF,
    ON_TAGS,
    EffectsOn,
)
from eoc_sim.simulator.eleven.names import (
    ABILITY_SIDES,
    CARD_SIDES,
    CONCEDED,
    KEEPER,
    MAX_GLOVES,
    MAX_NUMBER,
    MAX_SHIFT,
    MAX_STRENGTH,
    MAX_VP,
    MEASURES,
    ROW_LETTERS,
    SPACES,
    STAFF_COLOURS,
    STAFF_START_PLACES,
    STATISTICS,
    TAG_KINDS,
    VOTES,
)
from eoc_sim.simulator.eleven.pitch import LAST_JERSEY
from eoc_sim.simulator.eleven.shared_rows import Card, HasEffect, InSet, ReportedCard
from eoc_sim.simulator.kernel.checked_rows import CheckedRow
from eoc_sim.simulator.kernel.phrases import EffectError
from eoc_sim.simulator.runs import sheets
from eoc_sim.simulator.runs.cells import CellKind, Choice, Effect, Several, Whole
from eoc_sim.simulator.runs.component_keys import nearest_by_name
from eoc_sim.simulator.runs.sheets import ComponentSheet, LetteredSheet, column

MONEY = 1 / 3
"""The VP that 1 money is worth.

Like the worth of levels and strength, it only decides which numbers ``balance`` tries first.
"""
LEVEL = 4 * MONEY
WEEKS_HELD = 4
DRAWN_STRENGTH = (1, 6)
SALE = 2
"""The money that a sale brings in addition to the card's strength (ACT-2)."""
NOW = "now"
"""The default moment of a meeting's gains."""
KEEPER_SIDE = "keeper"
KEEPER_JERSEY = 1


def _price(words: str, dim: str = "") -> Whole:
    """Declare a price, which is never below 1 (EFF-1)."""
    return Whole(
        words,
        1,
        MAX_NUMBER,
        role="face_price",
        unit="money",
        dim=dim,
        fact="price",
        worth=-MONEY,
        drawn=(1, MAX_NUMBER),
    )


def _money(words: str, worth: float, fact: str) -> Whole:
    return Whole(words, 0, MAX_NUMBER, unit="money", fact=fact, worth=worth, drawn=(0, MAX_NUMBER))


def _strength(words: str, worth: float, fact: str) -> Whole:
    return Whole(words, 0, MAX_STRENGTH, fact=fact, worth=worth, drawn=DRAWN_STRENGTH)


def _effect(on: EffectsOn) -> Effect:
    return Effect("effect, in the effect language", parse, phrase, check_clause=on.check_on_sheet)


@dataclass(frozen=True)
class PositionCell(CellKind):
    """A card's possible rows of the pitch; a keeper has none."""

    def read(self, row: CheckedRow, column: str) -> tuple[int, ...]:
        """Read the letters that stand for the rows."""
        text = row.text(column, empty=True).upper()
        letters = "".join(ROW_LETTERS)
        if not re.fullmatch(f"{KEEPER}|[{letters}]+", text) or len(set(text)) < len(text):
            row.refuse(
                row.cell_error(
                    column,
                    f'"{row.values[column]}" is not a position: write {", ".join(ROW_LETTERS)} or '
                    f"a combination of them, such as DM, or {KEEPER} for a keeper.",
                )
            )
            return ()
        return tuple(index for index, letter in enumerate(ROW_LETTERS) if letter in text)

    def write(self, value: Any) -> str:
        """Write the letters."""
        return "".join(ROW_LETTERS[place] for place in value) or KEEPER


@dataclass(frozen=True)
class Gloves(Whole):
    """A keeper's gloves; other cards have an empty cell."""

    def write(self, value: Any) -> str:
        """Write the number."""
        return str(value) if value else ""


def _gloves(words: str, fact: str) -> Gloves:
    return Gloves(words, 1, MAX_GLOVES, empty=0, fact=fact, worth=MONEY)


@dataclass(frozen=True)
class TagCode(CellKind):
    """The code of a tag."""

    def read(self, row: CheckedRow, column: str) -> str:
        """Read the code in capitals; `Components.check` refuses an unknown tag."""
        return row.text(column).upper()


@dataclass(frozen=True)
class Outcome(CellKind):
    """The gains if a colour wins a board meeting's vote.

    They are received at once or last for the week.
    """

    def read(self, row: CheckedRow, column: str) -> tuple[Clause, ...]:
        """Read the clauses."""
        try:
            clauses = parse(row.values[column], NOW)
            for clause in clauses:
                ON_MEETINGS.check(clause)
        except EffectError as error:
            row.refuse(EffectError(f"{row.location}, column {column}: {error}"))
            return ()
        return clauses

    def write(self, value: Any) -> str:
        """Write the clauses in their normal form."""
        return phrase(value, NOW)


class PlayerCard(Card):
    """A player card: a regular, a youngster or a veteran (PLA-1)."""

    position: tuple[int, ...] = column(PositionCell("rows that it may stand in, or K"))
    side: int = column(Choice("ball, shield or keeper", CARD_SIDES, fact="side"))
    jersey: int = column(
        Whole("jersey number", KEEPER_JERSEY, LAST_JERSEY, role="label", fact="jersey")
    )
    strength: int = column(_strength("untrained strength", 2 * MONEY, "strength"))
    trained: int = column(_strength("trained strength", MONEY, "trained"))
    gloves: int = column(_gloves("untrained gloves", "gloves"))
    trained_gloves: int = column(_gloves("trained gloves", "trained_gloves"))
    tag: str = column(TagCode("code of its tag"))
    ability: int = column(Choice("the sides with its tag's ability", ABILITY_SIDES, fact="ability"))

    @property
    def is_keeper(self) -> bool:
        """True for a card that replaces the keeper."""
        return CARD_SIDES[self.side] == KEEPER_SIDE

    @property
    def kind(self) -> str:
        """The kind of its tag."""
        return TAG_KINDS[self.is_keeper]

    def check_together(self, row: CheckedRow) -> None:
        """Refuse cells that disagree on whether the card is a keeper (PLA-1)."""
        super().check_together(row)
        keeper = self.is_keeper
        if bool(self.position) == keeper:
            row.refuse_conflict(
                row.cell_error(
                    "position",
                    f'"{row.values["position"]}" does not go with the side '
                    f"{CARD_SIDES[self.side]}: a keeper has the position {KEEPER}, and other cards "
                    "have rows (PLA-1).",
                )
            )
        if (self.jersey == KEEPER_JERSEY) != keeper:
            numbers = f"{KEEPER_JERSEY}" if keeper else f"2 to {LAST_JERSEY}"
            row.refuse_conflict(
                row.cell_error(
                    "jersey",
                    f"{'a keeper' if keeper else 'an outfield card'} must have jersey {numbers}, "
                    f"not {self.jersey} (PLA-1).",
                )
            )
        for name in ("gloves", "trained_gloves"):
            if bool(getattr(self, name)) != keeper:
                row.refuse_conflict(
                    row.cell_error(
                        name,
                        "a keeper needs gloves (PLA-1)."
                        if keeper
                        else "only a keeper has gloves (PLA-1); leave the cell empty.",
                    )
                )


class PricedCard(Card):
    """A card that can be hired for a price (ACT-1)."""

    price: int = column(_price("price"))


class TrainableCard(Card):
    """A card that experience trains (PLA-4)."""

    spaces: int = column(
        Whole(
            "experience spaces until it is trained", 1, sizes.MAX_SPACES, fact="spaces", worth=-0.5
        )
    )
    vp: int = column(Whole("VP once it is trained", 0, MAX_VP, unit="VP", fact="vp", worth=0.5))


class Player(PlayerCard, PricedCard):
    """A regular player."""


class Youngster(Player, TrainableCard):
    """A youngster."""


class Veteran(PlayerCard):
    """A veteran, which is dealt (SET-4)."""


class Staff(InSet, HasEffect, ReportedCard):
    """A staff card; some need a minimum number of ``managers``."""

    colour: int = column(Choice("its colour", STAFF_COLOURS, fact="colour"))
    price: int = column(_price("price"))
    effect: str = column(_effect(ON_STAFF))
    managers: int = column(
        Whole(
            "minimum number of managers for it to be in the deck",
            1,
            sizes.MAX_MANAGERS,
            fact="managers",
        )
    )
    place: int = column(
        Choice("deck, or start: given to a manager at the start", STAFF_START_PLACES, fact="place")
    )

    @property
    def starts(self) -> bool:
        """True for a card that a manager has from the start (SET-4)."""
        return STAFF_START_PLACES[self.place] == "start"


class Sponsor(InSet, HasEffect):
    """A sponsor: cash, weekly money and a bonus.

    The contract decides which of them the manager gets (ACT-5).
    """

    cash: int = column(_money("cash from a small contract", 0.5 * MONEY, "cash"))
    weekly: int = column(_money("money per week", WEEKS_HELD * MONEY, "weekly"))
    bonus: str = column(_effect(ON_SPONSORS))


def _shift(statistic: str) -> Whole:
    return Whole(
        f"levels of {statistic.replace('_', ' ')} that it adds",
        -MAX_SHIFT,
        MAX_SHIFT,
        fact=statistic,
        worth=LEVEL,
    )


def _faces(colour: str) -> Whole:
    return Whole(f"faces of the die that vote {colour}", 0, sizes.FACES, fact=colour)


class Director(InSet, HasEffect):
    """A director, who shifts the levels and votes with a die (SET-5, BOA-1)."""

    budget: int = column(_shift("budget"))
    fan_base: int = column(_shift("fan_base"))
    operation: int = column(_shift("operation"))
    fitness: int = column(_shift("fitness"))
    yellow: int = column(_faces("yellow"))
    blue: int = column(_faces("blue"))
    red: int = column(_faces("red"))
    effect: str = column(_effect(ON_DIRECTORS))

    @property
    def shifts(self) -> tuple[int, ...]:
        """The shifts, in the order of STATISTICS."""
        return tuple(getattr(self, name) for name in STATISTICS)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of the die, in the order of VOTES."""
        return tuple(getattr(self, colour) for colour in VOTES)

    def check_together(self, row: CheckedRow) -> None:
        """Refuse votes that do not fill the faces of a die (BOA-1)."""
        super().check_together(row)
        if sum(self.faces) != sizes.FACES:
            row.refuse_conflict(
                row.cell_error(
                    VOTES[0],
                    f"{', '.join(VOTES)} have {', '.join(map(str, self.faces))} faces, "
                    f"{sum(self.faces)} in all; a die has {sizes.FACES} (BOA-1).",
                )
            )


class Meeting(InSet):
    """A board meeting: ``outcomes`` are the clauses for each colour (BOA-1)."""

    outcomes: tuple[tuple[Clause, ...], ...] = column(
        Several("", {colour: Outcome("") for colour in VOTES})
    )


class Infrastructure(InSet, HasEffect, ReportedCard):
    """A kind of stadium token (CLU-5)."""

    space: int = column(Choice("its own space, or free", SPACES, fact="space"))
    cost: int = column(_price("cost", "price"))
    vp: int = column(
        Whole(
            "VP at the end (SCO-3)", 0, MAX_VP, unit="VP", fact="vp", worth=1.0, drawn=(0, MAX_VP)
        )
    )
    effect: str = column(_effect(ON_INFRASTRUCTURE))
    copies: int = column(Whole("tokens of this kind", 0, sizes.MAX_COPIES, fact="copies"))


def _objective_number(words: str, fact: str, minimum: int) -> Whole:
    """Declare an objective's number.

    A sheet may have any number from 0; a data family lowers no number below ``minimum``.
    """
    return Whole(words, 0, MAX_NUMBER, fact=fact, worth=-0.5, drawn=(minimum, MAX_NUMBER))


class Objective(InSet):
    """An objective: a measure, and the numbers that fulfil it (SET-6)."""

    measure: int = column(Choice("what is counted", MEASURES, fact="measure"))
    fulfilled: int = column(_objective_number("number that fulfils it", "fulfilled", 1))
    perfect: int = column(_objective_number("number that fulfils it perfectly", "perfect", 0))
    epic: int = column(Choice("yes: also an objective in Epic", ("no", "yes"), fact="epic"))

    @property
    def harder_direction(self) -> int:
        """The sign of a change that makes the number harder to reach."""
        return -1 if self.measure == CONCEDED else 1


class Tag(HasEffect, ReportedCard):
    """A tag, which gives its cards their ability (PLA-1)."""

    kind: str = column(Choice("outfield or keeper", TAG_KINDS, as_word=True))
    effect: str = column(Effect("effect, in the effect language", parse, phrase))

    def check_together(self, row: CheckedRow) -> None:
        """Refuse an effect that makes no sense on its kind of card."""
        super().check_together(row)
        for clause in self.clauses:
            try:
                ON_TAGS[self.kind].check(clause)
            except EffectError as error:
                row.refuse_conflict(EffectError(f"{row.location}, column effect: {error}"))


def unknown_tag(tag: str, tags: Iterable[Tag]) -> str:
    """Describe a code that no tag has, and suggest the nearest one."""
    names = {row.name: row.number for row in tags}
    near = nearest(tag, names.values()) or nearest_by_name(tag, names)
    return f'the tag "{tag}", which is not one of {", ".join(names.values())}.{near}'


class _Tags(ComponentSheet[Tag]):
    def number(self, text: str) -> str:
        """Return the code in capitals."""
        return text.strip().upper()

    def refusal(self, number: str) -> str:
        """Describe what is wrong with a code, or return ""."""
        if re.fullmatch(r"[A-Z]{2,4}", number):
            return ""
        return "is not the code of a tag: write 2 to 4 letters, such as STR."


PLAYERS = LetteredSheet(
    "players", "player", Player, max_rows=sizes.MAX_PLAYERS, letter="P", marks=("jersey", "price")
)
YOUNGSTERS = LetteredSheet(
    "youngsters",
    "youngster",
    Youngster,
    max_rows=sizes.MAX_YOUNGSTERS,
    dim="players",
    letter="Y",
    marks=("jersey", "spaces"),
)
VETERANS = LetteredSheet(
    "veterans",
    "veteran",
    Veteran,
    max_rows=sizes.MAX_VETERANS,
    dim="players",
    letter="V",
    digits=1,
    marks=("jersey", "trained_gloves"),
)
STAFF_CARDS = LetteredSheet(
    "staff",
    "staff",
    Staff,
    row_noun="staff card",
    plural_noun="staff cards",
    max_rows=sizes.MAX_STAFF,
    letter="S",
    marks=("managers",),
)
SPONSORS = LetteredSheet(
    "sponsors", "sponsor", Sponsor, max_rows=sizes.MAX_SPONSORS, letter="N", marks=("bonus",)
)
DIRECTORS = LetteredSheet(
    "directors",
    "director",
    Director,
    max_rows=sizes.MAX_DIRECTORS,
    letter="D",
    marks=("yellow", "budget"),
)
MEETINGS = LetteredSheet(
    "board_meetings",
    "meeting",
    Meeting,
    row_noun="board meeting",
    plural_noun="board meetings",
    max_rows=sizes.MAX_MEETINGS,
    letter="B",
    marks=VOTES,
)
INFRASTRUCTURE = LetteredSheet(
    "infrastructure",
    "infrastructure",
    Infrastructure,
    row_noun="infrastructure token",
    plural_noun="infrastructure tokens",
    max_rows=sizes.MAX_INFRASTRUCTURE,
    dim="tokens",
    letter="I",
    marks=("space",),
)
OBJECTIVES = LetteredSheet(
    "objectives",
    "objective",
    Objective,
    max_rows=sizes.MAX_OBJECTIVES,
    letter="J",
    marks=("measure",),
)
TAGS = _Tags("tags", "tag", Tag, max_rows=sizes.MAX_TAGS, marks=("kind",))

SEASON: Mapping[str, ComponentSheet[Any]] = {
    sheet.name: sheet
    for sheet in (
        *(PLAYERS, YOUNGSTERS, VETERANS, STAFF_CARDS, SPONSORS, DIRECTORS, MEETINGS),
        *(INFRASTRUCTURE, OBJECTIVES, TAGS),
    )
}
"""The sheets that the season layer adds, by name."""
CARD_SHEETS: tuple[ComponentSheet[Any], ...] = (PLAYERS, YOUNGSTERS, VETERANS)
"""The sheets of player cards."""


def effect_column(sheet: ComponentSheet[Any]) -> str:
    """Return the column of a sheet's effects, or ""."""
    return next((name for name, cell in sheet.cells.items() if isinstance(cell, Effect)), "")


def in_play(component: sheets.Component) -> bool:
    """Check if a row is present and has at least one copy."""
    return not getattr(component, "absent", False) and getattr(component, "copies", 1) > 0
