"""What chance dealt: win share by turn order, seat, and all that a game deals to a seat.

All of these are dealt at random, so a plain comparison says what they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.strategies import with_wins
from eoc_sim.analysis.tables import Run, Sums, labelled, per_game
from eoc_sim.simulator.runs.game import Column

if TYPE_CHECKING:
    import polars as pl


def groups(run: Run) -> list[Column]:
    """The columns by which seats are compared: turn order, what is dealt, the seat itself."""
    seats = run.table_with("win_share")
    return [*seats.roles("order"), *seats.roles("dealt"), *seats.roles("seat")]


def win_shares(run: Run, arm: int = 0) -> dict[str, pl.DataFrame]:
    """Wins in 100 games by each of `groups` that the game was played with, by column name.

    Each frame is one family; columns: the group's id, label, games, wins, low, high, all_low,
    all_high, verdict, more_games, score, score_low, score_high.
    """
    import polars as pl

    table = run.table_with("win_share")
    run.require(table)
    columns = {column.name: column for column in groups(run)}
    values = ["win_share", "score"]
    sums = {name: Sums(run, [name], values) for name in columns}
    for batch in run.batches():
        seats = run.read(table, arm, batch, ["game", *values], list(columns))
        # Nothing is dealt to an automaton, whose seat comes after those of the players.
        seats = seats.filter(pl.col(table.role("seat").name) < run.players)
        for name, part in sums.items():
            part.add(per_game(seats.filter(pl.col(name) >= 0), [name], values))
    frames = {}
    for name, part in sums.items():
        total = part.total()
        if total.height > 1:
            frames[name] = with_wins(run, labelled(run, total, columns[name], name))
    return frames
