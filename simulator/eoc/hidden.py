"""Redealing the cards hidden from a seat (INF-2), for search and what-ifs.

A seat knows which cards a hidden card could be: those of one *batch* (the deck as first shuffled,
or one reshuffle of the discard deck, whose cards everyone saw going in), or those of a hand that
the seat held in an open draft (SET-12). Cards that the seat cannot tell apart are equally likely in
any order, so each such group is shuffled among its places. No inferences are drawn from other
players' choices.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc import streams
from eoc_sim.simulator.eoc.setup import key_strategy_streams
from eoc_sim.simulator.eoc.state import GAME_OVER
from eoc_sim.simulator.eoc.switches import BOARDS, STASH
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import forget, key_redeal
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish

PICKS = 4
"""The number of cards each player takes in an open draft."""
HAND_SEEN = 1000
"""The first code for a card from a hand seen earlier.

The code of a card is this number, plus 4 times the hand's number, plus the pick at which the card
was seen.
"""


@compiled
def _known_hand(state, viewer, owner, card):
    """Return the code of the hand in which a card was seen.

    It is -1 if the viewer did not see the card. At pick t of an open draft, seat s holds the hand
    that began at seat s + t (SET-12).
    """
    players = state.table.players
    for pick in range(PICKS):
        if state.box.picked_cards[owner, pick] == card:
            hand = (owner + pick) % players
            for earlier_pick in range(pick - 1, -1, -1):
                if (viewer + earlier_pick) % players == hand:
                    return HAND_SEEN + PICKS * hand + earlier_pick
    return -1


@compiled
def _note_slot(state, number, card, knowledge):
    """INF-2: record how and when a hidden card's place was filled."""
    box = state.box
    box.slot_card[number] = card
    box.slot_knowledge[number] = knowledge
    box.slot_how[number] = box.offer_how[card]
    box.slot_month[number] = box.offer_month[card]
    box.slot_seat[number] = box.offer_seat[card]
    box.slot_passes[number] = box.card_passes[card]


@compiled
def _note_slots(state, viewer):
    """INF-2: record all places hidden from a seat, in a fixed order.

    Returns their number.
    """
    table = state.table
    box = state.box
    number = 0
    for index in range(box.deck_top, box.deck_end):
        _note_slot(state, number, box.deck[index], box.card_batch[box.deck[index]])
        number += 1
    for seat in range(table.players):
        if seat == viewer:
            continue
        for index in range(table.hand_size[seat]):
            card = state.seats[seat].hand[index]
            _note_slot(state, number, card, box.card_batch[card])
            number += 1
        if table.rule_stash == STASH.STARTER:
            continue  # everyone knows a region's four printed cards (SET-8)
        for index in range(table.stash_size[seat]):
            card = state.seats[seat].stash[index]
            knowledge = -1
            if table.rule_stash == STASH.OPEN_DRAFT:
                knowledge = _known_hand(state, viewer, seat, card)
            _note_slot(state, number, card, knowledge if knowledge >= 0 else box.card_batch[card])
            number += 1
    return number


@compiled
def _fill_slots(state, viewer):
    """INF-2: put cards into the noted places."""
    table = state.table
    box = state.box
    number = 0
    for index in range(box.deck_top, box.deck_end):
        box.deck[index] = box.slot_card[number]
        number += 1
    for seat in range(table.players):
        if seat == viewer:
            continue
        for index in range(table.hand_size[seat]):
            state.seats[seat].hand[index] = box.slot_card[number]
            number += 1
        if table.rule_stash == STASH.STARTER:
            continue
        for index in range(table.stash_size[seat]):
            old_card = state.seats[seat].stash[index]
            for pick in range(PICKS):
                if box.picked_cards[seat, pick] == old_card:
                    # Encoded until the end, so that the new card is not taken for another old card.
                    box.picked_cards[seat, pick] = -2 - box.slot_card[number]
            state.seats[seat].stash[index] = box.slot_card[number]
            number += 1
        for pick in range(PICKS):
            if box.picked_cards[seat, pick] < -1:
                box.picked_cards[seat, pick] = -2 - box.picked_cards[seat, pick]


@compiled
def _deal_group(state, number, knowledge):
    """INF-2: shuffle cards that the seat cannot tell apart."""
    box = state.box
    size = 0
    for slot in range(number):
        if box.slot_knowledge[slot] == knowledge:
            card = box.slot_card[slot]
            shuffle_add(box, streams.REDEAL, size, box.card_item[card], card)
            size += 1
    shuffle_finish(box, size)
    count = 0
    for slot in range(number):
        if box.slot_knowledge[slot] == knowledge:
            card = box.sort_item[count]
            count += 1
            box.slot_card[slot] = card
            box.slot_knowledge[slot] = -1
            if knowledge == 0 or knowledge >= HAND_SEEN:
                # The card was never face up, so the record of how it left the deck belongs to the
                # place, not the card.
                box.offer_how[card] = box.slot_how[slot]
                box.offer_month[card] = box.slot_month[slot]
                box.offer_seat[card] = box.slot_seat[slot]
                box.card_passes[card] = box.slot_passes[slot]


@compiled
def _deal_boards(state, viewer):
    """SET-15: redeal hidden boards, unless SCO-5 has revealed them."""
    table = state.table
    box = state.box
    if table.rule_boards == BOARDS.OFF or table.phase == GAME_OVER:
        return
    number = 0
    for board in range(box.boards):
        if board != state.seats[viewer].board:
            shuffle_add(box, streams.REDEAL_BOARDS, number, board, board)
            number += 1
    shuffle_finish(box, number)
    count = 0
    for seat in range(table.players):
        if seat != viewer:
            board = box.sort_item[count]
            count += 1
            state.seats[seat].board = board
            for index in range(5):
                state.seats[seat].board_position[index] = box.board_position[board, index]


@compiled
def redeal(state, seat, key):
    """Redeal everything that a seat cannot see (INF-2), uniformly over the possibilities.

    This covers other players' hands, stashes and boards, the deck's order, and future dice, rolls
    and shuffles. The result is the same for every state that looks the same to the seat. ``key``, a
    non-negative integer, fixes the luck of this deal. Strategies' memories and random streams are
    reset, because they derive from the old cards. After a redeal, the caller should play on with
    models of the players, not with the players' own code.
    """
    box = state.box
    key_redeal(box, key)
    number = _note_slots(state, seat)
    for slot in range(number):
        if box.slot_knowledge[slot] >= 0:
            _deal_group(state, number, box.slot_knowledge[slot] + 0)
    _fill_slots(state, seat)
    _deal_boards(state, seat)
    forget(state)
    key_strategy_streams(state)
