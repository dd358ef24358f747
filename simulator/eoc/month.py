"""A month's end: expiring cards, pool and four-player shuffle (END-1 to END-3)."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions
from eoc_sim.simulator.eoc.cards import deal_to_pool, reshuffle
from eoc_sim.simulator.eoc.draft import discard
from eoc_sim.simulator.eoc.events import EXPIRE, POOL_CLEARED
from eoc_sim.simulator.eoc.state import MONTHS
from eoc_sim.simulator.eoc.switches import SOLO
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import note_leader
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
def expire_cards(table, trace):
    """END-1: from August onwards, expire cards after six months on the calendar.

    After February all unplayed cards expire.
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
    """END-2: empty the pool after May, August and November; deal one card.

    After February the pool is emptied and no card is dealt. The Family game clears the pool after
    the same months (FAM-8).
    """
    table = state.table
    for index in range(table.pool_size):
        discard(table, table.pool[index])
        table.pool[index] = -1
    table.pool_size = 0
    emit(trace, POOL_CLEARED, -1)
    if table.month != FEBRUARY:
        return deal_to_pool(state, trace) * decisions.DECK_EMPTY
    return 0


@compiled
def end_month(state, trace):
    """TIM-5, END-1 to END-3: expire cards, clear the pool, shuffle.

    Returns 0, or a refusal if the cards run out. A solo game has only END-1 (SOLO-6).
    """
    table = state.table
    expire_cards(table, trace)
    month = table.month
    if table.rule_solo == SOLO.OFF and (
        month == MAY or month == AUGUST or month == NOVEMBER or month == FEBRUARY
    ):
        refusal = clear_pool(state, trace)
        if refusal > 0:
            return refusal
    if month == NOVEMBER and table.players == 4:
        reshuffle(state, trace, True)
    seats = table.players + table.rule_solo
    for seat in range(seats):
        state.ledger.months[seat, month].score_end = table.score[seat]
    note_leader(table, state.box, seats, month)
    return 0
