"""Where the points come from, how scores spread, how close games are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from eoc_sim.analysis.stats import quantile_interval
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import Run, Sums, labelled, with_means, with_shares

if TYPE_CHECKING:
    import polars as pl

QUANTILES = {"tenth": 0.1, "quarter": 0.25, "half": 0.5, "three_quarters": 0.75, "nine_tenths": 0.9}


def parts(run: Run, arm: int = 0) -> pl.DataFrame:
    """The mean of each part of the score, by strategy, each with its interval by game.

    Columns: strategy, label, games, and score and every part with _low and _high.
    """
    names = [column.name for column in run.table_with("win_share").roles("part")]
    return with_means(run, by_strategy(run, arm, ["score"], names), [*names, "score"])


def distribution(run: Run, arm: int = 0) -> pl.DataFrame:
    """How often each score was reached: strategy, label, score, seats (rows), games."""
    import polars as pl

    table = run.table_with("win_share")
    run.require(table)
    counts: pl.DataFrame | None = None
    games: pl.DataFrame | None = None
    for batch in run.batches():
        seats = run.read(table, arm, batch, ["game", "strategy", "score"])
        count = seats.group_by("strategy", "score").agg(pl.len().cast(pl.Int64).alias("seats"))
        game = seats.group_by("strategy").agg(
            pl.col("game").n_unique().cast(pl.Int64).alias("games")
        )
        counts = _added(counts, count, ["strategy", "score"], "seats")
        games = _added(games, game, ["strategy"], "games")
    if counts is None or games is None:
        return pl.DataFrame(
            schema={"strategy": pl.Int64, "score": pl.Int64, "seats": pl.Int64, "games": pl.Int64}
        )
    frame = counts.join(games, on="strategy").sort("strategy", "score")
    return labelled(run, frame, table.role("strategy"), "strategy")


def _added(
    total: pl.DataFrame | None, part: pl.DataFrame, by: list[str], value: str
) -> pl.DataFrame:
    import polars as pl

    if total is None:
        return part
    return pl.concat([total, part]).group_by(by).agg(pl.col(value).sum())


def quantiles(run: Run, scores: pl.DataFrame) -> pl.DataFrame:
    """The scores that a tenth, a quarter, half ... of the seats stay at or below, by strategy.

    Takes the frame of `distribution`; every quantile has an order-statistic
    interval, whose ends are null where there are too few games for one.
    """
    import polars as pl

    rows = []
    for (label,), group in scores.group_by("label", maintain_order=True):
        games = int(group["games"][0])
        row: dict[str, object] = {"label": label, "games": games}
        for name, quantile in QUANTILES.items():
            value, low, high = quantile_interval(
                group["score"].to_numpy(), group["seats"].to_numpy(), quantile, games,
                run.look.level(),
            )
            row |= {name: value, f"{name}_low": low, f"{name}_high": high}
        rows.append(row)
    return pl.DataFrame(rows).with_columns(pl.col(pl.Float64).fill_nan(None))


def closeness(
    run: Run,
    arm: int = 0,
    columns: Sequence[str] = (),
    shares: Mapping[str, pl.Expr] | None = None,
) -> pl.DataFrame:
    """How close games are, one row a measure: measure, games, value, low, high.

    The mean of every column that says how a game went as a whole; games in 100 whose win was
    ``shared``, and those for which one of ``shares`` holds, which may also look at ``columns``.
    """
    import polars as pl

    table = run.table_with("winner")
    run.require(table)
    means = [column.name for column in table.roles("shape")]
    held = {"shared": pl.col("winner") < 0, **(shares or {})}
    sums = Sums(run, ["all"], [*means, *held])
    for batch in run.batches():
        games = run.read(table, arm, batch, ["game", "winner"], [*means, *columns])
        sums.add(
            games.with_columns(
                pl.lit(0).alias("all"), *(share.alias(name) for name, share in held.items())
            )
        )
    wide = with_shares(run, with_means(run, sums.total(), means), list(held))
    return pl.DataFrame(
        [
            {
                "measure": measure, "games": wide[f"{measure}_n"][0], "value": wide[measure][0],
                "low": wide[f"{measure}_low"][0], "high": wide[f"{measure}_high"][0],
            }
            for measure in (*means, *held)
        ]
    )
