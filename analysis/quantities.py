"""Quantities by game, to pair with runs on the same luck.

A quantity is a number whose value 0 means no effect, with a smallest change that matters. It may be
unknown in some games; the estimate is its mean over the others. Sources: docs/reference/metrics.md,
"Who plays".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis import compare, dealt, first_player
from eoc_sim.analysis.holding import changed_things
from eoc_sim.analysis.measures import ORDER, STRATEGY, Measures
from eoc_sim.analysis.own import own_part
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.strata import NEGLIGIBLE_SHARE, STRATA, Strata
from eoc_sim.analysis.tables import MissingResults, RecordedArm, Run, add_labels
from eoc_sim.analysis.variants import crossing_of, short

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

WINS, SCORE = METRICS


@dataclass(frozen=True)
class Quantity:
    """One number that a run estimates: its subject, label and unit.

    ``metric`` is wins (in 100), score, or a measure's words. ``smallest`` is the smallest change
    that matters and ``largest`` the largest value in one game, both in the quantity's unit.
    ``fair`` is added to the displayed value: the fair wins in 100, if these mean no effect. `key`
    alone identifies the quantity.
    """

    what: str
    label: str
    metric: str
    smallest: float
    largest: float
    fair: float = 0.0

    @property
    def key(self) -> tuple[str, str, str]:
        """Key shared by the same quantity in other runs."""
        return self.what, self.label, self.metric


def table_quantities(run: Run) -> dict[Quantity, Floats]:
    """Compute the quantities of the table: turn order, deals, versions, twins.

    Each has one value per game in the order of the games, nan where the game is not informative.
    """
    values: dict[Quantity, Floats] = {}
    if len(run.arms) > 1 and run.record["command"] != first_player.COMMAND:
        for part in (_measure_changes(run, ""), _holder_changes(run)):
            values.update(part)
    if run.record.get("twins"):
        values.update(_twins(run))
        return values
    values.update(_turn_order(run))
    if run.record["command"] != first_player.COMMAND:
        values.update(_measure_dealt(run))
    return values


def strategy_quantities(run: Run, strategy: str) -> dict[Quantity, Floats]:
    """Compute one strategy's wins: changes by version, or minus the fair share.

    Only a run without versions has wins minus the fair share.
    """
    if len(run.arms) > 1 and crossing_of(run) is not None:
        return dict(_measure_changes(run, strategy))
    if len(run.arms) > 1:
        return dict(_strategy_changes(run, strategy))
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
    values = np.concatenate([measures.values(0, batch)[:, index] for batch in run.batches()])
    fair = 100 * run.fair
    return {
        Quantity("wins by strategy", strategy, WINS, run.words.smallest[WINS], 100.0, fair): values
        - fair
    }


def _turn_order(run: Run) -> dict[Quantity, Floats]:
    """Compute wins by turn order minus the fair share."""
    if run.fair is None or not run.declares("order") or run.players == 1:
        return {}
    table = run.table_with("win_share")
    wins = np.concatenate(
        [
            first_player.by_place(run.batch(batch), table, 0, run.players)[0]
            for batch in run.batches()
        ]
    )
    about, fair = f"wins by {run.column('order').head}", 100 * run.fair
    return {
        Quantity(about, label, WINS, run.words.smallest[WINS], 100.0, fair): wins[:, place] - fair
        for place, label in enumerate(first_player.place_labels(run))
    }


def _measure_dealt(run: Run) -> dict[Quantity, Floats]:
    """Compute wins with each dealt thing, minus the fair share."""
    if run.fair is None:
        return {}
    by_quantity: dict[Quantity, Floats] = {}
    for column in run.table_with("win_share").roles("dealt"):
        rows = pl.concat(
            dealt.group_statistic(run, 0, column).rows(run.batch(batch)) for batch in run.batches()
        )
        # Seats of one game with the same thing count as one.
        each = rows.group_by("game", column.name).agg(pl.col("win_share").mean())
        if each[column.name].n_unique() < 2:
            continue
        names = add_labels(
            run, each.select(column.name).unique().sort(column.name), column, column.name
        )
        for group, label in names.select(column.name, "label").iter_rows():
            mine = each.filter(pl.col(column.name) == group)
            values = _arrange(run, mine["game"], 100 * (mine["win_share"] - run.fair))
            by_quantity[
                Quantity(
                    f"wins by {column.head}",
                    label,
                    WINS,
                    run.words.smallest[WINS],
                    100.0,
                    100 * run.fair,
                )
            ] = values
    return by_quantity


def pairs(run: Run) -> list[tuple[RecordedArm, RecordedArm, str]]:
    """List each version, the version to compare it with, and its words.

    Crossed versions contribute each value by itself; otherwise each version is compared with the
    current rules.
    """
    crossing = crossing_of(run)
    if crossing is None:
        return [(arm, run.arms[0], arm.short) for arm in run.arms[1:]]
    return [
        (
            run.arms[effect.arm],
            run.arms[effect.against],
            variant(short(effect.key, effect.value), effect.given),
        )
        for effect in crossing.simple
        if effect.arm != effect.against
    ]


def variant(about: str, condition: str) -> str:
    """Name a simple effect: a value, and the change given with it."""
    return f"{about} with {condition}" if condition else about


def _measure_changes(run: Run, strategy: str) -> Iterator[tuple[Quantity, Floats]]:
    """Compute each version's changes in a strategy's wins, or in table measures.

    The table's measures include scores and wins by turn order.
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
    by_arm: dict[int, Floats] = {}

    def values(arm: RecordedArm) -> Floats:
        if arm.id not in by_arm:
            by_arm[arm.id] = np.concatenate(
                [measures.values(arm.id, batch)[:, indexes] for batch in run.batches()]
            )
        return by_arm[arm.id]

    for arm, against, what in pairs(run):
        change = values(arm) - values(against)
        for column, index in enumerate(indexes):
            measure = measures.columns[index]
            largest = (
                100.0 if measure.range == measure.range else float(run.words.largest_score_change)
            )
            metric = WINS if measure.metric in (STRATEGY, ORDER) else measure.words
            label = measure.label or measure.words.partition(",")[0]
            yield Quantity(what, label, metric, measure.smallest, largest), change[:, column]


