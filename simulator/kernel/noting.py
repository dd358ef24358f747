"""Rows of result tables, as compiled code writes them.

While a game is played its rules note rows in ``state.ledger``, records of `columns.Table`. When it
is over they are written into the arrays of the tables. The ledger is no part of what a copied game
takes along: a rollout, which is played in a state of its own, adds no row to its game.
"""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def next_row(rows: Any, filled: Any, table: Any) -> Any:
    """Begin the next row of a table."""
    place = filled[table]
    filled[table] += 1
    return rows[place]


@compiled
def noted_row(noted: Any, game: Any, rows: Any, filled: Any, table: Any) -> Any:
    """Begin the next row of a table with a noted row."""
    place = filled[table]
    filled[table] += 1
    rows[place] = noted
    row = rows[place]
    row.game = game
    return row


@compiled
def write_noted(noted: Any, count: Any, game: Any, rows: Any, filled: Any, table: Any) -> None:
    """Write the first ``count`` rows that a game has noted.

    A table whose ``rows`` have no room is not kept.
    """
    if len(rows) == 0:
        return
    for number in range(count):
        noted_row(noted[number], game, rows, filled, table)
