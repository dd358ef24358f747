"""Mean effects of twins over games, by group and by strategy.

Each row of the table of twins is a paired difference: the game in which a seat has a thing minus
the same game, with the same luck, in which it lacks the thing. The strategy is that of this seat.
Every interval treats a game as one observation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import UNDECIDED, more_games, variance, verdicts
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import judged_columns, with_means

ALL = "all"
"""Name for all strategies together."""
MEASURES = ("score", "wins", "others_score", "others_wins")
"""Changes in score and in wins per 100 games.

The first two are those of the row's seat, the others are the means of the other seats.
"""
MIN_GAMES = 10
"""Values from twins in fewer games are not shown."""
STRATEGY_ID = "number"
"""The column of `changes` with the strategy's id.

The sums that runs keep have a column of this name, so it must not change.
"""


def changes(
    run: Run, arm: int, batch: Batch, roles: Sequence[str], columns: Sequence[str] = ()
) -> pl.DataFrame:
    """Read a batch's twins with their measures.

    Columns: ``roles``, ``columns``, `STRATEGY_ID` and `MEASURES`.
    """
    return measure_twins(run, twin_rows(run, arm, batch, roles, columns), (*roles, *columns))


def changed_columns(run: Run) -> tuple[list[str], list[str]]:
    """List the columns of each seat's changes in score and wins."""
    seats = run.players + run.has_automaton
    table = run.table_with("twin")
    score, share = (
        [column.name for column in table.roles(role)][:seats]
        for role in ("score_change", "win_share_change")
    )
    return score, share


def twin_rows(
    run: Run, arm: int, batch: Batch, roles: Sequence[str], columns: Sequence[str] = ()
) -> pl.DataFrame:
    """Read a batch's twins as recorded: ``roles``, ``columns`` and changes.

    Seat, strategy and the changes of all seats are included.
    """
    names = list(dict.fromkeys([*roles, "seat", "strategy"]))
    score, share = changed_columns(run)
    return batch.read(run.table_with("twin"), arm, names, [*columns, *score, *share])


