"""The league table: positions, and the points that each needs."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.eleven.layer import is_epic
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_labels, with_means, with_shares

DECKS, DECKS_OF_EPIC = 2, 3
"""Numbers of decks whose clubs are in the table (LEA-1, EPI-1)."""
IN_TABLE = pl.col("position") > 0
"""Seats with a position; the board in a solo game has none (SOLO-2)."""
HALF = 50.0
"""Percentage of seasons in which a total must secure a position."""
OUTCOMES = ("promoted", "relegated")


def places(run: Run) -> range:
    """Return the positions in the table, from 1 for the first."""
    clubs = run.dim("clubs")
    decks = DECKS_OF_EPIC if is_epic(run) else DECKS
    clubs_in_decks = decks * clubs.height // max(clubs["deck"].n_unique(), 1)
    return range(1, clubs_in_decks + run.players + 1)


def positions(run: Run) -> pl.DataFrame:
    """Return how often each strategy ends in each position, in 100 seasons.

    Columns: strategy, label, games, then place_1 and so on, promoted and relegated, each also with
    _low and _high.
    """
    values = [*_position_columns(run), *OUTCOMES]
    frame = with_shares(run, run.total(positions_statistic(run)), values)
    return add_labels(run, frame, run.column("strategy"), "strategy").drop(
        f"{value}_n" for value in values
    )


def _position_columns(run: Run) -> dict[str, pl.Expr]:
    return {f"place_{place}": pl.col("position") == place for place in places(run)}


def positions_statistic(run: Run) -> Statistic:
    """Return the statistic that `positions` reads."""
    table, position_columns = run.table_with("win_share"), _position_columns(run)
    return Statistic(
        "positions by strategy",
        ((table, 0),),
        ("strategy",),
        (*position_columns, *OUTCOMES),
        lambda batch: (
            batch.read(table, 0, ["game", "strategy"], ["position", *OUTCOMES])
            .filter(IN_TABLE)
            .with_columns(share.alias(name) for name, share in position_columns.items())
        ),
    )


def by_points(run: Run) -> pl.DataFrame:
    """Return the results for each points total, most points first.

    Columns: points, games (in which a manager ends with that total), then within_N for each
    position N (how many of 100 seasons with that total end in position N or a better one),
    relegated and score, each also with _low and _high.
    """
    within_columns = list(_within_columns(run))
    frame = with_shares(run, run.total(points_statistic(run)), [*within_columns, "relegated"])
    return (
        with_means(run, frame, ["score"])
        .drop(f"{column}_n" for column in (*within_columns, "relegated", "score"))
        .sort("points", descending=True)
    )


def _within_columns(run: Run) -> dict[str, pl.Expr]:
    return {f"within_{place}": pl.col("position") <= place for place in places(run)}


def points_statistic(run: Run) -> Statistic:
    """Return the statistic that `by_points` reads."""
    table, within_columns = run.table_with("win_share"), _within_columns(run)

    def rows(batch: Batch) -> pl.DataFrame:
        seats = batch.read(table, 0, ["game", "score"], ["points", "position", "relegated"])
        seats = seats.filter(IN_TABLE)
        return seats.with_columns(share.alias(name) for name, share in within_columns.items())

    values = (*within_columns, "relegated", "score")
    return Statistic("seasons by points", ((table, 0),), ("points",), values, rows)


def find_sufficient_points(run: Run) -> pl.DataFrame:
    """Return the fewest points that suffice for each place.

    That total, and every higher one, suffices in at least half of the seasons. If no total suffices
    for a place, that place has no row. Columns: place, points, games (in which a manager has that
    total), share with _low and _high (how many of 100 seasons with that total end in that place or
    a better one), and the same for ``less`` (the next lower total).
    """
    totals = list(by_points(run).iter_rows(named=True))
    rows = []
    for place in places(run):
        name = f"within_{place}"
        sufficient = 0
        while sufficient < len(totals) and totals[sufficient][name] >= HALF:
            sufficient += 1
        if not sufficient:
            continue
        row, less = totals[sufficient - 1], totals[sufficient] if sufficient < len(totals) else None
        rows.append(
            {"place": place, "points": row["points"], "games": row["games"]}
            | {
                f"{column}{end}": None if source is None else source[f"{name}{end}"]
                for column, source in (("share", row), ("less", less))
                for end in ("", "_low", "_high")
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [positions_statistic(run), points_statistic(run)]
