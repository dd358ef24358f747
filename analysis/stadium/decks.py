"""Both decks: players, whom owners choose from what is on offer, and employees, whom chance brings.

What chance decides: the order of both decks, so also which players are on offer. Who drafts a
player is a choice, and so is whom of the employees drawn an owner hires.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis import cards
from eoc_sim.analysis.card_faces import with_faces
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run, with_means

if TYPE_CHECKING:
    import polars as pl

    from eoc_sim.simulator.runs.game import Table

PLAYERS, EMPLOYEES = "players", "employees"
OF_STAYS = ("kept", "stay", "paid", "salaries", "wins", "entertainment", "points")
BEFORE_GAME_TIME = ("swapped", "cashed")
"""How a player leaves in step 3 of a round."""
OF_HIRED = ("hired", "round", "salaries", "stars", "gains", "kept", "points")


def table_of(run: Run, deck: str) -> Table:
    """The table of the cards of a deck that owners had."""
    return run.declaration.tables[deck]


def player_table(run: Run) -> pl.DataFrame:
    """One row a player: `cards.card_table` of drafts and swaps, what is printed, and its stays.

    Added, over the stays of a game, each with _low and _high: stay_kept (of 100, those to the end),
    stay_stay (game times that it was there), stay_paid (signing bonus), stay_salaries, stay_wins,
    stay_entertainment, stay_points (that it counted at the end); printed_points and salary.
    """
    return _with_more(run, PLAYERS, "stay", run.total(of_stays(run)), OF_STAYS)


def of_stays(run: Run) -> Statistic:
    """What `player_table` looks at besides the card table."""
    import polars as pl

    table = table_of(run, PLAYERS)
    rounds = pl.col("to_round").cast(pl.Int64) - pl.col("from_round")
    out = pl.col("out").cast(pl.String)

    def rows(batch: Batch) -> pl.DataFrame:
        stays = batch.read(
            table,
            0,
            ["game", "card"],
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
            # Who is swapped or cashed in is gone before the game time of that round.
            (rounds + (~out.is_in(BEFORE_GAME_TIME)).cast(pl.Int64)).alias("stay"),
        )

    return Statistic("stays of players", ((table, 0),), ("card",), OF_STAYS, rows)


def employee_table(run: Run) -> pl.DataFrame:
    """One row an employee: `cards.card_table` of draws, what is printed, and what came of them.

    Added, each with _low and _high: use_hired (of 100 drawn), and of those hired use_round,
    use_salaries, use_stars (times that it was used), use_gains (tokens), use_kept (of 100, to the
    end), use_points (that it counted at the end); printed_points and salary.
    """
    return _with_more(run, EMPLOYEES, "use", run.total(of_hired(run)), OF_HIRED)


def of_hired(run: Run) -> Statistic:
    """What `employee_table` looks at besides the card table."""
    import polars as pl

    table, hired = table_of(run, EMPLOYEES), pl.col("hired_round") > 0
    numbers = ("salaries", "stars", "gains", "points")

    def rows(batch: Batch) -> pl.DataFrame:
        drawn = batch.read(table, 0, ["game", "card"], ["hired_round", "out", *numbers])
        kept = pl.col("out").cast(pl.String) == "kept"
        return drawn.select(
            "game",
            "card",
            (100.0 * hired).alias("hired"),
            pl.when(hired).then(pl.col("hired_round")).alias("round"),
            *(pl.when(hired).then(pl.col(name)).alias(name) for name in numbers),
            pl.when(hired).then(100.0 * kept).alias("kept"),
        )

    return Statistic("employees drawn", ((table, 0),), ("card",), OF_HIRED, rows)


def _with_more(
    run: Run, deck: str, head: str, total: pl.DataFrame, values: tuple[str, ...]
) -> pl.DataFrame:
    """The card table of a deck with what is printed and with the means of ``values``."""
    import polars as pl

    found = with_faces(run, cards.card_table(run, 0, table_of(run, deck)), deck)
    more = with_means(run, total, values).drop("games", *(f"{value}_n" for value in values))
    more = more.rename({name: f"{head}_{name}" for name in more.columns if name != "card"})
    printed = run.dim(deck).select(
        pl.col("id").alias("card"), pl.col("points").alias("printed_points"), "salary"
    )
    return found.join(printed, on="card", how="left").join(
        more.with_columns(pl.col("card").cast(pl.Int64)), on="card", how="left"
    )


def statistics(run: Run) -> list[Statistic]:
    """All that this module looks at."""
    return [
        of_stays(run),
        of_hired(run),
        *(
            one
            for deck in (PLAYERS, EMPLOYEES)
            for one in cards.statistics(run, 0, table_of(run, deck))
        ),
    ]
