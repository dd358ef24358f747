"""The monthly card draft (DRA)."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions
from eoc_sim.simulator.eoc.asking import ask
from eoc_sim.simulator.eoc.cards import TO_HAND, remove_at, take_top, to_pool
from eoc_sim.simulator.eoc.events import DEAL, DELAYED, DRAFTED
from eoc_sim.simulator.eoc.solo import bubba_scores_card
from eoc_sim.simulator.eoc.state import CALENDAR, DISCARDED
from eoc_sim.simulator.eoc.switches import SOLO
from eoc_sim.simulator.eoc.turn_order import picking_seat
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list

FROM_HAND, FROM_POOL, FROM_STASH = range(3)


@compiled
def deal_cards(state, trace, seat, number):
    """Deal a player ``number`` cards; return 0 or a refusal (DRA-1, DRA-6)."""
    table = state.table
    me = state.seats[seat]
    start = table.hand_size[seat]
    for _ in range(number):
        card = take_top(state, trace, TO_HAND, seat)
        if card < 0:
            return decisions.DECK_EMPTY
        me.hand[table.hand_size[seat]] = card
        table.hand_size[seat] += 1
    if trace.position > 0 and number > 0:
        emit(trace, DEAL, seat)
        emit_list(trace, me.hand[start:], number)
    return 0


@compiled
def deal_phase(state, trace):
    """DRA-1, DRA-7: deal in turn order, then the starter's extra cards (FAM-2).

    A switch sets the number of extra cards.
    """
    table = state.table
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        table.drafted[seat] = 0
        refusal = deal_cards(state, trace, seat, table.rule_hand)
        if refusal > 0:
            return refusal
    return deal_cards(state, trace, table.starter, table.rule_dealer_bonus)


@compiled
def index_in(cards, size, card):
    """Return the index of a card in a list, or -1."""
    for index in range(size):
        if cards[index] == card:
            return index
    return -1


@compiled
def _note_passed(state, seat, drafted_card):
    """Record every card that this player could have drafted and did not."""
    table = state.table
    box = state.box
    me = state.seats[seat]
    for index in range(table.hand_size[seat]):
        box.card_passes[me.hand[index]] += 1
    for index in range(table.stash_size[seat]):
        box.card_passes[me.stash[index]] += 1
    for index in range(table.pool_size):
        box.card_passes[table.pool[index]] += 1
    box.card_passes[drafted_card] -= 1


@compiled
def draft_card(state, trace, seat, card):
    """DRA-2: draft a card; put the rest of the hand into the pool.

    A card taken from the stash is not replaced (SET-18).
    """
    table = state.table
    box = state.box
    me = state.seats[seat]
    source = FROM_HAND
    index = index_in(me.hand, table.hand_size[seat], card)
    if index < 0:
        source = FROM_STASH
        index = index_in(me.stash, table.stash_size[seat], card)
    if index < 0:
        source = FROM_POOL
        index = index_in(table.pool, table.pool_size, card)
    if index < 0:
        return decisions.DRAFT_CARD
    _note_passed(state, seat, card)
    if source == FROM_HAND:
        remove_at(me.hand, table.hand_size[seat], index)
        table.hand_size[seat] -= 1
    elif source == FROM_STASH:
        remove_at(me.stash, table.stash_size[seat], index)
        table.stash_size[seat] -= 1
    else:
        remove_at(table.pool, table.pool_size, index)
        table.pool_size -= 1
    table.card_place[card] = CALENDAR
    table.card_owner[card] = seat
    table.calendar_card[seat, table.month] = card
    table.drafted[seat] = 1
    box.drafted_card[seat, table.month] = card
    box.drafted_source[seat, table.month] = source
    box.card_drafted_month[card] = table.month
    box.card_drafted_seat[card] = seat
    box.card_played_month[card] = 0
    if trace.position > 0:
        emit(trace, DRAFTED, seat, card, source)
        emit_list(trace, me.hand, table.hand_size[seat])
    for index in range(table.hand_size[seat]):
        if table.rule_solo == SOLO.ON:
            bubba_scores_card(state, me.hand[index])
        to_pool(table, me.hand[index])
        me.hand[index] = -1
    table.hand_size[seat] = 0
    return 0


@compiled
def delay(state, trace, seat, card):
    """DRA-2, DRA-3: put a card from the hand into the pool and delay.

    The player must have another card in hand. SOLO-6: there is no delay in a solo game.
    """
    table = state.table
    me = state.seats[seat]
    if table.rule_solo == SOLO.ON:
        return decisions.DELAY_SOLO
    if table.hand_size[seat] < 2:
        return decisions.DELAY_LAST
    index = index_in(me.hand, table.hand_size[seat], card)
    if index < 0:
        return decisions.DELAY_CARD
    remove_at(me.hand, table.hand_size[seat], index)
    table.hand_size[seat] -= 1
    to_pool(table, card)
    emit(trace, DELAYED, seat, card)
    return 0


@compiled
def have_all_drafted(table):
    """DRA-5: check if everyone has placed this month's card."""
    waiting = 0
    for seat in range(table.players):
        waiting += 1 - table.drafted[seat]
    return waiting == 0


@compiled
def next_undrafted_turn(table, turn):
    """DRA-2: return the next turn whose seat has not drafted.

    It is ``turn`` itself or a later turn.
    """
    while table.drafted[picking_seat(table, turn)] == 1:
        turn += 1
    return turn


@compiled
def next_draft(state, trace, policies):
    """DRA-2: let the next player draft or delay.

    Returns 0 or a refusal. The order of turns follows DRA-9. Cards that others have put into the
    pool can be drafted immediately (DRA-4).
    """
    table = state.table
    turn = next_undrafted_turn(table, table.draft_turn)
    seat = picking_seat(table, turn)
    answer = ask(state, policies, seat, decisions.ASK_DRAFT)
    refusal = decisions.DRAFT_KIND
    if answer == decisions.DRAFT:
        refusal = draft_card(state, trace, seat, state.order.card)
    elif answer == decisions.DELAY:
        refusal = delay(state, trace, seat, state.order.card)
    if refusal == 0:
        table.draft_turn = turn + 1
    return refusal


@compiled
def discard(table, card):
    """Put a card on the discard deck, out of reach."""
    table.card_place[card] = DISCARDED
    table.card_owner[card] = -1
