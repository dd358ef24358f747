"""The places of cards: deck, pool and discards; dealing and shuffling (END-5)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.events import POOL_CARD, RESHUFFLED
from eoc_sim.simulator.eoc.state import DISCARDED, HIDDEN, POOL
from eoc_sim.simulator.eoc.streams import RESHUFFLE
from eoc_sim.simulator.eoc.switches import SOLO
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.kernel.tracing import emit, emit_list

TO_STASH, TO_HAND, TO_POOL = range(3)
"""The values of ``box.offer_how``, in the order of `columns.DEALT_NAMES`."""


@compiled
def reshuffle(state, trace, under):
    """Shuffle the discard deck and put it under the draw deck.

    This happens when the draw deck is empty (DRA-6), and with four players also at the end of
    November (END-3). In the second case, ``under`` is True.
    """
    table = state.table
    box = state.box
    box.reshuffles += 1
    stream = RESHUFFLE + box.reshuffles
    number = 0
    for card in range(table.cards):
        if table.card_place[card] == DISCARDED:
            shuffle_add(box, stream, number, box.card_item[card], card)
            box.card_batch[card] = box.reshuffles
            table.card_place[card] = HIDDEN
            number += 1
    shuffle_finish(box, number)
    cards_left = box.deck_end - box.deck_top
    for index in range(cards_left):
        box.deck[index] = box.deck[box.deck_top + index]
    for index in range(number):
        box.deck[cards_left + index] = box.sort_item[index]
    box.deck_top = 0
    box.deck_end = cards_left + number
    table.deck_size = cards_left + number
    if trace.position > 0:
        emit(trace, RESHUFFLED, -1, 1 if under else 0)
        emit_list(trace, box.sort_item, number)


@compiled
def take_top(state, trace, how, seat):
    """Take the deck's top card for a stash, hand or pool.

    ``how`` is TO_STASH, TO_HAND or TO_POOL. Returns -1 if no card is left (DRA-6).
    """
    table = state.table
    box = state.box
    if box.deck_top == box.deck_end:
        reshuffle(state, trace, False)
    if box.deck_top == box.deck_end:
        return -1
    card = box.deck[box.deck_top]
    box.deck_top += 1
    table.deck_size -= 1
    note_offer(state, card, how, seat)
    return card


@compiled
def note_offer(state, card, how, seat):
    """Record how a card first left the deck."""
    table = state.table
    box = state.box
    if box.offer_how[card] < 0:
        box.offer_how[card] = how
        box.offer_month[card] = table.month
        box.offer_seat[card] = seat


@compiled
def to_pool(table, card):
    """Put a card face up into the Discard Pool (END-5).

    In solo, which has no pool, it goes to the discard deck.
    """
    if table.rule_solo == SOLO.ON:
        table.card_place[card] = DISCARDED
        return
    table.pool[table.pool_size] = card
    table.pool_size += 1
    table.card_place[card] = POOL


@compiled
def deal_to_pool(state, trace):
    """Deal the top card face up to the pool (SET-13, END-2).

    Returns 0, or 1 if no card is left.
    """
    table = state.table
    card = take_top(state, trace, TO_POOL, -1)
    if card < 0:
        return 1
    to_pool(table, card)
    emit(trace, POOL_CARD, -1, card)
    return 0


@compiled
def remove_at(cards, size, index):
    """Remove the card at ``index``, keeping the others in order."""
    for later in range(index, size - 1):
        cards[later] = cards[later + 1]
    cards[size - 1] = -1
