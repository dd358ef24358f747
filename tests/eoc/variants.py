"""Accounts of games under any rule set, with auctions, shared ties and the Bubba Bot."""

from __future__ import annotations

from collections import Counter
from typing import Any

from eoc.accounts import Accounts, Event, Player, without_zeros

from eoc_sim.simulator.eoc.components import Components


class RankedPlayer(Player):
    """A player whose rank follows the switches ``ties`` and ``tiebreak2``."""

    ties = "broken"
    second_tie_break = "positions"

    @property
    def ranking_key(self) -> tuple[int, ...]:
        return self._ranking_key

    @ranking_key.setter
    def ranking_key(self, standard: tuple[int, int, int]) -> None:
        score, bucks, positions = standard
        last = len(self.signed) if self.second_tie_break == "recruits" else positions
        self._ranking_key = (score,) if self.ties == "shared" else (score, bucks, last)


class VariantAccounts(Accounts):
    """The state of a game under any rule set, as its trace reports it."""

    def __init__(self, trace: list[Event], components: Components) -> None:
        super().__init__(trace, components)
        starts = list(trace[0]["players"])
        self.solo = self.rules["solo"] == "on"
        if self.solo:
            starts.append(
                {
                    "region": "South",
                    "bucks": 0,
                    "stars": 0,
                    "hq": None,
                    "board": None,
                    "coach": None,
                    "seeded": 0,
                }
            )
        self.players = [RankedPlayer(start) for start in starts]
        for player in self.players:
            player.ties = self.rules["ties"]
            player.second_tie_break = self.rules["tiebreak2"]
        self.scored = 0
        self.bids: Counter[int] = Counter()
        self.starter = self.first = trace[0]["first"]

    def on_month(self, event: Event) -> None:
        super().on_month(event)
        if self.month > 1 and self.rules["auction"] == "off":
            self.starter = (self.starter + 1) % len(trace_players(self))
            chain = self.rules["chain"]
            if chain == "off" or (chain == "back_in_february" and event["month"] == 12):
                self.starter = self.first
        assert event["start"] == self.starter

    def on_roll(self, event: Event) -> None:
        super().on_roll(event)
        if self.solo:
            self.taken[1] = 2  # Bubba takes no dice

    def on_draft(self, event: Event, seat: int, player: Any) -> None:
        super().on_draft(event, seat, player)
        if self.solo:
            self.scored += sum(self.cards[number].stars for number in event["dumped"])

    def on_reshuffle(self, event: Event) -> None:
        # A reshuffle (DRA-6) happens in the middle of a deal; the cards already dealt appear in the
        # trace only after it, so they are still in ``deck``.
        assert event["under"] or len(self.deck) < int(self.rules["hand"])
        assert sorted(event["cards"]) == sorted(self.discards)
        self.deck += event["cards"]
        self.discards = []

    def on_bubba(self, event: Event, seat: int, player: Any) -> None:
        assert self.solo and seat == 1 and event["cards_scored"] == self.scored
        player.parts["cards"] += self.scored
        self.scored = 0
        if event["spot"] is None:
            assert event["stars"] == 0
            return
        spot = self.spots[event["spot"]]
        assert "owner" not in spot and event["stars"] == spot["base"]
        spot["owner"] = seat
        player.parts["recruits"] += spot["base"]
        player.signed.append(event["spot"])
        self.packages_to_lose = {
            (0, event["spot"])
            for package in [self.players[0].packages.get(event["spot"], Counter())]
            if without_zeros(package)
        }

    def on_bid(self, event: Event, seat: int, player: Any) -> None:
        assert self.rules["auction"] == "on" and seat != (self.starter + 1) % len(self.players)
        if event["bid"] is None:
            return
        assert max(self.bids.values(), default=0) < event["bid"] <= player.bucks
        self.bids[seat] = event["bid"]

    def on_sale(self, event: Event, seat: int, player: Any) -> None:
        assert seat == (self.starter + 1) % len(self.players)
        ranked = self.bids.most_common(2)
        highest = ranked[0][1] if ranked else 0
        if event["buyer"] is None:
            assert event["bucks"] == highest
            self.spend(player, highest)
            self.starter = seat
        else:
            assert event["buyer"] == ranked[0][0]
            assert event["bucks"] == (ranked[1][1] + 1 if len(ranked) > 1 else highest)
            self.spend(self.players[event["buyer"]], event["bucks"])
            player.bucks += event["bucks"]
            self.starter = event["buyer"]
        self.bids.clear()

    def on_final(self, event: Event) -> None:
        if self.rules["ties"] == "broken":
            super().on_final(event)
            return
        best = max(entry["score"] for entry in event["players"])
        leaders = [entry["seat"] for entry in event["players"] if entry["score"] == best]
        assert event["winner"] == (leaders[0] if len(leaders) == 1 else None)
        self.roll_off = dict.fromkeys(map(str, leaders), 1)
        super().on_final({**event, "winner": leaders[0]})
        self.final = event


def trace_players(accounts: VariantAccounts) -> list[Event]:
    """Return the players in a trace's set-up; the Bubba Bot is not among them."""
    return accounts.trace[0]["players"]
