"""Transfer cards (MKT)."""

from __future__ import annotations

from typing import Any

import pytest
from eleven.deal_table import DealTable

from eoc_sim.errors import InputError
from eoc_sim.simulator.eleven import component_cells, streams
from eoc_sim.simulator.eleven.components import load
from eoc_sim.simulator.eleven.decisions import ACCEPT, BID, DROP_OUT, HIDE, NEGOTIATE, OFFER, SELL
from eoc_sim.simulator.eleven.market import cut_pile, market_money, move_pile
from eoc_sim.simulator.eleven.rules import RULES
from eoc_sim.simulator.eleven.sources import BY_AUCTION
from eoc_sim.simulator.kernel.random_streams import key_game

DEFENDER, MIDFIELDER, FORWARD = range(3)
ROWS = {"D": 1, "M": 2, "F": 4, "DM": 3, "K": 0}


@pytest.fixture
def deal_table(monkeypatch: pytest.MonkeyPatch) -> Any:
    def make(number: int = 1, managers: int = 3, **settings: str) -> DealTable:
        t = DealTable(monkeypatch, managers, **{"market": "on", **settings})
        t.table.transfer_place = number - 1
        return t

    return make


def give(t: DealTable, seat: int, number: str, strength: int, position: str) -> int:
    """Give a seat a card of this strength and position."""
    card = t.give(seat, number, strength)
    t.table.card_position[card] = ROWS[position]
    return card


def test_mkt_1_the_pile_is_cut_at_random(deal_table):
    """MKT-1, RND-1: any card may come to the top, and the event names it."""
    t, tops = deal_table(), set()
    for game in range(40):
        key_game(t.state.box, 1, game, streams.SEARCH)
        cut_pile(t.state, t.trace)
        tops.add(int(t.table.transfer_place))
        assert t.events()[-1] == {"e": "market", "transfer": str(t.table.transfer_place + 1)}
    assert tops == set(range(6))


def test_mkt_1_absent_cards_are_left_out():
    """MKT-1, SWI-1: absent cards are left out; the market needs at least one card."""
    absent = [(f"transfer.{number}.absent", "yes") for number in range(1, 7)]
    rules = RULES.resolve("standard", {"market": "on"})
    rules.check_game(component_cells.change(load(), absent[1:]), 2)
    with pytest.raises(InputError, match="needs a transfer card"):
        rules.check_game(component_cells.change(load(), absent), 2)


def test_ex_6_sales_as_usual_move_the_pile(deal_table):
    """EX-6, MKT-2: sales bring 5 + 1, then 4 + 0 for a midfielder; a keeper brings nothing
    extra."""
    t = deal_table(5)
    give(t, 0, "P07", 3, "D")
    give(t, 0, "P08", 2, "DM")
    give(t, 0, "P31", 2, "K")
    t.says(0, "act", SELL, card="P07").play()
    t.table.actions_taken = 0
    t.says(0, "act", SELL, card="P08").says(0, "position", 1, amount=MIDFIELDER).play()
    t.table.actions_taken = 0
    assert t.table.transfer_place == 0
    t.says(0, "act", SELL, card="P31").play()
    assert [event["money"] for event in t.events() if event["e"] == "sale"] == [6, 4, 4]
    assert [event["transfer"] for event in t.events() if event["e"] == "sale"] == ["5", "6", "1"]
    assert t.table.transfer_place == 1 and t.table.resources[0, 0] == 14


def test_ex_7_an_auctioned_forward(deal_table):
    """EX-7, MKT-3, TRA-5: the forward brings 7 + 1 + 1."""
    t = deal_table(2).money(0, 9, 9)
    give(t, 0, "P07", 3, "F")
    t.says(0, "act", SELL, card="P07", way=BY_AUCTION).says(0, "show", HIDE)
    t.says(1, "bid", BID, amount=7).says(2, "bid", DROP_OUT).play()
    assert t.sale()["money"] == 9 == t.table.resources[0, 0]
    assert t.table.resources[1, 0] == 2 and t.table.transfer_place == 2


def test_ex_8_the_previous_owner_gains_the_amount(deal_table):
    """EX-8, MKT-3, TRA-7: an accepted offer of 6 brings 7 if the top card adds 1; the pile
    moves on."""
    t = deal_table(2).money(9, 0, 0)
    give(t, 1, "P07", 3, "F")
    t.says(0, "act", NEGOTIATE)
    t.says(0, "offer", OFFER, card="P07", amount=6).says(1, "answer", ACCEPT).play()
    assert t.table.resources[:3, 0].tolist() == [3, 7, 0]
    assert t.table.transfer_place == 2


def test_mkt_3_the_previous_owner_chooses_the_position(deal_table):
    """MKT-2, MKT-3: the seller chooses the position in an offer too."""
    t = deal_table(1).money(9, 0, 0)
    give(t, 1, "P07", 3, "DM")
    t.says(0, "act", NEGOTIATE)
    t.says(0, "offer", OFFER, card="P07", amount=6).says(1, "answer", ACCEPT)
    t.says(1, "position", 1, amount=DEFENDER).play()
    assert t.sale()["market"] == 1 and t.sale()["position"] == "defender"


def test_mkt_2_a_sale_brings_at_least_0(deal_table):
    """MKT-2: a negative amount lowers the price, but not below 0."""
    t = deal_table(5, no_bid="strength", auction_bonus="none").money(0, 0, 0)
    give(t, 0, "P07", 0, "M")
    t.says(0, "act", SELL, card="P07", way=BY_AUCTION).says(0, "show", HIDE).play()
    assert (t.sale()["price"], t.sale()["market"], t.sale()["money"]) == (0, -1, 0)


def test_mkt_2_a_position_that_the_card_lacks_is_refused(deal_table):
    """MKT-2: a position that the card lacks is refused."""
    t = deal_table(1)
    give(t, 0, "P07", 3, "DM")
    words = t.says(0, "act", SELL, card="P07").says(0, "position", 1, amount=FORWARD).refused()
    assert words == "MKT-2: the card does not have this position"


def test_mkt_3_a_refused_bid_does_not_move_the_pile(deal_table):
    """MKT-3, TRA-3: a refused bid is not a sale."""
    t = deal_table(2, seller_may_refuse="on").money(0, 9, 9)
    give(t, 0, "P07", 3, "F")
    t.says(0, "act", SELL, card="P07", way=BY_AUCTION).says(0, "show", HIDE)
    t.says(1, "bid", BID, amount=7).says(2, "bid", DROP_OUT).says(0, "answer", 0).play()
    assert t.table.transfer_place == 1 and t.table.resources[0, 0] == 1


def test_mkt_2_the_pile_goes_round(deal_table):
    """MKT-1, MKT-2: the first card follows the last."""
    t = deal_table(6)
    assert [market_money(t.table, row) for row in range(3)] == [-1, 0, 1]
    move_pile(t.table)
    assert [market_money(t.table, row) for row in range(3)] == [1, 0, -1]
