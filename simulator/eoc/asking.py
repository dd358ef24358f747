"""Ask a seat's strategy for a decision (INF-4)."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions
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
from eoc_sim.simulator.kernel.asking import asking, call_function
from eoc_sim.simulator.kernel.compiled import compiled

DEFAULTS = MAX_PLAYERS
"""The default functions' row in the function table, after the line-up's rows.

A default function answers when a seat's own order is banned.
"""

ask_freely = asking(clear_order)


@compiled
def ask(state, policies, seat, function):
    """Ask the seat's strategy function, as `kernel.asking` describes.

    If a restricted seat breaks a ban, the default function answers instead.
    """
    answer = ask_freely(state, policies, seat, function)
    if state.table.restricted[seat] == 1:
        return _answer_within_bans(state, policies, seat, function, answer)
    return answer


@compiled
def _answer_within_bans(state, policies, seat, function, answer):
    """Return a restricted seat's answer, replaced by the default's if banned."""
    verdict = _judge(state, seat, function, answer)
    if verdict == BROKEN:
        return replace_answer(state, policies, seat, function)
    if verdict == GAVE_WAY:
        state.ledger.seats[seat].gave_way += 1
    return answer


@compiled
def replace_answer(state, policies, seat, function):
    """Replace a restricted seat's answer by the default function's; count the replacement.

    If the default function's answer breaks a ban too, the answer is to do nothing, which no ban
    forbids in such a decision: the turn ends, or nothing is bid, bought or shifted.
    """
    row = state.ledger.seats[seat]
    row.corrected += 1
    clear_order(state.order)
    state.order.kind = call_function(state, policies, DEFAULTS, seat, function)
    answer = state.order.kind + 0  # in compiled code, + 0 turns the field into a 64-bit integer
    verdict = _judge(state, seat, function, answer)
    if verdict == GAVE_WAY:
        row.gave_way += 1
    if verdict == BROKEN:
        clear_order(state.order)
        return 0
    return answer


@compiled
def _judge(state, seat, function, answer):
    """Judge an answer against the seat's bans: KEPT, GAVE_WAY or BROKEN.

    A ban gives way if the seat cannot avoid what it bans; the answer then stands.
    """
    if function == decisions.ASK_ACT:
        return judge_act(state, seat, answer)
    if function == decisions.ASK_DRAFT:
        return judge_draft(state, seat, answer)
    if function == decisions.ASK_DICE and state.table.rule_dice_draft == DICE_DRAFT.SHARED:
        return judge_dice(state, seat)
    if function == decisions.ASK_PLACE:
        return judge_place(state, seat)
    if function == decisions.ASK_KEEP:
        return judge_keep(state, seat)
    if function == decisions.ASK_PICK:
        return judge_pick(state, seat, answer)
    if function == decisions.ASK_BOOKIE:
        return judge_shift(state, seat, answer)
    if function == decisions.ASK_BID:
        return judge_bid(state, seat, answer)
    if function == decisions.ASK_FINAL_CAMPAIGN:
        return judge_final_campaign(state, seat, answer)
    return KEPT
