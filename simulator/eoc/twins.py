"""Twins: games played again with one change, and how to play them.

A twin is played from set-up with its intervention (`Worker.play`), or forked from the game itself
where the intervention takes effect (`Fork`), which gives the same twin faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, MONTH_NAMES
from eoc_sim.simulator.eoc.state import INERT_EFFECT, INERT_STARS, MONTHS
from eoc_sim.simulator.kernel.twin_worker import encode_interventions

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.components import Components
    from eoc_sim.simulator.eoc.engine import Engine

OFF = {"stars": INERT_STARS, "effect": INERT_EFFECT, "both": INERT_STARS | INERT_EFFECT}
"""The parts of a card that can be switched off."""
MAX_GIVEN = 1000


@dataclass(frozen=True)
class Intervention:
    """One change in a twin.

    The functions below make interventions. ``card`` is a printed number and ``off`` a key of `OFF`.
    A gift goes to ``seat`` (from 0) in ``month`` (from 1 for March to 12 for February): either
    ``envelopes`` of a ``colour``, which are on the calendar from the end of set-up if ``foreseen``
    and otherwise arrive as the month begins, or ``bucks``, which arrive as the month begins.
    ``die`` 1 or 2 puts the seat's first or second die of the month into its other mode.
    """

    card: str = ""
    off: str = ""
    seat: int = 0
    month: int = 0
    colour: str = COLOUR_NAMES[0]
    envelopes: int = 0
    foreseen: bool = False
    bucks: int = 0
    die: int = 0

    @property
    def gives_foreseen_envelopes(self) -> bool:
        """True if it gives EC that are on the calendar from set-up."""
        return self.foreseen and self.envelopes > 0

    def encode(self, engine: Engine) -> dict[str, int]:
        """Encode the intervention for the record ``state.interventions``.

        Raises:
            InputError: there is no such card, seat, colour or month, or a number is out of range.
        """
        if not 0 <= self.seat < engine.players:
            raise InputError(
                f"An intervention names seat {self.seat + 1}; the seats are 1 to {engine.players}."
            )
        if self.die not in (0, 1, 2):
            raise InputError(f"A seat takes dice 1 and 2 in a month; there is no die {self.die}.")
        if (self.envelopes or self.bucks or self.die) and not 1 <= self.month <= MONTHS:
            raise InputError(
                f"An intervention is in month {self.month}; months are 1 (March) to {MONTHS}."
            )
        for number, token in ((self.envelopes, "EC"), (self.bucks, "BB")):
            if number != int(number) or not 0 <= number <= MAX_GIVEN:
                raise InputError(
                    f"An intervention gives {number} {token}; the number may be 0 to {MAX_GIVEN}."
                )
        return {
            "card_row": self._row(engine.components),
            "inert": _one_of(OFF, self.off, "An intervention on a card switches off")
            if self.card
            else 0,
            "seat": self.seat,
            "month": self.month,
            "colour": _one_of(
                {name: index for index, name in enumerate(COLOUR_NAMES)},
                self.colour,
                "An intervention gives EC of the colour",
            ),
            "envelopes": self.envelopes,
            "foreseen": int(self.foreseen),
            "bucks": self.bucks,
            "die": self.die,
        }

    def _row(self, components: Components) -> int:
        """Return the card's row of the cards sheet, -1 without a card."""
        if not self.card:
            return -1
        return components.cards.index(components.card(self.card))


def _one_of(choices: dict[str, int], name: str, opening: str) -> int:
    if name not in choices:
        raise InputError(
            f'{opening} "{name}"; use one of {", ".join(choices)}.{nearest(name, choices)}'
        )
    return choices[name]


def inert_card(card: str, off: str = "both") -> Intervention:
    """Switch off a card's stars, effect or both once it is played.

    This affects all its copies, whichever player holds them. The card keeps its place, type, region
    and cost, and still counts for other cards.

    Raises:
        InputError: no card is named.
    """
    if not str(card).strip():
        raise InputError("An intervention on a card needs its printed number, such as 038.")
    return Intervention(card=str(card), off=off)


def envelopes(
    seat: int, colour: str, month: int, number: int = 1, *, foreseen: bool = True
) -> Intervention:
    """Give EC of a colour, foreseen or as a surprise.

    Foreseen EC are on the calendar from the end of set-up; others arrive as the month begins.
    """
    return Intervention(seat=seat, colour=colour, month=month, envelopes=number, foreseen=foreseen)


def bucks(seat: int, month: int, number: int = 1) -> Intervention:
    """Give a seat BB as a month begins."""
    return Intervention(seat=seat, month=month, bucks=number)


def other_mode(seat: int, month: int, die: int) -> Intervention:
    """Switch the mode of a seat's die in a month, if legal.

    ``die`` is 1 or 2. At full value the number fixes the month of the EC; at half value they arrive
    in the month of the roll.
    """
    return Intervention(seat=seat, month=month, die=die)


