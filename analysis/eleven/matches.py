"""Mean results of matches against clubs, by group; each game counts once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import polars as pl

from eoc_sim.analysis.cards import seat_indexes
from eoc_sim.analysis.exact_sums import group_sizes
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import group_means

SECTIONS = ("left_wing", "right_wing", "attack", "midfield", "defence")
"""The sections of a team, as the columns of ``matches`` name them (MAT-1)."""
FACING = {
    "left_wing": "right_wing",
    "right_wing": "left_wing",
    "attack": "defence",
    "midfield": "midfield",
    "defence": "attack",
}
"""The opponent's section that each section faces (MAT-7)."""
RESULTS = ("points", "expected", "goals", "against")
"""A match's results.

``expected`` is the number of points expected before the reveal.
"""
COLUMNS = (
    *("week", "club", "colour", "deck", "line_up", "formation", "tactic"),
    *RESULTS,
    *("tactic_goals", "strength", "saves", "saves_against"),
    *(
        f"{value}_{section}"
        for value in ("shots", "goals_of", "shots_against", "goals_against_of")
        for section in SECTIONS
    ),
)
ALL_MATCHES = {"all": pl.lit(0)}
"""One group that holds all matches."""
Groups = Mapping[str, pl.Expr]


def hyphenate(names: Iterable[object]) -> list[str]:
    """Return formations with hyphens.

    >>> hyphenate(["442"])
    ['4-4-2']
    """
    return ["-".join(str(name)) for name in names]


def with_strategies(run: Run, batch: Batch, name: str, columns: Sequence[str]) -> pl.DataFrame:
    """Read a table, and add the strategy of each row's manager.

    The table has the columns ``game`` and ``seat``.
    """
    rows = batch.read(run.declaration.tables[name], 0, ["game", "seat"], columns)
    return add_strategy(run, batch, rows)


def add_strategy(run: Run, batch: Batch, rows: pl.DataFrame) -> pl.DataFrame:
    """Add the strategy of each row's manager."""
    seats = batch.read(run.table_with("win_share"), 0, ["game", "seat", "strategy"])
    return rows.with_columns(seats["strategy"].gather(seat_indexes(rows, seats)))


def matches_statistic(
    run: Run,
    name: str,
    groups: Groups,
    values: Sequence[str] = RESULTS,
    derived_values: Mapping[str, pl.Expr] | None = None,
    transform: Callable[[pl.DataFrame], pl.DataFrame] = lambda matches: matches,
) -> Statistic:
    """Return the statistic of each group's results and share of matches.

    ``derived_values`` are computed from a match's columns, and ``transform`` is applied to the
    matches first. ``played`` is the group's share of a game's matches, as a percentage.
    """
    columns = {**{value: pl.col(value) for value in values}, **(derived_values or {})}

    def read(batch: Batch) -> pl.DataFrame:
        matches = batch.make_once(
            "matches against clubs",
            lambda: with_strategies(run, batch, "matches", COLUMNS).filter(pl.col("club") >= 0),
        )
        frame = transform(matches).select(
            "game",
            *(group.alias(name) for name, group in groups.items()),
            *(value.alias(name) for name, value in columns.items()),
        )
        # Rows of one game and group are merged into their mean, so all of them get the same value.
        share = 100.0 * group_sizes(frame, tuple(groups)) / group_sizes(frame)
        return frame.with_columns(pl.Series("played", share))

    tables = ((run.declaration.tables["matches"], 0), (run.table_with("win_share"), 0))
    return Statistic(name, tables, tuple(groups), (*columns, "played"), read)


def means_of(run: Run, statistic: Statistic, tests: int = 1) -> pl.DataFrame:
    """Return the groups of `matches_statistic` with their means.

    Columns: the groups, games (with a match in the group), and every value and ``played`` with _low
    and _high. Each interval holds on its own, or jointly for ``tests`` groups.
    """
    # In a game without a match in the group, played is 0 and the other values are unknown.
    return group_means(run, statistic, tests, ["played"])
