"""Accounts of auctions, offers and the market (TRA, MKT), part of `season_accounts`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eoc_sim.simulator.eleven.names import ROW_LETTERS
from eoc_sim.simulator.eleven.season_rows import in_play

Event = Mapping[str, Any]

EVENTS = ("auction", "show", "bid", "offer", "answer", "sale")
POSITIONS = dict(zip(("defender", "midfielder", "forward"), ROW_LETTERS, strict=True))


class Deals:
    """The deal in progress, the pile of transfer cards and the youngsters already scored."""

    def __init__(self) -> None:
        self.card: str | None = None
        self.seller: int | None = None
        self.buyer: int | None = None
        self.way = ""
        self.price = 0
        self.out_of_bidding: set[int | None] = set()
        self.asking = 0
        self.pile: list[Any] = []
        self.scored_youngsters: set[str] = set()

    def begin(self, way: str, seller: int | None, card: str | None) -> None:
        """Record a card that is for sale."""
        self.way, self.seller, self.card = way, seller, card
        self.buyer, self.price = None, 0
        self.out_of_bidding = {seller}


class DealAccounts:
    """The accounts of auctions, offers and sales."""

    rules: Any
    components: Any
    row_of: Any
    trained: Any
    clubs: Any
    deal: Deals

    def on_market(self, _: None, event: Event) -> None:
        """MKT-1: order the pile by number, beginning with its top card."""
        pile = [transfer for transfer in self.components.transfers if in_play(transfer)]
        top = [transfer.number for transfer in pile].index(event["transfer"])
        self.deal.pile = pile[top:] + pile[:top]

    def on_auction(self, _: Any, event: Event) -> None:
        """TRA-2: check that the action's card is auctioned; record the asking price."""
        assert (self.deal.way, self.deal.card) == ("auction", event["card"])
        assert 0 <= event["asking"] <= 99
        self.deal.asking = event["asking"]

    def on_show(self, club: Any, event: Event) -> None:
        """TRA-6, TRA-8: check the shown side against the sheet; after a bid only one manager may
        see it."""
        card = event["card"]
        row = self.row_of[card]
        assert card in club.squad and card not in self.trained
        assert not self.deal.price or event["to"] is not None
        sides = (row.trained, row.trained_gloves) if event["shown"] else (0, 0)
        assert (event["strength"], event["gloves"]) == sides

    def on_bid(self, club: Any, event: Event) -> None:
        """TRA-2: check that the bidder has not passed, bids more and can pay."""
        seat, deal = event["manager"], self.deal
        assert deal.way == "auction" and event["card"] == deal.card
        assert seat not in deal.out_of_bidding
        if event["money"] == 0:
            deal.out_of_bidding.add(seat)
            return
        minimum = deal.asking if self.rules["asking"] == "minimum" else 1
        assert max(minimum, deal.price + 1) <= event["money"] <= club.resources[0]
        deal.buyer, deal.price = seat, event["money"]

    def on_offer(self, club: Any, event: Event) -> None:
        """TRA-7, ACT-1: check that managers can afford their offers for another manager's card."""
        assert event["card"][0] != "V"
        assert event["card"] in self.clubs[event["owner"]].squad
        assert event["owner"] != event["manager"]
        assert 1 <= event["money"] <= club.resources[0]
        self.deal.begin("offer", event["owner"], event["card"])
        self.deal.buyer, self.deal.price = event["manager"], event["money"]

    def on_answer(self, club: Any, event: Event) -> None:
        """TRA-3, TRA-5, TRA-7: record the owner's answer; a refusal ends the deal."""
        deal = self.deal
        assert event["manager"] == deal.seller and event["card"] == deal.card
        if deal.way == "auction":
            assert self.rules["seller_may_refuse"] == "on" and deal.buyer is not None
        if event["accepted"]:
            assert event["bonus"] == 0
            return
        is_always_paid = deal.way == "auction" and self.rules["auction_bonus"] == "always"
        assert event["bonus"] == int(is_always_paid)
        club.change([event["bonus"], 0, 0, 0])
        deal.card = None

    def is_plain_sale(self) -> bool:
        """ACT-2: check if neither transfers nor the market can affect a sale."""
        return bool(self.rules["transfers"] == "off" and self.rules["market"] == "off")

    def bonus_of_sale(self) -> int:
        """TRA-5: return the bonus of an auction that ends with a sale."""
        rule = self.rules["auction_bonus"]
        paid = rule == "always" or (rule == "sold" and self.deal.buyer is not None)
        return int(self.deal.way == "auction" and paid)

    def visible_strength(self, card: str) -> int:
        """ACT-2: return the strength of a card's visible side."""
        row = self.row_of[card]
        return row.trained if card in self.trained else row.strength

    def bank_price(self, card: str) -> int:
        """ACT-2, TRA-4: return strength + 2, or only the strength for an auction without a bid."""
        is_reduced = self.deal.way == "auction" and self.rules["no_bid"] == "strength"
        return self.visible_strength(card) + (0 if is_reduced else 2)

    def on_sale(self, club: Any, event: Event) -> None:
        """ACT-2, TRA, MKT: transfer money, VP and the card."""
        deal, card = self.deal, event["card"]
        assert deal.card == card and deal.seller == event["manager"]
        plain = self.is_plain_sale()
        assert plain == ("buyer" not in event)
        money = self.bank_price(card)
        if not plain:
            assert event["buyer"] == deal.buyer
            price = money if deal.buyer is None else deal.price
            assert event["price"] == price and event["bonus"] == self.bonus_of_sale()
            money = max(0, price + event["bonus"] + self.market_adjustment(event))
        assert event["money"] == money
        club.change([money, 0, 0, 0])
        assert event["vp"] == self.vp_of_sale(card)
        club.vp_sold += event["vp"]
        deal.card = None
        if deal.buyer is None:
            self.lose(club, card)
            return
        buyer = self.clubs[deal.buyer]
        buyer.change([deal.price, 0, 0, 0], -1)
        club.squad.remove(card)
        buyer.squad.add(card)
        if card in self.trained and self.rules["youngster_resale"] == "seller":
            deal.scored_youngsters.add(card)

    def vp_of_sale(self, card: str) -> int:
        """ACT-2, TRA-6: return the seller's VP for a trained youngster, which scores only once."""
        if card not in self.trained or card in self.deal.scored_youngsters:
            return 0
        goes_to_buyer = self.deal.buyer is not None and self.rules["youngster_resale"] == "holder"
        return 0 if goes_to_buyer else getattr(self.row_of[card], "vp", 0)

    def market_adjustment(self, event: Event) -> int:
        """MKT-2: return the active card's amount for a position; move the pile on."""
        if self.rules["market"] == "off":
            assert event["transfer"] is event["position"] is None and event["market"] == 0
            return 0
        active = self.deal.pile.pop(0)
        self.deal.pile.append(active)
        assert event["transfer"] == active.number
        rows = self.row_of[event["card"]].position
        if event["position"] is None:
            assert not rows and event["market"] == 0
            return 0
        assert list(POSITIONS).index(event["position"]) in rows
        assert event["market"] == getattr(active, event["position"])
        return int(event["market"])

    def lose(self, club: Any, card: str) -> None:
        """Take a card from its manager; see `season_accounts`."""
        raise NotImplementedError
