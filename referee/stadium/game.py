"""The whole game, round by round, driven by a trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from eoc_sim.referee.reading import NotATrace, read_trace
from eoc_sim.referee.records import Disagreement, Reader
from eoc_sim.referee.stadium.actions import action_step
from eoc_sim.referee.stadium.bonus_tokens import adjust_bonus_tokens
from eoc_sim.referee.stadium.clauses import in_row_order
from eoc_sim.referee.stadium.data import Data
from eoc_sim.referee.stadium.game_time import game_time
from eoc_sim.referee.stadium.losses import losses
from eoc_sim.referee.stadium.placing import placing_step
from eoc_sim.referee.stadium.preparation import set_up
from eoc_sim.referee.stadium.scoring import points, score_game
from eoc_sim.referee.stadium.state import Owner
from eoc_sim.referee.stadium.tables import DECKS, SPACE_NUMBERS, TOKENS, WORDS

__all__ = ["Disagreement", "NotATrace", "ReferenceGame", "check_trace"]


class ReferenceGame:
    """One game: draws and decisions from the trace, all else from the rules."""

    def __init__(self, trace: list[dict[str, Any]], data: Data) -> None:
        """Lay out these components; nothing is played yet."""
        self.reader = Reader(trace, WORDS)
        self.data = data
        self.rules: dict[str, str] = {}
        self.owners: list[Owner] = []
        self.spaces = {number: replace(data.spaces[number], placed=[]) for number in SPACE_NUMBERS}
        self.decks: dict[str, list[str]] = {name: [] for name in DECKS}  # top first
        self.discards: dict[str, list[str]] = {name: [] for name in DECKS}
        self.draft_area: list[str] = []
        self.point_tokens: list[int] = []  # in the draft area
        self.five_money_tokens = 0
        self.tiles_taken: list[str] = []  # SCO-5: bowl, level 3
        self.commissioner = 0
        self.round = 0
        self.all_cards: Counter[str] = Counter()

    def number(self, switch: str) -> int:
        """The value of a switch that is a number."""
        return int(self.rules[switch])

    def clockwise(self) -> list[Owner]:
        """The owners from the commissioner on."""
        seats = len(self.owners)
        return [self.owners[(self.commissioner + step) % seats] for step in range(seats)]

    def states(self) -> list[str]:
        """The tokens of spaces 1 to 9."""
        return [self.spaces[number].state for number in SPACE_NUMBERS]

    def play(self) -> None:
        """TIM: set-up, rounds, scoring. Raises the first disagreement."""
        with self.reader.judging():
            self.play_through()

    def play_through(self) -> None:
        """END-2, END-3: rounds until somebody's last block is placed, or up to the cap."""
        set_up(self)
        self.all_cards = self.cards_anywhere()
        while True:
            self.round += 1
            self.play_round()
            if self.cards_anywhere() != self.all_cards:
                raise AssertionError("SET-5: the reference itself has lost or made a card")
            last_block = any(owner.blocks == 0 for owner in self.owners)
            if last_block or self.round == self.number("round_cap"):
                break
            self.pass_commissioner()
        score_game(self, "blocks" if last_block else "cap")
        self.reader.end()

    def play_round(self) -> None:
        """TIM-1: place, adjust bonus tokens, act, game time with its losses."""
        event = self.reader.take("TIM-1", "round")
        event.check("TIM-1", "round", self.round)
        event.check("END-1", "commissioner", self.commissioner)
        event.check("BON-8", "tokens", self.states())
        event.check("GAM-5", "vps", [owner.vps - owner.away for owner in self.owners])
        event.finish()
        for space in self.spaces.values():
            space.placed = []
        placing_step(self)
        adjust_bonus_tokens(self)
        action_step(self)
        ended = any(owner.blocks == 0 for owner in self.owners)
        if ended and self.rules["end_round"] == "at_once":
            for owner in self.owners:
                owner.away = 0  # nobody would be on vacation in a next round
        else:
            game_time(self)
            losses(self)
        self.end_round()

    def end_round(self) -> None:
        """The snapshot has to be what the rules left."""
        event = self.reader.take("TIM-1", "end_round")
        event.check("TIM-1", "round", self.round)
        records = event.take("owners")
        event.require("TRACE", len(records) == len(self.owners), "one entry for each owner")
        for owner, record in zip(self.owners, records, strict=True):
            entry = event.part("owner", record)
            entry.check("TRACE", "seat", owner.seat)
            for kind in TOKENS:
                entry.check("TIM-1", kind, owner.has(kind))
            entry.check("SET-2", "blocks", owner.blocks)
            entry.check("ACT-6", "vps", owner.vps)
            entry.check("GAM-5", "away", owner.away)
            entry.check("ACT-14", "places", owner.places)
            players, employees = self.data.players, self.data.employees
            entry.check("ACT-17", "players", in_row_order(players, owner.players))
            entry.check("ACT-5", "employees", in_row_order(employees, owner.employees))
            entry.check("BON-4", "face_down", in_row_order(employees, owner.face_down))
            entry.check("ACT-19", "point_tokens", owner.point_tokens)
            entry.check("SCO-1", "points", points(self, owner))
            entry.finish()
        event.finish()

    def pass_commissioner(self) -> None:
        """END-1: to the next owner clockwise."""
        self.commissioner = (self.commissioner + 1) % len(self.owners)
        event = self.reader.take("END-1", "commissioner")
        event.check("END-1", "commissioner", self.commissioner)
        event.finish()

    def cards_anywhere(self) -> Counter[str]:
        """SET-5: every card is in exactly one place."""
        cards = Counter(self.draft_area)
        for name in DECKS:
            cards.update(self.decks[name] + self.discards[name])
        for owner in self.owners:
            cards.update(owner.players + owner.employees + owner.face_down)
        return cards


def check_trace(lines: Iterable[str], data: Data) -> ReferenceGame:
    """Play a trace given as JSON lines.

    Raises Disagreement at the first difference, NotATrace if a line is no event at all.
    """
    game = ReferenceGame(read_trace(lines), data)
    game.play()
    return game
