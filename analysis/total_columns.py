"""Turn totals into columns of means, shares, verdicts and labels."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.stats import (
    PairedDifferences,
    Shares,
    intersect,
    mean_interval,
    paired_differences,
    share_interval,
)
from eoc_sim.analysis.tables import PLANNED_PREFIX, SUM_COLUMNS, Run
from eoc_sim.simulator.runs.game import Column

if TYPE_CHECKING:
    from eoc_sim.analysis.stats import Floats

T = TypeVar("T")


def with_means(
    run: Run, frame: pl.DataFrame, values: Sequence[str], tests: int = 1
) -> pl.DataFrame:
    """Replace each value's sums with its mean, interval and number of games.

    The groups and ``games`` stay. The columns of a value v are v, v_low, v_high and v_n. The
    extremes over all groups are taken as the limits of a game's value. ``tests`` is the number of
    intervals that hold jointly; by default, each holds on its own.
    """
    columns: list[pl.Series] = []
    for value in values:
        ends: Any = (frame[f"{value}_least"].min(), frame[f"{value}_most"].max())
        mean, low, high = mean_interval(*_sums_of(frame, value), run.look.level(tests), ends)
        if f"{PLANNED_PREFIX}{value}_n" in frame.columns:
            _, *planned_ends = mean_interval(
                *_sums_of(frame, value, PLANNED_PREFIX),
                run.look.last_planned_look.level(tests),
                ends,
            )
            low, high = intersect((planned_ends[0], planned_ends[1]), (low, high))
        columns += [
            pl.Series(value, mean, nan_to_null=True),
            pl.Series(f"{value}_low", low, nan_to_null=True),
            pl.Series(f"{value}_high", high, nan_to_null=True),
        ]
    return frame.drop(_sum_columns(frame, values)).with_columns(columns)


def group_means(
    run: Run, statistic: Statistic, tests: int = 1, zeros: Sequence[str] = ()
) -> pl.DataFrame:
    """Return a statistic's groups with their games, means and intervals.

    Columns: the groups, games, and every value with _low and _high, as in `with_means`. A game
    without a row for the group counts as 0 for the values in ``zeros``.
    """
    total = run.total(statistic)
    if zeros:
        total = with_zeros(run, total, zeros)
    frame = with_means(run, total, statistic.values, tests)
    return frame.drop(f"{value}_n" for value in statistic.values)


def strategy_means(run: Run, statistic: Statistic) -> pl.DataFrame:
    """Return `group_means` by strategy, with labels."""
    return add_labels(run, group_means(run, statistic), run.column("strategy"), "strategy")


def with_shares(run: Run, frame: pl.DataFrame, values: Sequence[str]) -> pl.DataFrame:
    """Replace sums with percentages and their Wilson intervals.

    Columns are as in `with_means`.
    """
    columns = []
    for value in values:
        now, at_plan = shares_of(frame, value)
        low, high = now.interval_at(run.look, at_plan)
        share = 100 * frame[f"{value}_sum"] / frame[f"{value}_n"]
        columns += [
            share.alias(value),
            pl.Series(f"{value}_low", 100 * low, nan_to_null=True),
            pl.Series(f"{value}_high", 100 * high, nan_to_null=True),
        ]
    return frame.drop(_sum_columns(frame, values)).with_columns(columns)


def with_zeros(run: Run, total: pl.DataFrame, values: Sequence[str]) -> pl.DataFrame:
    """Count games without a row for a group as 0 in ``values``.

    ``total`` has a row for every group; groups without games may have no sums.
    """
    sum_columns = [
        name
        for name in total.columns
        if name.endswith(tuple(f"_{suffix}" for suffix in SUM_COLUMNS))
    ]
    games = {"": run.games, PLANNED_PREFIX: run.look.games_at_last_planned}
    ends = {"least": pl.min_horizontal, "most": pl.max_horizontal}
    return total.with_columns(pl.col(sum_columns).fill_null(0)).with_columns(
        *(
            extreme(f"{value}_{end}", pl.lit(0.0)).alias(f"{value}_{end}")
            for value in values
            for end, extreme in ends.items()
        ),
        *(
            pl.lit(number, dtype=pl.Int64).alias(f"{prefix}{value}_n")
            for prefix, number in games.items()
            for value in values
            if f"{prefix}{value}_n" in total.columns
        ),
    )


def shares_of(frame: pl.DataFrame, value: str) -> tuple[Shares, Shares | None]:
    """Return a share's sums, over all games and over the planned ones.

    Planned games are those up to the last planned look; their sums are None unless the run is past
    that look.
    """

    def shares(prefix: str) -> Shares:
        return Shares(*_sums_of(frame, value, prefix))

    return _total_and_planned(frame, value, shares)


def paired_sums(
    frame: pl.DataFrame, value: str, largest: float, differ: str = "", bound: float = math.inf
) -> tuple[PairedDifferences, PairedDifferences | None]:
    """Return a paired difference's sums, over all games and over planned ones.

    Planned games are as in `shares_of`, ``largest`` and ``bound`` as in `PairedDifferences`;
    ``differ`` is the value that marks games that differ.
    """

    def differences(prefix: str) -> PairedDifferences:
        differ_counts = frame[f"{prefix}{differ}_sum"].to_numpy() if differ else None
        return paired_differences(*_sums_of(frame, value, prefix), largest, differ_counts, bound)

    return _total_and_planned(frame, value, differences)


def _total_and_planned(
    frame: pl.DataFrame, value: str, read: Callable[[str], T]
) -> tuple[T, T | None]:
    """Read a value's sums over all games and over the planned ones."""
    has_planned = f"{PLANNED_PREFIX}{value}_n" in frame.columns
    return read(""), read(PLANNED_PREFIX) if has_planned else None


