"""The rows of unique cards and of scenarios for solo (EXT-1, SOLO-1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eleven import names
from eoc_sim.simulator.eleven.amounts import Consequences
from eoc_sim.simulator.eleven.effect_language import Clause, parse, phrase
from eoc_sim.simulator.eleven.effects_on_cards import ON_UNIQUE_CARDS
from eoc_sim.simulator.eleven.shared_rows import Card, InSet, ReportedCard
from eoc_sim.simulator.eleven.sizes import (
    CHANGED_FACES,
    MAX_FREE_SPACES,
    MAX_GOALS,
    MAX_SCENARIOS,
    MAX_STAND_PLACES,
    MAX_UNIQUE_CARDS,
    MAX_WEEKS,
)
from eoc_sim.simulator.kernel.checked_rows import CheckedRow
from eoc_sim.simulator.kernel.phrases import EffectError
from eoc_sim.simulator.runs.cells import CellKind, HasColumns, Whole
from eoc_sim.simulator.runs.game import Column
from eoc_sim.simulator.runs.sheets import ComponentSheet, LetteredSheet, column

SIDES_OF_UNIQUE = ("positive", "negative")
"""The sides of a unique card, as columns."""
MAX_BEYOND = 4
"""The largest value for the switches `beyond` and `below`."""
MAX_SHIFT = 5
"""The largest change in upkeep or in an office step's cost."""
RANGES = {
    "stand 2 holds": (0, MAX_STAND_PLACES),
    "upkeep columns": (-MAX_SHIFT, MAX_SHIFT),
    "free spaces": (0, MAX_FREE_SPACES),
    "resources beyond 5": (0, MAX_BEYOND),
    "VP lost below 1": (0, MAX_BEYOND),
    "office step costs": (-MAX_SHIFT, MAX_SHIFT),
}
"""The range of each subject's number; the other two subjects have words."""
LINES = Consequences(-names.MAX_NUMBER, names.MAX_NUMBER, CHANGED_FACES, "consequences")
AFTER = "after"


@dataclass(frozen=True)
class UniqueSides(CellKind):
    """The sides of a unique card; the subject decides their form."""

    def columns(self, name: str) -> Mapping[str, CellKind]:
        """Return a column for each side."""
        return dict.fromkeys(SIDES_OF_UNIQUE, self)

    def fields(self, sheet: HasColumns, row: CheckedRow, name: str, number: str) -> dict[str, Any]:
        """Read both sides in the form that the row's subject requires.

        The row's name is its subject.
        """
        text = " ".join(row.values["name"].split())
        subjects = {
            unique_subject.lower(): unique_subject for unique_subject in names.UNIQUE_SUBJECTS
        }
        if text.lower() not in subjects:
            row.refuse(
                row.cell_error(
                    "name",
                    f'"{text}" is not a subject of unique cards: use '
                    f"{', '.join(names.UNIQUE_SUBJECTS)}.{nearest(text, names.UNIQUE_SUBJECTS)}",
                )
            )
            return {name: (0, 0)}
        subject = subjects[text.lower()]
        return {name: tuple(self.side(row, side, subject) for side in SIDES_OF_UNIQUE)}

    def side(self, row: CheckedRow, column: str, subject: str) -> Any:
        """Read a side: a number, consequences or the effect after a match."""
        if subject in RANGES:
            return row.number(column, *RANGES[subject])
        text = row.text(column, empty=True)
        try:
            if subject == names.CHANGED_LINES:
                words = text.split()
                if len(words) != CHANGED_FACES:
                    raise EffectError(f'"{text}" should be {CHANGED_FACES} words, one per face.')
                location = f"{row.location}, column {column}"
                return tuple(LINES.read_one(word.replace("none", "-"), location) for word in words)
            clauses = parse(text, AFTER)
            for clause in clauses:
                ON_UNIQUE_CARDS.check(clause)
        except (EffectError, InputError) as error:
            row.refuse(EffectError(f"{row.location}, column {column}: {error}"))
            return ()
        return clauses

    def texts(self, card: Any, name: str) -> dict[str, str]:
        """Write both sides."""
        return {
            column: card.write(value)
            for column, value in zip(SIDES_OF_UNIQUE, getattr(card, name), strict=True)
        }

    def dims(self, name: str) -> list[Column]:
        """Declare both sides."""
        return [Column(side, "String", f"its {side} side", self.role) for side in SIDES_OF_UNIQUE]

    def dim_values(self, card: Any, name: str) -> list[Any]:
        """Return both sides as text."""
        return list(self.texts(card, name).values())


