"""Seatings as strata: of what a seat wins, who sits there is known before the game.

A run seats its line-up by a plan, each strategy equally often in each seat (docs: seating), so how
often which strategy sits in a seat is no matter of chance. The mean over all games stays what it
is; its variance is that within strategies alone: a stratified sample with proportional allocation
(Cochran, Sampling Techniques, 1977, section 5.6). The further the strategies lie apart, the more
that narrows, and nothing is paid for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

FEWEST_GAMES = 2
"""Games of a stratum that a variance is worked out from."""


def within_strata(
    total: pl.DataFrame, cells: pl.DataFrame, by: str, values: Sequence[str], games: str = ""
) -> pl.DataFrame:
    """``total`` with the squares of each value such that their variance is that within strata.

    Both are sums over games, of each value v ``v_n``, ``v_sum`` and ``v_squares``: ``total`` has a
    row a group ``by``, ``cells`` one a group and stratum, of which every game has one alone.
    ``games`` begins the names of the columns, as of the games that were planned at first. Groups
    with a stratum of fewer than `FEWEST_GAMES` stay as they are.
    """
    import polars as pl

    found = total
    for value in values:
        number, sums, squares = (
            pl.col(f"{games}{value}_{part}") for part in ("n", "sum", "squares")
        )
        spread = (squares - sums * sums / number) / (number - 1)
        within = cells.group_by(by).agg(
            (number * spread).sum().alias("spread"), number.min().alias("fewest")
        )
        strict = pl.col("spread") / number * (number - 1) + sums * sums / number
        found = (
            found.join(within, on=by, how="left", maintain_order="left")
            .with_columns(
                pl.when(pl.col("fewest") >= FEWEST_GAMES)
                .then(strict)
                .otherwise(squares)
                .alias(f"{games}{value}_squares")
            )
            .drop("spread", "fewest")
        )
    return found
