"""Record a game for the result tables (TAB)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.branching import Block
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.stadium.codes import MONEY, STACK, TOKENS
from eoc_sim.simulator.stadium.columns import TABLES
from eoc_sim.simulator.stadium.outcomes import EMPLOYEE_FACE_DOWN, EMPLOYEE_KEPT, NOT_DONE, OUT_KEPT
from eoc_sim.simulator.stadium.state import MAX_DRAWN

clear_round_row = Block(TABLES["rounds"].ledger_dtype, first="game", last="lost").clearer()


@compiled
def gain(state, seat, token, amount, source):
    """Give an owner tokens and record the source of money (EARNED_...)."""
    table = state.table
    table.tokens[seat, token] += amount
    if token == MONEY:
        state.ledger.rounds[seat, table.round - 1].earned[source] += amount


@compiled
def spend(state, seat, token, amount, use):
    """Take an owner's tokens and record the use of money (SPENT_...).

    The owner must have them.
    """
    table = state.table
    table.tokens[seat, token] -= amount
    if token == MONEY:
        state.ledger.rounds[seat, table.round - 1].spent[use] += amount


@compiled
def clear_round(state):
    """Begin the rows of a round."""
    table = state.table
    state.box.first_placement[table.round] = state.box.placements
    state.box.first_placement[table.round + 1] = state.box.placements
    for seat in range(table.owners):
        row = state.ledger.rounds[seat, table.round - 1]
        clear_round_row(row)
        row.seat = seat
        row.round = table.round


@compiled
def note_placement(state, seat, space, bonus):
    """Record a placed VP; its result is recorded when it acts."""
    table = state.table
    box = state.box
    row = state.ledger.placements[box.placements]
    row.seat = seat
    row.round = table.round
    row.turn = table.placed
    row.space = space
    row.bonus = bonus + 1
    row.state = min(STACK, table.bonus_tokens[space])
    row.done = NOT_DONE
    row.amount = 0
    box.placement_row[space, bonus] = box.placements
    box.placements += 1
    box.first_placement[table.round + 1] = box.placements
    state.ledger.seats[seat].placements += 1


@compiled
def note_done(state, space, bonus, outcome, amount):
    """Record the result of a VP's action."""
    row = state.ledger.placements[state.box.placement_row[space, bonus]]
    row.done = outcome
    row.amount = amount


@compiled
def note_bonus(state, seat, space, bonus, units, units_used, gain):
    """Record an earned bonus, its units used and the tokens gained."""
    box = state.box
    row = state.ledger.bonuses[box.bonus_rows]
    row.seat = seat
    row.round = state.table.round
    row.space = space
    row.bonus = bonus
    row.units = units
    row.used = units_used
    row.tokens = gain
    box.bonus_rows += 1


@compiled
def note_bonus_used(state, gain):
    """Record the use of one more unit of the last bonus."""
    row = state.ledger.bonuses[state.box.bonus_rows - 1]
    row.used += 1
    row.tokens += gain


@compiled
def note_block(state, seat, place, points, block_number):
    """Record a placed block, with the price from ``box.payments``.

    ``block_number`` is its number among the owner's blocks, from 1.
    """
    box = state.box
    row = state.ledger.blocks[box.block_rows]
    row.seat = seat
    row.round = state.table.round
    row.place = place
    row.points = points
    row.level = state.table.place_level[place]
    for token in range(TOKENS):
        row.paid[token] = box.payments[token]
    row.nth = block_number
    box.block_rows += 1


@compiled
def note_player_in(state, seat, card, how, signing):
    """Record that a player joins an owner."""
    box = state.box
    row = state.ledger.players[box.player_rows]
    row.seat = seat
    row.card = card
    row.how = how
    row.from_round = state.table.round
    row.to_round = 0
    row.out = OUT_KEPT
    row.points = 0
    row.signing = signing
    row.salaries = 0
    row.wins = 0
    row.entertainment = 0
    box.player_rows += 1


@compiled
def note_player_out(state, seat, card, how_it_left):
    """Record that a player leaves an owner.

    If the owner had several copies of the card, the last to join leaves.
    """
    for index in range(state.box.player_rows - 1, -1, -1):
        row = state.ledger.players[index]
        if row.seat == seat and row.card == card and row.to_round == 0:
            row.to_round = state.table.round
            row.out = how_it_left
            return


@compiled
def note_player_gains(state, seat, card, wins, entertainment):
    """Record the gains of each copy of a player at game time."""
    for index in range(state.box.player_rows):
        row = state.ledger.players[index]
        if row.seat == seat and row.card == card and row.to_round == 0:
            row.wins += wins
            row.entertainment += entertainment


@compiled
def note_player_salaries(state, seat):
    """Record the salaries paid to the players that stay."""
    table = state.table
    for index in range(state.box.player_rows):
        row = state.ledger.players[index]
        if row.seat == seat and row.to_round == 0:
            row.salaries += table.player_salary[row.card]


@compiled
def note_drawn(state, seat, card):
    """Record that an owner drew an employee."""
    box = state.box
    if box.employee_rows == MAX_DRAWN:
        box.full = 1
        return
    row = state.ledger.employees[box.employee_rows]
    row.seat = seat
    row.card = card
    row.drawn_round = state.table.round
    row.hired_round = 0
    row.cost = 0
    row.salaries = 0
    row.stars = 0
    row.gains = 0
    row.out = EMPLOYEE_FACE_DOWN
    row.points = 0
    box.employee_rows += 1


@compiled
def note_hired(state, seat, card):
    """Record that an owner hired one of their face-down employees."""
    for index in range(state.box.employee_rows):
        row = state.ledger.employees[index]
        if row.seat == seat and row.card == card and row.out == EMPLOYEE_FACE_DOWN:
            row.hired_round = state.table.round
            row.cost = state.table.employee_cost[card]
            row.out = EMPLOYEE_KEPT
            return


@compiled
def _is_at_work(row, seat, card):
    """Check if a ledger row belongs to a seat's hired employee."""
    return row.seat == seat and row.card == card and row.out == EMPLOYEE_KEPT


@compiled
def note_employee_out(state, seat, card, how_it_left):
    """Record that a hired employee leaves an owner.

    If the owner had several copies of the card, the last one drawn leaves.
    """
    for index in range(state.box.employee_rows - 1, -1, -1):
        row = state.ledger.employees[index]
        if _is_at_work(row, seat, card):
            row.out = how_it_left
            return


@compiled
def note_star(state, seat, card, gains):
    """Record the use of an employee's star.

    If the owner has several copies of the card, the use counts for the copy whose star has been
    used least often.
    """
    best = -1
    for index in range(state.box.employee_rows):
        row = state.ledger.employees[index]
        if _is_at_work(row, seat, card) and (
            best < 0 or row.stars < state.ledger.employees[best].stars
        ):
            best = index
    if best >= 0:
        state.ledger.employees[best].stars += 1
        state.ledger.employees[best].gains += gains


@compiled
def note_employee_gains(state, seat, card, gains):
    """Record each hired copy's gains at game time."""
    for index in range(state.box.employee_rows):
        row = state.ledger.employees[index]
        if _is_at_work(row, seat, card):
            row.gains += gains


@compiled
def note_employee_salaries(state, seat):
    """Record the salaries paid to the employees that stay."""
    table = state.table
    for index in range(state.box.employee_rows):
        row = state.ledger.employees[index]
        if row.seat == seat and row.out == EMPLOYEE_KEPT:
            row.salaries += table.employee_salary[row.card]
