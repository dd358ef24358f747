"""The twins of Envelopes of Cash that a run can play: gifts, cards off, dice otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.simulator.eoc.columns import COLOUR_NAMES
from eoc_sim.simulator.eoc.state import MONTHS, interventions_dtype
from eoc_sim.simulator.eoc.twins import Intervention, bucks, encoded, envelopes, inert_card
from eoc_sim.simulator.runs import schedule as shared
from eoc_sim.simulator.runs.schedule import TwinEngine, mixed

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.components import Components
    from eoc_sim.simulator.eoc.engine import Engine

DICE_A_MONTH = 2


@dataclass(frozen=True)
class Entry:
    """A kind of twin: EC or BB for some seat, or a card that is off.

    ``kind`` is one of ``columns.TWIN_NAMES`` but the last; ``month`` and ``colour`` belong to
    gifts, ``card``, a printed number, to cards. ``share`` is how often a cycle holds it.
    """

    kind: str
    month: int = 0
    colour: str = ""
    card: str = ""
    share: int = 1

    def intervention(self, seat: int) -> Intervention:
        """The intervention on a game; a gift goes to ``seat``."""
        if self.kind.startswith("card"):
            return inert_card(self.card, self.kind.removeprefix("card "))
        if self.kind == "BB":
            return bucks(seat, self.month)
        foreseen = self.kind == "EC foreseen"
        return envelopes(seat, self.colour, self.month, foreseen=foreseen)


def gifts() -> list[Entry]:
    """One EC of each colour in each month, foreseen and as a surprise, and one BB a month."""
    months = range(1, MONTHS + 1)
    return [
        *(
            Entry(kind, month, colour)
            for kind in ("EC foreseen", "EC surprise")
            for colour in COLOUR_NAMES
            for month in months
        ),
        *(Entry("BB", month) for month in months),
    ]


def inert_cards(components: Components) -> list[Entry]:
    """Every card of the deck, once with its stars off, once its effect, once both."""
    return [
        Entry(kind, card=card.number)
        for card in components.cards
        if card.copies > 0
        for kind in ("card stars", "card effect", "card both")
    ]


@dataclass(frozen=True)
class Schedule(shared.Schedule):
    """As the `Schedule` of any game, and with ``dice`` each game has one die more.

    That die is one of all that the game's players take, each as likely, in its other mode.
    """

    entry = Entry

    dice: bool = False

    def record(self) -> dict[str, Any]:
        """The schedule in plain values, for run.json; entries as kind, month, colour, card, share.

        >>> Schedule((Entry("BB", 3, share=2),), 4).record()
        {'a_game': 4, 'dice': False, 'out_of': 0, 'entries': [['BB', 3, '', '', 2]]}
        """
        return {"a_game": self.a_game, "dice": self.dice, **super().record()}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Schedule:
        """The schedule that `record` wrote."""
        return replace(super().from_record(record), dice=bool(record["dice"]))


class Dealer(shared.Dealer):
    """The interventions of a schedule on the games of one engine: gifts go to a seat by chance."""

    def __init__(self, schedule: Schedule, engine: Engine) -> None:
        self._dice = schedule.dice
        self._players = engine.players
        super().__init__(
            schedule,
            encoded([one.intervention(0) for one in schedule.entries], engine),
            _nothing(),
            [None if one.card else ("seat", 0, engine.players) for one in schedule.entries],
        )

    def interventions(self, first_game: int, games: int) -> np.ndarray:
        """As the `Dealer` of any game, with the die behind."""
        dealt = super().interventions(first_game, games)
        if self._dice:
            dice = self._other_modes(np.arange(first_game, first_game + games))
            dealt = np.concatenate([dealt, dice[:, None]], axis=1)
        return dealt

    def _other_modes(self, games: np.ndarray) -> np.ndarray:
        """Of each game one die, each that is taken as likely as any other."""
        dice = DICE_A_MONTH * MONTHS * self._players
        drawn = (mixed(games, -1) % np.uint64(dice)).astype(np.int64)
        made = np.zeros(len(games), interventions_dtype)
        made["card_row"] = -1
        drawn, made["die"] = drawn // DICE_A_MONTH, 1 + drawn % DICE_A_MONTH
        made["month"] = 1 + drawn % MONTHS
        made["seat"] = drawn // MONTHS
        return made


def _nothing() -> np.ndarray:
    """An intervention without anything in it: its twin never parts from the game."""
    nothing = np.zeros((), interventions_dtype)
    nothing["card_row"] = -1
    return nothing


def twin_engine(engine: Any, schedule: Mapping[str, Any]) -> TwinEngine:
    """An engine of this game with the twins of a schedule, given as run.json keeps it."""
    return TwinEngine(engine, Dealer(Schedule.from_record(schedule), engine))