class UniqueCard(Card):
    """A unique set-up card: what its two sides change on a board (EXT-1)."""

    sides: tuple[Any, ...] = column(UniqueSides("what its sides change"))

    @property
    def subject(self) -> int:
        """The index of the card's subject in UNIQUE_SUBJECTS."""
        return [unique_subject.lower() for unique_subject in names.UNIQUE_SUBJECTS].index(
            self.name.lower()
        )

    def clauses_of_side(self, side: int) -> tuple[Clause, ...]:
        """Return a side's effect after a match."""
        clauses: tuple[Clause, ...] = self.sides[side]
        return clauses if names.UNIQUE_SUBJECTS[self.subject] == names.AFTER_MATCH else ()

    def write(self, value: Any) -> str:
        """Write a side as in the sheet."""
        subject = names.UNIQUE_SUBJECTS[self.subject]
        if subject == names.AFTER_MATCH:
            return phrase(value, AFTER)
        if subject == names.CHANGED_LINES:
            return " ".join(LINES.plain(value)).replace("-", "none")
        return str(value)


@dataclass(frozen=True)
class Goal:
    """A condition of a scenario: a measure and its limit.

    It is checked once week ``after`` has ended, or at the end of the game if ``after`` is 0.
    """

    measure: int
    number: int
    at_most: bool
    after: int = 0

    def __str__(self) -> str:
        name = names.MEASURES_OF_GOALS[self.measure]
        if name == "objective":
            return f"{name} {names.OBJECTIVE_RESULTS[self.number]}"
        end = f" after week {self.after}" if self.after else ""
        return f"{name} {'<=' if self.at_most else '>='} {self.number}{end}"


def read_goal(text: str) -> Goal:
    """Read a condition of a scenario.

    Raises:
        EffectError: the text is not a condition, or its week is too late.

    >>> str(read_goal("tokens >= 6 after week 5")), str(read_goal("objective perfect"))
    ('tokens >= 6 after week 5', 'objective perfect')
    """
    words = " ".join(text.split())
    objective = re.fullmatch(r"objective (\w+)", words)
    if objective is not None and objective[1] in names.OBJECTIVE_RESULTS[1:]:
        return Goal(
            names.MEASURES_OF_GOALS.index("objective"),
            names.OBJECTIVE_RESULTS.index(objective[1]),
            False,
        )
    match = re.fullmatch(r"(.+?) ?(>=|<=) ?([0-9]{1,2})(?: after week ([1-9][0-9]?))?", words)
    if match is None or match[1] not in names.MEASURES_OF_GOALS[:-1]:
        word = match[1] if match else words.partition(" ")[0]
        raise EffectError(
            f'"{words}" is not a goal: write a measure, >= or <= and a number, such as '
            f'"position <= 2" or "tokens >= 6 after week 5", or "objective fulfilled"; the '
            f"measures are {', '.join(names.MEASURES_OF_GOALS[:-1])}."
            f"{nearest(word, names.MEASURES_OF_GOALS)}"
        )
    after = int(match[4] or 0)
    if after > MAX_WEEKS:
        raise EffectError(f'"{words}": no season has more than {MAX_WEEKS} weeks.')
    return Goal(names.MEASURES_OF_GOALS.index(match[1]), int(match[3]), match[2] == "<=", after)


