"""Quantities by game, used to compare runs that share their luck.

A quantity is a number for which 0 means no effect. It has a smallest change that matters. It may be
unknown in some games; the estimate is its mean over the other games. Sources:
docs/reference/metrics.md, "Who plays".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import polars as pl

from eoc_sim.analysis import compare, first_player, luck_of_the_deal
from eoc_sim.analysis.holdings import changed_components
from eoc_sim.analysis.measures import ORDER, STRATEGY, Measures
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.strata import NEGLIGIBLE_SHARE, STRATA, Strata
from eoc_sim.analysis.tables import MissingResults, RecordedArm, Run
from eoc_sim.analysis.total_columns import add_labels
from eoc_sim.analysis.variants import crossing_of, short_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.analysis.statistic import Statistic
    from eoc_sim.simulator.kernel.columns import Column

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

Key = TypeVar("Key", bound=Hashable)

WINS, SCORE = METRICS


@dataclass(frozen=True)
class Quantity:
    """One number that a run estimates: its subject, label and unit.

    ``metric`` is wins (in 100), score, or a measure's words. ``smallest`` is the smallest change
    that matters and ``largest`` the largest value in one game, both in the quantity's unit.
    ``fair`` is added when the value is displayed: the fair wins in 100 if the quantity is measured
    from them, else 0. `key` alone identifies the quantity.
    """

    subject: str
    label: str
    metric: str
    smallest: float
    largest: float
    fair: float = 0.0

    @property
    def key(self) -> tuple[str, str, str]:
        """The key, which the same quantity has in other runs too."""
        return self.subject, self.label, self.metric


class GameValues:
    """Sums of a quantity over all games, and its first values.

    ``first`` has the values of the first games in order, nan where the quantity is unknown.
    ``games`` counts the informative games, in which it is known, and ``nonzero`` those in which it
    is not 0; ``largest`` is the largest absolute value.
    """

    def __init__(self, kept_games: int) -> None:
        self.first = np.full(kept_games, np.nan)
        self.games = self.nonzero = 0
        self.total = self.squares = self.largest = 0.0

    @classmethod
    def from_values(cls, values: Floats) -> GameValues:
        """Keep the values of all games."""
        game_values = cls(len(values))
        game_values.add(np.arange(len(values)), values)
        return game_values

    def add(self, games: Integers, values: Floats) -> None:
        """Add the values of further games, given the games' numbers."""
        is_informative = ~np.isnan(values)
        games, values = games[is_informative], values[is_informative]
        is_early = games < len(self.first)
        self.first[games[is_early]] = values[is_early]
        self.games += len(values)
        self.nonzero += int(np.count_nonzero(values))
        self.total += float(values.sum())
        self.squares += float(np.square(values).sum())
        self.largest = max(self.largest, float(np.abs(values).max(initial=0.0)))

    @property
    def mean(self) -> float:
        """The mean over informative games."""
        return self.total / self.games

    @property
    def variance(self) -> float:
        """The mean squared distance of a game's value from the mean."""
        return self.squares / self.games - self.mean**2


def _add_batches(
    run: Run,
    kept_games: int,
    values_in: Callable[[tuple[int, int]], Iterable[tuple[Key, Integers, Floats]]],
) -> dict[Key, GameValues]:
    """Collect values by game, batch by batch.

    Only one batch is in memory at a time. ``values_in`` yields a batch's keys, games and values.
    """
    values: dict[Key, GameValues] = {}
    for batch in run.batches():
        for key, games, batch_values in values_in(batch):
            values.setdefault(key, GameValues(kept_games)).add(games, batch_values)
    return values


def _game_numbers(batch: tuple[int, int], values: Floats) -> Integers:
    """Return the numbers of a batch's games."""
    return np.arange(batch[0], batch[0] + len(values))


def whole_game_quantities(run: Run, kept_games: int) -> dict[Quantity, GameValues]:
    """Compute the quantities of the whole game: turn order, deals, versions, twins.

    Turn order and deals are left out for a run with twins. The values of the first ``kept_games``
    games are kept; other games only enter the sums.
    """
    values: dict[Quantity, GameValues] = {}
    if len(run.arms) > 1 and run.record["command"] != first_player.COMMAND:
        values |= _measure_changes(run, "", kept_games)
        values |= _holder_changes(run, kept_games)
    if run.record.get("twins"):
        return values | _twins(run, kept_games)
    values |= _turn_order(run, kept_games)
    if run.record["command"] != first_player.COMMAND:
        values |= _measure_dealt(run, kept_games)
    return values


