"""Hiring from another manager: offers and their answers (TRA-7, TRA-8)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.actions import hire, hire_refusal, take_action
from eoc_sim.simulator.eleven.auction import is_side_hidden
from eoc_sim.simulator.eleven.deal_steps import CLOSING, JUDGING, NEGOTIATING, SHOWING, conclude
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.effects import MAX_QUESTIONS
from eoc_sim.simulator.eleven.events import ANSWER, OFFER
from eoc_sim.simulator.eleven.ledger import note_deal
from eoc_sim.simulator.eleven.market import NO_ROW
from eoc_sim.simulator.eleven.names import MONEY
from eoc_sim.simulator.eleven.outcomes import DID_OFFER, DID_PASS
from eoc_sim.simulator.eleven.sizes import CARDS
from eoc_sim.simulator.eleven.sources import VETERANS
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit


@compiled
def offer_refusal(table, me, answer, card, money):
    """TRA-7, TRA-8, ACT-1: return why an offer or request is refused, or 0.

    ``me`` is the manager's own record; ``answer`` is OFFER, or SEE to ask for a card's other side.
    """
    if table.deal_refused >= table.rule_refusals:
        return decisions.OFFER_REFUSED
    if card < 0 or card >= CARDS or table.owner[card] < 0 or table.owner[card] == me.seat:
        return decisions.OFFER_NOT_THEIRS
    if answer == decisions.SEE:
        is_known = me.trained[card] > 0 or not is_side_hidden(table, card)
        return decisions.SEE_KNOWN if is_known else 0
    if card >= VETERANS:
        return decisions.OFFER_VETERAN
    if money < 1:
        return decisions.OFFER_NOTHING
    return decisions.OFFER_COST if money > table.resources[me.seat, MONEY] else 0


@compiled
def negotiate(state, trace, policies):
    """TRA-7, TRA-8: let a manager offer, ask to see a side, hire or pass.

    Returns 0 or the refusal.
    """
    table = state.table
    seat = table.deal_buyer + 0
    answer = ask(state, policies, seat, decisions.ASK_OFFER)
    if table.asked_today >= MAX_QUESTIONS:
        return decisions.TOO_LONG
    card = state.order.card + 0
    money = state.order.amount + 0
    if answer == decisions.OFFER or answer == decisions.SEE:
        refusal = offer_refusal(table, state.seats[seat], answer, card, money)
        if refusal > 0:
            return refusal
    elif answer == decisions.FROM_AREA:
        refusal = hire_refusal(table, seat, card)
        if refusal > 0:
            return refusal
    stop_blaming(state)
    table.asked_today += 1
    if answer == decisions.OFFER or answer == decisions.SEE:
        table.deal_card = card
        table.deal_seller = table.owner[card]
        table.deal_step = SHOWING
    if answer == decisions.OFFER:
        table.deal_price = money
        table.deal_offers += 1
        table.deal_step = JUDGING
        emit(trace, OFFER, seat, card, table.deal_seller, money)
    elif answer == decisions.FROM_AREA:
        conclude(table)
        hire(state, trace, seat, card)
    elif answer != decisions.SEE:
        conclude(table)
        take_action(state, trace, seat, DID_PASS, -1, 0, 0, 0)
    return 0


@compiled
def judge(state, trace, policies):
    """TRA-7: let the card's manager accept or refuse the offer; return 0."""
    table = state.table
    owner = table.deal_seller + 0
    card = table.deal_card + 0
    answer = ask(state, policies, owner, decisions.ASK_ANSWER)
    stop_blaming(state)
    if answer == decisions.ACCEPT:
        emit(trace, ANSWER, owner, card, 1, 0)
        take_action(state, trace, table.deal_buyer + 0, DID_OFFER, card, 0, 0, 0)
        table.deal_step = CLOSING
        return 0
    emit(trace, ANSWER, owner, card, 0, 0)
    note_deal(state, NO_ROW, 0, 0, 1)
    table.deal_refused += 1
    table.deal_step = NEGOTIATING
    return 0
