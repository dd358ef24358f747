"""Dealing anew what a seat cannot see (INF-2), as search players and what-ifs need it.

What an owner cannot see is the order of both decks, and which employees others hold face down. The
cards in a deck of players can be told, but not their order; the employees of the deck and those
that lie face down before others may be any of these cards.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import game_key_0, game_key_1
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.stadium import streams
from eoc_sim.simulator.stadium.set_up import forget

DEALT_ANEW = 1 << 40
"""The game number of keys for what is dealt anew: beyond all games that are played."""


@compiled
def _deal_players(state):
    """INF-2: the deck of players in another order."""
    table = state.table
    box = state.box
    number = 0
    for row in range(table.players):
        for place in range(table.players_left):
            if box.player_deck[place] == row:
                shuffle_add(box, streams.REDEAL_PLAYERS, number, number, row)
                number += 1
    shuffle_finish(box, number)
    for place in range(number):
        box.player_deck[place] = box.sort_item[place]


@compiled
def _deal_employees(state, viewer):
    """INF-2: the deck of employees and what lies face down before others, mixed and dealt anew."""
    table = state.table
    box = state.box
    number = 0
    for row in range(table.employees):
        hidden = 0
        for place in range(table.employees_left):
            if box.employee_deck[place] == row:
                hidden += 1
        for seat in range(table.owners):
            if seat != viewer:
                hidden += state.seats[seat].face_down[row]
                state.seats[seat].face_down[row] = 0
        for _ in range(hidden):
            shuffle_add(box, streams.REDEAL_EMPLOYEES, number, number, row)
            number += 1
    shuffle_finish(box, number)
    taken = 0
    for seat in range(table.owners):
        if seat != viewer:
            for _ in range(table.face_down_count[seat]):
                state.seats[seat].face_down[box.sort_item[taken]] += 1
                taken += 1
    for place in range(table.employees_left):
        box.employee_deck[place] = box.sort_item[taken]
        taken += 1


@compiled
def redeal(state, seat, key):
    """Deal anew all that a seat cannot see (INF-2), uniform over what fits what it has seen.

    The same for every state that looks alike to the seat. ``key`` is a whole number from 0: the
    luck of this deal, of coming shuffles too. All memories and random streams of strategies begin
    anew, for what they hold was made from what is no longer true; the rows of employees drawn are
    those of the game as it was.
    """
    box = state.box
    box.key[0] = game_key_0(key, DEALT_ANEW)
    box.key[1] = game_key_1(key, DEALT_ANEW)
    _deal_players(state)
    _deal_employees(state, seat)
    forget(state)
