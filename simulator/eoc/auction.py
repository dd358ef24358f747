"""The auction for the Starting Player Chain (AUC)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.asking import ASK_BID, ASK_SELL, ask
from eoc_sim.simulator.eoc.refusals import BID_BUCKS, BID_LOW, SELL_CHOICE
from eoc_sim.simulator.eoc.trace import BID, SALE, emit
from eoc_sim.simulator.kernel.compiled import compiled

PASSED = -1


@compiled
def hold_auction(table, box, trace, private, params, functions, order):
    """AUC-1 to AUC-7: who starts the next month; 0 or why a decision is refused."""
    players = table.players
    auctioneer = (table.starter + 1) % players  # AUC-7
    table.auctioneer = auctioneer
    table.top_bidder = -1
    for seat in range(players):
        table.bid[seat] = 0
        box.chosen[seat, 0] = 0
    highest = 0
    waiting = players - 1
    turn = 0
    while waiting > 0:
        turn = turn % (players - 1) + 1
        seat = (auctioneer + turn) % players
        if table.bid[seat] == PASSED or seat == table.top_bidder:
            continue
        bid = 0
        if table.bucks[seat] > highest:  # AUC-4: who cannot raise passes
            bid = ask(table, box, private, params, functions, order, seat, ASK_BID)
        if bid != 0 and bid <= highest:
            return BID_LOW
        if bid > table.bucks[seat]:
            return BID_BUCKS
        emit(trace, BID, seat, bid, 0, 0, 0, 0)
        if bid == 0:
            table.bid[seat] = PASSED
        else:
            highest = bid
            table.bid[seat] = bid
            box.chosen[seat, 0] = bid
            table.top_bidder = seat
        waiting = 0
        for other in range(players):
            if other != auctioneer and other != table.top_bidder and table.bid[other] != PASSED:
                waiting += 1
    return settle(table, box, trace, private, params, functions, order, highest)


@compiled
def sale_price(table, box, highest):
    """AUC-2, AUC-6: the second-highest bid + 1, or the own bid of an only bidder."""
    second = 0
    for seat in range(table.players):
        if seat != table.top_bidder:
            second = max(second, box.chosen[seat, 0])
    return second + 1 if second > 0 else highest


@compiled
def settle(table, box, trace, private, params, functions, order, highest):
    """AUC-2, AUC-3, AUC-5: the Auctioneer sells, keeps at the highest bid, or keeps free."""
    auctioneer = table.auctioneer
    buyer = -1
    paid = highest
    if table.top_bidder >= 0:
        table.sale_price = sale_price(table, box, highest)
        sells = 1
        if table.bucks[auctioneer] >= highest:  # AUC-5: otherwise it must sell
            sells = ask(table, box, private, params, functions, order, auctioneer, ASK_SELL)
        if sells != 0 and sells != 1:
            return SELL_CHOICE
        if sells == 1:
            buyer = table.top_bidder
            paid = table.sale_price + 0
            table.bucks[buyer] -= paid
            table.bucks[auctioneer] += paid
        else:
            table.bucks[auctioneer] -= highest
    table.starter = buyer if buyer >= 0 else auctioneer
    emit(trace, SALE, auctioneer, buyer, paid, 0, 0, 0)
    table.auctioneer = -1
    table.top_bidder = -1
    table.sale_price = 0
    return 0
