"""Auctions and offers between managers (TRA)."""

from __future__ import annotations

from typing import Any

import pytest
from eleven.deal_table import DealTable

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import codes
from eoc_sim.simulator.eleven.actions import begin_sale, open_deal, step_refusal
from eoc_sim.simulator.eleven.deal_steps import AUCTION_DEAL, OFFER_DEAL
from eoc_sim.simulator.eleven.decisions import (
    ACCEPT,
    BID,
    DECISIONS,
    DROP_OUT,
    FROM_AREA,
    GIVE_UP,
    HIDE,
    NEGOTIATE,
    OFFER,
    REFUSE,
    SEE,
    SELL,
    SHOW,
)
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.season_scoring import vp_of_youngsters
from eoc_sim.simulator.eleven.sources import AS_USUAL, BY_AUCTION
from eoc_sim.simulator.eleven.state import DEALING, PREPARING
from eoc_sim.simulator.eleven.switches import AUCTION_BONUS

TRAINED = "Y01"
VETERAN = "V1"


@pytest.fixture
def deal_table(monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda managers=3, **settings: DealTable(monkeypatch, managers, **settings)


def auction(t: DealTable, card: str, asking: int = 0, show: int = HIDE) -> DealTable:
    """Prepare an auction by seat 0, up to the bids."""
    t.says(0, "act", SELL, card=card, way=BY_AUCTION, amount=asking)
    if t.table.is_trained[t.card(card)] == 0 and card != VETERAN:
        t.says(0, "show", show)
    return t


def bids(t: DealTable, *money: tuple[int, int]) -> DealTable:
    """Prepare bids: pairs of seat and money, 0 to pass."""
    for seat, amount in money:
        t.says(seat, "bid", BID if amount else DROP_OUT, amount=amount)
    return t


# --- Auctions


def test_ex_3_a_bid_of_strength_plus_1_brings_as_much_as_the_bank(deal_table):
    """EX-3, TRA-2, TRA-5: bids of 3, pass, 5 and pass bring 5 + 1."""
    t = deal_table(4).money(0, 9, 9, 9)
    t.give(0, "P07", 4)
    bids(auction(t, "P07"), (1, 3), (2, 0), (3, 5), (1, 0)).play()
    sale = t.sale()
    assert (sale["money"], sale["price"], sale["bonus"], sale["buyer"]) == (6, 5, 1, 3)
    assert t.table.resources[:, 0].tolist() == [6, 9, 9, 4]
    usual = deal_table(4)
    usual.give(0, "P07", 4)
    assert usual.says(0, "act", SELL, card="P07").play() == 0
    # TRA-1: an ordinary sale, without TRA-5
    assert usual.sale()["money"] == 6 and usual.sale()["bonus"] == 0


def test_the_module_is_idle_with_one_manager(deal_table):
    """TRA-1: a sale by the only manager opens no deal, so the table of deals does not list it."""
    for managers in (1, 2):
        t = deal_table(managers)
        t.give(0, "P07", 4)
        begin_sale(t.state, t.trace, 0, t.card("P07"), AS_USUAL, 0)
        assert (t.table.phase == DEALING) == (managers == 2)


@pytest.mark.parametrize(
    ("settings", "money"),
    [
        ({}, 5),
        ({"auction_bonus": "sold"}, 4),
        ({"auction_bonus": "none"}, 4),
        ({"no_bid": "usual"}, 7),
    ],
)
def test_ex_4_a_card_without_a_bid(deal_table, settings, money):
    """EX-4, TRA-4, TRA-5: the bank pays the card's strength, or its usual price."""
    t = deal_table(**settings).money(0, 9, 9)
    card = t.give(0, "P07", 4)
    t.table.weakness_tokens[card] = 1  # does not count (ACT-2)
    bids(auction(t, "P07"), (1, 0), (2, 0)).play()
    assert t.sale()["money"] == money and t.sale()["buyer"] is None
    assert t.table.owner[card] == -1


def test_ex_5_a_bid_is_within_the_bidders_money(deal_table):
    """EX-5, TRA-2: bids are 2, 4, 5 and pass; had C bid 5, B would have had to pass."""
    t = deal_table().money(0, 5, 9)
    t.give(0, "P07", 3)
    bids(auction(t, "P07"), (1, 2), (2, 4), (1, 5), (2, 0)).play()
    assert t.table.resources[:3, 0].tolist() == [6, 0, 9]
    t = deal_table().money(0, 5, 9)
    t.give(0, "P07", 3)
    bids(auction(t, "P07"), (1, 2), (2, 5)).play()  # B is not asked again
    last = t.events()[-2]
    assert (last["e"], last["manager"], last["money"]) == ("bid", 1, 0)
    assert t.sale()["buyer"] == 2


def test_ex_30_two_managers(deal_table):
    """EX-30, TRA-2 to TRA-5: a bid of 1 brings 2; without a bid the sale brings strength + 1."""
    for money, gained in ((1, 2), (0, 3)):
        t = deal_table(2).money(0, 9)
        t.give(0, "P07", 2)
        bids(auction(t, "P07"), (1, money)).play()
        assert t.sale()["money"] == gained


def test_ex_31_everyone_has_a_turn(deal_table):
    """EX-31, TRA-2: after B passes, C may still bid 1."""
    t = deal_table().money(0, 9, 9)
    card = t.give(0, "P07", 2)
    bids(auction(t, "P07"), (1, 0), (2, 1)).play()
    assert t.table.owner[card] == 2 and t.sale()["price"] == 1


def test_tra_3_a_squad_lists_its_cards_in_order(deal_table):
    """TRA-3: a card that is sold leaves one squad for its place in the other."""
    t = deal_table(2).money(0, 9)
    sold = t.give(0, "P07", 2)
    first_card = t.give(0, "P02", 2)
    first, last = t.give(1, "P01", 2), t.give(1, "P09", 2)
    assert t.table.squad[0, :2].tolist() == [first_card, sold]
    bids(auction(t, "P07"), (1, 1)).play()
    assert t.table.squad_size[:2].tolist() == [1, 3] and t.table.squad[0, 0] == first_card
    assert t.table.squad[1, :3].tolist() == [first, sold, last]


def test_tra_2_the_seller_does_not_bid_and_a_pass_is_final(deal_table):
    """TRA-2: bidding goes clockwise from the next seat in turn order."""
    t = deal_table(4).money(9, 9, 9, 9)
    t.give(0, "P07", 2)
    bids(auction(t, "P07"), (1, 1), (2, 0), (3, 2), (1, 3), (3, 0)).play()
    assert t.sale()["buyer"] == 1 and t.table.resources[0, 0] == 13


@pytest.mark.parametrize(
    ("settings", "bid", "words"),
    [
        ({}, 0, "TRA-2: the bid is not above the highest so far"),
        ({}, 10, "TRA-2: the manager does not have the money for the bid"),
        ({"asking": "minimum"}, 4, "TRA-3: the bid is below the asking price"),
    ],
)
def test_a_bid_is_refused(deal_table, settings, bid, words):
    """TRA-2, TRA-3: a refusal changes nothing."""
    t = deal_table(**settings).money(0, 9, 9)
    t.give(0, "P07", 2)
    assert auction(t, "P07", asking=5).says(1, "bid", BID, amount=bid).refused() == words


def test_tra_3_the_asking_price_binds_nobody_or_is_the_least_bid(deal_table):
    """TRA-3: `asking` decides if bids may be lower than the price; if not, managers who cannot
    afford it pass unasked."""
    t = deal_table().money(0, 9, 4)
    t.give(0, "P07", 2)
    bids(auction(t, "P07", asking=5), (1, 1), (2, 0)).play()
    assert t.sale()["price"] == 1
    t = deal_table(asking="minimum").money(0, 9, 4)
    t.give(0, "P07", 2)
    bids(auction(t, "P07", asking=5), (1, 5)).play()
    assert t.sale()["price"] == 5 and t.sale()["buyer"] == 1


@pytest.mark.parametrize(("bonus", "gained"), [("always", 1), ("sold", 0), ("none", 0)])
def test_tra_3_a_seller_may_refuse(deal_table, bonus, gained):
    """TRA-3, TRA-5: under `seller_may_refuse` the card stays and the action is spent."""
    t = deal_table(seller_may_refuse="on", auction_bonus=bonus).money(0, 9, 9)
    card = t.give(0, "P07", 4)
    bids(auction(t, "P07"), (1, 3), (2, 0)).says(0, "answer", REFUSE).play()
    assert t.table.owner[card] == 0 and t.table.actions_taken == 1
    assert t.table.resources[:3, 0].tolist() == [gained, 9, 9]
    answer = t.events()[-1]
    assert not answer["accepted"] and answer["bonus"] == gained
    t = deal_table(seller_may_refuse="on").money(0, 9, 9)
    t.give(0, "P07", 4)
    bids(auction(t, "P07"), (1, 3), (2, 0)).says(0, "answer", ACCEPT).play()
    assert t.sale()["money"] == 4


def test_tra_6_the_seller_shows_everyone_the_other_side(deal_table):
    """TRA-6, PLA-6: the side is shown before the first bid; otherwise only the buyer learns it."""
    t = deal_table().money(0, 9, 9)
    card = t.give(0, "P07", 2)
    hidden = t.state.box.hidden_strength[card]
    bids(auction(t, "P07", show=SHOW), (1, 1), (2, 0)).play()
    assert [me.trained[card] for me in t.state.seats[:3]] == [hidden] * 3
    show_event = next(event for event in t.events() if event["e"] == "show")
    assert show_event["to"] is None and show_event["shown"] and show_event["strength"] == hidden
    t = deal_table().money(0, 9, 9)
    t.give(0, "P07", 2)
    bids(auction(t, "P07"), (1, 1), (2, 0)).play()
    assert [me.trained[card] for me in t.state.seats[:3]] == [hidden, hidden, 0]


def test_tra_6_trained_cards_and_veterans_have_no_hidden_side(deal_table):
    """TRA-6: nobody is asked to show such a card, nor any card with `trained_side = open`."""
    for card, trained, settings in (
        ("P07", True, {}),
        (VETERAN, False, {}),
        ("P07", False, {"trained_side": "open"}),
    ):
        t = deal_table(**settings).money(0, 9, 9)
        t.give(0, card, 2, trained)
        t.says(0, "act", SELL, card=card, way=BY_AUCTION)
        bids(t, (1, 1), (2, 0)).play()
        assert "show" not in t.kinds()


def test_tra_3_tokens_stay_on_the_card(deal_table):
    """TRA-3, TRA-6, PLA-2: strength, injury, experience and matches stay, and so do the
    matches of a veteran (PLA-5)."""
    t = deal_table().money(0, 9, 9)
    card = t.give(0, "Y01", 1)
    table = t.table
    table.strength_tokens[card], table.weakness_tokens[card] = 2, 1
    table.injured_until[card], table.experience[card], table.matches[card] = 3, 1, 2
    bids(auction(t, "Y01"), (1, 1), (2, 0)).play()
    assert (table.strength_tokens[card], table.weakness_tokens[card]) == (2, 1)
    assert (table.injured_until[card], table.experience[card]) == (3, 1)
    assert table.matches[card] == 2
    t = deal_table().money(0, 9, 9)
    veteran = t.give(0, VETERAN, 3)
    t.table.matches[veteran] = 2
    bids(auction(t, VETERAN), (1, 1), (2, 0)).play()
    assert t.table.owner[veteran] == 1 and t.table.matches[veteran] == 2


@pytest.mark.parametrize(("resale", "seller", "buyer"), [("seller", 2, 0), ("holder", 0, 2)])
def test_tra_6_a_trained_youngsters_vp_are_scored_once(deal_table, resale, seller, buyer):
    """TRA-6: the seller scores the VP on selling, or the owner at the end."""
    t = deal_table(youngster_resale=resale).money(0, 9, 9)
    card = t.give(0, TRAINED, 2, trained=True)
    t.table.card_vp[card] = 2
    bids(auction(t, TRAINED), (1, 1), (2, 0)).play()
    assert t.sale()["vp"] == seller == t.table.earned[0, 1]
    assert vp_of_youngsters(t.table, 1) == buyer
    t.table.card_vp[card] = 1  # all deal tables share the facts of the cards


def test_tra_6_a_bought_youngster_is_sold_without_vp(deal_table):
    """TRA-6: its VP are not scored again, even in a sale to the bank."""
    t = deal_table().money(0, 9, 9)
    card = t.give(0, TRAINED, 2, trained=True)
    t.table.vp_sold[card] = 1
    t.says(0, "act", SELL, card=TRAINED).play()
    assert t.sale()["vp"] == 0 and t.table.earned[0, 1] == 0


def test_auctions_of_another_module_pay_no_bonus(deal_table):
    """TRA-5: the module that opens a deal sets its bonus and the phase that follows it."""
    t = deal_table(seller_may_refuse="on").money(0, 9, 9)
    card = t.give(0, "P07", 4)
    t.table.phase = PREPARING
    open_deal(t.table, AUCTION_DEAL, 0, card, 0, AUCTION_BONUS.NONE, 0)
    t.says(0, "show", HIDE)
    bids(t, (1, 3), (2, 0))
    while t.table.deal > 0:
        assert t.step() == 0
    assert t.table.phase == PREPARING and t.sale()["money"] == 3


# --- Actions with and without the module


@pytest.mark.parametrize(
    ("settings", "kind", "fields", "rule"),
    [
        ({"transfers": "off"}, SELL, {"way": BY_AUCTION}, "TRA-1"),
        ({}, SELL, {"way": 2}, "TRA-1"),
        ({}, SELL, {"way": -1}, "TRA-1"),
        ({}, SELL, {"way": BY_AUCTION, "amount": -1}, "TRA-2"),
        ({}, SELL, {"way": BY_AUCTION, "amount": 100}, "TRA-2"),
        ({"transfers": "off"}, NEGOTIATE, {}, "TRA-7"),
        ({"refusals": "0"}, NEGOTIATE, {}, "TRA-7"),
    ],
)
def test_tra_1_ways_of_selling_and_hiring(deal_table, settings, kind, fields, rule):
    """TRA-1, TRA-2, TRA-7: wrong ways and prices, and deals without the module, are refused."""
    t = deal_table(**settings)
    card = t.give(0, "P07", 4)
    t.state.order.card = card
    t.state.order.way, t.state.order.amount = fields.get("way", 0), fields.get("amount", 0)
    refusal = DECISIONS.refusals[step_refusal(t.table, 0, kind, t.state.order)]
    assert refusal.rule == rule


def test_tra_1_switches_are_idle_without_the_module():
    """TRA-1, SWI-1: the module's switches are idle without it; all are idle in the league and in
    solo games."""
    rules = RULES.resolve("standard", {"refusals": "2", "no_bid": "usual"})
    assert {"refusals", "no_bid"} <= set(rules.idle(2))
    idle_in_solo = RULES.resolve("solo", {"transfers": "on"}).idle(1)
    assert {"transfers", "asking", "auction_bonus", "first_manager"} <= set(idle_in_solo)
    assert "transfers" in RULES.resolve("league", {"transfers": "on"}).idle(2)
    with pytest.raises(InputError, match="refusals"):
        RULES.resolve("standard", {"refusals": "10"})


# --- Offers


def test_ex_8_three_refusals_end_the_offers(deal_table):
    """EX-8, TRA-7: after refusals of 4, 5 and 6 the hirer uses the Transfer Area or passes."""
    t = deal_table().money(9, 0, 0)
    t.give(1, "P07", 4)
    t.says(0, "act", NEGOTIATE)
    for money in (4, 5, 6):
        t.says(0, "offer", OFFER, card="P07", amount=money).says(1, "answer", REFUSE)
    words = t.says(0, "offer", OFFER, card="P07", amount=7).refused()
    assert words == "TRA-7: too many of the manager's offers have been refused"
    t.says(0, "offer", GIVE_UP).play()
    act = t.events()[-1]
    assert (act["e"], act["kind"], act["extra"]) == ("act", "pass", False)
    assert t.table.actions_taken == 1 and t.table.resources[0, 0] == 9


def test_tra_7_hire_from_the_area_instead(deal_table):
    """TRA-7, ACT-1: the action is spent only once."""
    t = deal_table().money(20, 0, 0)
    t.give(1, "P07", 4)
    hired = t.table.area[0, 0] + 0
    number = t.numbers[hired]
    t.says(0, "act", NEGOTIATE)
    t.says(0, "offer", OFFER, card="P07", amount=1).says(1, "answer", REFUSE)
    t.says(0, "offer", FROM_AREA, card=number).play()
    assert t.table.owner[hired] == 0 and t.table.actions_taken == 1
    assert t.kinds().startswith("offer answer act")


def test_tra_7_an_agreement(deal_table):
    """TRA-7: money and card change hands; the card stays injured and suspended."""
    t = deal_table().money(9, 0, 0)
    card = t.give(1, "P07", 4)
    t.table.injured_until[card] = 3
    t.table.suspended_until[card] = 5
    t.says(0, "act", NEGOTIATE)
    t.says(0, "offer", OFFER, card="P07", amount=6).says(1, "answer", ACCEPT).play()
    assert t.table.owner[card] == 0
    assert t.table.injured_until[card] == 3 and t.table.suspended_until[card] == 5
    assert t.table.resources[:3, 0].tolist() == [3, 6, 0]
    assert t.table.actions_taken == 1
    sale = t.sale()
    assert (sale["manager"], sale["buyer"], sale["price"], sale["bonus"]) == (1, 0, 6, 0)
    act = next(event for event in t.events() if event["e"] == "act")
    assert (act["kind"], act["way"], act["price"]) == ("hire", "offer", 0)


def test_tra_7_effects_belong_to_the_hirer(deal_table):
    """TRA-7, EFF: `hire` effects work for the hirer, `sell` effects only when the owner
    takes the action of selling."""
    t = deal_table().money(9, 0, 0)
    t.give(1, "P07", 4)
    recorded: list[tuple[int, int]] = []
    t.record_effects(recorded)
    t.says(0, "act", NEGOTIATE)
    t.says(0, "offer", OFFER, card="P07", amount=6).says(1, "answer", ACCEPT).play()
    t.says(0, "act", SELL, card="P07", way=BY_AUCTION).says(0, "show", HIDE)
    t.table.actions_taken = 0
    bids(t, (1, 0)).play()
    assert recorded == [(0, codes.HIRE), (0, codes.SELL)]


@pytest.mark.parametrize(
    ("answer", "fields", "words"),
    [
        (OFFER, {"card": "P08", "amount": 1}, "TRA-7: no other manager holds the card"),
        (OFFER, {"card": "P09", "amount": 1}, "TRA-7: no other manager holds the card"),
        (OFFER, {"card": VETERAN, "amount": 1}, "ACT-1: veterans cannot be hired"),
        (OFFER, {"card": "P07", "amount": 0}, "TRA-7: an offer must be at least 1 money"),
        (
            OFFER,
            {"card": "P07", "amount": 10},
            "TRA-7: the manager does not have the money for the offer",
        ),
        (SEE, {"card": "P09"}, "TRA-7: no other manager holds the card"),
        (SEE, {"card": VETERAN}, "TRA-8: the manager knows the other side of the card"),
        (FROM_AREA, {"card": "P07"}, "ACT-1: the card is not in the Transfer Area"),
    ],
)
def test_an_offer_is_refused(deal_table, answer, fields, words):
    """TRA-7, TRA-8, ACT-1: a refusal changes nothing; veterans cannot be hired, even by offer."""
    t = deal_table().money(9, 0, 0)
    t.give(1, "P07", 4)
    t.give(0, "P09", 4)
    t.give(1, VETERAN, 3)
    for row in range(2):
        t.table.area_count[row] = 0
    t.table.lies[t.card("P08")] = t.table.lies[t.card("P07")]
    assert t.says(0, "act", NEGOTIATE).says(0, "offer", answer, **fields).refused() == words


def test_tra_8_only_the_hirer_sees_the_side(deal_table):
    """TRA-8: the hirer asks before making an offer, and the owner chooses to show or hide."""
    t = deal_table().money(9, 0, 0)
    card = t.give(1, "P07", 4)
    t.says(0, "act", NEGOTIATE).says(0, "offer", SEE, card="P07").says(1, "show", HIDE)
    t.says(0, "offer", SEE, card="P07").says(1, "show", SHOW)
    words = t.says(0, "offer", SEE, card="P07").refused()
    assert words == "TRA-8: the manager knows the other side of the card"
    hidden = t.state.box.hidden_strength[card]
    assert [me.trained[card] for me in t.state.seats[:3]] == [hidden, hidden, 0]
    show_events = [event for event in t.events() if event["e"] == "show"]
    assert [(event["to"], event["shown"]) for event in show_events] == [(0, False), (0, True)]


def test_questions_while_hiring_count_towards_the_daily_limit(deal_table):
    """TER-1, TRA-8: asking to see a card again and again is refused."""
    t = deal_table().money(9, 0, 0)
    t.give(1, "P07", 4)
    t.says(0, "act", NEGOTIATE)
    for _ in range(200):
        t.says(0, "offer", SEE, card="P07").says(1, "show", HIDE)
    assert t.refused().startswith("TER-1")


def test_an_extra_action_is_paid_for_when_offers_end(deal_table):
    """TRA-7, WEE-2: the action is paid for on agreement or when the manager passes."""
    t = deal_table().money(9, 0, 0)
    t.table.resources[0, 2] = 2
    t.table.actions_taken = 1
    t.give(1, "P07", 4)
    t.says(0, "act", NEGOTIATE)
    t.says(0, "offer", OFFER, card="P07", amount=6).says(1, "answer", REFUSE)
    t.says(0, "offer", GIVE_UP).play()
    assert t.table.resources[0, 2] == 0 and t.events()[-1]["extra"]


def test_an_offer_returns_to_its_phase(deal_table):
    """TRA-7: like an auction, an offer can belong to a module's own phase."""
    t = deal_table().money(9, 0, 0)
    t.give(1, "P07", 4)
    t.table.phase = PREPARING
    open_deal(t.table, OFFER_DEAL, 0, -1, 0, 0, 0)
    t.says(0, "offer", OFFER, card="P07", amount=6).says(1, "answer", ACCEPT)
    while t.table.deal > 0:
        assert t.step() == 0
    assert t.table.phase == PREPARING


# --- Edges


def test_tra_2_a_manager_who_cannot_outbid_is_not_asked(deal_table):
    """TRA-2: C has only as much money as B bids, so C cannot bid more and passes unasked."""
    t = deal_table().money(0, 5, 5)
    t.give(0, "P07", 4)
    bids(auction(t, "P07"), (1, 5)).play()
    assert t.sale()["buyer"] == 1 and t.table.resources[:3, 0].tolist() == [6, 0, 5]


def test_tra_2_nobody_has_money(deal_table):
    """TRA-2, TRA-4: managers without money pass, and the bank pays the strength."""
    t = deal_table()
    t.give(0, "P07", 4)
    auction(t, "P07").play()
    assert t.sale()["buyer"] is None and t.table.resources[0, 0] == 4 + 1
