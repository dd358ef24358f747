"""Twins: the same game with one thing otherwise, and what that takes.

A twin is played from set-up with its intervention (`Worker.play`), or forked from the game itself
where the intervention first tells (`Fork`), which gives the same twin sooner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES
from eoc_sim.simulator.eoc.state import INERT_EFFECT, INERT_STARS, MONTHS, state_dtype
from eoc_sim.simulator.kernel.records import make_records

if TYPE_CHECKING:
    import numpy as np

    from eoc_sim.simulator.eoc.components import Components
    from eoc_sim.simulator.eoc.engine import Engine

OFF = {"stars": INERT_STARS, "effect": INERT_EFFECT, "both": INERT_STARS | INERT_EFFECT}
"""What of a card can be off."""
MOST_GIVEN = 1000


@dataclass(frozen=True)
class Intervention:
    """One thing that a twin has otherwise; make it by one of the functions below.

    ``card`` is a printed number and ``off`` a key of `OFF`; a gift goes to ``seat`` (from 0) in
    ``month`` (1 March to 12 February): ``envelopes`` of a ``colour``, ``foreseen`` on the calendar
    from the end of set-up or not before the month begins, or ``bucks`` as it begins.
    """

    card: str = ""
    off: str = ""
    seat: int = 0
    month: int = 0
    colour: str = COLOUR_NAMES[0]
    envelopes: int = 0
    foreseen: bool = False
    bucks: int = 0

    def encode(self, components: Components, players: int) -> dict[str, int]:
        """The numbers of the record ``state.interventions``.

        Raises:
            InputError: there is no such card, seat, colour or month, or a number is out of range.
        """
        if not 0 <= self.seat < players:
            raise InputError(
                f"an intervention gives to seat {self.seat}; the seats are 0 to {players - 1}."
            )
        if (self.envelopes or self.bucks) and not 1 <= self.month <= MONTHS:
            raise InputError(
                f"an intervention gives in month {self.month}; months are 1 (March) to {MONTHS}."
            )
        for number, what in ((self.envelopes, "EC"), (self.bucks, "BB")):
            if not 0 <= number <= MOST_GIVEN:
                raise InputError(
                    f"an intervention gives {number} {what}; it may be 0 to {MOST_GIVEN}."
                )
        return {
            "card_row": self._row(components),
            "inert": _one_of(OFF, self.off, "an intervention on a card turns off")
            if self.card else 0,
            "seat": self.seat,
            "month": self.month,
            "colour": _one_of(
                {name: place for place, name in enumerate(COLOUR_NAMES)}, self.colour,
                "an intervention gives EC of the colour",
            ),
            "envelopes": self.envelopes,
            "foreseen": int(self.foreseen),
            "bucks": self.bucks,
        }

    def _row(self, components: Components) -> int:
        """The card's row of the cards sheet, -1 without one."""
        if not self.card:
            return -1
        return components.cards.index(components.card(self.card))


def _one_of(choices: dict[str, int], name: str, what: str) -> int:
    if name not in choices:
        raise InputError(
            f'{what} "{name}"; it is one of {", ".join(choices)}.{nearest(name, choices)}'
        )
    return choices[name]


def inert_card(card: str, off: str = "both") -> Intervention:
    """A card whose stars, effect or both are off from the moment it comes into play.

    All its copies, whoever plays them. It keeps its place, type, region and cost, and still counts
    for other cards.
    """
    return Intervention(card=card, off=off)


def envelopes(
    seat: int, colour: str, month: int, number: int = 1, *, foreseen: bool = True
) -> Intervention:
    """EC of a colour for a month: foreseen from the end of set-up, or a surprise of the month."""
    return Intervention(
        seat=seat, colour=colour, month=month, envelopes=number, foreseen=foreseen
    )


def bucks(seat: int, month: int, number: int = 1) -> Intervention:
    """BB for a seat as a month begins."""
    return Intervention(seat=seat, month=month, bucks=number)


class Fork:
    """Plays a game once, and its twins from where they part from it.

    >>> fork = Fork(engine)                                                  # doctest: +SKIP
    >>> rows = fork.play(17, ["seats"])                                      # doctest: +SKIP
    >>> twin = fork.twin(inert_card("038"), ["seats"])                       # doctest: +SKIP
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._game = engine.worker()
        self._twin = engine.worker()
        self._months = make_records(state_dtype, MONTHS)
        self._played: dict[int, int] = {}

    def play(self, game: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        """Play a game, keeping a copy of it before each month; its rows."""
        rows = self._game.play_and_keep(game, self._months, {*keep, "cards"})
        self._played = {}
        for row in rows["cards"][rows["cards"]["played_month"] > 0]:
            month, card = int(row["played_month"]), int(row["card"])
            self._played[card] = min(month, self._played.get(card, month))
        return {table: rows[table] for table in rows if table in keep}

    def twin(
        self, intervention: Intervention, keep: Sequence[str]
    ) -> dict[str, np.ndarray] | None:
        """The rows of the game's twin; None if the card never comes into play: it has none.

        Raises:
            InputError: an intervention on what is not there.
        """
        return self.twins([intervention], keep)[0]

    def twins(
        self, interventions: Sequence[Intervention], keep: Sequence[str]
    ) -> list[dict[str, np.ndarray] | None]:
        """As `twin` for several: sooner than one by one."""
        months = [self._parts(one) for one in interventions]
        asked = [
            (month, one) for month, one in zip(months, interventions, strict=True)
            if month is not None
        ]
        played = iter(self._twin.play_twins(asked, self._months, keep) if asked else ())
        return [None if month is None else next(played) for month in months]

    def _parts(self, intervention: Intervention) -> int | None:
        """The first month in which the twin may differ; None if it never does."""
        components = self.engine.components
        intervention.encode(components, self.engine.players)  # is it there at all?
        months = []
        if intervention.card:
            row = components.cards.index(components.card(intervention.card))
            months += [self._played[row]] if row in self._played else []
        if intervention.envelopes:
            months.append(1 if intervention.foreseen else intervention.month)
        if intervention.bucks:
            months.append(intervention.month)
        return min(months, default=None)
