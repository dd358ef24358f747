"""Redealing the cards hidden from a seat (INF-2), for search and what-ifs.

Owners cannot see the order of either deck, or the employees that other owners hold face down. They
know the cards in the deck of players, but not their order. They know which employees are in the
deck or held face down by other owners, but not where each one is.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import forget, key_redeal
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.stadium import streams
from eoc_sim.simulator.stadium.set_up import key_strategy_streams


@compiled
def _deal_players(state):
    """INF-2: shuffle the deck of players again."""
    table = state.table
    box = state.box
    number = 0
    for row in range(table.players):
        for index in range(table.players_left):
            if box.player_deck[index] == row:
                shuffle_add(box, streams.REDEAL_PLAYERS, number, number, row)
                number += 1
    shuffle_finish(box, number)
    for index in range(number):
        box.player_deck[index] = box.sort_item[index]


@compiled
def _gather_employees(state, viewer):
    """INF-2: collect all employees hidden from a seat; return their number.

    They are collected row by row.
    """
    table = state.table
    box = state.box
    number = 0
    for row in range(table.employees):
        for index in range(table.employees_left):
            if box.employee_deck[index] == row:
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
                box.hidden_deck[number] = box.drawn_from_deck[seat, row]
                number += 1
            state.seats[seat].face_down[row] = 0
    return number


@compiled
def _deal_employees(state, viewer):
    """INF-2: redeal the deck of employees and other owners' face-down employees.

    Everyone has seen the discarded employees that went into a reshuffled deck, so the cards of each
    deck are mixed separately. (If an owner has several copies of a row, they are assumed to come
    from the same deck.)
    """
    table = state.table
    box = state.box
    number_hidden = _gather_employees(state, viewer)
    for deck in range(box.employee_reshuffles + 1):
        number = 0
        for index in range(number_hidden):
            if box.hidden_deck[index] == deck:
                item = (deck << 16) + number
                shuffle_add(box, streams.REDEAL_EMPLOYEES, number, item, box.hidden_row[index])
                number += 1
        shuffle_finish(box, number)
        count = 0
        for seat in range(table.owners):
            for index in range(number_hidden):
                if box.hidden_deck[index] == deck and box.hidden_seat[index] == seat:
                    row = box.sort_item[count]
                    state.seats[seat].face_down[row] += 1
                    box.drawn_from_deck[seat, row] = deck
                    count += 1
        if deck == box.employee_reshuffles:
            for index in range(table.employees_left):
                box.employee_deck[index] = box.sort_item[count]
                count += 1


@compiled
def redeal(state, seat, key):
    """Redeal everything that a seat cannot see (INF-2), uniformly over the possibilities.

    The result is the same for every state that looks the same to the seat. ``key``, a non-negative
    integer, fixes the luck of this deal and of later shuffles. The strategies' memories and random
    streams are reset, because they depend on the old cards. The ledger's rows of drawn
    employees remain those of the original game.
    """
    key_redeal(state.box, key)
    _deal_players(state)
    _deal_employees(state, seat)
    forget(state)
    key_strategy_streams(state)
