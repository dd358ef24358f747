"""Both decks: players, chosen from an offer, and employees, drawn by chance.

Chance decides the order of both decks, and so the players on offer. Owners choose which players
they draft and which of the drawn employees they hire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis import cards
from eoc_sim.analysis.card_faces import with_faces
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import with_means

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Table

PLAYERS, EMPLOYEES = "players", "employees"
STAY_COLUMNS = ("kept", "stay", "paid", "salaries", "wins", "entertainment", "points")
BEFORE_GAME_TIME = ("swapped", "cashed")
"""Ways in which a player leaves before a round's game time."""
HIRE_COLUMNS = ("hired", "round", "salaries", "stars", "gains", "kept", "points")


def table_of(run: Run, deck: str) -> Table:
    """Return the table of players' stays, or of employees drawn."""
    return run.declaration.tables[deck]


def player_table(run: Run) -> pl.DataFrame:
    """Return one row per player: drafts and swaps, printed values and stays.

    The table extends `cards.card_table` with printed_points and salary, and with means over stays,
    each also with _low and _high: stay_kept (stays in 100 that last to the end), stay_stay (the
    length of the stay, in game times), stay_paid (signing bonus), stay_salaries, stay_wins,
    stay_entertainment and stay_points (counted at the end).
    """
    return _extend_card_table(run, PLAYERS, "stay", run.total(stays_statistic(run)), STAY_COLUMNS)


def stays_statistic(run: Run) -> Statistic:
    """Return the statistic of stays that `player_table` adds."""
    table = table_of(run, PLAYERS)
    rounds = pl.col("to_round").cast(pl.Int64) - pl.col("from_round")
    out = pl.col("out").cast(pl.String)

    def rows(batch: Batch) -> pl.DataFrame:
        stays = batch.read(
            table,
            0,
            ["game", "thing"],
            [
                "from_round",
                "to_round",
                "out",
                "signing",
                "salaries",
                "wins",
                "entertainment",
                "points",
            ],
        )
        return stays.with_columns(
            (100.0 * (out == "kept")).alias("kept"),
            pl.col("signing").alias("paid"),
            # A player who is swapped or cashed in leaves before that round's game time.
            (rounds + (~out.is_in(BEFORE_GAME_TIME)).cast(pl.Int64)).alias("stay"),
        )

    return Statistic("stays of players", ((table, 0),), ("thing",), STAY_COLUMNS, rows)


def employee_table(run: Run) -> pl.DataFrame:
    """Return one row per employee: draws, printed values and results.

    The table extends `cards.card_table` with printed_points and salary, with use_hired (hires in
    100 draws) and, over hires, with use_round (the round of the hire), use_salaries, use_stars (how
    many times the star is used), use_gains (tokens), use_kept (hires in 100 that last to the end)
    and use_points (counted at the end). The columns that begin with use_ also have _low and _high.
    """
    return _extend_card_table(run, EMPLOYEES, "use", run.total(draws_statistic(run)), HIRE_COLUMNS)


def draws_statistic(run: Run) -> Statistic:
    """Return the statistic of draws that `employee_table` adds."""
    table, is_hired = table_of(run, EMPLOYEES), pl.col("hired_round") > 0
    numbers = ("salaries", "stars", "gains", "points")

    def rows(batch: Batch) -> pl.DataFrame:
        draws = batch.read(table, 0, ["game", "thing"], ["hired_round", "out", *numbers])
        is_kept = pl.col("out").cast(pl.String) == "kept"
        return draws.select(
            "game",
            "thing",
            (100.0 * is_hired).alias("hired"),
            pl.when(is_hired).then(pl.col("hired_round")).alias("round"),
            *(pl.when(is_hired).then(pl.col(name)).alias(name) for name in numbers),
            pl.when(is_hired).then(100.0 * is_kept).alias("kept"),
        )

    return Statistic("employees drawn", ((table, 0),), ("thing",), HIRE_COLUMNS, rows)


def _extend_card_table(
    run: Run, deck: str, prefix: str, total: pl.DataFrame, values: tuple[str, ...]
) -> pl.DataFrame:
    """Add printed values and the means of ``values`` to a card table."""
    table = with_faces(run, cards.card_table(run, 0, table_of(run, deck)), deck)
    further_means = with_means(run, total, values).drop(
        "games", *(f"{value}_n" for value in values)
    )
    further_means = further_means.rename(
        {name: f"{prefix}_{name}" for name in further_means.columns if name != "thing"}
    )
    faces = run.dim(deck).select(
        pl.col("id").alias("thing"), pl.col("points").alias("printed_points"), "salary"
    )
    return table.join(faces, on="thing", how="left").join(
        further_means.with_columns(pl.col("thing").cast(pl.Int64)), on="thing", how="left"
    )


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [
        stays_statistic(run),
        draws_statistic(run),
        *(
            statistic
            for deck in (PLAYERS, EMPLOYEES)
            for statistic in cards.statistics(run, 0, table_of(run, deck))
        ),
    ]
