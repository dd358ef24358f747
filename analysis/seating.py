"""Who sits where: each strategy by its seat, and by the strategy that acts just before it.

Under the balanced seating both are the same for all strategies, so that a difference within a
strategy is that of the place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.strategies import with_wins
from eoc_sim.analysis.tables import Run, Sums, labelled, named, per_game

if TYPE_CHECKING:
    import polars as pl

VALUES = ["win_share", "score"]
SHOWN = ["games", "wins", "low", "high", "score", "score_low", "score_high"]


def by_seat(run: Run, arm: int = 0) -> pl.DataFrame:
    """Each strategy in each seat that it had.

    Columns: strategy, label, seat (from 0), place (the seat in words), games, wins, low, high,
    score, score_low, score_high.
    """
    frame = _shown(run, arm, "seat")
    column = run.table_with("win_share").role("seat")
    places = labelled(run, frame.drop("label"), column, "seat")["label"].alias("place")
    return frame.with_columns(places).select("strategy", "label", "seat", "place", *SHOWN)


def by_neighbour(run: Run, arm: int = 0) -> pl.DataFrame:
    """Each strategy behind each other: ``before`` sits in the seat before it, and acts before it.

    The seat before the first is the last. Columns: strategy, label, before, before_label, games,
    wins, low, high, score, score_low, score_high.
    """
    frame = _shown(run, arm, "before")
    dim = run.dim(run.column("strategy").dim)
    return named(frame, dim, "before", "before_label").select(
        "strategy", "label", "before", "before_label", *SHOWN
    )


def _shown(run: Run, arm: int, group: str) -> pl.DataFrame:
    """`with_wins` of every strategy and value of ``group``, without verdicts.

    What is fair is not the same for all of them: a strong strategy is strong in every seat.
    """
    import polars as pl

    seats = run.table_with("win_share")
    run.require(seats)
    sums = Sums(run, ["strategy", group], VALUES)
    for batch in run.batches():
        rows = run.read(seats, arm, batch, ["game", "seat", "strategy", *VALUES])
        # An automaton has no seat among the players'.
        rows = rows.filter(pl.col("seat") < run.players)
        sums.add(per_game(_with_neighbours(rows, run.players), ["strategy", group], VALUES))
    total = labelled(run, sums.total(), seats.role("strategy"), "strategy")
    return with_wins(run, total).select("strategy", "label", group, *SHOWN)


def _with_neighbours(rows: pl.DataFrame, players: int) -> pl.DataFrame:
    """The seats with a column ``before``: the strategy in the seat before."""
    import polars as pl

    others = rows.select(
        "game", ((pl.col("seat").cast(pl.Int64) + 1) % players).alias("seat"),
        pl.col("strategy").alias("before"),
    )
    return rows.with_columns(pl.col("seat").cast(pl.Int64)).join(others, on=["game", "seat"])
