"""Accounts of Epic's Winter Break and of winter tokens (EPI-3 to EPI-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from eleven.deal_accounts import DealAccounts

from eoc_sim.simulator.eleven.names import CARD_SIDES

Event = Mapping[str, Any]

MONEY, FANS, OPERATION, FITNESS = range(4)
BREAK_AFTER = 5
KEEPER_SIDE = CARD_SIDES.index("keeper")
OBJECTIVE_VP = (3, 6)
"""VP of a fulfilled and of a perfect objective of Epic (EPI-3)."""


class WinterAccounts(DealAccounts):
    """The part of a season's accounts that the Break adds."""

    rules: Any
    components: Any
    clubs: list[Any]
    rows: dict[str, list[str]]
    setup: Event
    week: int

    def begin_winter(self) -> None:
        """Begin without a Break and without tokens."""
        self.epic = self.rules.get("epic") == "on"
        self.in_break = False
        self.kinds = {
            winter_token.number: winter_token.name for winter_token in self.components.winter_tokens
        }
        self.unseen_tokens = Counter(
            {
                winter_token.number: winter_token.copies
                for winter_token in self.components.winter_tokens
            }
        )
        self.shown_tokens: list[str] = []
        self.picks: list[int] = []
        self.picked_tokens: list[list[str]] = [[] for _ in self.clubs]
        self.token_by_card: dict[str, str] = {}
        self.cards_with_first_goal: set[str] = set()
        self.laid_aside_vp = [0] * len(self.clubs)
        self.winter_acts: Counter[int] = Counter()
        self.points = [0] * len(self.clubs)

    def token_of(self, card: str) -> str:
        """Return the kind of a card's winter token, or ""."""
        return self.kinds.get(self.token_by_card.get(card, ""), "")

    def on_winter_break(self, _: None, event: Event) -> None:
        """EPI-1: check that the Break follows week 5; the meetings' effects end (EPI-6)."""
        assert self.epic and self.week == BREAK_AFTER and not self.in_break
        passes = self.week if self.rules["first_manager"] == "rotates" else 0
        self.first = (self.setup["first"] + passes) % len(self.clubs)
        assert event["first"] == self.first
        self.in_break = True
        for club in self.clubs:
            club.outcome = None

    def lay_aside(self, club: Any, event: Event) -> None:
        """EPI-4: score or discard one of the two objectives dealt."""
        seat = event["manager"]
        assert self.in_break and event["card"] in self.setup["objectives"][seat]
        assert event["vp"] in (0, *OBJECTIVE_VP)
        self.laid_aside_vp[seat] = event["vp"]
        (club.objective,) = [
            objective for objective in self.setup["objectives"][seat] if objective != event["card"]
        ]

    def lower_levels(self, event: Event) -> None:
        """EPI-4, EPI-5: lower levels, but not below 1; discard players and youngsters on offer."""
        assert self.in_break
        for club, stated in zip(self.clubs, event["levels"], strict=True):
            club.levels = [max(1, level - int(self.rules["winter_drop"])) for level in club.levels]
            assert club.levels == stated
        for name in ("players", "youngsters"):
            while self.rows[name]:
                self.discard(self.rows[name].pop(0))

    def discard(self, card: str) -> None:
        """Discard a card."""
        raise NotImplementedError

    def earn_in_break(self, club: Any, event: Event) -> None:
        """EPI-5: produce money at the budget's level, or all resources at their levels."""
        all_resources = self.rules["winter_income"] == "all"
        assert event["gains"] == [
            level if all_resources or not index else 0 for index, level in enumerate(club.levels)
        ]
        assert event["weekly"] == 0
        club.change(event["gains"])

    def act_in_break(self, event: Event) -> None:
        """EPI-5: check the turns and their number; no action is an extra one."""
        assert self.in_break and event["kind"] in ("hire", "sell", "pass")
        turn = sum(self.winter_acts.values())
        assert event["manager"] == (self.first + turn) % len(self.clubs)
        self.winter_acts[event["manager"]] += 1
        assert self.winter_acts[event["manager"]] <= int(self.rules["winter_rounds"])
        assert not event["extra"]

    def on_winter_token(self, _: None, event: Event) -> None:
        """EPI-7: reveal unseen tokens, one more than there are managers."""
        assert sum(self.winter_acts.values()) == len(self.clubs) * int(self.rules["winter_rounds"])
        assert len(self.shown_tokens) <= 1
        self.unseen_tokens.subtract(event["tokens"])
        assert min(self.unseen_tokens.values()) >= 0
        left = sum(self.unseen_tokens.values()) + len(event["tokens"])
        assert len(event["tokens"]) == min(len(self.clubs) + 1, left)
        self.shown_tokens = [*event["tokens"]]
        ranked = sorted(
            range(len(self.clubs)),
            key=lambda seat: (
                self.points[seat] * (1 if event["round"] == 2 else -1),
                (seat - self.first) % len(self.clubs),
            ),
        )
        self.picks = ranked[: len(self.shown_tokens)]

    def on_winter_pick(self, _: Any, event: Event) -> None:
        """EPI-7: check that managers pick one each, in the order of their points."""
        assert event["manager"] == self.picks.pop(0)
        self.shown_tokens.remove(event["token"])
        self.picked_tokens[event["manager"]].append(event["token"])

    def on_winter_place(self, club: Any, event: Event) -> None:
        """EPI-8: place tokens in the order taken, each on a different card of the manager."""
        assert event["token"] == self.picked_tokens[event["manager"]].pop(0)
        if event["card"] is None:
            return
        assert event["card"] in club.squad and event["card"] not in self.token_by_card
        self.token_by_card[event["card"]] = event["token"]
        for_outfield = self.token_of(event["card"]) in ("any section", "ball", "shield")
        assert not (for_outfield and self.row(event["card"]).side == KEEPER_SIDE)

    def row(self, card: str) -> Any:
        """Return the row of a card, which shows if it is a keeper."""
        raise NotImplementedError

    def on_first_goal(self, club: Any, event: Event) -> None:
        """EPI-9: use a first-goal token once."""
        card = event["card"]
        assert card in club.squad and self.token_of(card) == "first goal"
        assert card not in self.cards_with_first_goal
        self.cards_with_first_goal.add(card)

    def strength(self, card: str, printed: int) -> int:
        """EPI-9: return the strength of a card with its token."""
        return (3 if self.token_of(card) == "strength 3" else printed) + (
            card in self.cards_with_first_goal
        )

    def is_plain_sale(self) -> bool:
        """EPI-6: check if a sale is plain; sales by auction or offer in the Break are not."""
        has_special_way = self.in_break and self.deal.way != "usual"
        return super().is_plain_sale() and not has_special_way

    def bonus_of_sale(self) -> int:
        """EPI-6: return a sale's bonus; sales in the Break have none."""
        return 0 if self.in_break else super().bonus_of_sale()

    def visible_strength(self, card: str) -> int:
        """ACT-2, EPI-9: return the strength with a winter token."""
        return self.strength(card, super().visible_strength(card))

    def lose_token(self, card: str) -> None:
        """ACT-2: take the token from a card that leaves."""
        self.token_by_card.pop(card, None)
        self.cards_with_first_goal.discard(card)

    def cost(self, card: str, paid: list[int], kind: int, stated: Sequence[int]) -> list[int]:
        """EPI-9: return the cost; *cheap* lowers it, *stand-in* lets operation replace fitness."""
        token = self.token_of(card)
        if token == "cheap":
            paid[kind] -= 1
        elif token == "stand-in" and kind == FITNESS:
            paid[OPERATION] = stated[OPERATION]
            paid[FITNESS] -= stated[OPERATION]
            assert paid[FITNESS] >= 0
        return paid

    def fitness(self, fielded: Sequence[str], operation: int) -> int:
        """EPI-9: return the assigned cards' fitness, less what operation replaces."""
        assert operation <= sum(self.token_of(card) == "stand-in" for card in fielded)
        return len(fielded) - operation

    def check_taken(self, event: Event) -> None:
        """EPI-9: check that jerseys 12 and 13 take over one marker each."""
        spares = [
            card
            for card in event["fielded"]
            if self.token_of(card).startswith("number") and self.row(card).side != KEEPER_SIDE
        ]
        assert len(event.get("taken", [])) == len(spares)
        assert set(event.get("taken", [])) <= set(range(2, 12))
