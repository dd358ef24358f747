"""Result tables: the rows that the kernel writes after a game."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import lead_start, winners_margin
from eoc_sim.simulator.kernel.noting import copy_row, next_row, write_noted
from eoc_sim.simulator.stadium.codes import PARTS, TOKENS
from eoc_sim.simulator.stadium.columns import (
    BLOCKS,
    BONUSES,
    EMPLOYEES,
    GAMES,
    LEVEL_NAMES,
    PLACEMENTS,
    PLAYERS,
    ROUNDS,
    SEATS,
    SPACE_ROUNDS,
)
from eoc_sim.simulator.stadium.outcomes import EMPLOYEE_KEPT, OUT_KEPT
from eoc_sim.simulator.stadium.state import SPACES

LEVELS = len(LEVEL_NAMES)


@compiled
def write_game(state, rows, counts):
    """Write one row of ``games``."""
    table = state.table
    box = state.box
    if len(rows) == 0:
        return
    row = next_row(rows, counts, GAMES)
    row.game = table.game
    row.owners = table.owners
    row.first_seat = table.first
    row.rounds = table.round
    row.end = table.ended_by
    row.ender_seat = box.ender
    row.winner_seat = box.winner
    row.margin = winners_margin(table, box, table.owners)
    row.leader_round = lead_start(box, table.round)
    row.tie_step = box.tie_step
    row.lead_changes = box.lead_changes
    row.decisions = box.decisions
    row.reshuffles = box.player_reshuffles + box.employee_reshuffles


@compiled
def write_seat(state, rows, counts, seat):
    """Write one row of ``seats``."""
    table = state.table
    box = state.box
    row = copy_row(state.ledger.seats[seat], table.game, rows, counts, SEATS)
    row.seat = seat
    row.order = (seat - table.first) % table.owners
    row.strategy = box.strategy[box.entry[seat]]
    row.score = table.score[seat]
    row.rank = box.rank[seat]
    # box.sharers is 0 until the game ends.
    row.win_share = box.shares[seat] / max(1, box.sharers)
    for part in range(PARTS):
        row.part[part] = table.part[seat, part]
    for token in range(TOKENS):
        row.left[token] = table.tokens[seat, token]
    for level in range(LEVELS):
        row.blocks[level] = table.blocks_at[seat, level]
    row.vps = table.vps[seat]


@compiled
def write_players(state, rows, counts):
    """Write the rows of ``players``, one per stay with an owner."""
    table = state.table
    first = counts[PLAYERS]
    write_noted(state.ledger.players, state.box.player_rows, table.game, rows, counts, PLAYERS)
    for index in range(first, counts[PLAYERS]):
        row = rows[index]
        if row.out == OUT_KEPT:
            row.to_round = table.round
            row.points = table.player_points[row.card]


@compiled
def write_employees(state, rows, counts):
    """Write the rows of ``employees``, one per employee drawn."""
    table = state.table
    first = counts[EMPLOYEES]
    write_noted(
        state.ledger.employees, state.box.employee_rows, table.game, rows, counts, EMPLOYEES
    )
    for index in range(first, counts[EMPLOYEES]):
        row = rows[index]
        if row.out == EMPLOYEE_KEPT:
            row.points = table.employee_points[row.card]


@compiled
def write_rows(state, rows, counts):
    """Write one finished game into the tables' arrays.

    An empty array means that the table is not kept.
    """
    table = state.table
    box = state.box
    ledger = state.ledger
    game = table.game
    write_game(state, rows[GAMES], counts)
    if len(rows[SEATS]) > 0:
        for seat in range(table.owners):
            write_seat(state, rows[SEATS], counts, seat)
    write_noted(ledger.placements, box.placements, game, rows[PLACEMENTS], counts, PLACEMENTS)
    write_noted(ledger.bonuses, box.bonus_rows, game, rows[BONUSES], counts, BONUSES)
    write_noted(ledger.blocks, box.block_rows, game, rows[BLOCKS], counts, BLOCKS)
    write_players(state, rows[PLAYERS], counts)
    write_employees(state, rows[EMPLOYEES], counts)
    for seat in range(table.owners):
        write_noted(ledger.rounds[seat], table.round, game, rows[ROUNDS], counts, ROUNDS)
    for number in range(table.round):
        write_noted(ledger.spaces[number], SPACES, game, rows[SPACE_ROUNDS], counts, SPACE_ROUNDS)