def strategy_quantities(run: Run, strategy: str, kept_games: int) -> dict[Quantity, GameValues]:
    """Compute a strategy's changes by version, or wins minus the fair share.

    The result is wins minus the fair share for runs without versions. Changes are in wins and,
    unless the versions are crossed, in score. The values of the first ``kept_games`` games are
    kept; other games only enter the sums.
    """
    if len(run.arms) > 1 and crossing_of(run) is not None:
        return _measure_changes(run, strategy, kept_games)
    if len(run.arms) > 1:
        return _strategy_changes(run, strategy, kept_games)
    if run.fair is None:
        return {}
    measures = Measures(run)
    index = next(
        (
            index
            for index, column in enumerate(measures.columns)
            if column.metric == STRATEGY and column.label == strategy
        ),
        None,
    )
    if index is None:
        return {}
    fair = 100 * run.fair
    quantity = Quantity("wins by strategy", strategy, WINS, run.words.smallest[WINS], 100.0, fair)

    def values_in(batch: tuple[int, int]) -> Iterator[tuple[Quantity, Integers, Floats]]:
        values = measures.values(0, batch)[:, index]
        yield quantity, _game_numbers(batch, values), values - fair

    return _add_batches(run, kept_games, values_in)


def _turn_order(run: Run, kept_games: int) -> dict[Quantity, GameValues]:
    """Compute wins by turn order, minus the fair share."""
    if run.fair is None or not run.declares("order") or run.players == 1:
        return {}
    table = run.table_with("win_share")
    about, fair = f"wins by {run.column('order').head}", 100 * run.fair
    quantities = [
        Quantity(about, label, WINS, run.words.smallest[WINS], 100.0, fair)
        for label in first_player.order_labels(run)
    ]

    def values_in(batch: tuple[int, int]) -> Iterator[tuple[Quantity, Integers, Floats]]:
        wins = first_player.by_order(run.batch(batch), table, 0, run.players)[0]
        for quantity, by_game in zip(quantities, wins.T, strict=True):
            yield quantity, _game_numbers(batch, by_game), by_game - fair

    return _add_batches(run, kept_games, values_in)


def _measure_dealt(run: Run, kept_games: int) -> dict[Quantity, GameValues]:
    """Compute wins with each dealt thing, minus the fair share."""
    if run.fair is None:
        return {}
    by_quantity: dict[Quantity, GameValues] = {}
    for column in run.table_with("win_share").roles("dealt"):
        by_group = _add_batches(run, kept_games, _wins_by_group(run, column, run.fair))
        if len(by_group) < 2:
            continue
        groups = pl.DataFrame({column.name: sorted(by_group)}, schema={column.name: pl.Int64})
        labels = add_labels(run, groups, column, column.name).select(column.name, "label")
        for group, label in labels.iter_rows():
            quantity = Quantity(
                f"wins by {column.head}",
                label,
                WINS,
                run.words.smallest[WINS],
                100.0,
                100 * run.fair,
            )
            by_quantity[quantity] = by_group[group]
    return by_quantity


def _wins_by_group(
    run: Run, column: Column, fair: float
) -> Callable[[tuple[int, int]], Iterator[tuple[int, Integers, Floats]]]:
    """Return the function that yields a batch's wins by dealt thing.

    The ``fair`` share is subtracted.
    """
    statistic = luck_of_the_deal.group_statistic(run, 0, column)

    def values_in(batch: tuple[int, int]) -> Iterator[tuple[int, Integers, Floats]]:
        rows = statistic.rows(run.batch(batch))
        # Seats of one game with the same thing count as one.
        means = rows.group_by("game", column.name).agg(pl.col("win_share").mean())
        for (group,), group_rows in means.group_by(column.name):
            wins = 100 * (group_rows["win_share"].to_numpy() - fair)
            yield int(group), group_rows["game"].to_numpy(), wins

    return values_in


