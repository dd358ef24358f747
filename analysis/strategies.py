"""Who wins: win share, score and habits of each strategy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eoc_sim.analysis.stats import BY_CONSTRUCTION, judge_fair
from eoc_sim.analysis.tables import Run, Sums, labelled, per_game, with_means, with_shares

if TYPE_CHECKING:
    import polars as pl


def win_shares(run: Run, arm: int = 0) -> pl.DataFrame:
    """Wins in 100 games and mean score of each strategy.

    A strategy with several seats in a game counts once, with the mean over them. Columns:
    strategy, label, games, wins, low, high, q, verdict, more_games (absent alone against an
    automaton), score, score_low, score_high. One strategy in all seats is fair by construction.
    """
    import polars as pl

    frame = with_wins(run, by_strategy(run, arm, ["win_share", "score"]))
    if frame.height == 1 and run.fair is not None:
        nothing = pl.lit(None)
        frame = frame.with_columns(
            pl.lit(BY_CONSTRUCTION).alias("verdict"), nothing.alias("more_games"),
            nothing.cast(pl.Float64).alias("q"),
            *(pl.lit(100 * run.fair).alias(name) for name in ("wins", "low", "high")),
        )
    return frame


def habits(run: Run, arm: int = 0) -> pl.DataFrame:
    """What each strategy does in a game, on average, each with its interval by game.

    Columns: strategy, label, games, and every column that is a habit with _low and _high.
    """
    names = [column.name for column in run.table_with("win_share").roles("habit")]
    return with_means(by_strategy(run, arm, [], names), names)


def by_strategy(
    run: Run, arm: int, roles: Sequence[str], columns: Sequence[str] = ()
) -> pl.DataFrame:
    """`Sums` of these columns of the seats, a row a strategy, with its ``label``."""
    seats = run.table_with("win_share")
    run.require(seats)
    values = [*columns, *roles]
    sums = Sums(["strategy"], values)
    for batch in run.batches():
        rows = run.read(seats, arm, batch, ["game", "strategy", *roles], columns)
        sums.add(per_game(rows, ["strategy"], values))
    return labelled(run, sums.total(), seats.role("strategy"), "strategy")


def with_wins(run: Run, total: pl.DataFrame) -> pl.DataFrame:
    """Turn sums of ``win_share`` and ``score`` into wins in 100, verdicts and mean scores.

    All rows are one family of tests against the fair share.
    """
    import polars as pl

    frame = with_means(total, ["score"]).drop("score_n")
    if run.fair is None:
        shares = with_shares(frame, ["win_share"])
        return shares.rename(
            {"win_share": "wins", "win_share_low": "low", "win_share_high": "high"}
        ).drop("win_share_n")
    family = judge_fair(
        frame["win_share_sum"].to_numpy(), frame["win_share_n"].to_numpy(), run.fair,
        run.words.smallest["wins"], run.games,
    )
    return frame.drop(
        "win_share_n", "win_share_sum", "win_share_squares", "win_share_largest"
    ).with_columns(
        pl.Series(name, values, strict=False, nan_to_null=True) for name, values in family.items()
    )
