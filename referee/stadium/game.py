"""The entire game, round by round, driven by a trace."""

from __future__ import annotations

from collections import Counter
from typing import Any

from eoc_sim.referee.judge import Judge
from eoc_sim.referee.ranking import clockwise
from eoc_sim.referee.reading import NotATrace
from eoc_sim.referee.records import Disagreement
from eoc_sim.referee.stadium.actions import take_actions
from eoc_sim.referee.stadium.data import Data
from eoc_sim.referee.stadium.decisions import TraceDecisions
from eoc_sim.referee.stadium.decks import Deck
from eoc_sim.referee.stadium.game_time import gain_from_football, pay_all_salaries
from eoc_sim.referee.stadium.losses import take_losses
from eoc_sim.referee.stadium.placing import adjust_tokens, place_vps
from eoc_sim.referee.stadium.preparation import set_up
from eoc_sim.referee.stadium.scoring import end_round, score_game
from eoc_sim.referee.stadium.state import Owner, StandingVP
from eoc_sim.referee.stadium.tables import SPACES, WORDS, state_of

__all__ = ["Data", "Disagreement", "NotATrace", "ReferenceGame"]


class ReferenceGame(Judge):
    """One game, judged by the rules."""

    words = WORDS
    data: Data

    def __init__(self, trace: list[dict[str, Any]], data: Data) -> None:
        """Keep the trace and the components; nothing is played yet."""
        super().__init__(trace, data)
        self.decisions = TraceDecisions(self)
        self.owners: list[Owner] = []
        self.commissioner = 0
        self.round = 0
        self.levels: dict[int, int] = {}  # bonus tokens by action space
        self.standing: dict[int, list[StandingVP]] = {}  # in the order of placing
        self.players = Deck("players", [])
        self.employees = Deck("employees", [])
        self.draft_area: list[str] = []
        self.point_tokens: list[int] = []
        self.five_million_tokens = 0
        self.tiles = ["bowl", "level_3"]  # SCO-5: not taken yet

    def from_the_commissioner(self) -> list[Owner]:
        """List all owners clockwise from the commissioner."""
        return clockwise(self.owners, self.commissioner)

    def is_over(self) -> bool:
        """END-2: check if an owner has placed their last block."""
        return any(owner.blocks == 0 for owner in self.owners)

    def is_stopped(self) -> bool:
        """END-2: check if `end_round = at_once` stops the game mid-round."""
        return self.rules["end_round"] == "at_once" and self.is_over()

    def play_through(self) -> None:
        """TIM-1, END-1 to END-3: play all rounds.

        The game ends once an owner has placed their last block, or at the round limit.
        """
        set_up(self)
        cards = self.cards_anywhere()
        while True:
            self.play_round()
            if self.cards_anywhere() != cards:
                raise AssertionError("the referee itself has lost or made a card")
            if self.is_over():
                score_game(self, "blocks")
                break
            if self.round == self.number("round_cap"):
                score_game(self, "cap")
                break
            self.pass_the_commissioner()

    def play_round(self) -> None:
        """TIM-1, TIM-2: play one round, then check each owner's state against the trace."""
        self.begin_round()
        place_vps(self)
        adjust_tokens(self)
        take_actions(self)
        if not self.is_stopped():
            gain_from_football(self)
            pay_all_salaries(self)
            take_losses(self)
        end_round(self)

    def begin_round(self) -> None:
        """TIM-1, GAM-5, ACT-6: start a round; update vacations and activate new VPs."""
        self.round += 1
        for owner in self.owners:
            owner.away, owner.away_next = owner.away_next, 0
            owner.active = owner.vps - owner.away
            owner.stars_used.clear()
        event = self.reader.take("TIM-1", "round")
        event.check("TIM-1", "round", self.round)
        event.check("END-1", "commissioner", self.commissioner)
        event.check("BON-8", "tokens", [state_of(self.levels[space]) for space in SPACES])
        event.check("GAM-5", "vps", [owner.active for owner in self.owners])
        event.finish()

    def pass_the_commissioner(self) -> None:
        """END-1: pass the commissioner to the next owner clockwise."""
        self.commissioner = (self.commissioner + 1) % len(self.owners)
        event = self.reader.take("END-1", "commissioner")
        event.check("END-1", "commissioner", self.commissioner)
        event.finish()

    def cards_anywhere(self) -> Counter[str]:
        """GAM-4, GAM-6, LOS-3: count all cards; each is in exactly one place."""
        cards = Counter(self.draft_area)
        for deck in (self.players, self.employees):
            cards.update(deck.cards + deck.discards)
        for owner in self.owners:
            cards.update(owner.players + owner.employees + owner.face_down)
        return cards
