"""Sources of points, spread of scores and closeness of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.stats import quantile_interval
from eoc_sim.analysis.strategies import by_strategy, seats_statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import with_means, with_shares

QUANTILES = {"tenth": 0.1, "quarter": 0.25, "half": 0.5, "three_quarters": 0.75, "nine_tenths": 0.9}


def parts(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return the mean of each part of the score, by strategy.

    Each game counts as one observation in the intervals. Columns: strategy, label, games;
    score and every part, each with _low and _high.
    """
    names = [column.name for column in run.table_with("win_share").roles("part")]
    return with_means(run, by_strategy(run, arm, ["score"], names), [*names, "score"])


def scorers(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    """Drop an automaton that never scores.

    ``frame`` has label and score.
    """
    return frame.filter(~_never_scores(run))


def without_scores(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    """Set the score to null for an automaton that never scores."""
    ends = ("score", "score_low", "score_high")
    return frame.with_columns(
        pl.when(~_never_scores(run)).then(pl.col(end)).alias(end) for end in ends
    )


def _never_scores(run: Run) -> pl.Expr:
    is_automaton = pl.col("label") == run.words.automaton
    return is_automaton & (pl.col("score").abs().max().over("label") == 0)


def distribution(run: Run, arm: int = 0) -> pl.DataFrame:
    """Count how often each score was reached, by strategy.

    Columns: strategy, label, score, seats (with this score), games.
    """
    counts = run.total(scores_statistic(run, arm)).select(
        "strategy", "score", pl.col("seats_sum").cast(pl.Int64).alias("seats")
    )
    games = by_strategy(run, arm, ["win_share", "score"]).select("strategy", "label", "games")
    return counts.join(games, on="strategy", maintain_order="left").select(
        "strategy", "score", "seats", "games", "label"
    )


def scores_statistic(run: Run, arm: int) -> Statistic:
    """Return the statistic of how many seats reached each score."""
    seats = run.table_with("win_share")
    return Statistic(
        f"seats by score, version {arm}",
        ((seats, arm),),
        ("strategy", "score"),
        ("seats",),
        lambda batch: batch.read(seats, arm, ["game", "strategy", "score"]).with_columns(
            pl.lit(1).alias("seats")
        ),
        added=True,
    )


def statistics(run: Run) -> list[Statistic]:
    """List the statistics for the current rules, and each version's scores."""
    names = [column.name for column in run.table_with("win_share").roles("part")]
    result = [
        seats_statistic(run, 0, ["score"], names),
        *(scores_statistic(run, arm.id) for arm in run.arms),
    ]
    return [*result, *([games_statistic(run)] if run.declares("winner") else [])]


def quantiles(run: Run, scores: pl.DataFrame) -> pl.DataFrame:
    """Return score quantiles of the seats, by strategy.

    A tenth, a quarter, half and so on of the seats score no more than the quantile. ``scores`` is
    the frame from `distribution`. Every quantile has an order-statistic interval, whose ends are
    null if there are too few games.
    """
    rows = []
    for (label,), group in scores.group_by("label", maintain_order=True):
        games = int(group["games"][0])
        row: dict[str, object] = {"label": label, "games": games}
        for name, quantile in QUANTILES.items():
            value, low, high = quantile_interval(
                group["score"].to_numpy(),
                group["seats"].to_numpy(),
                quantile,
                games,
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
    """Measure how close games are.

    Columns: measure, games, value, low, high. There is one row per measure: the mean of every
    column that describes a game as a whole; the games in 100 whose win was ``shared``; and, for
    each expression in ``shares``, the games in 100 for which it is true. These expressions may also
    read ``columns``.
    """
    statistic = games_statistic(run, arm, columns, shares)
    means = [column.name for column in run.table_with("winner").roles("shape")]
    values = statistic.values[len(means) :]
    frame = with_shares(run, with_means(run, run.total(statistic), means), values)
    return pl.DataFrame(
        [
            {
                "measure": measure,
                "games": frame[f"{measure}_n"][0],
                "value": frame[measure][0],
                "low": frame[f"{measure}_low"][0],
                "high": frame[f"{measure}_high"][0],
            }
            for measure in (*means, *values)
        ]
    )


def lead_shares(lead_round: pl.Expr, length: pl.Expr) -> dict[str, pl.Expr]:
    """Define shares of games by the time when the lead is decided.

    ``lead_round`` is the round after which the winner led for good: 0 for a shared win, and above
    the game's ``length`` if the winner never led alone.
    """
    since = lead_round.cast(pl.Int64)
    return {"by_half": (since > 0) & (2 * since <= length), "never_led": since > length}


def games_statistic(
    run: Run,
    arm: int = 0,
    columns: Sequence[str] = (),
    shares: Mapping[str, pl.Expr] | None = None,
) -> Statistic:
    """Return the statistic that `closeness` reads."""
    table = run.table_with("winner")
    means = [column.name for column in table.roles("shape")]
    shares_by_name = {"shared": pl.col("winner") < 0, **(shares or {})}
    columns_to_read = list(dict.fromkeys([*means, *columns]))
    return Statistic(
        f"games, version {arm}: {', '.join(shares_by_name)}",
        ((table, arm),),
        ("all",),
        (*means, *shares_by_name),
        lambda batch: batch.read(table, arm, ["game", "winner"], columns_to_read).with_columns(
            pl.lit(0).alias("all"), *(share.alias(name) for name, share in shares_by_name.items())
        ),
    )
