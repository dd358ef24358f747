"""Notes on a game for the result tables (TAB)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.stadium.state import (
    BLOCK_NTH,
    BLOCK_PAID,
    BLOCK_PLACE,
    BLOCK_POINTS,
    BLOCK_ROUND,
    BLOCK_SEAT,
    BONUS_ROW_BONUS,
    BONUS_ROW_GAINED,
    BONUS_ROW_ROUND,
    BONUS_ROW_SEAT,
    BONUS_ROW_SPACE,
    BONUS_ROW_UNITS,
    BONUS_ROW_USED,
    COUNT_PLACEMENTS,
    DONE_NOT,
    EMPLOYED_CARD,
    EMPLOYED_COST,
    EMPLOYED_DRAWN,
    EMPLOYED_GAINS,
    EMPLOYED_HIRED,
    EMPLOYED_OUT,
    EMPLOYED_SALARIES,
    EMPLOYED_SEAT,
    EMPLOYED_STARS,
    EMPLOYEE_FACE_DOWN,
    EMPLOYEE_KEPT,
    MAX_DRAWN,
    MONEY,
    OUT_KEPT,
    PLACEMENT_AMOUNT,
    PLACEMENT_BONUS,
    PLACEMENT_DONE,
    PLACEMENT_ROUND,
    PLACEMENT_SEAT,
    PLACEMENT_SPACE,
    PLACEMENT_STATE,
    PLACEMENT_TURN,
    ROUND_COLUMNS,
    ROUND_EARNED,
    ROUND_SPENT,
    STACK,
    STAY_CARD,
    STAY_ENTERTAINMENT,
    STAY_FROM,
    STAY_HOW,
    STAY_OUT,
    STAY_SALARIES,
    STAY_SEAT,
    STAY_SIGNING,
    STAY_TO,
    STAY_WINS,
    TOKENS,
)


@compiled
def gain(state, seat, token, amount, source):
    """Give an owner tokens and note the source of money (EARNED_...)."""
    table = state.table
    table.tokens[seat, token] += amount
    if token == MONEY:
        state.ledger.round[table.round - 1, seat, ROUND_EARNED + source] += amount


@compiled
def spend(state, seat, token, amount, use):
    """Take an owner's tokens and note the use of money (SPENT_...).

    The owner must have them.
    """
    table = state.table
    table.tokens[seat, token] -= amount
    if token == MONEY:
        state.ledger.round[table.round - 1, seat, ROUND_SPENT + use] += amount


@compiled
def clear_round(state):
    """Begin the rows of a round."""
    table = state.table
    state.box.first_placement[table.round] = state.box.placements
    state.box.first_placement[table.round + 1] = state.box.placements
    for seat in range(table.owners):
        row = state.ledger.round[table.round - 1, seat]
        for column in range(ROUND_COLUMNS):
            row[column] = 0


@compiled
def note_placement(state, seat, space, bonus):
    """Note a placed VP; its result is noted when it acts."""
    table = state.table
    box = state.box
    row = state.ledger.placement[box.placements]
    row[PLACEMENT_SEAT] = seat
    row[PLACEMENT_ROUND] = table.round
    row[PLACEMENT_TURN] = table.placed
    row[PLACEMENT_SPACE] = space
    row[PLACEMENT_BONUS] = bonus
    row[PLACEMENT_STATE] = min(STACK, table.bonus_tokens[space])
    row[PLACEMENT_DONE] = DONE_NOT
    row[PLACEMENT_AMOUNT] = 0
    box.placement_row[space, bonus] = box.placements
    box.placements += 1
    box.first_placement[table.round + 1] = box.placements
    box.count[seat, COUNT_PLACEMENTS] += 1


@compiled
def note_done(state, space, bonus, done, amount):
    """Note the result of a VP's action."""
    row = state.ledger.placement[state.box.placement_row[space, bonus]]
    row[PLACEMENT_DONE] = done
    row[PLACEMENT_AMOUNT] = amount


@compiled
def note_bonus(state, seat, space, bonus, units, used, gained):
    """Note an earned bonus, its units used and the tokens gained."""
    box = state.box
    row = state.ledger.bonus[box.bonus_rows]
    row[BONUS_ROW_SEAT] = seat
    row[BONUS_ROW_ROUND] = state.table.round
    row[BONUS_ROW_SPACE] = space
    row[BONUS_ROW_BONUS] = bonus
    row[BONUS_ROW_UNITS] = units
    row[BONUS_ROW_USED] = used
    row[BONUS_ROW_GAINED] = gained
    box.bonus_rows += 1


@compiled
def note_bonus_used(state, gained):
    """Note one more unit used of the last bonus, and its tokens."""
    row = state.ledger.bonus[state.box.bonus_rows - 1]
    row[BONUS_ROW_USED] += 1
    row[BONUS_ROW_GAINED] += gained


@compiled
def note_block(state, seat, place, points, nth):
    """Note a placed block, with the price from ``box.paid``."""
    box = state.box
    row = state.ledger.block[box.block_rows]
    row[BLOCK_SEAT] = seat
    row[BLOCK_ROUND] = state.table.round
    row[BLOCK_PLACE] = place
    row[BLOCK_POINTS] = points
    for token in range(TOKENS):
        row[BLOCK_PAID + token] = box.paid[token]
    row[BLOCK_NTH] = nth
    box.block_rows += 1


