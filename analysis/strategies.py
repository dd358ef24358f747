"""Who wins: win share, score and habits of each strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.stats import BY_CONSTRUCTION, judge_fair
from eoc_sim.analysis.tables import Run, Sums, named, per_game, with_means

if TYPE_CHECKING:
    import polars as pl

HABITS = (
    "recruits_signed", "unique_positions", "region_recruits", "border_recruits", "cards_played",
    "bucks_left", "ec_received", "ec_wasted", "trades", "moves_free", "moves_paid", "runners",
    "packages_lost", "bets", "bets_won",
)
"""What a seat did in a game, beside its score."""


def win_shares(run: Run, arm: int = 0) -> pl.DataFrame:
    """Wins in 100 games and mean score of each strategy.

    A strategy with several seats in a game counts once, with the mean over them. Columns:
    strategy, label, games, wins, low, high, q, verdict, more_games (absent alone against
    Bubba), score, score_low, score_high. One strategy in all seats is fair by construction.
    """
    import polars as pl

    total = _sums(run, arm, ["win_share", "score"])
    frame = with_wins(run, named(total, run.dim("strategies"), "strategy", "label"))
    if frame.height == 1 and run.fair is not None:
        nothing = pl.lit(None)
        frame = frame.with_columns(
            pl.lit(BY_CONSTRUCTION).alias("verdict"), nothing.alias("more_games"),
            nothing.cast(pl.Float64).alias("q"),
            *(pl.lit(100 * run.fair).alias(name) for name in ("wins", "low", "high")),
        )
    return frame


def habits(run: Run, arm: int = 0) -> pl.DataFrame:
    """What each strategy does in a game, on average, each with its interval by game."""
    total = _sums(run, arm, HABITS)
    return named(with_means(total, HABITS), run.dim("strategies"), "strategy", "label")


def _sums(run: Run, arm: int, values: tuple[str, ...] | list[str]) -> pl.DataFrame:
    run.require("seats")
    sums = Sums(["strategy"], values)
    for batch in run.batches():
        seats = run.read("seats", arm, batch, ["game", "strategy", *values])
        sums.add(per_game(seats, ["strategy"], values))
    return sums.total()


def with_wins(run: Run, total: pl.DataFrame) -> pl.DataFrame:
    """Turn sums of ``win_share`` and ``score`` into wins in 100, verdicts and mean scores.

    All rows are one family of tests against the fair share.
    """
    import polars as pl

    from eoc_sim.analysis.tables import with_shares

    frame = with_means(total, ["score"]).drop("score_n")
    if run.fair is None:
        shares = with_shares(frame, ["win_share"])
        return shares.rename(
            {"win_share": "wins", "win_share_low": "low", "win_share_high": "high"}
        ).drop("win_share_n")
    family = judge_fair(
        frame["win_share_sum"].to_numpy(), frame["win_share_n"].to_numpy(), run.fair, run.games
    )
    return frame.drop(
        "win_share_n", "win_share_sum", "win_share_squares", "win_share_largest"
    ).with_columns(
        pl.Series(name, values, strict=False, nan_to_null=True) for name, values in family.items()
    )
