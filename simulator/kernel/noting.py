"""Rows of result tables, as compiled code writes them.

During a game, its rules record rows of each `columns.Table` in ``state.ledger``. When the game is
over, they are written to the arrays of the tables. Copies for rollouts leave out the ledger, so a
rollout adds no rows to its game.
"""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def next_row(rows: Any, counts: Any, table: Any) -> Any:
    """Begin the next row of a table."""
    index = counts[table]
    counts[table] += 1
    return rows[index]


@compiled
def copy_row(note: Any, game: Any, rows: Any, counts: Any, table: Any) -> Any:
    """Copy a recorded row into the next row of a table."""
    index = counts[table]
    counts[table] += 1
    rows[index] = note
    row = rows[index]
    row.game = game
    return row


@compiled
def write_noted(notes: Any, count: Any, game: Any, rows: Any, counts: Any, table: Any) -> None:
    """Write the first ``count`` rows that a game has recorded.

    ``rows`` is empty if the table is not kept; then nothing is written.
    """
    if len(rows) == 0:
        return
    for number in range(count):
        copy_row(notes[number], game, rows, counts, table)
