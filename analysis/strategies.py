"""Win share, score and habits of each strategy."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.stats import BY_CONSTRUCTION, judge_fair
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import (
    add_labels,
    judged_columns,
    shares_of,
    with_means,
    with_shares,
)


def win_shares(run: Run, arm: int = 0, tests: int | None = None) -> pl.DataFrame:
    """Return each strategy's wins in 100 games and mean score.

    A strategy with several seats in a game counts once, with the mean over them. Columns: strategy,
    label, games, wins, low, high, all_low, all_high, verdict, more_games (the last four absent in
    solo games), score, score_low, score_high. A strategy in all seats is fair by construction, and
    has no intervals. ``tests`` is the number of intervals that hold jointly, by default one per
    row.
    """
    frame = with_wins(run, by_strategy(run, arm, ["win_share", "score"]), tests)
    if frame.height == 1 and run.fair is not None:
        null = pl.lit(None)
        frame = frame.with_columns(
            pl.lit(BY_CONSTRUCTION).alias("verdict"),
            null.cast(pl.Int64).alias("more_games"),
            pl.lit(100 * run.fair).alias("wins"),
            *(null.cast(pl.Float64).alias(name) for name in ("low", "high", "all_low", "all_high")),
        )
    return frame


def habits(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return each strategy's average habits, with intervals over games.

    Columns: strategy, label, games, and every habit column with _low and _high.
    """
    names = [column.name for column in run.table_with("win_share").roles("habit", "waste")]
    return with_means(run, by_strategy(run, arm, [], names), names)


def by_strategy(
    run: Run, arm: int, roles: Sequence[str], columns: Sequence[str] = ()
) -> pl.DataFrame:
    """Sum seat columns by strategy, with each strategy's ``label``."""
    total = run.total(seats_statistic(run, arm, roles, columns))
    return add_labels(run, total, run.column("strategy"), "strategy")


def seats_statistic(
    run: Run, arm: int, roles: Sequence[str], columns: Sequence[str] = ()
) -> Statistic:
    """Return the statistic of seat columns by strategy."""
    seats, values = run.table_with("win_share"), (*columns, *roles)
    return Statistic(
        f"seats by strategy, version {arm}: {', '.join(values)}",
        ((seats, arm),),
        ("strategy",),
        values,
        lambda batch: batch.read(seats, arm, ["game", "strategy", *roles], columns),
    )


def statistics(run: Run) -> list[Statistic]:
    """List the statistics of wins and habits.

    Wins are those in every version; habits are those under the current rules.
    """
    names = [column.name for column in run.table_with("win_share").roles("habit", "waste")]
    wins = [seats_statistic(run, arm.id, ["win_share", "score"]) for arm in run.arms]
    return [*wins, *([seats_statistic(run, 0, [], names)] if names else [])]


def with_wins(run: Run, total: pl.DataFrame, tests: int | None = None) -> pl.DataFrame:
    """Convert sums to wins in 100, verdicts and mean scores.

    The sums are of ``win_share`` and ``score``. All rows are one family of tests against the fair
    share; ``tests`` sets a different size for the family.
    """
    frame = with_means(run, total, ["score"]).drop("score_n")
    if run.fair is None:
        shares = with_shares(run, frame, ["win_share"])
        return shares.rename(
            {"win_share": "wins", "win_share_low": "low", "win_share_high": "high"}
        ).drop("win_share_n")
    now, at_plan = shares_of(frame, "win_share")
    judgement = judge_fair(run.look, now, run.fair, run.words.smallest["wins"], at_plan, tests)
    return frame.select(
        column for column in frame.columns if "win_share_" not in column
    ).with_columns(judged_columns(judgement))