def _strategy_changes(run: Run, strategy: str) -> Iterator[tuple[Quantity, Floats]]:
    """Compute versions' changes in a strategy's wins and score."""
    names = dict(run.dim(run.column("strategy").dim).select("id", "name").iter_rows())
    for arm, _, what in pairs(run):
        statistic = compare.pairs_statistic(run, arm.id, "strategy")
        rows = pl.concat(statistic.rows(run.batch(batch)) for batch in run.batches())
        mine = rows.filter(
            (pl.col("strategy") == pl.col("strategy_version"))
            & pl.col("strategy").is_in(
                [identifier for identifier, name in names.items() if name == strategy]
            )
        )
        smallest = {**run.words.smallest}
        if strategy in (scores := compare.smallest_scores(run, arm)):
            smallest[SCORE] = scores[strategy]
        for metric in METRICS:
            largest = 100.0 if metric == WINS else float(run.words.largest_score_change)
            yield (
                Quantity(what, strategy, metric, smallest[metric], largest),
                _arrange(run, mine["game"], mine[f"{metric}_change"]),
            )


def _holder_changes(run: Run) -> Iterator[tuple[Quantity, Floats]]:
    """Compute versions' changes for seats that keep, lose or gain changed things.

    With y a game's sum over its seats, c their number and R = sum y / sum c, a game's value is
    R + (y - R c) / mean c, as in `strata`.
    """
    for arm, _, what in pairs(run):
        for holding, ids in changed_things(run, arm):
            if not run.has_rows(holding.table_of(run), arm.id):
                continue
            statistic = Strata(run, arm.id, holding, ids).statistics()[0]
            rows = pl.concat(statistic.rows(run.batch(batch)) for batch in run.batches())
            main = rows.filter(pl.col("stratum") < len(STRATA[:3]))
            seats = {
                (card, stratum): number
                for card, stratum, number in main.group_by("card", "stratum")
                .agg(pl.col("seats").sum())
                .iter_rows()
            }
            names = dict(
                holding.label_cards(run, pl.DataFrame({"card": ids}, schema={"card": pl.Int64}))
                .select("card", "label")
                .iter_rows()
            )
            for (card, stratum), number in sorted(seats.items()):
                if number <= NEGLIGIBLE_SHARE * max(
                    seats.get((card, other), 0.0) for other in range(3)
                ):
                    continue
                mine = main.filter((pl.col("card") == card) & (pl.col("stratum") == stratum))
                label = f"whoever {STRATA[stratum].replace('it', names[card])}"
                count = mine["seats"].to_numpy()
                for metric in METRICS:
                    total = mine[f"{metric}_change"].to_numpy()
                    ratio = total.sum() / count.sum()
                    each = ratio + (total - ratio * count) / count.mean()
                    largest = 100.0 if metric == WINS else float(run.words.largest_score_change)
                    yield (
                        Quantity(what, label, metric, run.words.smallest[metric], largest),
                        _arrange(run, mine["game"], pl.Series(each)),
                    )


def _twins(run: Run) -> dict[Quantity, Floats]:
    """Compute the quantities of twins that the game's ``twin_rows`` lists."""
    twin_rows = own_part(run, "twin_rows")
    if twin_rows is None or not run.declares("twin") or not run.has_rows(run.table_with("twin")):
        return {}
    rows = pl.concat(twin_rows(run, run.batch(batch)) for batch in run.batches())
    each = rows.group_by("game", "what", "label", maintain_order=True).agg(
        pl.col("wins").mean(), pl.col("score").mean()
    )
    values: dict[Quantity, Floats] = {}
    for (what, label), mine in each.group_by(["what", "label"], maintain_order=True):
        for metric in METRICS:
            largest = 100.0 if metric == WINS else float(run.words.largest_score_change)
            values[Quantity(str(what), str(label), metric, run.words.smallest[metric], largest)] = (
                _arrange(run, mine["game"], mine[metric])
            )
    return values


def _arrange(run: Run, games: pl.Series, values: pl.Series) -> Floats:
    """Arrange values by game; nan for games without one."""
    by_game = np.full(run.games, np.nan)
    by_game[games.to_numpy()] = values.to_numpy()
    return by_game


def quantities(run: Run, strategy: str = "") -> Mapping[Quantity, Floats]:
    """Compute a run's quantities, of the table or of one strategy.

    The result is empty if their tables are missing.
    """
    try:
        return strategy_quantities(run, strategy) if strategy else table_quantities(run)
    except MissingResults:
        return {}
