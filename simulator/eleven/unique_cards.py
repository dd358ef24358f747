"""Unique set-up cards, which change a manager's boards for the game (EXT-1)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions, streams
from eoc_sim.simulator.eleven.codes import AFTER
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.effects import ALL_SOURCES, push_effects
from eoc_sim.simulator.eleven.events import UNIQUE
from eoc_sim.simulator.eleven.sizes import MAX_UNIQUE_CARDS, UNIQUE_SIDES
from eoc_sim.simulator.eleven.sources import UNIQUES
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.kernel.tracing import emit

GOOD, BAD = range(UNIQUE_SIDES)


@compiled
def source_of_side(card, side):
    """EXT-1: return the source of a unique card's side."""
    return UNIQUES + UNIQUE_SIDES * card + side


@compiled
def deal(state):
    """EXT-1, RND-2: deal two unique cards to each manager."""
    table = state.table
    box = state.box
    number = 0
    for card in range(MAX_UNIQUE_CARDS):
        source = source_of_side(card, GOOD)
        if box.source_in_play[source] == 1:
            shuffle_add(box, streams.UNIQUE_CARDS, number, box.source_item[source], card)
            number += 1
    shuffle_finish(box, number)
    for index in range(UNIQUE_SIDES * table.managers):
        seat = index % table.managers
        table.unique_cards[seat, index // table.managers] = box.sort_item[index]


@compiled
def choose_sides(state, trace, policies):
    """EXT-1, INF-4: let all managers play their cards simultaneously.

    Returns 0 or the refusal.
    """
    table = state.table
    box = state.box
    for seat in range(table.managers):
        ask(state, policies, seat, decisions.ASK_UNIQUE_SIDE)
        box.chosen_card[seat] = state.order.card
        cards = table.unique_cards[seat]
        if box.chosen_card[seat] != cards[GOOD] and box.chosen_card[seat] != cards[BAD]:
            return decisions.UNIQUE_NOT_DEALT
    stop_blaming(state)
    for seat in range(table.managers):
        cards = table.unique_cards[seat]
        if box.chosen_card[seat] != cards[GOOD]:
            cards[BAD] = cards[GOOD]
            cards[GOOD] = box.chosen_card[seat]
        for side in range(UNIQUE_SIDES):
            card = cards[side] + 0
            subject = table.unique_subject[card]
            table.board_change[seat, subject] += table.unique_adds[card, side]
        emit(trace, UNIQUE, seat, cards[GOOD], cards[BAD])
    return 0


@compiled
def push_effects_after_match(state):
    """EXT-1: put unique cards' effects before others that a match has caused."""
    table = state.table
    box = state.box
    if box.frames != 1 or box.frame_moment[0] != AFTER or box.frame_source[0] != ALL_SOURCES:
        return
    seat = box.frame_seat[0] + 0
    for side in range(UNIQUE_SIDES - 1, -1, -1):
        push_effects(state, seat, AFTER, source_of_side(table.unique_cards[seat, side] + 0, side))
