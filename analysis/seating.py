"""Each strategy's results by seat, place, neighbour and opponent.

Balanced seating puts each strategy in every seat, and next to every other strategy, equally often.
Differences between a strategy's results in different places therefore come from the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.strategies import with_wins
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_labels, add_names, with_shares

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Table

VALUES = ("win_share", "score")
SHOWN_COLUMNS = ["games", "wins", "low", "high", "score", "score_low", "score_high"]


def by_seat(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return each strategy's results in each seat that it had.

    Columns: strategy, label, seat (from 0), place (the seat in words), games, wins, low, high,
    score, score_low, score_high.
    """
    frame = _win_rates(run, arm, "seat")
    column = run.table_with("win_share").role("seat")
    labels = add_labels(run, frame.drop("label"), column, "seat")["label"].alias("place")
    return frame.with_columns(labels).select("strategy", "label", "seat", "place", *SHOWN_COLUMNS)


def by_neighbour(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return each strategy's results by the strategy seated before it.

    The strategy ``before`` is in the previous seat and acts just before it; the last seat precedes
    the first. Columns: strategy, label, before, before_label, games, wins, low, high, score,
    score_low, score_high.
    """
    frame = _win_rates(run, arm, "before")
    dim = run.dim(run.column("strategy").dim)
    return add_names(frame, dim, "before", "before_label").select(
        "strategy", "label", "before", "before_label", *SHOWN_COLUMNS
    )


def by_order(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return each strategy's results in each place in turn order.

    Columns: strategy, label, order (from 0), place (in words), games, wins, low, high, score,
    score_low, score_high.
    """
    frame = _win_rates(run, arm, "order")
    labels = add_labels(run, frame.drop("label"), run.column("order"), "order")["label"]
    return frame.with_columns(labels.alias("place")).select(
        "strategy", "label", "order", "place", *SHOWN_COLUMNS
    )


def head_to_head(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return how often each strategy ends ahead of every other strategy.

    Only games in which both strategies play are counted. The higher score is ahead or, for equal
    scores, the larger win share; a full tie counts half. If a strategy has several seats, a game
    counts as the mean over all pairs of seats. Columns: strategy, label, other, other_label, games,
    ahead (in 100 games) with ahead_low and ahead_high. Each pair has one row in each direction;
    their two shares add up to 100.
    """
    total = with_shares(run, run.total(ahead_statistic(run, arm)), ["ahead"])
    dim = run.dim(run.column("strategy").dim)
    return add_names(
        add_names(total, dim, "strategy", "label"), dim, "other", "other_label"
    ).select(
        "strategy", "label", "other", "other_label", "games", "ahead", "ahead_low", "ahead_high"
    )


def _win_rates(run: Run, arm: int, group: str) -> pl.DataFrame:
    """Apply `with_wins` by strategy and ``group``, without verdicts.

    There is no common fair share: a strong strategy is strong in every seat.
    """
    total = add_labels(
        run, run.total(group_statistic(run, arm, group)), run.column("strategy"), "strategy"
    )
    return with_wins(run, total).select("strategy", "label", group, *SHOWN_COLUMNS)


def group_statistic(run: Run, arm: int, group: str) -> Statistic:
    """Return the statistic of seats by strategy and ``group``.

    ``group`` is seat, order or before.
    """
    seats, players = run.table_with("win_share"), run.players

    def rows(batch: Batch) -> pl.DataFrame:
        if group != "order":
            return _with_neighbours(_read_seats(batch, seats, arm, players), players)
        return _read_seats(batch, seats, arm, players, ["order"])

    return Statistic(
        f"seats by strategy and {group}, version {arm}",
        ((seats, arm),),
        ("strategy", group),
        VALUES,
        rows,
    )


def ahead_statistic(run: Run, arm: int) -> Statistic:
    """Return the statistic of which of two strategies ends ahead."""
    seats, players = run.table_with("win_share"), run.players

    def rows(batch: Batch) -> pl.DataFrame:
        seat_rows = _read_seats(batch, seats, arm, players).drop("seat")
        pairs = seat_rows.join(
            seat_rows.rename({"strategy": "other"}), on="game", suffix="_other"
        ).filter(pl.col("strategy") != pl.col("other"))
        score, share = (
            (pl.col(name).cast(pl.Float64) - pl.col(f"{name}_other").cast(pl.Float64)).sign()
            for name in ("score", "win_share")
        )
        ahead = (1 + pl.when(score != 0).then(score).otherwise(share)) / 2
        return pairs.with_columns(ahead.alias("ahead"))

    return Statistic(
        f"which of two strategies is ahead, version {arm}",
        ((seats, arm),),
        ("strategy", "other"),
        ("ahead",),
        rows,
    )


def statistics(run: Run, arm: int = 0) -> list[Statistic]:
    """List all statistics that this module reads."""
    if run.players < 2:
        return []
    groups = ["seat", "before", *(["order"] if run.declares("order") else [])]
    return [*(group_statistic(run, arm, group) for group in groups), ahead_statistic(run, arm)]


def _read_seats(
    batch: Batch, seats: Table, arm: int, players: int, roles: Sequence[str] = ()
) -> pl.DataFrame:
    """Read the players' seats, without the automaton's."""
    rows = batch.read(seats, arm, ["game", "seat", "strategy", *VALUES, *roles])
    return rows.filter(pl.col("seat") < players)


def _with_neighbours(rows: pl.DataFrame, players: int) -> pl.DataFrame:
    """Add a column ``before``: the strategy in the previous seat."""
    neighbours = rows.select(
        "game",
        ((pl.col("seat").cast(pl.Int64) + 1) % players).alias("seat"),
        pl.col("strategy").alias("before"),
    )
    return rows.with_columns(pl.col("seat").cast(pl.Int64)).join(neighbours, on=["game", "seat"])
