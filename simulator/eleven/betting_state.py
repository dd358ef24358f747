"""The records that betting adds to the state (BET)."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS
from eoc_sim.simulator.kernel.fields import Array, Record, field

BET_TEAMS = 4
"""The number of teams to bet on: managers and clubs (BET-2).

The clubs take the place of missing managers."""
WON_POINTS, DRAWN_POINTS = 3, 1
"""Results as the board prints them; 0 is a loss (BET-4)."""
SPACES = 15
"""The number of combinations of four results."""
BET_ROWS, BET_COLUMNS = 3, 5
BET_LINES, BET_FILES = 2 * BET_ROWS - 1, 2 * BET_COLUMNS - 1
"""The numbers of lines and files on which a token can lie.

There is one for each row or column of spaces, and one for each border between two.
"""


class Bets(Record):
    """The bets of the week."""

    bet_line: Array = field(
        "line of the manager's bet token: even on a row of spaces, odd between two; -1 if no token",
        MAX_MANAGERS,
        by="seat",
        kind=np.int8,
    )
    bet_file: Array = field(
        "file (as on a chessboard) of the manager's bet token: even on a column of spaces, odd "
        "between two",
        MAX_MANAGERS,
        by="seat",
        kind=np.int8,
    )
    bet_stake: Array = field("the manager's money on their bet token", MAX_MANAGERS, by="seat")
    bet_club: Array = field(
        "places of the clubs that carry the spare bet tokens, -1 if none",
        BET_TEAMS,
        by="number",
        kind=np.int8,
    )


class BetFacts(Record):
    """The betting board, whose layout is partly reconstructed."""

    bet_space: Array = field(
        "the space in a row and column, as numbered in `bets`",
        BET_ROWS,
        BET_COLUMNS,
        by="row, column",
        kind=np.int8,
    )
    bet_of_results: Array = field(
        "the space for these numbers of wins and draws",
        BET_TEAMS + 1,
        BET_TEAMS + 1,
        by="wins, draws",
        kind=np.int8,
    )


class Chances(Record):
    """Scratch space in which `best_bet` works out chances."""

    chance: Array = field(
        "chance of these numbers of wins and draws, out of 2**20",
        BET_TEAMS + 1,
        BET_TEAMS + 1,
        by="wins, draws",
    )
    space_chance: Array = field("chance that a space wins, out of 2**20", SPACES, by="space")


class BetWork(Record):
    """Bets before they are placed, and the results of the week."""

    chosen_line: Array = field("", MAX_MANAGERS)
    chosen_file: Array = field("", MAX_MANAGERS)
    chosen_stake: Array = field("", MAX_MANAGERS)
    bet_results: Array = field("", BET_TEAMS)


class BetOrder(Record):
    """The details of a bet."""

    line: int = field("in `bet`: 0 to 4, even on a row of spaces, odd on the border between two")
    file: int = field("in `bet`: 0 to 8, even on a column of spaces, odd on the border between two")
    stake: int = field("in `bet`: the manager's money on the token")
