"""Result tables that the leaflet's modules add (TAB)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.columns import GOALS, SEATS, UNIQUE
from eoc_sim.simulator.eleven.sizes import UNIQUE_SIDES
from eoc_sim.simulator.eleven.solo import MET
from eoc_sim.simulator.eleven.switches import SOLO, UNIQUE_CARDS
from eoc_sim.simulator.eleven.tables import write_season_modules, write_seat
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.noting import next_row


@compiled
def write_board(state, rows, counts):
    """SOLO-2: write the board's row of ``seats``."""
    table = state.table
    row = write_seat(state, rows, counts, table.managers)
    row.order = table.managers
    row.strategy = state.box.strategy[table.managers]
    row.promoted = 0
    row.relegated = 0


@compiled
def write_goals(state, rows, counts):
    """SOLO-1: write a row for each goal of the scenario."""
    table = state.table
    for goal in range(table.goals):
        row = next_row(rows, counts, GOALS)
        row.game = table.game
        row.goal = table.first_goal + goal
        row.value = table.goal_value[goal]
        row.met = 1 if table.goal_met[goal] == MET else 0


@compiled
def write_unique_cards(state, rows, counts):
    """EXT-1: write a row for each manager and unique card."""
    table = state.table
    for seat in range(table.managers):
        for side in range(UNIQUE_SIDES):
            row = next_row(rows, counts, UNIQUE)
            row.game = table.game
            row.seat = seat
            row.card = table.unique_cards[seat, side]
            row.side = side


@compiled
def write_modules(state, rows, counts):
    """Write a finished season with modules into the tables' arrays."""
    table = state.table
    write_season_modules(state, rows, counts)
    if len(rows[UNIQUE]) > 0 and table.rule_unique_cards == UNIQUE_CARDS.ON:
        write_unique_cards(state, rows[UNIQUE], counts)
    if table.rule_solo == SOLO.ON:
        if len(rows[SEATS]) > 0:
            write_board(state, rows[SEATS], counts)
        if len(rows[GOALS]) > 0:
            write_goals(state, rows[GOALS], counts)
