"""Referees of matches: points by referee and by row of tags (REF)."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from eoc_sim.analysis.exact_sums import group_sizes
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import group_means

ROWS = 12
HALVES = ("upper", "lower")
LAST_UPPER = 6
"""Rows up to this one use a referee's upper half (REF-2)."""
NAMES = ("Unjust", "Meticulous", "Inexperienced", "Friendly", "Goal eager", "Perfectionist")
"""The referees, by the face of the d6."""
VALUES = ("points", "points_before", "matching", "rerolls")
BY_ROW: Mapping[str, pl.Expr] = {"row": pl.col("row"), "referee": pl.col("referee")}
BY_HALF: Mapping[str, pl.Expr] = {
    "referee": pl.col("referee"),
    "half": pl.when(pl.col("row") <= LAST_UPPER)
    .then(pl.lit(HALVES[0]))
    .otherwise(pl.lit(HALVES[1])),
}


def is_on(run: Run) -> bool:
    """Return True if the run has referees and kept their table."""
    referees = run.declaration.tables.get("referees")
    return referees is not None and run.rules.get("referees") == "on" and run.has(referees)


def cells(run: Run) -> pl.DataFrame:
    """Tabulate matches with a matching card, by row of tags and referee.

    Columns: row, referee, games, then `VALUES` and played, each also with _low and _high.
    ``played`` is the number of such matches per 100 matches of a game; the 100 include matches
    without a matching card.
    """
    return _means(run, cells_statistic(run))


def halves(run: Run) -> pl.DataFrame:
    """Tabulate matches with a matching card, by referee and half.

    The values are those of `cells`.
    """
    return _means(run, halves_statistic(run))


def rows(run: Run) -> pl.DataFrame:
    """Tabulate all matches by row of tags, with the values of `cells`."""
    return _means(run, rows_statistic(run))


def _means(run: Run, statistic: Statistic) -> pl.DataFrame:
    return group_means(run, statistic, zeros=["played"])


def _statistic(run: Run, name: str, groups: Mapping[str, pl.Expr], matched: bool) -> Statistic:
    referees = run.declaration.tables["referees"]

    def read(batch: Batch) -> pl.DataFrame:
        matches = batch.read(referees, 0, ["game"], ["row", "referee", *VALUES])
        matches = matches.with_columns(pl.Series("matches_of_game", group_sizes(matches)))
        if matched:
            matches = matches.filter(pl.col("matching") > 0)
        frame = matches.select(
            "game", "matches_of_game", *(by.alias(title) for title, by in groups.items()), *VALUES
        )
        share = 100.0 * group_sizes(frame, tuple(groups)) / frame["matches_of_game"].to_numpy()
        return frame.with_columns(pl.Series("played", share))

    return Statistic(name, ((referees, 0),), tuple(groups), (*VALUES, "played"), read)


def cells_statistic(run: Run) -> Statistic:
    """Return the statistic that `cells` reads."""
    return _statistic(run, "referees by row", BY_ROW, matched=True)


def halves_statistic(run: Run) -> Statistic:
    """Return the statistic that `halves` reads."""
    return _statistic(run, "referees by half", BY_HALF, matched=True)


def rows_statistic(run: Run) -> Statistic:
    """Return the statistic that `rows` reads."""
    return _statistic(run, "rows of tags", {"row": BY_ROW["row"]}, matched=False)


def tags(run: Run) -> dict[int, str]:
    """Return the names of the rows, which list their tags."""
    dim = run.dim("referee_rows").select("id", "name")
    return {row + 1: str(name) for row, name in dim.iter_rows()}


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [cells_statistic(run), halves_statistic(run), rows_statistic(run)] if is_on(run) else []