@dataclass(frozen=True)
class Goals(CellKind):
    """The goals of a scenario, all of which must be met."""

    def read(self, row: CheckedRow, column: str) -> tuple[Goal, ...]:
        """Read the conditions, joined by "and"."""
        text = row.text(column)
        try:
            goals = tuple(read_goal(goal) for goal in text.split(" and "))
        except EffectError as error:
            row.refuse(EffectError(f"{row.location}, column {column}: {error}"))
            return ()
        if len(goals) > MAX_GOALS:
            row.refuse(row.cell_error(column, f"{len(goals)} goals; the maximum is {MAX_GOALS}."))
        return goals[:MAX_GOALS]

    def write(self, value: Any) -> str:
        """Write the conditions."""
        return " and ".join(map(str, value))


CONTENT, UNIQUE, NO_VETERAN = "leaflet content", "unique cards", "no veteran"
"""A scenario's changes that have no number."""
START_MONEY = "start_money"
CHANGED_NUMBERS = (START_MONEY, *names.STATISTICS)


@dataclass(frozen=True)
class Changes(CellKind):
    """The changes at the start of a scenario."""

    def read(self, row: CheckedRow, column: str) -> tuple[tuple[str, int], ...]:
        """Read the changes, separated by semicolons."""
        changes = []
        for part in filter(None, map(str.strip, row.text(column, empty=True).split(";"))):
            name, _, number = part.partition(" ")
            if part in (CONTENT, UNIQUE, NO_VETERAN):
                changes.append((part, 1))
            elif name in CHANGED_NUMBERS and number.isdecimal() and int(number) <= names.MAX_NUMBER:
                changes.append((name, int(number)))
            else:
                words = (*CHANGED_NUMBERS, NO_VETERAN, CONTENT, UNIQUE)
                row.refuse(
                    row.cell_error(
                        column,
                        f'"{part}" is not a change: write one of {", ".join(CHANGED_NUMBERS)} and '
                        f"a number, or {NO_VETERAN}, {CONTENT} or {UNIQUE}.{nearest(name, words)}",
                    )
                )
        return tuple(changes)

    def write(self, value: Any) -> str:
        """Write the changes."""
        return "; ".join(
            f"{name} {number}" if name in CHANGED_NUMBERS else name for name, number in value
        )


class Scenario(InSet, ReportedCard):
    """A scenario of the game for one manager (SOLO-1)."""

    division: int = column(Whole("the division that is played", 1, 3))
    changes: tuple[tuple[str, int], ...] = column(Changes("changes at the start"))
    goal: tuple[Goal, ...] = column(Goals("what has to be met"))

    def change(self, name: str) -> int | None:
        """Return a change's number, 1 if it has none, None if absent."""
        return dict(self.changes).get(name)


class _Scenarios(ComponentSheet[Scenario]):
    def number(self, text: str) -> str:
        """Normalise a number: 8 for 08 and 8.0."""
        return re.sub(r"[.,]0+$", "", text.strip()).lstrip("0")

    def refusal(self, number: str) -> str:
        """Describe what is wrong with a number, or return ""."""
        if number.isdecimal() and 1 <= int(number) <= MAX_SCENARIOS:
            return ""
        return f"is not a scenario: write a number from 1 to {MAX_SCENARIOS}."

    def order(self, scenario: Scenario) -> int:
        """Return the sort key: the number."""
        return int(scenario.number)


UNIQUE_CARDS = LetteredSheet(
    "unique_cards",
    "unique",
    UniqueCard,
    row_noun="unique card",
    plural_noun="unique cards",
    max_rows=MAX_UNIQUE_CARDS,
    letter="Q",
    digits=1,
    marks=SIDES_OF_UNIQUE,
)
SCENARIOS = _Scenarios("scenarios", "scenario", Scenario, max_rows=MAX_SCENARIOS, marks=("goal",))
