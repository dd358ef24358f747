"""Where the cards are: deck, pool, discard deck, and how they are dealt and shuffled (END-5)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.state import DISCARDED, HIDDEN, POOL
from eoc_sim.simulator.eoc.streams import RESHUFFLE
from eoc_sim.simulator.eoc.switches import SOLO
from eoc_sim.simulator.eoc.trace import POOL_CARD, emit, emit_list
from eoc_sim.simulator.eoc.trace import RESHUFFLE as RESHUFFLED
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import (
    draw_at,
    item_key,
    key_place,
    stream_key_0,
    stream_key_1,
)


@compiled
def draw_once(box, stream, position, n):
    """The draw at a position of one of this game's streams (RND-1)."""
    return draw_at(stream_key_0(box.key[0], stream), stream_key_1(box.key[1], stream), position, n)


@compiled
def shuffle_add(box, stream, place, item, value):
    """Put a value into the pile that is being shuffled, keyed by its item (RND-1)."""
    box.sort_key[place] = item_key(
        stream_key_0(box.key[0], stream), stream_key_1(box.key[1], stream), item
    )
    box.sort_item[place] = value


@compiled
def shuffle_finish(box, number):
    """Order ``box.sort_item`` by the keys (RND-1).

    Keys are uniform, so their leading bits say about where each belongs; of those that belong at
    the same place there are few, which an insertion sort puts in order.
    """
    for place in range(number):
        box.spread_end[place] = 0
    for place in range(number):
        box.spread_end[key_place(box.sort_key[place], number)] += 1
    for place in range(1, number):
        box.spread_end[place] += box.spread_end[place - 1]
    for place in range(number):
        near = key_place(box.sort_key[place], number)
        box.spread_end[near] -= 1
        near = box.spread_end[near] + 0
        box.spread_key[near] = box.sort_key[place]
        box.spread_item[near] = box.sort_item[place]
    for place in range(number):
        key = box.spread_key[place]
        hole = place
        while hole > 0 and box.sort_key[hole - 1] > key:
            box.sort_key[hole] = box.sort_key[hole - 1]
            box.sort_item[hole] = box.sort_item[hole - 1]
            hole -= 1
        box.sort_key[hole] = key
        box.sort_item[hole] = box.spread_item[place]


@compiled
def reshuffle(state, trace, under):
    """Shuffle the discard deck into the draw deck: DRA-6 (deck empty) or END-3 (put under)."""
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
    left = box.deck_end - box.deck_top
    for place in range(left):
        box.deck[place] = box.deck[box.deck_top + place]
    for place in range(number):
        box.deck[left + place] = box.sort_item[place]
    box.deck_top = 0
    box.deck_end = left + number
    table.deck_size = left + number
    if trace.position > 0:
        emit(trace, RESHUFFLED, -1, 1 if under else 0, 0, 0, 0, 0)
        emit_list(trace, box.sort_item, number)


@compiled
def take_top(state, trace, how, seat):
    """The top card of the deck, for a stash, a hand or the pool; -1 if no card is left (DRA-6)."""
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
    """Note how a card first left the deck."""
    table = state.table
    box = state.box
    if box.offer_how[card] < 0:
        box.offer_how[card] = how
        box.offer_month[card] = table.month
        box.offer_seat[card] = seat


@compiled
def to_pool(table, card):
    """Put a card face up into the Discard Pool; in solo there is none (END-5)."""
    if table.rule_solo == SOLO.ON:
        table.card_place[card] = DISCARDED
        return
    table.pool[table.pool_size] = card
    table.pool_size += 1
    table.card_place[card] = POOL


@compiled
def deal_to_pool(state, trace):
    """Deal the top card face up to the pool (SET-13, END-2); 0, or 1 if no card is left."""
    table = state.table
    card = take_top(state, trace, 2, -1)
    if card < 0:
        return 1
    to_pool(table, card)
    emit(trace, POOL_CARD, -1, card, 0, 0, 0, 0)
    return 0


@compiled
def remove_at(cards, size, place):
    """Take the entry at ``place`` out of a list of ``size`` cards, keeping the order."""
    for later in range(place, size - 1):
        cards[later] = cards[later + 1]
    cards[size - 1] = -1
