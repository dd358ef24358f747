"""Seatings as strata, since they are known before the game.

A balanced or rotating run seats each strategy equally often in each seat, so chance does not decide
how often a strategy is in a seat. The mean over all games stays the same, but only the variance
within strata counts: this is a stratified sample with proportional allocation (Cochran,
Sampling Techniques, 1977, section 5.6). The more the strategies differ, the more this narrows
the interval, at no cost.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

MIN_GAMES = 2
"""The minimum number of games in a stratum for a variance estimate."""


def within_strata(
    total: pl.DataFrame, cells: pl.DataFrame, by: str, values: Sequence[str], prefix: str = ""
) -> pl.DataFrame:
    """Adjust the squares of ``total`` so that variances are within strata.

    Both frames are sums over games, with ``v_n``, ``v_sum`` and ``v_squares`` for each value v:
    ``total`` has one row per group ``by``, ``cells`` one per group and stratum, and a game is in
    only one stratum. The names of these columns begin with ``prefix``, which is not empty for
    planned games. Groups with a stratum of fewer than `MIN_GAMES` games stay unchanged.
    """
    result = total
    for value in values:
        number, sums, squares = (
            pl.col(f"{prefix}{value}_{suffix}") for suffix in ("n", "sum", "squares")
        )
        variance = (squares - sums * sums / number) / (number - 1)
        strata_sums = cells.group_by(by).agg(
            (number * variance).sum().alias("weighted_variance"), number.min().alias("fewest")
        )
        adjusted = pl.col("weighted_variance") / number * (number - 1) + sums * sums / number
        result = (
            result.join(strata_sums, on=by, how="left", maintain_order="left")
            .with_columns(
                pl.when(pl.col("fewest") >= MIN_GAMES)
                .then(adjusted)
                .otherwise(squares)
                .alias(f"{prefix}{value}_squares")
            )
            .drop("weighted_variance", "fewest")
        )
    return result
