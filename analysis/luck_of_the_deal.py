"""Win shares by turn order, seat, and everything dealt to seats.

Chance decides turn order and everything dealt, so a plain comparison shows their effects. Chance
does not decide the seat.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from eoc_sim.analysis.seating_strata import within_strata
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.strategies import with_wins
from eoc_sim.analysis.tables import PLANNED_PREFIX, Run
from eoc_sim.analysis.total_columns import add_labels
from eoc_sim.simulator.runs.game import Column

VALUES = ("win_share", "score")


def groups(run: Run) -> list[Column]:
    """List the columns that group seats: turn order, deals, the seat."""
    seats = run.table_with("win_share")
    return [*seats.roles("order"), *seats.roles("dealt"), *seats.roles("seat")]


def win_shares(run: Run, arm: int = 0, tests: int | None = None) -> dict[str, pl.DataFrame]:
    """Return wins in 100 games for each of `groups` that varies.

    The keys are names of columns. The joint intervals hold for all rows of a frame or, if ``tests``
    is given, for that many intervals. Columns: the group's id, label, games, wins, low, high,
    all_low, all_high, verdict, more_games, score, score_low, score_high. The run's seating, not
    chance, decides which strategy has a seat, so seats are compared within each strategy.
    """
    frames = {}
    for column in groups(run):
        total = total_of(run, arm, column)
        if total.height > 1:
            frames[column.name] = with_wins(run, add_labels(run, total, column, column.name), tests)
    return frames


def total_of(run: Run, arm: int, column: Column) -> pl.DataFrame:
    """Sum results by one of `groups`; compare seats within each strategy."""
    total = run.total(group_statistic(run, arm, column))
    if column.role != "seat" or total.height < 2:
        return total
    cells = run.total(group_statistic(run, arm, column, ["strategy"]))
    total = within_strata(total, cells, column.name, VALUES)
    if run.look.is_past_planned_look:
        total = within_strata(total, cells, column.name, VALUES, PLANNED_PREFIX)
    return total


def group_statistic(
    run: Run, arm: int, column: Column, further_roles: Sequence[str] = ()
) -> Statistic:
    """Group the seats by one of `groups` and by further roles."""
    table = run.table_with("win_share")
    seat, players = table.role("seat").name, run.players

    def rows(batch: Batch) -> pl.DataFrame:
        names = list(dict.fromkeys([column.name, seat]))
        # An automaton, seated after the players, is dealt nothing.
        return batch.read(table, arm, ["game", *VALUES, *further_roles], names).filter(
            (pl.col(seat) < players) & (pl.col(column.name) >= 0)
        )

    by = (column.name, *further_roles)
    return Statistic(
        f"seats by {' and '.join(by)} as dealt, version {arm}", ((table, arm),), by, VALUES, rows
    )


def statistics(run: Run, arm: int = 0) -> list[Statistic]:
    """List all statistics that `win_shares` reads."""
    return [
        *(group_statistic(run, arm, column) for column in groups(run)),
        *(
            group_statistic(run, arm, column, ["strategy"])
            for column in groups(run)
            if column.role == "seat"
        ),
    ]
