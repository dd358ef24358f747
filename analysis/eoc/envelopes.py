"""EC received, spent and lost by month and colour; use of dice.

Means are per seat and game; the Bubba Bot of a solo game is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.exact_sums import per_game
from eoc_sim.analysis.fieller import ratio_interval
from eoc_sim.analysis.moments import CorrelatedMeans, Moments
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import with_means, with_shares

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Table

ALL, ANY = "all", "any"
MONTHS = 12
FLOWS = ("received", "spent", "wasted")
"""Flows of EC in a month.

EC count as received when they arrive on the mat, as spent when they are paid or sent away, and as
wasted when they are lost.
"""
COLOUR_FLOWS = ("received", "wasted")
"""The flows whose colour is recorded."""
_SPENDING_PREFIX = "ec_spent_"


def has_envelopes(run: Run, arm: int = 0) -> bool:
    """Return True if the tables months and dice were kept."""
    return all(run.has(run.declaration.tables[name], arm) for name in ("months", "dice"))


def colours(run: Run) -> tuple[str, ...]:
    """List the EC colours in a run's months.

    The result is empty for older runs, which recorded no colours.
    """
    prefix = "ec_received_"
    return tuple(
        column.name.removeprefix(prefix)
        for column in run.declaration.tables["months"]
        if column.name.startswith(prefix)
    )


def flows(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return one row per strategy (or "all") and month: games and `FLOWS`.

    Each row is identified by its strategy and month. Values are EC per seat of the strategy,
    averaged over games: ``received`` on the mat from dice, the calendar, bets and effects;
    ``spent`` on anything, including runners; ``wasted`` at the end of the turn. Each has _low and
    _high, the ends of a t interval that counts each game as one observation.

    Raises:
        MissingResults: months or seats were not kept.
    """
    table = run.declaration.tables["months"]
    columns = [column.name for column in table if column.name.startswith(_SPENDING_PREFIX)]

    def rows(batch: Batch) -> pl.DataFrame:
        return (
            batch.read(
                table,
                arm,
                ["game", "seat"],
                ["month", "ec_received", "ec_wasted", "ec_sent", *columns],
            )
            .select(
                "game",
                "seat",
                "month",
                pl.col("ec_received").alias("received"),
                pl.sum_horizontal(pl.col("ec_sent", *columns).cast(pl.Int32)).alias("spent"),
                pl.col("ec_wasted").alias("wasted"),
            )
            .join(_players(run, arm, batch), on=["game", "seat"])
        )

    overall, by_strategy = _totals(
        run, arm, table, (("month",), ("strategy", "month")), FLOWS, rows
    )
    frames = [
        with_means(run, overall, FLOWS).with_columns(pl.lit(ALL).alias("strategy")),
        _name_strategies(run, with_means(run, by_strategy, FLOWS)),
    ]
    return pl.concat(frame.select(frames[0].columns) for frame in frames).drop(
        f"{value}_n" for value in FLOWS
    )


