"""The two decks, the draft area and the discard piles (SET-5, BON-4, ACT-20, GAM-6)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.kernel.tracing import emit, emit_list
from eoc_sim.simulator.stadium import streams
from eoc_sim.simulator.stadium.events import CARD, RESHUFFLED
from eoc_sim.simulator.stadium.ledger import note_drawn, note_employee_out, note_player_out
from eoc_sim.simulator.stadium.names import MAX_COPIES

PLAYER_DECK, EMPLOYEE_DECK = 0, 1


@compiled
def _shuffle(box, stream, rows, copies, items, deck):
    """SET-5, RND-2: shuffle copies of rows into a deck; return their number.

    The first card in the shuffled order goes on top; the top of a deck is its last entry.
    """
    number = 0
    for row in range(rows):
        for copy in range(copies[row]):
            shuffle_add(box, stream, number, items[MAX_COPIES * row + copy], row)
            number += 1
    shuffle_finish(box, number)
    for index in range(number):
        deck[number - 1 - index] = box.sort_item[index]
    return number


@compiled
def shuffle_players(state):
    """SET-5: shuffle the deck of players."""
    table = state.table
    box = state.box
    table.players_left = _shuffle(
        box, streams.PLAYERS, table.players, table.player_copies, box.player_item, box.player_deck
    )


@compiled
def shuffle_employees(state):
    """SET-5: shuffle the deck of employees."""
    table = state.table
    box = state.box
    rows, copies, items = table.employees, table.employee_copies, box.employee_item
    table.employees_left = _shuffle(box, streams.EMPLOYEES, rows, copies, items, box.employee_deck)


@compiled
def _renew_players(state, trace):
    """GAM-6: shuffle the discarded players into the empty deck."""
    table = state.table
    box = state.box
    stream = streams.RESHUFFLE_PLAYERS + box.player_reshuffles + 1
    discards = table.discarded_players
    number = _shuffle(box, stream, table.players, discards, box.player_item, box.player_deck)
    if number == 0:
        return
    for row in range(table.players):
        discards[row] = 0
    box.player_reshuffles += 1
    table.players_left = number
    emit(trace, RESHUFFLED, -1, PLAYER_DECK)
    emit_list(trace, box.sort_item, number)


@compiled
def _renew_employees(state, trace):
    """GAM-6: shuffle the discarded employees into the empty deck."""
    table = state.table
    box = state.box
    stream = streams.RESHUFFLE_EMPLOYEES + box.employee_reshuffles + 1
    discards = table.discarded_employees
    number = _shuffle(box, stream, table.employees, discards, box.employee_item, box.employee_deck)
    if number == 0:
        return
    for row in range(table.employees):
        discards[row] = 0
    box.employee_reshuffles += 1
    table.employees_left = number
    emit(trace, RESHUFFLED, -1, EMPLOYEE_DECK)
    emit_list(trace, box.sort_item, number)


@compiled
def draw_employee(state, trace, seat):
    """BON-4: draw an employee face down and return its row.

    The row is -1 if no card is left (GAM-6).
    """
    table = state.table
    if table.employees_left == 0:
        _renew_employees(state, trace)
    if table.employees_left == 0:
        return -1
    table.employees_left -= 1
    card = state.box.employee_deck[table.employees_left]
    state.seats[seat].face_down[card] += 1
    table.face_down_count[seat] += 1
    state.box.drawn_from_deck[seat, card] = state.box.employee_reshuffles
    state.ledger.seats[seat].cards_drawn += 1
    note_drawn(state, seat, card)
    return card


@compiled
def turn_up_player(state, trace):
    """BON-4: turn a player up into the draft area; return its row.

    The row is -1 if no card is left (GAM-6).
    """
    table = state.table
    if table.players_left == 0:
        _renew_players(state, trace)
    if table.players_left == 0:
        return -1
    table.players_left -= 1
    card = state.box.player_deck[table.players_left]
    table.area[card] += 1
    table.area_size += 1
    return card


@compiled
def card_bonus(state, trace, seat, units):
    """BON-4: draw employees for the owner, then players for everyone.

    ``units`` is the number of each, 1 or 2; all employees are drawn first. Returns the number of
    units that brought a card.
    """
    box = state.box
    units_used = 0
    for unit in range(units):
        box.drawn_employee[unit] = draw_employee(state, trace, seat)
    for unit in range(units):
        box.drawn_player[unit] = turn_up_player(state, trace)
    for unit in range(units):
        employee = box.drawn_employee[unit]
        player = box.drawn_player[unit]
        if employee >= 0 or player >= 0:
            units_used += 1
        emit(trace, CARD, seat, employee, player)
    return units_used


@compiled
def take_player(table, seat, card):
    """ACT-17, ACT-18: move a player from the draft area to an owner."""
    table.area[card] -= 1
    table.area_size -= 1
    table.team[seat, card] += 1
    table.team_size[seat] += 1


@compiled
def remove_player(state, seat, card, how_it_left):
    """Remove a player from an owner's team.

    The caller puts the card elsewhere.
    """
    table = state.table
    table.team[seat, card] -= 1
    table.team_size[seat] -= 1
    note_player_out(state, seat, card, how_it_left)


@compiled
def discard_player(state, seat, card, how_it_left):
    """GAM-4, LOS-3: put a player on the players' discard pile."""
    remove_player(state, seat, card, how_it_left)
    state.table.discarded_players[card] += 1


@compiled
def discard_employee(state, seat, card, how_it_left):
    """GAM-4, LOS-3: put a hired employee on the employees' discard pile."""
    table = state.table
    table.hired[seat, card] -= 1
    table.hired_count[seat] -= 1
    table.discarded_employees[card] += 1
    note_employee_out(state, seat, card, how_it_left)
