"""Strata of seats, by the versions in which they hold a card.

The version and the current rules are played with the same luck. So for every seat in every game, it
is known whether it drafts the card in both, in one of the two, or in neither. These are principal
strata (Frangakis and Rubin 2002, Biometrics 58), which depend on this coupling. Within a stratum
the same seats are compared; holders in one version are never compared with holders in the other,
because they are different seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.holdings import Holding
from eoc_sim.analysis.pairs import METRICS, groups_of, pairs_of
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import mean_interval
from eoc_sim.analysis.tables import PLANNED_PREFIX, Run

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Table

STRATA = ("keeps it", "loses it", "gains it", "at a holder's table", "nobody holds it")
"""Strata of seats by the versions in which they draft a copy.

In order: in both; only under the current rules; only in the version; in neither, but another seat
at the table does; in neither, and no other seat does.
"""
NEGLIGIBLE_SHARE = 0.05
"""Strata up to this share of the largest stratum are negligible."""
_MEANS = [f"{metric}_{value}" for metric in METRICS for value in ("change", "current", "version")]
_DIFFER = [f"{metric}_differ" for metric in METRICS]


class Strata:
    """Sums over games of a version's effects on each stratum, by thing.

    All things are of one kind; the column ``thing`` has their ids.
    """

    def __init__(self, run: Run, arm: int, holding: Holding, cards: Sequence[int]) -> None:
        self._run = run
        self._arm = arm
        self._holding = holding
        self._cards = list(cards)

    def statistics(self) -> list[Statistic]:
        """List the statistics of values by stratum, and of holders by group."""
        products = [f"{value}_times_seats" for value in _MEANS]
        means_each = [f"{value}_each" for value in _MEANS]
        return [
            Statistic(
                f"changes by stratum, {self._version_suffix}",
                self._tables,
                ("thing", "stratum"),
                (*_MEANS, *products, *means_each, *_DIFFER, "seats"),
                self._rows,
            ),
            *map(self._holders_by, groups_of(self._run)),
        ]

    def count_holders(self, group: str) -> pl.DataFrame:
        """Count each group's seats and holders.

        A holder has one of the things under the current rules or in the version. ``group`` is one
        of `groups_of`. Columns: the group's, ``seats`` and ``holding``.
        """
        seats = self._run.total(self._holders_by(group))
        return seats.select(
            *groups_of(self._run)[group],
            pl.col("seats_sum").alias("seats"),
            pl.col("holding_sum").alias("holding"),
        )

    @property
    def _version_suffix(self) -> str:
        return self._holding.version_suffix(self._arm)

    @property
    def _tables(self) -> tuple[tuple[Table, int], ...]:
        seats, drafts = self._run.table_with("win_share"), self._holding.table_of(self._run)
        return tuple((table, arm) for table in (seats, drafts) for arm in (0, self._arm))

    def _holders_by(self, group: str) -> Statistic:
        by = groups_of(self._run)[group]

        def rows(batch: Batch) -> pl.DataFrame:
            holders = self._holders(batch).select("game", "seat").unique()
            pairs = pairs_of(self._run, self._arm, batch).select("game", "seat", *by)
            return pairs.join(
                holders.with_columns(pl.lit(1).alias("holding")), on=["game", "seat"], how="left"
            ).select("game", *by, pl.lit(1).alias("seats"), pl.col("holding").fill_null(0))

        return Statistic(
            f"seats that hold a changed card by {group}, {self._version_suffix}",
            self._tables,
            by,
            ("seats", "holding"),
            rows,
            added=True,
        )

    def _rows(self, batch: Batch) -> pl.DataFrame:
        """Sum the values of seats by game, card and stratum."""
        pairs, holders = pairs_of(self._run, self._arm, batch), self._holders(batch)
        cards = pl.DataFrame({"thing": self._cards}, schema={"thing": holders.schema["thing"]})
        seats = pairs.join(cards, how="cross").join(
            holders, on=["game", "seat", "thing"], how="left"
        )
        before, after = pl.col("held").fill_null(False), pl.col("held_version").fill_null(False)
        stratum = (
            pl.when(before & after)
            .then(0)
            .when(before)
            .then(1)
            .when(after)
            .then(2)
            .when((before | after).any().over("game", "thing"))
            .then(3)
            .otherwise(4)
        )
        games = (
            seats.with_columns(stratum.cast(pl.Int64).alias("stratum"))
            .group_by("game", "thing", "stratum")
            .agg(
                pl.len().cast(pl.Float64).alias("seats"),
                *(pl.col(value).sum() for value in _MEANS),
                *(
                    (pl.col(f"{metric}_change").abs() > 1e-9).any().alias(f"{metric}_differ")
                    for metric in METRICS
                ),
            )
        )
        return games.with_columns(
            *((pl.col(value) * pl.col("seats")).alias(f"{value}_times_seats") for value in _MEANS),
            *((pl.col(value) / pl.col("seats")).alias(f"{value}_each") for value in _MEANS),
        )

    def _holders(self, batch: Batch) -> pl.DataFrame:
        """Read each card's holders under the current rules and in the version.

        The columns ``held`` and ``held_version`` mark them.
        """
        return batch.make_once(
            f"holders, {self._holding.version_suffix(self._arm)}",
            lambda: self._holders_in(0, batch).join(
                self._holders_in(self._arm, batch),
                on=["game", "seat", "thing"],
                how="full",
                coalesce=True,
                suffix="_version",
            ),
        )

    def _holders_in(self, arm: int, batch: Batch) -> pl.DataFrame:
        drafts = self._holding.rows(self._run, batch, arm, ["game", "seat"])
        return (
            drafts.filter(pl.col("thing").is_in(self._cards))
            .unique()
            .with_columns(pl.lit(True).alias("held"))
        )

    def total(self) -> pl.DataFrame:
        """Return the sums, one row per card and stratum.

        Empty strata have no games. Means are over seats, so the strata's means, weighted with their
        shares, add up to the effect over all seats. Variances are those of the ratio of sums over
        games (linearised), so the game stays the unit. Further columns: ``stratum`` (in words),
        ``share`` (the percentage of all seats) with its interval, ``kept`` (True if, in each
        version, at least half of the card's holders are among those who keep it).
        """
        all_strata = pl.DataFrame({"thing": self._cards}).join(
            pl.DataFrame({"stratum": range(len(STRATA))}), how="cross"
        )
        sums = self._run.total(self.statistics()[0])
        all_seats = float(self.count_holders("strategy")["seats"].sum())
        frame = all_strata.join(sums, on=["thing", "stratum"], how="left")
        for prefix in ("", PLANNED_PREFIX):
            if f"{prefix}seats_n" in frame.columns:
                frame = frame.with_columns(_ratios(prefix))
        seats = pl.col("seats_sum").fill_null(0.0)
        strata = {
            index: seats.filter(pl.col("stratum") == index).sum().over("thing")
            for index in range(3)
        }
        is_kept = (strata[0] > 0) & (strata[0] >= pl.max_horizontal(strata[1], strata[2]))
        frame = frame.with_columns(
            (100 * seats / max(all_seats, 1.0)).alias("share"),
            is_kept.alias("kept"),
            pl.col("stratum").replace_strict(dict(enumerate(STRATA)), return_dtype=pl.String),
        )
        _, *ends = mean_interval(
            frame["seats_sum"].fill_null(0.0).to_numpy(),
            frame["seats_squares"].fill_null(0.0).to_numpy(),
            np.full(frame.height, self._run.games),
            self._run.look.level(),
            (0, self._run.players),
        )
        frame = frame.with_columns(
            pl.Series(f"share_{end}", 100 * values / self._run.players)
            for end, values in zip(("low", "high"), ends, strict=True)
        )
        return frame.drop(
            name
            for name in frame.columns
            if "_times_seats" in name
            or "_each" in name
            or name.removeprefix(PLANNED_PREFIX).startswith("seats_")
        )


def single_change() -> pl.Expr:
    """Mark the rows of versions that change only one thing.

    If a version changes more than one thing, a holder of any of them feels all the changes.
    """
    return pl.col("label").n_unique().over("arm") == 1


def main_strata(rows: pl.DataFrame, games: str = "games") -> pl.DataFrame:
    """Keep the strata that show a version's effect (`is_main`)."""
    return rows.filter(is_main(games))


def is_main(games: str = "games") -> pl.Expr:
    """Check if a stratum shows a version's effect.

    The strata of seats that keep, lose or gain a thing show the effect, unless they are negligible
    compared with the largest of the three. ``games`` names the column with the number of games;
    empty strata do not count.
    """
    holders = pl.col("stratum").is_in(STRATA[:3])
    maximum = pl.col("share").filter(holders).max().over("arm", "label")
    return holders & (pl.col("share") > NEGLIGIBLE_SHARE * maximum) & (pl.col(games) > 0)


def is_largest() -> pl.Expr:
    """Check if a main stratum is the largest of its version.

    That stratum best shows what the version does: if the thing gets better, most of its holders may
    be seats that gain it; if it gets worse, most may be seats that lose it. If strata are equally
    large, the seats that keep it count as the largest.
    """
    largest = pl.col("share") >= pl.col("share").max().over("arm", "label")
    return largest & (~pl.col("kept") | (pl.col("stratum") == STRATA[0]))


def label_holders() -> pl.Expr:
    """Name a stratum of holders: "anyone who keeps 038 Analytics Nerd"."""
    return pl.format("anyone who {}", pl.col("stratum").str.replace("it", pl.col("label")))


def _ratios(prefix: str) -> list[pl.Expr]:
    """Replace each value's sums with those of its ratio to the seats.

    A mean over games, computed from the new sums, is the ratio and has the ratio's variance.
    With y a game's sum over its seats, c their number and R = sum y / sum c, a game's value is
    R + (y - R c) / mean c.
    """

    def column(name: str) -> pl.Expr:
        return pl.col(f"{prefix}{name}").fill_null(0.0)

    number, seats = column("seats_n"), column("seats_sum")
    columns = []
    for value in _MEANS:
        ratio = pl.when(seats > 0).then(column(f"{value}_sum") / seats).otherwise(0.0)
        squared_residuals = (
            column(f"{value}_squares")
            - 2 * ratio * column(f"{value}_times_seats_sum")
            + ratio * ratio * column("seats_squares")
        )
        mean_seats = pl.when(seats > 0).then(seats / number).otherwise(1.0)
        columns += [
            (number * ratio).alias(f"{prefix}{value}_sum"),
            (number * ratio * ratio + squared_residuals / (mean_seats * mean_seats)).alias(
                f"{prefix}{value}_squares"
            ),
            *(
                pl.col(f"{prefix}{value}_each_{end}").alias(f"{prefix}{value}_{end}")
                for end in ("least", "most")
            ),
            column(f"{value}_n").cast(pl.Int64).alias(f"{prefix}{value}_n"),
        ]
    columns += [column(f"{value}_sum").alias(f"{prefix}{value}_sum") for value in _DIFFER]
    return columns