def measure_twins(run: Run, rows: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Convert `twin_rows` to columns ``keys``, `STRATEGY_ID` and `MEASURES`."""
    seat_indexes = np.arange(rows.height), rows["seat"].to_numpy().astype(int)
    columns = []
    for name, changed_column, scale in zip(
        ("score", "wins"), changed_columns(run), (1.0, 100.0), strict=True
    ):
        values = scale * rows.select(changed_column).to_numpy().astype(float).reshape(
            rows.height, len(changed_column)
        )
        other_values = (values.sum(axis=1) - values[seat_indexes]) / max(len(changed_column) - 1, 1)
        columns += [
            pl.Series(name, values[seat_indexes]),
            pl.Series(f"others_{name}", other_values),
        ]
    return rows.select(*keys, pl.col("strategy").alias(STRATEGY_ID)).with_columns(columns)


class TwinMeans:
    """Means of ``values`` over a version's twins, by the columns ``by``.

    ``rows`` returns a batch's twins; ``name`` names them. A game may have the same twin twice, from
    two seats or a cyclic schedule. If ``with_verdicts``, each row has a verdict on wins. There is
    none on scores: a single thing, such as one placement, never changes a strategy's mean score
    enough to matter.
    """

    def __init__(
        self,
        run: Run,
        arm: int,
        name: str,
        by: Sequence[str],
        rows: Callable[[Batch], pl.DataFrame],
        values: Sequence[str] = MEASURES,
        with_verdicts: bool = False,
    ) -> None:
        self.by = tuple(by)
        self._run = run
        self._values = list(values)
        self._with_verdicts = with_verdicts
        name = f"twins, {name}, version {arm}"

        def statistic(about: str, *groups: str) -> Statistic:
            return Statistic(
                f"{name}, {about}",
                ((run.table_with("twin"), arm),),
                groups,
                tuple(values),
                lambda batch: batch.make_once(name, lambda: rows(batch)),
            )

        self.statistics = statistic(ALL, *by), statistic("by strategy", *by, STRATEGY_ID)

    def frame(self) -> pl.DataFrame:
        """Return one row per group and strategy, `ALL` first.

        Columns: ``by``, strategy, games, and each value with _low and _high, and with _all_low and
        _all_high, which hold jointly for all groups under a strategy. Values are null below
        `MIN_GAMES`. With verdicts, there are also the columns verdict, based on the joint
        intervals, and more_games (roughly how many more games would decide the row).
        """
        self._run.prepare(self.statistics)
        overall_sums, sums_by_strategy = map(self._run.total, self.statistics)
        frames = [self._with_intervals(overall_sums.with_columns(strategy=pl.lit(ALL)))]
        names = self._run.dim(self._run.column("strategy").dim).select(
            pl.col("id").alias(STRATEGY_ID), pl.col("name").alias("strategy")
        )
        sums_by_strategy = (
            sums_by_strategy.with_columns(pl.col(STRATEGY_ID).cast(pl.Int64))
            .join(names, on=STRATEGY_ID, how="left")
            .drop(STRATEGY_ID)
        )
        for strategy in names["strategy"]:
            strategy_sums = sums_by_strategy.filter(pl.col("strategy") == strategy)
            if strategy_sums.height:
                frames.append(self._with_intervals(strategy_sums))
        columns = [*self.by, "strategy", "games", *value_columns(self._values)]
        if self._with_verdicts:
            columns += ["verdict", "more_games"]
        return pl.concat(frame.select(columns) for frame in frames)

    def _with_intervals(self, total: pl.DataFrame) -> pl.DataFrame:
        """Return means with intervals that hold singly and intervals that hold jointly.

        Rows with too few games are empty.
        """
        tests = int((total["games"] >= MIN_GAMES).sum())
        total = self._with_widened_ranges(total)
        means = with_means(self._run, total, self._values)
        joint_means = with_means(self._run, total, self._values, tests=tests)
        frame = means.drop(f"{value}_n" for value in self._values).with_columns(
            joint_means[f"{value}_{end}"].alias(f"{value}_all_{end}")
            for value in self._values
            for end in ("low", "high")
        )
        if self._with_verdicts:
            frame = frame.with_columns(self._verdicts(total, frame, tests))
        return frame.with_columns(
            pl.when(pl.col("games") >= MIN_GAMES).then(pl.col(name))
            for name in value_columns(self._values)
        )

    def _with_widened_ranges(self, total: pl.DataFrame) -> pl.DataFrame:
        """Widen the ranges of values to what unseen games may show.

        Only the range of a value that is the same in all games seen is widened.
        """
        for value in self._values:
            minimum, maximum = f"{value}_least", f"{value}_most"
            if total[minimum].min() == total[maximum].max():
                words = self._run.words
                limit = 100.0 if value.endswith("wins") else float(words.largest_score_change)
                total = total.with_columns(
                    pl.lit(-limit).alias(minimum), pl.lit(limit).alias(maximum)
                )
        return total

    def _verdicts(self, total: pl.DataFrame, frame: pl.DataFrame, tests: int) -> list[pl.Series]:
        """Return the rows' verdict and more_games, given ``tests`` joint intervals."""
        smallest = self._run.words.smallest["wins"]
        words = verdicts(frame["wins_all_low"], frame["wins_all_high"], smallest)
        number, sums, squares = (
            total[f"wins_{suffix}"].to_numpy() for suffix in ("n", "sum", "squares")
        )
        need = more_games(
            self._run.look,
            frame["wins"],
            variance(sums, squares, number),
            number,
            smallest,
            tests,
        )
        has_enough_games = (frame["games"] >= MIN_GAMES).to_list()
        return judged_columns(
            {
                "verdict": [
                    word if is_known else None
                    for word, is_known in zip(words, has_enough_games, strict=True)
                ],
                "more_games": [
                    games if is_known and word == UNDECIDED else None
                    for games, word, is_known in zip(need, words, has_enough_games, strict=True)
                ],
            }
        )


def value_columns(values: Sequence[str]) -> list[str]:
    """List the columns of `TwinMeans.frame` for these values."""
    ends = ("", "_low", "_high", "_all_low", "_all_high")
    return [f"{value}{end}" for value in values for end in ends]
