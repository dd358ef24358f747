"""Twins: the same game with one change, and ways to declare it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.stadium import codes
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES
from eoc_sim.simulator.stadium.sizes import MAX_VPS

if TYPE_CHECKING:
    from eoc_sim.simulator.stadium.components import Components
    from eoc_sim.simulator.stadium.engine import Engine

OFF = {
    "points": codes.INERT_POINTS,
    "effect": codes.INERT_EFFECT,
    "both": codes.INERT_POINTS | codes.INERT_EFFECT,
}
"""The parts of a place or card that can be switched off."""
MAX_GIVEN = 1000
FORMS = (
    "player.NUMBER, employee.NUMBER, building.NUMBER or field.NUMBER (=points, effect or both)",
    "seat.K.round.R=2 money",
    "round.R.placement.N=elsewhere",
    "seat.K.vp.3=denied",
)


@dataclass(frozen=True)
class Intervention:
    """One change in a twin.

    The functions below make interventions. ``source`` is the number of a place or card, and ``off``
    a key of `OFF`. ``sheet``, if given, names the sheet that must contain this number. The sheet's
    name is spelled as in the keys: ``player``, for example. A gift is ``amount`` of a ``token``,
    which goes to ``seat`` (from 0) as ``round`` begins. ``moved`` is the placement of the round
    (from 1) that goes to the owner's second choice of space, and ``denied`` is the number of the VP
    (3 or 4) that the seat does not get.
    """

    source: str = ""
    off: str = ""
    seat: int = 0
    round: int = 0
    token: str = TOKEN_NAMES[0]
    amount: int = 0
    moved: int = 0
    denied: int = 0
    sheet: str = field(default="", compare=False)

    def encode(self, engine: Engine) -> dict[str, int]:
        """Encode the intervention for the record ``state.interventions``.

        If the round of a denied VP is 0, the round of its purchase is looked up later.

        Raises:
            InputError: there is no such place, card, part, seat, round or token, the amount is out
                of range, or the VP is neither the third nor the fourth.
        """
        if not 0 <= self.seat < engine.players:
            raise InputError(
                f"An intervention is for seat {self.seat + 1}; the seats are 1 to {engine.players}."
            )
        last = int(engine.rules["round_cap"])
        if (self.amount or self.moved) and not 1 <= self.round <= last:
            raise InputError(f"An intervention is in round {self.round}; rounds are 1 to {last}.")
        if not 0 <= self.amount <= MAX_GIVEN:
            raise InputError(
                f"An intervention gives {self.amount} {self.token}; it may give 0 to {MAX_GIVEN}."
            )
        if self.token not in TOKEN_NAMES:
            raise InputError(
                f'An intervention gives "{self.token}"; the tokens are {", ".join(TOKEN_NAMES)}.'
                f"{nearest(self.token, TOKEN_NAMES)}"
            )
        if self.denied not in (0, 3, 4):
            raise InputError(f"A third or fourth VP can be denied, not VP {self.denied}.")
        if self.sheet:
            engine.components.check_number(self.sheet, self.source)
        return {
            "source": source_of(engine.components, self.source) if self.source else -1,
            "inert": _off(self.off) if self.source else 0,
            "seat": self.seat,
            "round": self.round,
            "token": TOKEN_NAMES.index(self.token),
            "amount": self.amount,
            "moved": self.moved,
            "denied": self.denied,
        }


def _off(name: str) -> int:
    if name not in OFF:
        raise InputError(
            f'"{name}" is not a part of a place or card that can be switched off: use '
            f"{', '.join(OFF)}."
            f"{nearest(name, OFF)}"
        )
    return OFF[name]


def source_of(components: Components, number: str) -> int:
    """Return a place's or card's code as a source of effects.

    Raises:
        InputError: there is no such number.
    """
    sources = {
        **{
            place.number: codes.PLACE_SOURCE + row
            for row, place in enumerate((*components.buildings, *components.field))
        },
        **{card.number: codes.PLAYER_SOURCE + row for row, card in enumerate(components.players)},
        **{
            card.number: codes.EMPLOYEE_SOURCE + row
            for row, card in enumerate(components.employees)
        },
    }
    code = number.strip().upper()
    if code not in sources:
        raise InputError(f'There is no place or card "{number}".{nearest(code, sources)}')
    return sources[code]


def inert(number: str, off: str = "both", sheet: str = "") -> Intervention:
    """Switch off a place's or card's points, effect or both.

    They are off once an owner has the place or card.
    """
    return Intervention(source=number, off=off, sheet=sheet)


def give(seat: int, round: int, token: str = "money", amount: int = 1) -> Intervention:
    """Give a seat tokens as a round begins."""
    return Intervention(seat=seat, round=round, token=token, amount=amount)


def elsewhere(round: int, placement: int) -> Intervention:
    """Move a placement to the owner's second choice of space."""
    return Intervention(round=round, moved=placement)


def deny(seat: int, vp: int, round: int = 0) -> Intervention:
    """Deny a seat its third or fourth VP from ``round`` onwards."""
    return Intervention(seat=seat, denied=vp, round=round)


def read(text: str) -> Intervention:
    """Parse an intervention; here seats count from 1.

    >>> read("player.P15=effect") == inert("P15", "effect", "player")
    True
    >>> read("seat.2.round.4=2 money") == give(1, 4, "money", 2)
    True
    >>> read("round.3.placement.5=elsewhere") == elsewhere(3, 5)
    True
    """
    key, _, value = (part.strip() for part in text.partition("="))
    words = value.lower().split()
    match key.lower().split("."):
        case ["player" | "employee" | "building" | "field" as sheet, number]:
            return inert(number.upper(), value.lower() or "both", sheet)
        case ["seat", seat, "round", number] if seat.isdecimal() and number.isdecimal():
            if len(words) == 2 and words[0].isdecimal():
                return give(int(seat) - 1, int(number), words[1], int(words[0]))
        case ["seat", seat, "vp", vp] if seat.isdecimal() and vp.isdecimal():
            if words == ["denied"] and int(vp) <= MAX_VPS:
                return deny(int(seat) - 1, int(vp))
        case ["round", number, "placement", nth] if number.isdecimal() and nth.isdecimal():
            if words == ["elsewhere"]:
                return elsewhere(int(number), int(nth))
    raise InputError(f'"{text}" is not a twin; write {"; ".join(FORMS)}.')
