"""Where the points come from, how scores spread, how close games are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.stats import quantile_interval
from eoc_sim.analysis.tables import Run, Sums, named, per_game, with_means, with_shares

if TYPE_CHECKING:
    import polars as pl

PARTS = (
    "cards", "card_effects", "end_cards", "coach_effects", "recruits", "positions",
    "region_points", "board_points", "marketing", "final_marketing", "trade_fees",
)
"""The parts of a score (SCO-8), kindred parts side by side."""
QUANTILES = {"tenth": 0.1, "quarter": 0.25, "half": 0.5, "three_quarters": 0.75, "nine_tenths": 0.9}


def parts(run: Run, arm: int = 0) -> pl.DataFrame:
    """Mean stars of each part of the score, by strategy, each with its interval by game."""
    run.require("seats")
    values = [*PARTS, "score"]
    sums = Sums(["strategy"], values)
    for batch in run.batches():
        seats = run.read("seats", arm, batch, ["game", "strategy", *values])
        sums.add(per_game(seats, ["strategy"], values))
    return named(with_means(sums.total(), values), run.dim("strategies"), "strategy", "label")


def distribution(run: Run, arm: int = 0) -> pl.DataFrame:
    """How often each score was reached: strategy, label, score, seats (rows), games."""
    import polars as pl

    run.require("seats")
    counts: pl.DataFrame | None = None
    games: pl.DataFrame | None = None
    for batch in run.batches():
        seats = run.read("seats", arm, batch, ["game", "strategy", "score"])
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
    return named(frame, run.dim("strategies"), "strategy", "label")


def _added(
    total: pl.DataFrame | None, part: pl.DataFrame, by: list[str], value: str
) -> pl.DataFrame:
    import polars as pl

    if total is None:
        return part
    return pl.concat([total, part]).group_by(by).agg(pl.col(value).sum())


def quantiles(scores: pl.DataFrame) -> pl.DataFrame:
    """The scores that a tenth, a quarter, half ... of the seats stay at or below, by strategy.

    Takes the frame of `distribution`; every quantile has an order-statistic interval.
    """
    import polars as pl

    rows = []
    for (label,), group in scores.group_by("label", maintain_order=True):
        games = int(group["games"][0])
        row: dict[str, object] = {"label": label, "games": games}
        for name, quantile in QUANTILES.items():
            value, low, high = quantile_interval(
                group["score"].to_numpy(), group["seats"].to_numpy(), quantile, games
            )
            row |= {name: value, f"{name}_low": low, f"{name}_high": high}
        rows.append(row)
    return pl.DataFrame(rows)


def closeness(run: Run, arm: int = 0) -> pl.DataFrame:
    """How close games are, one row a measure: measure, games, value, low, high.

    Mean margin, mean changes of the lead, and wins in 100 that were shared, led for good by the
    end of August, or turned only by the final scoring.
    """
    import polars as pl

    run.require("games")
    means = ["margin", "lead_changes", "decisions", "reshuffles"]
    shares = ["shared", "by_august", "final_scoring"]
    sums = Sums(["all"], [*means, *shares])
    for batch in run.batches():
        games = run.read("games", arm, batch, ["game", "winner_seat", "leader_month", *means])
        sums.add(
            games.with_columns(
                pl.lit(0).alias("all"),
                (pl.col("winner_seat") < 0).alias("shared"),
                # Month 6 is August; 0 says that nobody led alone.
                pl.col("leader_month").is_between(1, 6).alias("by_august"),
                (pl.col("leader_month") == 13).alias("final_scoring"),
            )
        )
    wide = with_shares(with_means(sums.total(), means), shares)
    return pl.DataFrame(
        [
            {
                "measure": measure, "games": wide[f"{measure}_n"][0], "value": wide[measure][0],
                "low": wide[f"{measure}_low"][0], "high": wide[f"{measure}_high"][0],
            }
            for measure in (*means, *shares)
        ]
    )
