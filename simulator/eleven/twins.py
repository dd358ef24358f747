"""Twins: the same game with one change (TWI)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eleven import sources
from eoc_sim.simulator.eleven.names import RESOURCES
from eoc_sim.simulator.eleven.season_facts import numbers_of_sources
from eoc_sim.simulator.eleven.season_play import DAYS
from eoc_sim.simulator.eleven.state import CARD_OFF, EFFECT_OFF, VP_OFF
from eoc_sim.simulator.eleven.switches import weeks_of

if TYPE_CHECKING:
    from eoc_sim.simulator.eleven.components import Components
    from eoc_sim.simulator.eleven.engine import Engine

OFF: Mapping[str, int] = {"effect": EFFECT_OFF, "VP": VP_OFF, "card": CARD_OFF}
"""Codes for the parts that can be off, by their words."""
CARD_PARTS = {"ability": "effect", "card": "card"}
EFFECT_PART = {"effect": "effect"}
PARTS: Mapping[str, Mapping[str, str]] = {
    "player": CARD_PARTS,
    "youngster": CARD_PARTS,
    "veteran": CARD_PARTS,
    "staff": EFFECT_PART,
    "sponsor": EFFECT_PART,
    "director": EFFECT_PART,
    "infrastructure": {**EFFECT_PART, "vp": "VP"},
    "tactic": EFFECT_PART,
}
"""Words for the parts that can be off, by sheet (TWI-1)."""
MAX_GIVEN = 1000
FORMS = (
    "player.NUMBER=ability or card (likewise youngster.NUMBER, veteran.NUMBER)",
    "infrastructure.NUMBER=effect or vp",
    "staff.NUMBER=effect (likewise sponsor.NUMBER, director.NUMBER, tactic.NUMBER)",
    "seat.K.week.W=2 money",
    "seat.K.week.W=line-up",
    "seat.K.week.W.day.D=pass",
    "seat.K.extra=denied",
    "seat.K.week.W.extra=denied",
)


@dataclass(frozen=True)
class Intervention:
    """One change in a twin.

    The functions below make interventions. ``thing`` is the number of a thing, and ``off`` a key of
    `OFF`. ``sheet``, if given, names the sheet that must contain this number. The sheet's name is
    spelled as in the keys: ``staff``, for example. As ``week`` begins, ``seat`` (from 0) gets
    ``amount`` of a ``resource``, sees the coming line-up (``known``), or is denied all extra
    actions from then on (``denied``). On ``day`` of that week, it has no action.
    """

    thing: str = ""
    off: str = ""
    seat: int = 0
    week: int = 0
    resource: str = RESOURCES[0]
    amount: int = 0
    known: bool = False
    day: int = 0
    denied: bool = False
    sheet: str = field(default="", compare=False)

    def encode(self, engine: Engine) -> dict[str, int]:
        """Encode the intervention for the record ``state.interventions``.

        Raises:
            InputError: there is no such thing, seat, week, day or resource, or the amount is out
                of range.
        """
        if not 0 <= self.seat < engine.players:
            raise InputError(
                f"An intervention is on seat {self.seat + 1}; the seats are 1 to {engine.players}."
            )
        last = weeks_of(engine.rules)
        if (self.amount or self.known or self.day or self.denied) and not 1 <= self.week <= last:
            raise InputError(f"An intervention is in week {self.week}; weeks are 1 to {last}.")
        if self.day:
            _check_day(self.day)
        if not 0 <= self.amount <= MAX_GIVEN:
            raise InputError(
                f"An intervention gives {self.amount} {self.resource}; the limit is {MAX_GIVEN}."
            )
        if self.resource not in RESOURCES:
            raise InputError(
                f'An intervention gives "{self.resource}"; resources are {", ".join(RESOURCES)}.'
                f"{nearest(self.resource, RESOURCES)}"
            )
        if self.sheet:
            engine.components.check_number(self.sheet, self.thing)
        return {
            "source": source_of(engine.components, self.thing) if self.thing else 0,
            "off": OFF[self.off] if self.thing else 0,
            "seat": self.seat,
            "week": self.week,
            "resource": RESOURCES.index(self.resource),
            "amount": self.amount,
            "known": int(self.known),
            "day": self.day,
            "denied": int(self.denied),
        }


def _check_day(day: int) -> None:
    if not 1 <= day <= DAYS:
        raise InputError(f"An intervention is on day {day}; days are 1 to {DAYS}.")


def source_of(components: Components, number: str) -> int:
    """Return the source of a thing.

    Raises:
        InputError: there is no such number.
    """
    numbers = numbers_of_sources(components)[: sources.OUTCOMES]
    source_by_number = {entry: source for source, entry in enumerate(numbers) if entry}
    code = number.strip().upper()
    if code not in source_by_number:
        raise InputError(
            f'There is no card, token or director "{number}".{nearest(code, source_by_number)}'
        )
    return source_by_number[code]


def inert(number: str, off: str, sheet: str = "") -> Intervention:
    """Turn off a thing's effect or VP, or bar a card (TWI-1).

    The change takes effect when a manager first has the thing.
    """
    return Intervention(thing=number, off=off, sheet=sheet)


def give(seat: int, week: int, resource: str, amount: int = 1) -> Intervention:
    """Give a seat resources as a week begins (TWI-2)."""
    return Intervention(seat=seat, week=week, resource=resource, amount=amount)


def show_line_up(seat: int, week: int) -> Intervention:
    """Show a seat the coming line-up as a week begins (TWI-2)."""
    return Intervention(seat=seat, week=week, known=True)


def deny_action(seat: int, week: int, day: int) -> Intervention:
    """Deny a seat an action on a day (TWI-2).

    Raises:
        InputError: there is no such day.
    """
    _check_day(day)
    return Intervention(seat=seat, week=week, day=day)


def deny_extra_actions(seat: int, week: int = 1) -> Intervention:
    """Deny a seat extra actions from a week onwards (TWI-2)."""
    return Intervention(seat=seat, week=week, denied=True)


def read(text: str) -> Intervention:
    """Read an intervention from its words; here seats count from 1.

    >>> read("staff.S13=effect") == inert("S13", "effect", "staff")
    True
    >>> read("seat.2.week.3=2 money") == give(1, 3, "money", 2)
    True
    >>> read("seat.2.week.3.day.2=pass") == deny_action(1, 3, 2)
    True
    >>> read("seat.2.extra=denied") == deny_extra_actions(1)
    True
    """
    key, _, value = (part.strip() for part in text.partition("="))
    words = value.lower().split()
    match [word if not word.isdecimal() else int(word) for word in key.lower().split(".")]:
        case [str(sheet), str(number)] if sheet in PARTS and value.lower() in PARTS[sheet]:
            return inert(number.upper(), PARTS[sheet][value.lower()], sheet)
        case ["seat", int(seat), "week", int(week)] if words == ["line-up"]:
            return show_line_up(seat - 1, week)
        case ["seat", int(seat), "week", int(week)] if len(words) == 2 and words[0].isdecimal():
            return give(seat - 1, week, words[1], int(words[0]))
        case ["seat", int(seat), "week", int(week), "day", int(day)] if words == ["pass"]:
            return deny_action(seat - 1, week, day)
        case ["seat", int(seat), "extra"] if words == ["denied"]:
            return deny_extra_actions(seat - 1)
        case ["seat", int(seat), "week", int(week), "extra"] if words == ["denied"]:
            return deny_extra_actions(seat - 1, week)
    raise InputError(f'"{text}" is not a twin; write one of these: {"; ".join(FORMS)}.')
