"""A run's twins: gifts, cards switched off, dice in their other mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.simulator.eoc.columns import COLOUR_NAMES
from eoc_sim.simulator.eoc.state import MONTHS, Interventions
from eoc_sim.simulator.eoc.twins import Intervention, bucks, envelopes, inert_card
from eoc_sim.simulator.kernel.twin_worker import encode_interventions
from eoc_sim.simulator.runs import schedule as general_schedule
from eoc_sim.simulator.runs.schedule import PER_GAME, TwinEngine, mix

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.components import Components
    from eoc_sim.simulator.eoc.engine import Engine

DICE_PER_MONTH = 2


@dataclass(frozen=True)
class Entry:
    """An entry of the schedule: a gift, or a card switched off.

    ``kind`` is one of ``columns.TWIN_NAMES`` except the last. Gifts have a ``month``, and gifts
    of EC also have a ``colour``. Cards have ``card``, a printed number. ``share`` is the number of
    times that a cycle contains the entry.
    """

    kind: str
    month: int = 0
    colour: str = ""
    card: str = ""
    share: int = 1

    def intervention(self, seat: int) -> Intervention:
        """Make the intervention on a game; a gift goes to ``seat``."""
        if self.kind.startswith("card"):
            return inert_card(self.card, self.kind.removeprefix("card "))
        if self.kind == "BB":
            return bucks(seat, self.month)
        foreseen = self.kind == "EC foreseen"
        return envelopes(seat, self.colour, self.month, foreseen=foreseen)


def gifts() -> list[Entry]:
    """List a gift of each kind for each month.

    The kinds are one EC of each colour, foreseen and as a surprise, and one BB.
    """
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
    """List every card with its stars, its effect or both switched off."""
    return [
        Entry(kind, card=card.number)
        for card in components.cards
        if card.copies > 0
        for kind in ("card stars", "card effect", "card both")
    ]


@dataclass(frozen=True)
class Schedule(general_schedule.Schedule):
    """The general `Schedule`, plus optional twins that switch a die's mode.

    With ``dice`` each game has one more twin, with one die in its other mode. The die is drawn from
    all dice that the game's players take, with equal chances.
    """

    entry = Entry

    dice: bool = False

    def record(self) -> dict[str, Any]:
        """Record the schedule as plain values for run.json.

        Each entry is a list of its kind, month, colour, card and share.

        >>> Schedule((Entry("BB", 3, share=2),), 4).record()
        {'a_game': 4, 'dice': False, 'out_of': 0, 'entries': [['BB', 3, '', '', 2]]}
        """
        return {PER_GAME: self.twins_per_game, "dice": self.dice, **super().record()}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Schedule:
        """Restore the schedule that `record` wrote."""
        return replace(super().from_record(record), dice=bool(record["dice"]))


class Dealer(general_schedule.Dealer):
    """Deals a schedule's interventions to one engine's games.

    Gifts go to a random seat.
    """

    def __init__(self, schedule: Schedule, engine: Engine) -> None:
        self._dice = schedule.dice
        self._players = engine.players
        super().__init__(
            schedule,
            encode_interventions([entry.intervention(0) for entry in schedule.entries], engine),
            _empty_intervention(),
            [None if entry.card else ("seat", 0, engine.players) for entry in schedule.entries],
        )

    def interventions(self, first_game: int, games: int) -> np.ndarray:
        """Return the entries' interventions, and with ``dice`` the die's at the end."""
        twins = super().interventions(first_game, games)
        if self._dice:
            dice = self._other_modes(np.arange(first_game, first_game + games))
            twins = np.concatenate([twins, dice[:, None]], axis=1)
        return twins

    def _other_modes(self, games: np.ndarray) -> np.ndarray:
        """Draw one die in each game, with equal chances."""
        dice = DICE_PER_MONTH * MONTHS * self._players
        draws = (mix(games, -1) % np.uint64(dice)).astype(np.int64)
        interventions = np.zeros(len(games), Interventions.dtype)
        interventions["card_row"] = -1
        draws, interventions["die"] = draws // DICE_PER_MONTH, 1 + draws % DICE_PER_MONTH
        interventions["month"] = 1 + draws % MONTHS
        interventions["seat"] = draws // MONTHS
        return interventions


def _empty_intervention() -> np.ndarray:
    """Make an empty intervention; its twin never departs from the game."""
    empty = np.zeros((), Interventions.dtype)
    empty["card_row"] = -1
    return empty


def twin_engine(engine: Any, schedule: Mapping[str, Any]) -> TwinEngine:
    """Make an engine with the twins of a schedule from run.json."""
    return TwinEngine(engine, Dealer(Schedule.from_record(schedule), engine))
