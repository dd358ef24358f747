"""The auction for the Starting Player Chain (AUC)."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions
from eoc_sim.simulator.eoc.asking import ask
from eoc_sim.simulator.eoc.events import BID, SALE
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit

PASSED = -1


@compiled
def open_auction(table):
    """AUC-1, AUC-7: make the Chain's next holder the Auctioneer; clear all bids."""
    table.auctioneer = (table.starter + 1) % table.players
    table.top_bidder = -1
    table.bid_turn = 0
    for seat in range(table.players):
        table.bid[seat] = 0
        table.highest_bid[seat] = 0


@compiled
def highest_bid(table):
    """Return the highest bid so far, 0 if there is none."""
    return table.highest_bid[table.top_bidder] if table.top_bidder >= 0 else 0


@compiled
def has_bidders_left(table):
    """AUC-4: check if anyone but the top bidder may still bid."""
    for seat in range(table.players):
        if seat != table.auctioneer and seat != table.top_bidder and table.bid[seat] != PASSED:
            return True
    return False


@compiled
def next_bid(state, trace, policies):
    """AUC-1, AUC-4, AUC-6: let the next bidder raise or pass.

    Returns 0 or a refusal.
    """
    table = state.table
    players = table.players
    turn = table.bid_turn + 0
    seat = table.top_bidder + 0
    while seat == table.top_bidder or table.bid[seat] == PASSED:
        turn = turn % (players - 1) + 1
        seat = (table.auctioneer + turn) % players
    highest = highest_bid(table)
    bid = 0
    if table.bucks[seat] > highest:  # AUC-4: a bidder who cannot raise passes
        bid = ask(state, policies, seat, decisions.ASK_BID)
    if bid != 0 and bid <= highest:
        return decisions.BID_LOW
    if bid > table.bucks[seat]:
        return decisions.BID_BUCKS
    table.bid_turn = turn
    emit(trace, BID, seat, bid)
    if bid == 0:
        table.bid[seat] = PASSED
    else:
        table.bid[seat] = bid
        table.highest_bid[seat] = bid
        table.top_bidder = seat
    return 0


@compiled
def set_sale_price(table):
    """AUC-2, AUC-6: set the price to the second-highest bid + 1.

    A single bidder pays their own bid.
    """
    second = 0
    for seat in range(table.players):
        if seat != table.top_bidder:
            second = max(second, table.highest_bid[seat])
    table.sale_price = second + 1 if second > 0 else highest_bid(table)


@compiled
def may_keep(table):
    """AUC-2, AUC-5: check if the Auctioneer has a choice.

    They have one if there is a bid to accept and they can pay to keep the Chain.
    """
    return table.top_bidder >= 0 and table.bucks[table.auctioneer] >= highest_bid(table)


@compiled
def sell_or_keep(state, trace, policies):
    """AUC-2: let the Auctioneer choose; return 0 or a refusal."""
    sells = ask(state, policies, state.table.auctioneer, decisions.ASK_SELL)
    if sells != 0 and sells != 1:
        return decisions.SELL_CHOICE
    settle(state.table, trace, sells)
    return 0


@compiled
def settle(table, trace, sells):
    """AUC-2, AUC-3: sell the Chain, or keep it at the highest bid.

    Without bids it is kept for free.
    """
    auctioneer = table.auctioneer
    buyer = -1
    price = highest_bid(table)
    if sells == 1:
        buyer = table.top_bidder
        price = table.sale_price + 0
        table.bucks[buyer] -= price
        table.bucks[auctioneer] += price
    else:
        table.bucks[auctioneer] -= price
    table.starter = buyer if buyer >= 0 else auctioneer
    emit(trace, SALE, auctioneer, buyer, price)
    table.auctioneer = -1
    table.top_bidder = -1
    table.sale_price = 0
