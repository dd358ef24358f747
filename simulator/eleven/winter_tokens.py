"""Winter tokens: revealing, taking and placing them (EPI-7 to EPI-9)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions, streams
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import WINTER_PICK, WINTER_PLACE, WINTER_TOKEN
from eoc_sim.simulator.eleven.ledger import note_pick, note_placed
from eoc_sim.simulator.eleven.names import WINTER_KINDS
from eoc_sim.simulator.eleven.pitch import ANY_ROW, BALL, LAST_JERSEY, SHIELD
from eoc_sim.simulator.eleven.sizes import MAX_WINTER_KINDS, MAX_WINTER_TOKENS, WINTER_PICKS
from eoc_sim.simulator.eleven.winter_choices import (
    ANY_SECTION,
    BALL_SECTION,
    SHIELD_SECTION,
    pick_refusal,
    placing_refusal,
)
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.kernel.tracing import emit, emit_list

NUMBER_12, STRENGTH_3 = map(WINTER_KINDS.index, ("number 12", "strength 3"))
STRENGTH = 3
"""The strength of a card with *strength 3* (EPI-9)."""


@compiled
def shuffle(state):
    """EPI-7, RND-1: shuffle the winter tokens."""
    table = state.table
    box = state.box
    number = 0
    for row in range(MAX_WINTER_KINDS):
        for copy in range(table.winter_copies[row]):
            if number < MAX_WINTER_TOKENS:
                item = box.winter_item[row] + copy
                shuffle_add(box, streams.WINTER_TOKENS, number, item, row)
                number += 1
    shuffle_finish(box, number)
    for index in range(number):
        box.winter_pile[index] = box.sort_item[number - 1 - index]
    box.winter_pile_count = number
    table.winter_round = 0


@compiled
def are_taken(table):
    """EPI-7: check if all managers have taken their tokens."""
    return table.turns_taken == WINTER_PICKS * table.managers


@compiled
def reveal(state, trace):
    """EPI-7: reveal one more token than there are managers, or all that remain."""
    table = state.table
    box = state.box
    table.winter_round += 1
    number = min(table.managers + 1, box.winter_pile_count)
    table.winter_shown_count = number
    for index in range(number):
        box.winter_pile_count -= 1
        table.winter_shown[index] = box.winter_pile[box.winter_pile_count]
    emit(trace, WINTER_TOKEN, -1, table.winter_round)
    if trace.position > 0:
        emit_list(trace, table.winter_shown, number)


@compiled
def is_before(table, manager, rival):
    """EPI-7: check if a manager picks before another in this round.

    In the first and third rounds, the manager with the most points picks first; in the second
    round, the manager with the fewest. Turn order breaks ties.
    """
    lead = table.points[manager] - table.points[rival]
    if lead == 0:
        first = table.first_manager
        return (manager - first) % table.managers < (rival - first) % table.managers
    return lead > 0 if table.winter_round % 2 == 1 else lead < 0


@compiled
def taker(table):
    """EPI-7: return the manager who takes a token next."""
    turn = table.turns_taken % table.managers
    for seat in range(table.managers):
        number_ahead = 0
        for rival in range(table.managers):
            number_ahead += 1 if rival != seat and is_before(table, rival, seat) else 0
        if number_ahead == turn:
            return seat
    return -1


@compiled
def take(state, trace, policies):
    """EPI-7: reveal tokens, or let the next manager take one.

    Returns 0 or the refusal.
    """
    table = state.table
    if table.winter_round * table.managers == table.turns_taken:
        reveal(state, trace)
        return 0
    turn = table.turns_taken % table.managers
    if turn >= table.winter_shown_count:
        table.turns_taken += 1
        return 0
    seat = taker(table)
    ask(state, policies, seat, decisions.ASK_WINTER_PICK)
    index = state.order.amount + 0
    refusal = pick_refusal(table, index)
    if refusal > 0:
        return refusal
    stop_blaming(state)
    token = table.winter_shown[index] + 0
    table.winter_shown[index] = -1
    table.winter_held[seat, table.winter_held_count[seat]] = token
    table.winter_held_count[seat] += 1
    table.turns_taken += 1
    note_pick(state, seat, token, table.winter_round + 0, turn + 1)
    emit(trace, WINTER_PICK, seat, table.winter_round, token)
    if turn == table.managers - 1:
        table.winter_shown_count = 0
    return 0


@compiled
def place(state, trace, policies):
    """EPI-8: let all managers place winter tokens on cards simultaneously.

    Returns 0 or the refusal.
    """
    table = state.table
    box = state.box
    for seat in range(table.managers):
        ask(state, policies, seat, decisions.ASK_WINTER_PLACE)
        refusal = placing_refusal(table, seat, state.order)
        if refusal > 0:
            return refusal
        for index in range(WINTER_PICKS):
            box.chosen_placed[seat, index] = state.order.placed[index]
    stop_blaming(state)
    for seat in range(table.managers):
        for index in range(table.winter_held_count[seat]):
            card = box.chosen_placed[seat, index] - 1
            token = table.winter_held[seat, index] + 0
            if card >= 0:
                place_token(table, card, table.winter_kind[token] + 0)
            note_placed(state, seat, index + 1, card)
            emit(trace, WINTER_PLACE, seat, token, card)
        table.winter_held_count[seat] = 0
    return 0


@compiled
def place_token(table, card, kind):
    """EPI-9: place a winter token on a card."""
    table.winter_token[card] = kind + 1
    if kind == NUMBER_12 or kind == NUMBER_12 + 1:
        table.card_jersey[card] = LAST_JERSEY + 1 + kind - NUMBER_12
    elif kind == ANY_SECTION:
        table.card_rows[card] = ANY_ROW
    elif kind == STRENGTH_3:
        table.side_strength[card] = STRENGTH
    elif kind == BALL_SECTION:
        table.card_side[card] = BALL
    elif kind == SHIELD_SECTION:
        table.card_side[card] = SHIELD
