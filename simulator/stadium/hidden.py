"""Dealing anew what a seat cannot see (INF-2), as search players and what-ifs need it.

What an owner cannot see is the order of both decks, and which employees others hold face down. The
cards in a deck of players can be told, but not their order; the employees of the deck, and those of
it that lie face down before others, may be any of these cards.
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
def _gather_employees(state, viewer):
    """INF-2: take up all employees that a seat cannot see, row by row; how many they are."""
    table = state.table
    box = state.box
    number = 0
    for row in range(table.employees):
        for place in range(table.employees_left):
            if box.employee_deck[place] == row:
                box.hidden_row[number] = row
                box.hidden_seat[number] = -1
                box.hidden_deck[number] = box.employee_reshuffles
                number += 1
        for seat in range(table.owners):
            if seat == viewer:
                continue
            for _ in range(state.seats[seat].face_down[row]):
                box.hidden_row[number] = row
                box.hidden_seat[number] = seat
                box.hidden_deck[number] = box.drawn_from[seat, row]
                number += 1
            state.seats[seat].face_down[row] = 0
    return number


@compiled
def _deal_employees(state, viewer):
    """INF-2: the deck of employees and what lies face down before others, mixed and dealt anew.

    All have seen which discarded employees a renewed deck was made of, so what came from one deck
    is mixed by itself. (Of a row with several copies an owner's are taken to have come together.)
    """
    table = state.table
    box = state.box
    hidden = _gather_employees(state, viewer)
    for deck in range(box.employee_reshuffles + 1):
        number = 0
        for place in range(hidden):
            if box.hidden_deck[place] == deck:
                item = (deck << 16) + number
                shuffle_add(box, streams.REDEAL_EMPLOYEES, number, item, box.hidden_row[place])
                number += 1
        shuffle_finish(box, number)
        taken = 0
        for seat in range(table.owners):
            for place in range(hidden):
                if box.hidden_deck[place] == deck and box.hidden_seat[place] == seat:
                    row = box.sort_item[taken]
                    state.seats[seat].face_down[row] += 1
                    box.drawn_from[seat, row] = deck
                    taken += 1
        if deck == box.employee_reshuffles:
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
