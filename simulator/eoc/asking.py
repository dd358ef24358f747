"""Asking a seat's strategy for a decision (INF-4)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.restricting import (
    BROKEN,
    GAVE_WAY,
    KEPT,
    judge_act,
    judge_bid,
    judge_dice,
    judge_draft,
    judge_final_campaign,
    judge_keep,
    judge_pick,
    judge_place,
    judge_shift,
)
from eoc_sim.simulator.eoc.state import MAX_PLAYERS, clear_order
from eoc_sim.simulator.eoc.switches import DICE_DRAFT
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.hooks import call

FUNCTIONS = tuple(one.name for one in DECISIONS)
"""The functions of a strategy, in the order of the function table."""

(
    ASK_KEEP,
    ASK_PICK,
    ASK_COACH,
    ASK_DRAFT,
    ASK_BOOKIE,
    ASK_DICE,
    ASK_PLACE,
    ASK_ACT,
    ASK_BID,
    ASK_SELL,
    ASK_FINAL_CAMPAIGN,
    ASK_PROPOSE,
    ASK_JUDGE,
) = range(len(FUNCTIONS))


DEFAULTS = MAX_PLAYERS
"""The row behind the line-up in the function table: the defaults.

They answer instead of a banned order.
"""


@compiled
def ask(state, policies, seat, function):
    """Ask the seat's strategy function, which leaves details in ``state.order``.

    From here until `carried_out` the seat's strategy is to blame for a refusal. If a restricted
    seat breaks a ban, the default function answers instead.
    """
    box = state.box
    box.blamed = seat
    box.asked = function
    box.decisions += 1
    state.table.turn = seat
    entry = box.entry[seat]
    answer = _answer(state, policies, entry, seat, function)
    if state.table.restricted[seat] == 1:
        return _kept_to_bans(state, policies, seat, function, answer)
    return answer


@compiled
def _answer(state, policies, asked, seat, function):
    """Return a seat's answer by a row of the function table."""
    order = state.order
    clear_order(order)
    state.box.answering = 1
    order.kind = call(
        policies.functions,
        asked,
        function,
        state.table,
        state.seats[seat],
        policies.params[state.box.entry[seat]],
        order,
    )
    state.box.answering = 0
    return order.kind + 0


@compiled
def _kept_to_bans(state, policies, seat, function, answer):
    """Return a restricted seat's answer, or the default's if banned."""
    judged = _judge(state, seat, function, answer)
    if judged == BROKEN:
        return corrected(state, policies, seat, function)
    if judged == GAVE_WAY:
        state.ledger.seats[seat].gave_way += 1
    return answer


@compiled
def corrected(state, policies, seat, function):
    """Return and count the default function's answer for a restricted seat.

    If that breaks a ban too, the answer is to do nothing, which is always allowed then: the turn
    ends, or nothing is bid, bought or shifted.
    """
    row = state.ledger.seats[seat]
    row.corrected += 1
    answer = _answer(state, policies, DEFAULTS, seat, function)
    judged = _judge(state, seat, function, answer)
    if judged == GAVE_WAY:
        row.gave_way += 1
    if judged == BROKEN:
        clear_order(state.order)
        return 0
    return answer


@compiled
def _judge(state, seat, function, answer):
    """Judge an answer by the seat's bans: KEPT, GAVE_WAY or BROKEN."""
    if function == ASK_ACT:
        return judge_act(state, seat, answer)
    if function == ASK_DRAFT:
        return judge_draft(state, seat, answer)
    if function == ASK_DICE and state.table.rule_dice_draft == DICE_DRAFT.SHARED:
        return judge_dice(state, seat)
    if function == ASK_PLACE:
        return judge_place(state, seat)
    if function == ASK_KEEP:
        return judge_keep(state, seat)
    if function == ASK_PICK:
        return judge_pick(state, seat, answer)
    if function == ASK_BOOKIE:
        return judge_shift(state, seat, answer)
    if function == ASK_BID:
        return judge_bid(state, seat, answer)
    if function == ASK_FINAL_CAMPAIGN:
        return judge_final_campaign(state, seat, answer)
    return KEPT


@compiled
def carried_out(state):
    """End the strategy's blame: its answer has been carried out."""
    state.box.blamed = -1
