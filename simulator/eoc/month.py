"""A month's end: whistles, pool, four-player shuffle and Chain (END)."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions
from eoc_sim.simulator.eoc.cards import deal_to_pool, reshuffle
from eoc_sim.simulator.eoc.draft import discard
from eoc_sim.simulator.eoc.events import EXPIRE, POOL_CLEARED
from eoc_sim.simulator.eoc.state import MONTHS
from eoc_sim.simulator.eoc.switches import SOLO
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit

MAY, AUGUST, NOVEMBER, JANUARY, FEBRUARY = 3, 6, 9, 11, 12
MONTHS_ON_CALENDAR = 6


@compiled
def expire(table, trace, seat, month):
    """END-1: discard a card drafted in ``month`` and never played."""
    card = table.calendar_card[seat, month]
    if card < 0:
        return
    table.calendar_card[seat, month] = -1
    discard(table, card)
    emit(trace, EXPIRE, seat, card)


@compiled
def move_whistles(table, trace):
    """END-1: expire cards of six months ago, from August on.

    After February all unplayed cards go.
    """
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        if table.month == FEBRUARY:
            for month in range(1, MONTHS + 1):
                expire(table, trace, seat, month)
        elif table.month >= AUGUST:
            expire(table, trace, seat, table.month - MONTHS_ON_CALENDAR + 1)


@compiled
def clear_pool(state, trace):
    """END-2: empty the pool after May, August and November, deal one card.

    The Family game does so after the same months (FAM-8).
    """
    table = state.table
    for place in range(table.pool_size):
        discard(table, table.pool[place])
        table.pool[place] = -1
    table.pool_size = 0
    emit(trace, POOL_CLEARED, -1)
    if table.month != FEBRUARY:
        return deal_to_pool(state, trace) * decisions.DECK_EMPTY
    return 0


@compiled
def note_leader(state):
    """Note a new sole leader after a month, for the games table."""
    table = state.table
    box = state.box
    best = -1
    sole = True
    for seat in range(table.players + table.rule_solo):
        state.ledger.months[seat, table.month].score_end = table.score[seat]
        if best < 0 or table.score[seat] > table.score[best]:
            best = seat
            sole = True
        elif table.score[seat] == table.score[best]:
            sole = False
    if not sole:
        box.leader_month = 0
        return
    if best != box.leader:
        if box.leader >= 0:
            box.lead_changes += 1
        box.leader = best
        box.leader_month = table.month
    elif box.leader_month == 0:
        box.leader_month = table.month


@compiled
def end_month(state, trace):
    """TIM-5, END-1 to END-3: expire cards, change the pool, shuffle.

    It returns 0, or the refusal if the cards do not last. Solo has END-1 only (SOLO-6).
    """
    table = state.table
    move_whistles(table, trace)
    month = table.month
    if table.rule_solo == SOLO.OFF and (
        month == MAY or month == AUGUST or month == NOVEMBER or month == FEBRUARY
    ):
        refusal = clear_pool(state, trace)
        if refusal > 0:
            return refusal
    if month == NOVEMBER and table.players == 4:
        reshuffle(state, trace, True)
    note_leader(state)
    return 0
