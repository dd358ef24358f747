"""Headline figures of a run, and the differences between two runs.

Both describe the version that a run was played for: the one that has all of the run's changes, such
as those made in an edited sheet, or the current rules if no version has all changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from eoc_sim.analysis import luck_of_the_deal
from eoc_sim.analysis.compare import smallest_change
from eoc_sim.analysis.figure import Figure
from eoc_sim.analysis.holdings import HasKey, holdings
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.stats import judge, paired_differences
from eoc_sim.analysis.strategies import win_shares
from eoc_sim.analysis.tables import RecordedArm, Run
from eoc_sim.analysis.total_columns import judged_columns

MAX_FIGURES = 10
"""The maximum number of figures kept for a run."""
WINS, SCORE, TURN_ORDER = "wins", "score", "turn order"
"""The kinds of figures."""


def shown_version(run: Run) -> RecordedArm:
    """Return the version with all changes, or the current rules."""
    last = run.arms[-1]
    has_all = all(set(arm.changes) <= set(last.changes) for arm in run.arms)
    return last if has_all else run.arms[0]


def figures(run: Run) -> list[Figure]:
    """List the headline figures of a run, with 95 % intervals.

    The kinds of figures are, in this order, each strategy's wins, the wins of the first and the
    last in turn order, and scores. A kind is left out if there is no room for all of its figures.
    """
    result: list[Figure] = []
    for kind_figures in _figures(run):
        result += kind_figures if len(result) + len(kind_figures) <= MAX_FIGURES else []
    return result


def _figures(run: Run) -> Iterator[list[Figure]]:
    arm = shown_version(run).id
    strategies = win_shares(run, arm)
    orders = run.table_with("win_share").roles("order")
    by_group = luck_of_the_deal.win_shares(run, arm) if orders else {}
    by_order = by_group.get(orders[0].name, pl.DataFrame()) if orders else pl.DataFrame()
    first_and_last = by_order[[0, -1]] if by_order.height else by_order
    ends = ("low", "high")
    for kind, frame, value, (low, high) in (
        (WINS, strategies, "wins", ends),
        (TURN_ORDER, first_and_last, "wins", ends),
        (SCORE, strategies, "score", ("score_low", "score_high")),
    ):
        yield [
            Figure(kind, row["label"], row[value], row[low], row[high])
            for row in frame.iter_rows(named=True)
        ]


def reasons_against_shared_luck(first: Run, second: Run) -> list[str]:
    """List the reasons why two runs did not share their luck."""
    reasons = [
        f"the {name}s differ ({first.record[name]} and {second.record[name]})"
        for name in ("game", "seed", "seating")
        if first.record[name] != second.record[name]
    ]
    if first.players != second.players:
        people = first.words.player[1]
        reasons.append(f"the numbers of {people} differ ({first.players} and {second.players})")
    return reasons


def changes(first: Run, second: Run, differences: Sequence[HasKey] = ()) -> pl.DataFrame:
    """Judge each strategy's change from one run to another, game by game.

    The runs must share their luck; ``differences`` lists how the versions differ, if known.
    Columns: label, metric, first and second (the means), games, differ (games that differ), change,
    low and high (for the row alone), all_low and all_high (jointly for all rows), smallest (the
    smallest change that matters, as in `compare.effects`), verdict and more_games. Only strategies
    that play in both runs have rows.
    """
    shorter = min(first, second, key=lambda run: run.games)
    results = [
        pl.concat(_results(run, batch) for batch in shorter.batches()) for run in (first, second)
    ]
    pairs = results[0].join(
        results[1], on=["game", "label"], suffix="_second", maintain_order="left"
    )
    rows = []
    for metric in METRICS:
        change = pl.col(f"{metric}_second") - pl.col(metric)
        rows.append(
            pairs.group_by("label", maintain_order=True).agg(
                pl.lit(metric).alias("metric"),
                pl.col(metric).mean().alias("first"),
                pl.col(f"{metric}_second").mean().alias("second"),
                pl.len().alias("games"),
                (change.abs() > 1e-9).sum().alias("differ"),
                change.sum().alias("total"),
                (change * change).sum().alias("squares"),
                change.abs().max().alias("largest"),
            )
        )
    if first.players > 1 and pl.concat(results)["label"].n_unique() == 1:
        rows = rows[1:]  # the wins of a strategy that holds every seat in both runs are fixed
    frame = pl.concat(rows)
    minimum = pl.when(pl.col("metric") == METRICS[0]).then(100.0).otherwise(1.0)
    frame = frame.with_columns(pl.max_horizontal("largest", minimum))
    sums = paired_differences(
        *(frame[name] for name in ("total", "squares", "games", "largest", "differ"))
    )
    shares = {METRICS[1]: _held_share(first, second, differences)}
    smallest = [
        smallest_change(first, metric, shares.get(metric, {}).get(label, 1.0))
        for label, metric in frame.select("label", "metric").iter_rows()
    ]
    return frame.drop("total", "squares", "largest").with_columns(
        pl.Series("smallest", smallest), *judged_columns(judge(shorter.look, sums, smallest))
    )


def _held_share(first: Run, second: Run, differences: Sequence[HasKey]) -> dict[str, float]:
    """Return the share of each strategy's seats that hold what differs.

    If a strategy has no entry, the difference affects all of its seats.
    """
    kinds = [(holding, holding.ids(first, differences)) for holding in holdings(first)]
    kinds = [(holding, ids) for holding, ids in kinds if ids]
    if not all(any(holding.has(change) for holding, _ in kinds) for change in differences):
        return {}
    if not kinds or not all(
        run.has_rows(kind.table_of(run)) for run in (first, second) for kind, _ in kinds
    ):
        return {}
    seats = []
    for games in min(first, second, key=lambda run: run.games).batches():
        everyone = _seats(first, games)
        holders = pl.concat(
            holding.rows(run, run.batch(games), shown_version(run).id, ["game", "seat"])
            .filter(pl.col("thing").is_in(ids))
            .select("game", "seat")
            for run in (first, second)
            for holding, ids in kinds
        ).unique()
        holders = holders.with_columns(held=pl.lit(1.0))
        seats.append(everyone.join(holders, on=["game", "seat"], how="left"))
    share = pl.concat(seats).group_by("label").agg(pl.col("held").fill_null(0.0).mean())
    return dict(share.iter_rows())


def _seats(run: Run, games: tuple[int, int]) -> pl.DataFrame:
    """Return each seat's strategy, in the columns game, seat and label."""
    rows = run.read(
        run.table_with("win_share"), shown_version(run).id, games, ["game", "seat", "strategy"]
    )
    return rows.join(_strategies(run), on="strategy").select("game", "seat", "label")


def _strategies(run: Run) -> pl.DataFrame:
    names = run.dim(run.column("strategy").dim)
    return names.select(pl.col("id").alias("strategy"), label="name")


def _results(run: Run, batch: tuple[int, int]) -> pl.DataFrame:
    """Return each strategy's wins in 100 and score in each game."""
    columns = ["game", "strategy", "win_share", "score"]
    rows = run.read(run.table_with("win_share"), shown_version(run).id, batch, columns)
    return (
        rows.join(_strategies(run), on="strategy")
        .group_by("game", "label", maintain_order=True)
        .agg(
            (100 * pl.col("win_share").mean()).alias(METRICS[0]),
            pl.col("score").cast(pl.Float64).mean().alias(METRICS[1]),
        )
    )