def pairs(run: Run) -> list[tuple[RecordedArm, RecordedArm, str]]:
    """List pairs of versions to compare, each with a label.

    Crossed versions contribute the simple effects of each value; otherwise each version is compared
    with the current rules.
    """
    crossing = crossing_of(run)
    if crossing is None:
        return [(arm, run.arms[0], arm.short) for arm in run.arms[1:]]
    return [
        (
            run.arms[effect.arm],
            run.arms[effect.against],
            variant(short_name(effect.key, effect.value), effect.given),
        )
        for effect in crossing.simple
        if effect.arm != effect.against
    ]


def variant(about: str, condition: str) -> str:
    """Name a simple effect: a value, and its condition if any."""
    return f"{about} with {condition}" if condition else about


def _measure_changes(run: Run, strategy: str, kept_games: int) -> dict[Quantity, GameValues]:
    """Compute each version's changes in a strategy's wins, or in other measures.

    Without a ``strategy``, the measures are those of the whole game, such as the winning score and
    wins by turn order.
    """
    measures = Measures(run)
    indexes = [
        index
        for index, measure in enumerate(measures.columns)
        if measure.smallest
        and (
            measure.metric == STRATEGY and measure.label == strategy
            if strategy
            else measure.metric != STRATEGY and measure.pair is None
        )
    ]
    names = []
    for index in indexes:
        measure = measures.columns[index]
        largest = float(run.words.largest_score_change) if math.isnan(measure.range) else 100.0
        metric = WINS if measure.metric in (STRATEGY, ORDER) else measure.words
        label = measure.label or measure.name
        names.append((label, metric, measure.smallest, largest))
    arms_to_compare = pairs(run)

    def values_in(batch: tuple[int, int]) -> Iterator[tuple[Quantity, Integers, Floats]]:
        values = cache(lambda arm: measures.values(arm, batch)[:, indexes])
        for arm, against, version in arms_to_compare:
            changes = values(arm.id) - values(against.id)
            for name, change in zip(names, changes.T, strict=True):
                yield Quantity(version, *name), _game_numbers(batch, change), change

    return _add_batches(run, kept_games, values_in)


def _strategy_changes(run: Run, strategy: str, kept_games: int) -> dict[Quantity, GameValues]:
    """Compute versions' changes in a strategy's wins and score."""
    names = run.dim(run.column("strategy").dim).select("id", "name").iter_rows()
    ids = [number for number, name in names if name == strategy]
    statistics = [
        (
            version,
            compare.pairs_statistic(run, arm.id, "strategy"),
            compare.smallest_score_changes(run, arm),
        )
        for arm, _, version in pairs(run)
    ]

    def values_in(batch: tuple[int, int]) -> Iterator[tuple[Quantity, Integers, Floats]]:
        for version, statistic, scores in statistics:
            strategy_rows = statistic.rows(run.batch(batch)).filter(
                (pl.col("strategy") == pl.col("strategy_version")) & pl.col("strategy").is_in(ids)
            )
            smallest = {**run.words.smallest}
            if strategy in scores:
                smallest[SCORE] = scores[strategy]
            for metric in METRICS:
                quantity = Quantity(
                    version, strategy, metric, smallest[metric], _largest(run, metric)
                )
                yield (
                    quantity,
                    strategy_rows["game"].to_numpy(),
                    strategy_rows[f"{metric}_change"].to_numpy(),
                )

    return _add_batches(run, kept_games, values_in)


def _largest(run: Run, metric: str) -> float:
    """Return the largest change in a metric that one game can show."""
    return 100.0 if metric == WINS else float(run.words.largest_score_change)


def _holder_changes(run: Run, kept_games: int) -> dict[Quantity, GameValues]:
    """Compute versions' changes for seats that keep, lose or gain changed things.

    With y a game's sum over its seats, c their number and R = sum y / sum c, a game's value is
    R + (y - R c) / mean c, as in `strata`.
    """
    values: dict[Quantity, GameValues] = {}
    for arm, _, version in pairs(run):
        for holding, ids in changed_components(run, arm):
            if run.has_rows(holding.table_of(run), arm.id):
                statistic = Strata(run, arm.id, holding, ids).statistics()[0]
                names = dict(
                    holding.label_things(
                        run, pl.DataFrame({"thing": ids}, schema={"thing": pl.Int64})
                    )
                    .select("thing", "label")
                    .iter_rows()
                )
                values |= _changes_by_stratum(run, version, statistic, names, kept_games)
    return values