def by_colour(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return one row per month and colour: games, `COLOUR_FLOWS` and ``share``.

    The columns month and colour come first. Values are EC of the colour per seat, averaged over
    games and with t intervals as in `flows`. ``share`` is the wasted EC per 100 received in all
    games, with Fieller's interval; null where hardly any are received. All have _low and _high.

    Raises:
        MissingResults: months or seats were not kept.
    """
    table = run.declaration.tables["months"]
    names = colours(run)
    cell = (pl.col("month").cast(pl.Int64) - 1) * len(names)
    columns = [f"ec_{flow}_{colour}" for flow in COLOUR_FLOWS for colour in names]

    def rows(batch: Batch) -> pl.DataFrame:
        player_rows = batch.read(table, arm, ["game", "seat"], ["month", *columns]).join(
            _players(run, arm, batch), on=["game", "seat"]
        )
        means = per_game(player_rows, ["month"], columns)
        return pl.concat(
            means.select(
                "game",
                "month",
                pl.lit(colour).alias("colour"),
                (cell + index).alias("cell"),
                *(pl.col(f"ec_{flow}_{colour}").alias(flow) for flow in COLOUR_FLOWS),
            )
            for index, colour in enumerate(names)
        )

    (total,) = _totals(run, arm, table, (("month", "colour"),), COLOUR_FLOWS, rows)
    moments = Moments(MONTHS * len(names), len(COLOUR_FLOWS))
    for games in run.batches():
        long = rows(run.batch(games))
        moments.add(
            long["game"].to_numpy(), long["cell"].to_numpy(), long.select(COLOUR_FLOWS).to_numpy()
        )
    cells = pl.DataFrame(
        {
            "month": [month for month in range(1, MONTHS + 1) for _ in names],
            "colour": list(names) * MONTHS,
            # A game may differ from the mean by up to the colour's largest value in the month.
            **_shares(moments.means(moments.largest.max(axis=0)), run.look.level()),
        }
    )
    frame = with_means(run, total, COLOUR_FLOWS).drop(f"{flow}_n" for flow in COLOUR_FLOWS)
    return frame.with_columns(pl.col("month").cast(pl.Int64)).join(cells, on=["month", "colour"])


def _shares(means: CorrelatedMeans, level: float) -> dict[str, pl.Series]:
    """Return the wasted EC per 100 received, by cell."""
    receipts, waste = np.split(means.mean, 2)
    first, second = np.split(np.diag(means.covariance), 2)
    covariances = np.diag(means.covariance[: len(receipts), len(receipts) :])
    interval = ratio_interval(
        waste, receipts, second, first, covariances, means.quantile(level)[: len(receipts)]
    )
    return {
        name: pl.Series(name, np.maximum(100 * end, 0.0), nan_to_null=True)
        for name, end in zip(("share", "share_low", "share_high"), interval, strict=True)
    }


@dataclass(frozen=True)
class Dice:
    """Uses of dice; each value has _low and _high.

    Each game counts as one observation in the intervals. ``takes`` has the month of the roll, the
    colour (or `ANY`) and ``full``: how many of 100 such dice are taken at full value. This is a
    mean over the games in which any of them was taken, with Wilson's interval for the effective
    number of games.
    ``takes_by_strategy`` has the same by month and strategy.
    """

    takes: pl.DataFrame
    takes_by_strategy: pl.DataFrame


def dice(run: Run, arm: int = 0) -> Dice:
    """Summarise an arm's dice, by colour and by strategy.

    Raises:
        MissingResults: dice or seats were not kept.
    """
    table = run.declaration.tables["dice"]

    def rows(batch: Batch) -> pl.DataFrame:
        dice_rows = (
            batch.read(table, arm, ["game", "seat"], ["month", "colour", "mode"])
            .join(_players(run, arm, batch), on=["game", "seat"])
            .with_columns(
                pl.col("colour").cast(pl.String),
                (pl.col("mode").cast(pl.String) == "full").alias("full"),
            )
        )
        # Each die appears twice, which changes no mean by strategy.
        return pl.concat([dice_rows, dice_rows.with_columns(pl.lit(ANY).alias("colour"))])

    groups = ("month", "colour"), ("strategy", "month")
    takes, takes_by_strategy = _totals(run, arm, table, groups, ("full",), rows)
    return Dice(
        with_shares(run, takes, ["full"]),
        _name_strategies(run, with_shares(run, takes_by_strategy, ["full"])),
    )


def _totals(
    run: Run,
    arm: int,
    table: Table,
    groups: Sequence[tuple[str, ...]],
    values: tuple[str, ...],
    rows: Callable[[Batch], pl.DataFrame],
) -> list[pl.DataFrame]:
    """Sum values of a table's ``rows`` by each of ``groups``."""
    name = f"{', '.join(values)} of {table.name}, version {arm}"
    statistics = [
        Statistic(
            f"{name}, by {' and '.join(by)}",
            ((table, arm), (run.table_with("win_share"), arm)),
            by,
            values,
            lambda batch: batch.make_once(name, lambda: rows(batch)),
        )
        for by in groups
    ]
    run.prepare(statistics)
    return [run.total(statistic) for statistic in statistics]


def _name_strategies(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    """Replace the ids of strategies with their names."""
    strategies = run.dim(run.column("strategy").dim)
    return frame.with_columns(
        pl.col("strategy")
        .cast(pl.Int64)
        .replace_strict(strategies["id"], strategies["name"], return_dtype=pl.String)
    )


def _players(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Read each player's game, seat and strategy id, without the Bubba Bot."""
    rows = batch.read(run.table_with("win_share"), arm, ["game", "seat", "strategy"])
    strategies = run.dim(run.column("strategy").dim)
    bot = strategies.filter(strategies["name"] == run.words.automaton)["id"].to_list()
    return rows.filter(~pl.col("strategy").is_in(bot))
