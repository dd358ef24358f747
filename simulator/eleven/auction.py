"""Auctions: an asking price, bids clockwise, and the highest bidder (TRA-2 to TRA-6)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import deal_steps, decisions
from eoc_sim.simulator.eleven.actions import sale_price, take_action
from eoc_sim.simulator.eleven.cards import show
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import ANSWER, AUCTION, BID, SHOW
from eoc_sim.simulator.eleven.ledger import earn, note_deal
from eoc_sim.simulator.eleven.market import NO_ROW
from eoc_sim.simulator.eleven.names import MONEY
from eoc_sim.simulator.eleven.outcomes import DID_AUCTION, EARNED_SALES
from eoc_sim.simulator.eleven.sources import VETERANS
from eoc_sim.simulator.eleven.switches import ASKING, AUCTION_BONUS, NO_BID, TRAINED_SIDE
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit


@compiled
def open_auction(state, trace):
    """TRA-2: use the seller's action, and name the card and its asking price."""
    table = state.table
    seller = table.deal_seller + 0
    card = table.deal_card + 0
    take_action(state, trace, seller, DID_AUCTION, card, 0, 0, 0)
    emit(trace, AUCTION, seller, card, table.deal_asking)
    table.deal_out = 1 << seller
    table.deal_asked = seller  # Bidding begins with the next seat.
    if is_side_hidden(table, card):
        table.deal_step = deal_steps.SHOWING
    else:
        go_on_bidding(state, trace)


@compiled
def is_side_hidden(table, card):
    """PLA-6, TRA-6: check if a card's other side may be hidden from others."""
    return (
        table.is_trained[card] == 0
        and card < VETERANS
        and table.rule_trained_side == TRAINED_SIDE.OWNER
    )


@compiled
def show_side(state, trace, policies):
    """TRA-6, TRA-8: let a card's owner show its other side, or not.

    In an auction all managers see it; otherwise only the manager who asked does. Return 0.
    """
    table = state.table
    owner = table.deal_seller + 0
    card = table.deal_card + 0
    viewer = table.deal_buyer + 0
    answer = ask(state, policies, owner, decisions.ASK_SHOW)
    stop_blaming(state)
    if answer == decisions.SHOW:
        for seat in range(table.managers):
            if viewer == deal_steps.BANK or seat == viewer:
                show(state, seat, card)
        strength, gloves = state.box.hidden_strength[card], state.box.hidden_gloves[card]
        emit(trace, SHOW, owner, card, viewer, 1, strength, gloves)
    else:
        emit(trace, SHOW, owner, card, viewer, 0, 0, 0)
    if viewer == deal_steps.BANK:
        go_on_bidding(state, trace)
    else:
        table.deal_step = deal_steps.NEGOTIATING
    return 0


@compiled
def least_bid(table):
    """TRA-2, TRA-3: return the lowest bid that is allowed now."""
    minimum = table.deal_price + 1
    return max(minimum, table.deal_asking + 0) if table.rule_asking == ASKING.MINIMUM else minimum


@compiled
def bid_refusal(table, seat, bid):
    """TRA-2, TRA-3: return why a manager cannot make a bid, or 0."""
    if bid <= table.deal_price:
        return decisions.BID_LOW
    if bid < least_bid(table):
        return decisions.BID_ASKING
    return decisions.BID_COST if bid > table.resources[seat, MONEY] else 0


@compiled
def bidders_left(table):
    """TRA-2: count the managers who are not out of the bidding."""
    bidders = 0
    for seat in range(table.managers):
        bidders += 1 - ((table.deal_out >> seat) & 1)
    return bidders


@compiled
def go_on_bidding(state, trace):
    """TRA-2: go to the next manager who can bid, or end the bidding.

    The auction ends when all but the highest bidder have passed. A manager with too little money
    for a higher bid passes without being asked.
    """
    table = state.table
    while bidders_left(table) > (0 if table.deal_buyer == deal_steps.BANK else 1):
        seat = (table.deal_asked + 1) % table.managers
        table.deal_asked = seat
        if (table.deal_out >> seat) & 1 == 1:
            continue
        if table.resources[seat, MONEY] >= least_bid(table):
            table.deal_step = deal_steps.BIDDING
            return
        drop_out(state, trace, seat)
    end_bidding(table)


@compiled
def drop_out(state, trace, seat):
    """TRA-2: let a manager pass, and so leave the bidding."""
    table = state.table
    table.deal_out |= 1 << seat
    emit(trace, BID, seat, table.deal_card, 0)


@compiled
def bid(state, trace, policies):
    """TRA-2: let a manager bid or pass.

    Return 0, or why the bid is refused.
    """
    table = state.table
    seat = table.deal_asked + 0
    if ask(state, policies, seat, decisions.ASK_BID) == decisions.BID:
        money = state.order.amount + 0
        refusal = bid_refusal(table, seat, money)
        if refusal > 0:
            return refusal
        stop_blaming(state)
        table.deal_price = money
        table.deal_buyer = seat
        table.deal_offers += 1
        emit(trace, BID, seat, table.deal_card, money)
    else:
        stop_blaming(state)
        drop_out(state, trace, seat)
    go_on_bidding(state, trace)
    return 0


@compiled
def end_bidding(table):
    """TRA-3, TRA-4: go on to the sale, or to the seller's answer.

    If nobody bids, the bank buys the card. Under `no_bid = strength`, and always in the Winter
    Break (EPI-6), it pays only the card's strength.
    """
    table.deal_step = deal_steps.CLOSING
    if table.deal_buyer == deal_steps.BANK:
        table.deal_price = sale_price(table, table.deal_card + 0)
        if table.rule_no_bid == NO_BID.STRENGTH or table.day == 0:
            table.deal_price -= deal_steps.SALE_BONUS
    elif table.deal_refusable == 1:
        table.deal_step = deal_steps.JUDGING


@compiled
def judge(state, trace, policies):
    """TRA-3: let the seller accept or refuse the highest bid; return 0.

    A seller who refuses keeps the card, and gains at most the bonus of the auction (TRA-5).
    """
    table = state.table
    seller = table.deal_seller + 0
    card = table.deal_card + 0
    answer = ask(state, policies, seller, decisions.ASK_ANSWER)
    stop_blaming(state)
    if answer == decisions.ACCEPT:
        emit(trace, ANSWER, seller, card, 1, 0)
        table.deal_step = deal_steps.CLOSING
        return 0
    bonus = 1 if table.deal_bonus == AUCTION_BONUS.ALWAYS else 0
    earn(state, seller, bonus, EARNED_SALES)
    note_deal(state, NO_ROW, bonus, 0, 1)
    emit(trace, ANSWER, seller, card, 0, bonus)
    deal_steps.conclude(table)
    return 0