def _changes_by_stratum(
    run: Run, version: str, statistic: Statistic, names: Mapping[int, str], kept_games: int
) -> dict[Quantity, GameValues]:
    """Compute a version's changes for seats in the first three `STRATA`."""

    def rows_of(batch: tuple[int, int]) -> pl.DataFrame:
        return statistic.rows(run.batch(batch)).filter(pl.col("stratum") < len(STRATA[:3]))

    changes = [f"{metric}_change" for metric in METRICS]
    sums = pl.concat(
        rows_of(batch)
        .group_by("thing", "stratum")
        .agg(pl.len().cast(pl.Int64).alias("rows"), pl.col("seats", *changes).sum())
        for batch in run.batches()
    )
    totals = {
        (row["thing"], row["stratum"]): row
        for row in sums.group_by("thing", "stratum")
        .agg(pl.col("rows", "seats", *changes).sum())
        .sort("thing", "stratum")
        .iter_rows(named=True)
    }
    strata = {
        (thing, stratum): row
        for (thing, stratum), row in totals.items()
        if row["seats"]
        > NEGLIGIBLE_SHARE
        * max(totals.get((thing, other), {"seats": 0.0})["seats"] for other in range(3))
    }

    def values_in(batch: tuple[int, int]) -> Iterator[tuple[Quantity, Integers, Floats]]:
        rows = rows_of(batch)
        for (thing, stratum), total in strata.items():
            thing_rows = rows.filter((pl.col("thing") == thing) & (pl.col("stratum") == stratum))
            label = f"anyone who {STRATA[stratum].replace('it', names[thing])}"
            seats = thing_rows["seats"].to_numpy()
            for metric, column in zip(METRICS, changes, strict=True):
                ratio = total[column] / total["seats"]
                distance = thing_rows[column].to_numpy() - ratio * seats
                quantity = Quantity(
                    version, label, metric, run.words.smallest[metric], _largest(run, metric)
                )
                values = ratio + distance / (total["seats"] / total["rows"])
                yield quantity, thing_rows["game"].to_numpy(), values

    return _add_batches(run, kept_games, values_in)


def _twins(run: Run, kept_games: int) -> dict[Quantity, GameValues]:
    """Compute the quantities of twins that the game's ``twin_rows`` lists."""
    twin_rows = run.parts.load("twin_rows")
    if twin_rows is None or not run.declares("twin") or not run.has_rows(run.table_with("twin")):
        return {}

    def values_in(batch: tuple[int, int]) -> Iterator[tuple[Quantity, Integers, Floats]]:
        game_means = (
            twin_rows(run, run.batch(batch))
            .group_by("game", "what", "label", maintain_order=True)
            .agg(pl.col("wins").mean(), pl.col("score").mean())
        )
        for (subject, label), label_rows in game_means.group_by(
            ["what", "label"], maintain_order=True
        ):
            for metric in METRICS:
                quantity = Quantity(
                    str(subject),
                    str(label),
                    metric,
                    run.words.smallest[metric],
                    _largest(run, metric),
                )
                yield quantity, label_rows["game"].to_numpy(), label_rows[metric].to_numpy()

    return _add_batches(run, kept_games, values_in)


def quantities(
    run: Run, strategy: str = "", kept_games: int | None = None
) -> Mapping[Quantity, GameValues]:
    """Compute a run's quantities, for the whole game or for one strategy.

    The values of the first ``kept_games`` games are kept, by default those of all games; other
    games only enter the sums. The result is empty if the run did not keep the tables that the
    quantities need.
    """
    kept_games = run.games if kept_games is None else min(kept_games, run.games)
    try:
        if strategy:
            return strategy_quantities(run, strategy, kept_games)
        return whole_game_quantities(run, kept_games)
    except MissingResults:
        return {}