def read(text: str) -> Intervention:
    """Parse an intervention.

    ``card.038`` or ``card.038=stars`` (or effect, both) switches a card off. ``seat.1.july=2 blue``
    gives foreseen EC, ``seat.1.july=2 blue surprise`` gives them as July begins, and
    ``seat.1.july=1 BB`` gives Booster Bucks. ``seat.1.july=die 2`` takes July's second die in its
    other mode. Here seats count from 1. A month may be a number, from 1 for March to 12 for
    February.

    >>> read("card.038=stars") == inert_card("038", "stars")
    True
    >>> read("seat.2.july=1 blue surprise") == envelopes(1, "blue", 5, foreseen=False)
    True
    """
    key, _, value = (part.strip() for part in text.partition("="))
    kind, *parts = key.split(".")
    words = value.lower().split()
    if kind == "card" and len(parts) == 1:
        return inert_card(parts[0], value.lower() or "both")
    if kind == "seat" and len(parts) == 2 and parts[0].isdecimal():
        return _seat_intervention(text, int(parts[0]) - 1, _month(parts[1]), words)
    raise InputError(
        f'"{text}" is not a twin; write card.NUMBER=stars (or effect, or both), '
        "seat.K.MONTH=2 blue, seat.K.MONTH=2 blue surprise, seat.K.MONTH=1 BB or "
        "seat.K.MONTH=die 2."
    )


def _seat_intervention(text: str, seat: int, month: int, words: list[str]) -> Intervention:
    if words[:1] == ["die"] and len(words) == 2 and words[1].isdecimal():
        return other_mode(seat, month, int(words[1]))
    if not (len(words) in (2, 3) and words[0].isdecimal() and words[2:] in ([], ["surprise"])):
        raise InputError(
            f'"{text}": a gift is a number and a colour, such as 2 blue, followed by surprise if '
            "nobody should foresee it, or a number of BB, such as 1 BB; a die's other mode is "
            "die 1 or die 2."
        )
    number = int(words[0])
    if words[1] in ("bb", "bucks"):
        return bucks(seat, month, number)
    return envelopes(seat, words[1], month, number, foreseen=len(words) == 2)


def _month(text: str) -> int:
    """Return a month's number from its number, name or abbreviation."""
    if text.isdecimal():
        return int(text)
    names = [name.lower() for name in MONTH_NAMES[1:]]
    matches = [index for index, name in enumerate(names, 1) if name.startswith(text.lower())]
    if len(matches) != 1 or len(text) < 3:
        raise InputError(f'"{text}" is not a month.{nearest(text, names)}')
    return matches[0]


@dataclass(frozen=True)
class Worth:
    """An intervention's worth in stars, measured with twins.

    Values are means over the games that have a twin; ``games`` is their number. The values are None
    if there are no such games, as for a card that never comes into play. ``owner`` is the worth to
    the seat that played the card, received the gift or took the die (the mean if there is more than
    one such seat), ``others`` the mean worth to all other seats.
    """

    intervention: Intervention
    games: int
    owner: float | None
    others: float | None


def worth(
    engine: Engine, first_game: int, games: int, interventions: Sequence[Intervention]
) -> list[Worth]:
    """Measure each intervention's worth over ``games`` games from ``first_game``.

    Raises:
        InputError: an intervention's target does not exist.
    """
    fork = Fork(engine)
    changes: list[list[tuple[float, float]]] = [[] for _ in interventions]
    for game in range(first_game, first_game + games):
        rows = fork.play(game, ("seats", "cards"))
        for score_changes, intervention, twin in zip(
            changes, interventions, fork.twins(interventions, ("seats",)), strict=True
        ):
            if twin is not None:
                # A card is off in the twin; a gift is missing from the game.
                sign = 1.0 if intervention.card else -1.0
                change = sign * (rows["seats"]["score"] - twin["seats"]["score"])
                is_owner = np.isin(rows["seats"]["seat"], fork.owners(intervention, rows["cards"]))
                on_others = change[~is_owner].mean() if not is_owner.all() else 0.0
                score_changes.append((change[is_owner].mean(), on_others))
    return [
        Worth(
            intervention,
            len(score_changes),
            *(np.mean(score_changes, axis=0).tolist() if score_changes else (None, None)),
        )
        for intervention, score_changes in zip(interventions, changes, strict=True)
    ]


class Fork:
    """Plays a game once, then each twin from where they diverge.

    >>> fork = Fork(engine)                                                  # doctest: +SKIP
    >>> rows = fork.play(17, ["seats"])                                      # doctest: +SKIP
    >>> twin = fork.twin(inert_card("038"), ["seats"])                       # doctest: +SKIP
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._game = engine.worker()
        self._twin = engine.worker()
        self._copies = self._game.room_for_copies()
        self._played = False

    def play(self, game: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play a game and return its rows.

        A copy of the game is kept before each month and at the end.
        """
        self._played = False
        rows = self._game.play_and_keep(game, self._copies, keep)
        self._played = True
        return rows

    def twin(self, intervention: Intervention, keep: Sequence[str]) -> dict[str, np.ndarray] | None:
        """Return the rows of the game's twin, None if there is none.

        A card that never comes into play has no twin, nor does a die whose other mode is illegal.

        Raises:
            InputError: the intervention's target does not exist.
        """
        return self.twins([intervention], keep)[0]

    def twins(
        self, interventions: Sequence[Intervention], keep: Sequence[str]
    ) -> list[dict[str, np.ndarray] | None]:
        """Play several twins, faster than by calling `twin` for each.

        Raises:
            ValueError: no game has been played.
            InputError: an intervention's target does not exist.
        """
        if not self._played:
            raise ValueError("play a game before its twins")
        if not interventions:
            return []
        records = encode_interventions(interventions, self.engine)
        return self._twin.play_twins(records, self._copies, keep)

    def owners(self, intervention: Intervention, cards: np.ndarray) -> list[int]:
        """List an intervention's seats: those that played the card, or the recipient."""
        if not intervention.card:
            return [intervention.seat]
        components = self.engine.components
        row = components.cards.index(components.card(intervention.card))
        cards_played = cards[(cards["card"] == row) & (cards["played_month"] > 0)]
        return sorted({int(seat) for seat in cards_played["seat"]})
