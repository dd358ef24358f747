"""The entire game, month by month, driven by a trace."""

from __future__ import annotations

from collections import Counter
from typing import Any

from eoc_sim.referee.eoc.data import Data
from eoc_sim.referee.eoc.dice import dice_phase
from eoc_sim.referee.eoc.draft import draft_phase
from eoc_sim.referee.eoc.month_end import month_end
from eoc_sim.referee.eoc.preparation import set_up
from eoc_sim.referee.eoc.scoring import score_game
from eoc_sim.referee.eoc.solo import bubba_recruits
from eoc_sim.referee.eoc.state import Bubba, Player, Spot
from eoc_sim.referee.eoc.tables import LAST_MONTH, WORDS
from eoc_sim.referee.eoc.turn import play_turn
from eoc_sim.referee.judge import Judge
from eoc_sim.referee.ranking import clockwise
from eoc_sim.referee.reading import NotATrace
from eoc_sim.referee.records import Disagreement, Event

__all__ = ["Disagreement", "NotATrace", "ReferenceGame"]


class ReferenceGame(Judge):
    """One game, judged by the rules."""

    words = WORDS
    data: Data

    def __init__(
        self, trace: list[dict[str, Any]], data: Data, strict_defaults: bool = False
    ) -> None:
        """Keep the trace and the components; nothing is played yet.

        With ``strict_defaults`` all players are assumed to have named no colours, so that PAY-2 and
        PAY-4 determine every colour in the trace.
        """
        super().__init__(trace, data)
        self.strict_defaults = strict_defaults
        self.solo = False
        self.players: list[Player] = []
        self.bubba = Bubba()
        self.spots: dict[str, Spot] = {}
        self.start = 0  # seat of this month's starting player
        self.march_start = 0
        self.month = 0
        self.dice: dict[str, int] = {}
        self.deck: list[str] = []  # top first
        self.pool: list[str] = []
        self.discards: list[str] = []
        self.discarded_this_month: list[str] = []  # SOLO-2
        self.all_cards: Counter[str] = Counter()

    def in_turn_order(self) -> list[Player]:
        """List players clockwise from this month's starting player."""
        return clockwise(self.players, self.start)

    def in_pick_order(self) -> list[Player]:
        """DRA-9: list players in draft order, the turn order or its reverse.

        The order applies to cards and to exclusive dice.
        """
        order = self.in_turn_order()
        return order[::-1] if self.rules["pick_order"] == "reversed" else order

    def player_of(self, event: Event) -> Player:
        """Return the player that an event names."""
        seats = range(len(self.players))
        event.require("SET-1", event.seat in seats, f"the seats are {list(seats)}")
        return self.players[event.seat]

    def play_through(self) -> None:
        """TIM-1 to TIM-5: play set-up, twelve months and scoring."""
        set_up(self)
        self.all_cards = self.cards_anywhere()
        for self.month in range(1, LAST_MONTH + 1):
            event = self.reader.take("TIM-1", "month")
            event.check("TIM-1", "month", self.month)
            event.check("END-4", "start", self.start)
            event.finish()
            for player in self.players:
                player.turn_over = False
                player.crapped_out = False  # DIC-3: until the end of the month
            draft_phase(self)
            dice_phase(self)
            for player in self.in_turn_order():
                play_turn(self, player)
            if self.solo:
                bubba_recruits(self)
            month_end(self)
            if self.cards_anywhere() != self.all_cards:
                raise AssertionError("END-5: the referee itself has lost or made a card")
        score_game(self)

    def cards_anywhere(self) -> Counter[str]:
        """END-5: count all cards; each is in exactly one place."""
        cards = Counter(self.deck + self.pool + self.discards)
        for player in self.players:
            cards.update(player.hand + player.stash)
            cards.update(player.calendar_cards.values())
            cards.update(source.number for source in player.in_play)
        return cards