def _sums_of(frame: pl.DataFrame, value: str, prefix: str = "") -> tuple[Floats, Floats, Floats]:
    """Return a value's sums, sums of squares and numbers of games."""
    number, total, squares = (
        frame[f"{prefix}{value}_{suffix}"].to_numpy() for suffix in SUM_COLUMNS
    )
    return total, squares, number


def judged_columns(judgement: Mapping[str, Any]) -> list[pl.Series]:
    """Return the columns of a family's judgement, with fixed types."""
    kinds = {"verdict": pl.String, "more_games": pl.Int64}
    return [
        pl.Series(name, values, dtype=kinds.get(name, pl.Float64), nan_to_null=True)
        if name not in kinds
        else pl.Series(name, values, dtype=kinds[name])
        for name, values in judgement.items()
    ]


def share_columns(run: Run, name: str, count: pl.Series, games: pl.Series) -> list[pl.Series]:
    """Return ``count`` per 100 ``games``, with its interval.

    Columns: name, name_low, name_high.
    """
    ends = zip(
        (name, f"{name}_low", f"{name}_high"),
        share_interval(count.to_numpy(), games.to_numpy(), run.look.level()),
        strict=True,
    )
    return [pl.Series(column, values, nan_to_null=True) for column, values in ends]


def _sum_columns(frame: pl.DataFrame, values: Sequence[str]) -> list[str]:
    """List the columns of these values' sums, to be replaced with intervals."""
    suffixes = ("sum", "squares", "least", "most")
    names = {f"{value}_{suffix}" for value in values for suffix in suffixes}
    names |= {
        f"{PLANNED_PREFIX}{value}_{suffix}" for value in values for suffix in (*suffixes, "n")
    }
    names.add(f"{PLANNED_PREFIX}games")
    return [name for name in frame.columns if name in names]


def add_names(frame: pl.DataFrame, dim: pl.DataFrame, column: str, label: str) -> pl.DataFrame:
    """Add a column ``label`` of names from ``dim`` for ``column``'s ids."""
    names = dim.select(pl.col("id").alias(column), pl.col("name").alias(label))
    return (
        frame.with_columns(pl.col(column).cast(pl.Int64))
        .join(names, on=column, how="left")
        .with_columns(pl.col(label).fill_null("none"))
    )


def add_labels(run: Run, frame: pl.DataFrame, column: Column, ids: str) -> pl.DataFrame:
    """Add a ``label`` for the values in ``ids``, as ``column`` declares it.

    The label comes from the dims table, the column's words, its declared values or the names of
    rounds; otherwise it is the column's heading and a number, which starts from 1 for seats and
    places. If the column holds words, rows are sorted in the order in which it declares them.
    """
    if column.dim:
        return add_names(frame, run.dim(column.dim), ids, "label")
    if isinstance(column.kind, tuple):
        labelled = frame.with_columns(pl.col(ids).cast(pl.String).alias("label"))
        return labelled.sort(pl.col("label").cast(pl.Enum(column.kind)), maintain_order=True)
    first = 1 if column.role in ("seat", "order") else 0
    values = run.words.round_names if column.role == "round" else column.values
    labels = [
        values[number] if number < len(values) else f"{column.head} {number + first}"
        for number in frame[ids]
    ]
    return frame.with_columns(pl.Series("label", labels, dtype=pl.String))
