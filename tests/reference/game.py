"""The whole game, month by month, driven by a trace."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from reference.data import Data
from reference.dice import dice_phase
from reference.draft import draft_phase
from reference.month_end import month_end
from reference.preparation import set_up
from reference.records import Disagreement, Event, Reader
from reference.scoring import score_game
from reference.solo import bubba_recruits
from reference.state import Bubba, Player, Spot
from reference.tables import LAST_MONTH
from reference.turn import play_turn

__all__ = ["Disagreement", "ReferenceGame", "check_trace"]


class ReferenceGame:
    """One game: draws and decisions from the trace, all else from the rules."""

    def __init__(self, trace: list[dict[str, Any]], data_dir: Path) -> None:
        """Lay out the components of this folder; nothing is played yet."""
        self.reader = Reader(trace)
        self.data = Data(Path(data_dir))
        self.rules: dict[str, Any] = {}
        self.solo = False
        self.players: list[Player] = []
        self.bubba = Bubba()
        self.spots: dict[str, Spot] = {}
        self.start = 0  # seat of this month's starting player
        self.month = 0
        self.dice: dict[str, int] = {}
        self.deck: list[str] = []  # top first
        self.pool: list[str] = []
        self.discards: list[str] = []
        self.discarded_this_month: list[str] = []  # SOLO-2
        self.all_cards: Counter[str] = Counter()

    def in_turn_order(self) -> list[Player]:
        """Clockwise from this month's starting player."""
        seats = len(self.players)
        return [self.players[(self.start + step) % seats] for step in range(seats)]

    def player_of(self, event: Event) -> Player:
        """The player whom an event names."""
        seats = range(len(self.players))
        event.require("SET-1", event.player in seats, f"the seats are {list(seats)}")
        return self.players[event.player]

    def play(self) -> None:
        """TIM: set-up, twelve months, scoring. Raises the first disagreement."""
        try:
            self.play_through()
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            line = self.reader.position
            sentence = f"this line cannot be understood: {error!r}"
            raise Disagreement(line, "TRACE", sentence) from error

    def play_through(self) -> None:
        """TIM-1 to TIM-5, twelve times, between set-up and scoring."""
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
                raise AssertionError("END-5: the reference itself has lost or made a card")
        score_game(self)
        self.reader.end()

    def cards_anywhere(self) -> Counter[str]:
        """END-5: every card is in exactly one place."""
        cards = Counter(self.deck + self.pool + self.discards)
        for player in self.players:
            cards.update(player.hand + player.stash)
            cards.update(player.calendar_cards.values())
            cards.update(source.number for source in player.in_play)
        return cards


def check_trace(lines: Iterable[str], data_dir: Path) -> ReferenceGame:
    """Play a trace given as JSON lines; raises Disagreement at the first difference."""
    game = ReferenceGame([json.loads(line) for line in lines if line.strip()], data_dir)
    game.play()
    return game
