"""Sales to other managers or the market, and hiring from managers (TRA, MKT).

A deal has several steps. `actions.open_deal` begins it and goes to the phase DEALING. The deal's
own fields say what may happen in it and which phase follows.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import auction, deal_steps, offers, outcomes
from eoc_sim.simulator.eleven.actions import sale_price, take_action
from eoc_sim.simulator.eleven.cards import give_card, lose_card
from eoc_sim.simulator.eleven.club import gain_vp
from eoc_sim.simulator.eleven.codes import HIRE, SELL
from eoc_sim.simulator.eleven.effects import ALL_SOURCES, push_effects
from eoc_sim.simulator.eleven.events import DEAL_SALE
from eoc_sim.simulator.eleven.ledger import earn, note_card, note_deal, note_left, spend
from eoc_sim.simulator.eleven.market import (
    NO_ROW,
    choose_row,
    has_market,
    has_several_rows,
    market_money,
    move_pile,
    only_row,
)
from eoc_sim.simulator.eleven.season_state import PART_YOUNGSTERS
from eoc_sim.simulator.eleven.sources import YOUNGSTERS
from eoc_sim.simulator.eleven.switches import AUCTION_BONUS, YOUNGSTER_RESALE
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_value


@compiled
def play_deal(state, trace, policies):
    """TRA, MKT: take the deal's next step; return 0 or a refusal."""
    table = state.table
    step = table.deal_step
    if step == deal_steps.OPENING:
        open_sale(state, trace)
        return 0
    if step == deal_steps.SHOWING:
        return auction.show_side(state, trace, policies)
    if step == deal_steps.BIDDING:
        return auction.bid(state, trace, policies)
    if step == deal_steps.JUDGING:
        if table.deal == deal_steps.AUCTION_DEAL:
            return auction.judge(state, trace, policies)
        return offers.judge(state, trace, policies)
    if step == deal_steps.CHOOSING:
        row = choose_row(state, policies, table.deal_seller + 0, table.deal_card + 0)
        if row < 0:
            return -row
        close(state, trace, row)
        return 0
    if step == deal_steps.CLOSING:
        if has_market(table) and has_several_rows(table, table.deal_card + 0):
            table.deal_step = deal_steps.CHOOSING
        else:
            close(state, trace, only_row(table, table.deal_card + 0))
        return 0
    return offers.negotiate(state, trace, policies)


@compiled
def open_sale(state, trace):
    """ACT-2, TRA-2: begin an ordinary sale or an auction."""
    table = state.table
    if table.deal == deal_steps.AUCTION_DEAL:
        auction.open_auction(state, trace)
        return
    card = table.deal_card + 0
    take_action(state, trace, table.deal_seller + 0, outcomes.DID_SELL, card, 0, 0, 0)
    table.deal_price = sale_price(table, card)
    table.deal_step = deal_steps.CLOSING


@compiled
def vp_of_sale(table, card, buyer):
    """ACT-2, TRA-6: return the VP that the seller of a trained youngster scores."""
    if table.is_trained[card] == 0 or table.vp_sold[card] == 1:
        return 0
    if buyer != deal_steps.BANK and table.rule_youngster_resale == YOUNGSTER_RESALE.HOLDER:
        return 0
    return table.card_vp[card] + 0


@compiled
def bonus_of_sale(table):
    """TRA-5: return the money that a sale by auction adds."""
    if table.deal != deal_steps.AUCTION_DEAL or table.deal_bonus == AUCTION_BONUS.NONE:
        return 0
    return (
        1 if table.deal_buyer != deal_steps.BANK or table.deal_bonus == AUCTION_BONUS.ALWAYS else 0
    )


@compiled
def close(state, trace, row):
    """TRA-3 to TRA-7, MKT-2, MKT-3: let the money and the card change hands.

    ``row`` is the position whose market amount counts, or NO_ROW.
    """
    table = state.table
    card = table.deal_card + 0
    seller = table.deal_seller + 0
    buyer = table.deal_buyer + 0
    price = table.deal_price + 0
    deal = table.deal + 0
    vp = vp_of_sale(table, card, buyer)
    bonus = bonus_of_sale(table)
    market = market_money(table, row)
    money = max(0, price + bonus + market)
    note_deal(state, row, bonus, market, 0)
    earn(state, seller, price + bonus, outcomes.EARNED_SALES)
    earn(state, seller, money - price - bonus, outcomes.EARNED_MARKET)
    gain_vp(table, seller, PART_YOUNGSTERS, vp)
    if buyer == deal_steps.BANK:
        note_left(state, card, outcomes.LEFT_SOLD, money, vp)
        lose_card(state, card)
    else:
        note_left(state, card, outcomes.LEFT_TO_MANAGER, money, vp)
        hand_over(state, card)
    emit(trace, DEAL_SALE, seller, card, money, vp, buyer, price)
    if trace.position > 0:
        emit_value(trace, bonus)
        emit_value(trace, 3)
        emit_value(trace, table.transfer_id[table.transfer_place] if has_market(table) else -1)
        emit_value(trace, row if has_market(table) else NO_ROW)
        emit_value(trace, market)
    if has_market(table):
        move_pile(table)
    deal_steps.conclude(table)
    if deal == deal_steps.OFFER_DEAL:
        push_effects(state, buyer, HIRE, ALL_SOURCES)
    else:
        push_effects(state, seller, SELL, ALL_SOURCES)


@compiled
def hand_over(state, card):
    """TRA-3, TRA-6, TRA-7: let the buyer pay and take the card.

    The card's tokens and matches go with it (PLA-5, SET-6); its goals count from 0 again.
    """
    table = state.table
    buyer = table.deal_buyer + 0
    price = table.deal_price + 0
    matches = table.matches[card] + 0
    matches_before = table.matches_before[card] + 0
    spend(state, buyer, price, outcomes.SPENT_HIRE if card < YOUNGSTERS else outcomes.SPENT_YOUTH)
    if table.is_trained[card] == 1 and table.rule_youngster_resale == YOUNGSTER_RESALE.SELLER:
        table.vp_sold[card] = 1
    give_card(state, buyer, card)
    table.matches[card] = matches
    table.matches_before[card] = matches_before
    note_card(
        state,
        buyer,
        card,
        outcomes.GOT_OFFER if table.deal == deal_steps.OFFER_DEAL else outcomes.GOT_AUCTION,
        price,
    )