@compiled
def note_stay(state, seat, card, how, signing):
    """Note that a player joins an owner."""
    box = state.box
    row = state.ledger.stay[box.stays]
    row[STAY_SEAT] = seat
    row[STAY_CARD] = card
    row[STAY_HOW] = how
    row[STAY_FROM] = state.table.round
    row[STAY_TO] = 0
    row[STAY_OUT] = OUT_KEPT
    row[STAY_SIGNING] = signing
    row[STAY_SALARIES] = 0
    row[STAY_WINS] = 0
    row[STAY_ENTERTAINMENT] = 0
    box.stays += 1


@compiled
def note_player_out(state, seat, card, out):
    """Note that a player leaves an owner.

    Among several in one row it is the one that joined last.
    """
    for place in range(state.box.stays - 1, -1, -1):
        row = state.ledger.stay[place]
        if row[STAY_SEAT] == seat and row[STAY_CARD] == card and row[STAY_TO] == 0:
            row[STAY_TO] = state.table.round
            row[STAY_OUT] = out
            return


@compiled
def note_player_gains(state, seat, card, wins, entertainment):
    """Note the gains of each player of a row at game time."""
    for place in range(state.box.stays):
        row = state.ledger.stay[place]
        if row[STAY_SEAT] == seat and row[STAY_CARD] == card and row[STAY_TO] == 0:
            row[STAY_WINS] += wins
            row[STAY_ENTERTAINMENT] += entertainment


@compiled
def note_player_salaries(state, seat):
    """Note the salaries paid to the players that stay."""
    table = state.table
    for place in range(state.box.stays):
        row = state.ledger.stay[place]
        if row[STAY_SEAT] == seat and row[STAY_TO] == 0:
            row[STAY_SALARIES] += table.player_salary[row[STAY_CARD]]


@compiled
def note_drawn(state, seat, card):
    """Note that an owner drew an employee."""
    box = state.box
    if box.employed == MAX_DRAWN:
        box.full = 1
        return
    row = state.ledger.employed[box.employed]
    row[EMPLOYED_SEAT] = seat
    row[EMPLOYED_CARD] = card
    row[EMPLOYED_DRAWN] = state.table.round
    row[EMPLOYED_HIRED] = 0
    row[EMPLOYED_COST] = 0
    row[EMPLOYED_SALARIES] = 0
    row[EMPLOYED_STARS] = 0
    row[EMPLOYED_GAINS] = 0
    row[EMPLOYED_OUT] = EMPLOYEE_FACE_DOWN
    box.employed += 1


@compiled
def note_hired(state, seat, card):
    """Note that an owner hired one of its face-down employees."""
    for place in range(state.box.employed):
        row = state.ledger.employed[place]
        if (
            row[EMPLOYED_SEAT] == seat
            and row[EMPLOYED_CARD] == card
            and row[EMPLOYED_OUT] == EMPLOYEE_FACE_DOWN
        ):
            row[EMPLOYED_HIRED] = state.table.round
            row[EMPLOYED_COST] = state.table.employee_cost[card]
            row[EMPLOYED_OUT] = EMPLOYEE_KEPT
            return


@compiled
def _is_at_work(row, seat, card):
    """Check that a ledger row belongs to a seat's hired employee."""
    return (
        row[EMPLOYED_SEAT] == seat
        and row[EMPLOYED_CARD] == card
        and row[EMPLOYED_OUT] == EMPLOYEE_KEPT
    )


@compiled
def note_employee_out(state, seat, card, out):
    """Note that a hired employee leaves an owner.

    Among several in one row it is the one drawn last.
    """
    for place in range(state.box.employed - 1, -1, -1):
        row = state.ledger.employed[place]
        if _is_at_work(row, seat, card):
            row[EMPLOYED_OUT] = out
            return


@compiled
def note_star(state, seat, card, gains):
    """Note the use of an employee's star.

    Among several in one row the least used is assumed to work.
    """
    best = -1
    for place in range(state.box.employed):
        row = state.ledger.employed[place]
        if _is_at_work(row, seat, card) and (
            best < 0 or row[EMPLOYED_STARS] < state.ledger.employed[best, EMPLOYED_STARS]
        ):
            best = place
    if best >= 0:
        state.ledger.employed[best, EMPLOYED_STARS] += 1
        state.ledger.employed[best, EMPLOYED_GAINS] += gains


@compiled
def note_employee_gains(state, seat, card, gains):
    """Note the gains of a row's hired employees at game time."""
    for place in range(state.box.employed):
        row = state.ledger.employed[place]
        if _is_at_work(row, seat, card):
            row[EMPLOYED_GAINS] += gains


@compiled
def note_employee_salaries(state, seat):
    """Note the salaries paid to the employees that stay."""
    table = state.table
    for place in range(state.box.employed):
        row = state.ledger.employed[place]
        if row[EMPLOYED_SEAT] == seat and row[EMPLOYED_OUT] == EMPLOYEE_KEPT:
            row[EMPLOYED_SALARIES] += table.employee_salary[row[EMPLOYED_CARD]]
