"""Effects of turn order as a whole: largest gap, causes and remedies.

A game's wins by turn order are a vector that adds up to one win, so places are never treated as
independent: gaps are paired by game, and a test of all places uses the vector's covariance.
Verdicts are based on intervals that remain valid if a run is extended.

Columns are found by role. docs/reference/metrics.md has the formulas and their known bias.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from eoc_sim.analysis.folders import Folder
from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import (
    CHANGES,
    NO_CHANGE,
    UNDECIDED,
    PairedDifferences,
    Shares,
    interval_at,
    mean_interval,
    paired_differences,
    verdicts,
)
from eoc_sim.analysis.tables import PLANNED_PREFIX, MissingResults, Run
from eoc_sim.analysis.total_columns import add_labels
from eoc_sim.analysis.vectors import VectorMoments, joint_p_value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.simulator.runs.game import Table

    Floats = NDArray[np.float64]

COMMAND = "first-player"
REPAIR = "-repair-"
"""Part of the name of every run that a repair plays."""
TABLES = ("order", "question", "mechanisms", "last_round", "by_length")
"""The metric tables of a line-up."""
TRIES = 3
"""The maximum number of compensations that a repair tries in fresh games."""
ARMS_PER_TRY = 2
"""Number of arms in a try: with the compensation, and without it."""


@dataclass(frozen=True)
class LineUpFamily:
    """The numbers of line-ups and versions that are judged together.

    Each version has one mechanism switched off. ``suffix`` ends sentences about the family.
    """

    line_ups: int
    versions: int
    suffix: str = ""


def games_to_explain(
    line_ups: Sequence[Sequence[str]], mechanisms: int, other_line_ups: int, games: int
) -> int:
    """Count the games of all line-ups, with ``games`` per version.

    ``line_ups`` has the seats for each number of players. Each line-up is played unchanged, then
    once with each of the ``mechanisms`` off, then, if it has several strategies, once with each
    strategy in every seat. For each number of players, a further ``other_line_ups`` line-ups are
    played under the unchanged rules only.
    """
    strategy_counts = (len(set(seats)) for seats in line_ups)
    return games * sum(
        1 + mechanisms + other_line_ups + (strategies if strategies > 1 else 0)
        for strategies in strategy_counts
    )


def family(run: Run) -> LineUpFamily:
    """Return a run's family: its folder's line-ups, or a repair's tries."""
    folder = Folder.read(run.path.parent)
    name, versions = run.path.name, len(run.arms) - 1
    if folder is None or folder.command != COMMAND or name not in folder.runs:
        return LineUpFamily(1, versions)
    if REPAIR in name:
        return LineUpFamily(ARMS_PER_TRY * TRIES, versions, " of all tries")
    return family_of(folder)


def family_of(folder: Folder) -> LineUpFamily:
    """Return the family of all line-ups of a folder."""
    runs = [folder.run(name) for name in folder.runs if REPAIR not in name]
    line_up_words = f" of all {len(runs)} line-ups" if len(runs) > 1 else ""
    return LineUpFamily(len(runs), sum(len(run.arms) - 1 for run in runs), line_up_words)


@dataclass(frozen=True)
class Gap:
    """The two places furthest apart; the interval allows for all pairs."""

    ahead: int
    behind: int
    gap: float
    low: float
    high: float


def largest_gap(
    look: Look, moments: VectorMoments, at_plan: VectorMoments | None = None, family_size: int = 1
) -> Gap:
    """Return the largest gap in wins between two places.

    Wins are per 100 games, paired by game. The interval is Bonferroni-corrected over all pairs of
    places in each of ``family_size`` line-ups. Between planned looks it also uses ``at_plan``, the
    sums at the last planned look.
    """
    size = len(moments.total)
    ahead, behind = max(
        ((index, other) for index in range(size) for other in range(size) if index != other),
        key=lambda pair: moments.total[pair[0]] - moments.total[pair[1]],
    )
    pairs = len(list(combinations(range(size), 2)))

    def differences(sums: VectorMoments) -> PairedDifferences:
        return paired_differences(*sums.difference(ahead, behind), sums.games, 100.0)

    now, planned = differences(moments), None if at_plan is None else differences(at_plan)
    low, high = interval_at(look, now, planned, tests=pairs * family_size)
    return Gap(ahead, behind, float(now.interval()[0][0]), float(low[0]), float(high[0]))


def order_moments(
    run: Run, arm: int = 0, *, as_planned: bool = False
) -> tuple[VectorMoments, VectorMoments]:
    """Return wins in 100 and scores by turn order, as moments.

    With ``as_planned`` they cover the games up to the last planned look.
    """
    wins, scores = (
        _moments(run, statistic, as_planned) for statistic in turn_order_statistics(run, arm)
    )
    return wins, scores


def change_moments(run: Run, arm: int, *, as_planned: bool = False) -> VectorMoments:
    """Return a version's paired changes by turn order.

    They are in wins per 100 games.
    """
    return _moments(run, order_change_statistic(run, arm), as_planned)


def _moments(run: Run, statistic: Statistic, as_planned: bool) -> VectorMoments:
    """Return the moments of one number per place in turn order."""
    frame = run.total(statistic)
    prefix = PLANNED_PREFIX if as_planned and run.look.is_past_planned_look else ""
    row = {name: value or 0 for name, value in frame.row(0, named=True).items()}
    values = statistic.values
    products = np.diag([float(row[f"{prefix}{value}_squares"]) for value in values])
    for (first, second), pair in zip(
        combinations(range(len(values)), 2), combinations(values, 2), strict=True
    ):
        products[first, second] = products[second, first] = row[f"{prefix}{'*'.join(pair)}"]
    moments = VectorMoments(len(values))
    moments.games = int(row[f"{prefix}{values[0]}_n"])
    moments.total = np.array([float(row[f"{prefix}{value}_sum"]) for value in values])
    moments.products = products
    moments.largest = max(
        abs(row[f"{prefix}{value}_{end}"]) for value in values for end in ("least", "most")
    )
    return moments


def turn_order_statistics(run: Run, arm: int = 0) -> list[Statistic]:
    """Collect wins per 100 games, and scores, by turn order."""
    return [
        _order_values(
            run,
            f"{name} by turn order, version {arm}",
            [arm],
            lambda vectors, index=index: vectors[0][index],  # type: ignore[misc]
        )
        for index, name in enumerate(("wins", "scores"))
    ]


def order_change_statistic(run: Run, arm: int) -> Statistic:
    """Collect a version's changes in wins per 100 games by turn order."""
    return _order_values(
        run,
        f"change of wins by turn order, version {arm}",
        [arm, 0],
        lambda vectors: vectors[0][0] - vectors[1][0],
    )


def statistics(run: Run) -> list[Statistic]:
    """List the statistics of turn order.

    Statistics of versions are listed only for runs by `COMMAND`.
    """
    if run.fair is None or not run.declares("order"):
        return []
    versions = run.arms[1:] if run.record.get("command") == COMMAND else ()
    return [
        *turn_order_statistics(run),
        *(statistic for arm in versions for statistic in turn_order_statistics(run, arm.id)),
        *(order_change_statistic(run, arm.id) for arm in versions),
    ]


def _order_values(
    run: Run,
    name: str,
    arms: Sequence[int],
    compute: Callable[[list[tuple[Floats, Floats]]], Floats],
) -> Statistic:
    """Collect one value per game and place.

    ``compute`` makes the values from one pair per version: wins and scores by turn order.
    """
    table, players = run.table_with("win_share"), run.players
    values = [f"place_{index}" for index in range(players)]

    def rows(batch: Batch) -> pl.DataFrame:
        vectors = [
            batch.make_once(f"by turn order {arm}", partial(by_order, batch, table, arm, players))
            for arm in arms
        ]
        frame = pl.DataFrame(compute(vectors), schema=values, orient="row")
        return frame.with_columns(pl.int_range(pl.len()).alias("game"), pl.lit(0).alias("all"))

    return Statistic(
        name, tuple((table, arm) for arm in arms), ("all",), tuple(values), rows, products=True
    )


def by_order(batch: Batch, table: Table, arm: int, players: int) -> tuple[Floats, Floats]:
    """Return wins in 100 and scores by game (row) and place (column)."""
    rows = batch.read(table, arm, ["game", "order", "win_share", "score"])
    rows = rows.filter(pl.col("order") < players).sort("game", "order")
    shape = (-1, players)
    return (
        100 * rows["win_share"].to_numpy().astype(np.float64).reshape(shape),
        rows["score"].to_numpy().astype(np.float64).reshape(shape),
    )


def order_labels(run: Run) -> list[str]:
    """List the names of the places, in turn order."""
    labels: list[str] = _in_order(run, {})["label"].to_list()
    return labels


def _in_order(run: Run, columns: dict[str, Sequence[float] | Floats]) -> pl.DataFrame:
    """Build a frame with one row per place: order, label, then ``columns``."""
    frame = pl.DataFrame({"order": range(run.players)}, schema={"order": pl.Int64})
    frame = add_labels(run, frame, run.column("order"), "order")
    return frame.with_columns(
        pl.Series(name, np.asarray(values), nan_to_null=True) for name, values in columns.items()
    )


def wins_by_order(run: Run, arm: int = 0, family_size: int = 1) -> pl.DataFrame:
    """Return wins in 100 and score by turn order, with intervals.

    Each interval holds on its own, or jointly as one of ``family_size`` intervals.

    Columns: order, label, games, wins, low, high, score, score_low, score_high.
    """
    wins, scores = order_moments(run, arm)
    planned, _ = order_moments(run, arm, as_planned=True)
    low, high = shares_by_order(run.look, wins, planned, family_size)
    score, bottom, top = mean_interval(
        scores.total, np.diag(scores.products), scores.games, run.look.level(family_size)
    )
    games = np.full(run.players, wins.games)
    return _in_order(
        run,
        {
            "games": games,
            "wins": wins.mean,
            "low": low,
            "high": high,
            "score": score,
            "score_low": bottom,
            "score_high": top,
        },
    )


def shares_by_order(
    look: Look, wins: VectorMoments, at_plan: VectorMoments, family_size: int = 1
) -> tuple[Floats, Floats]:
    """Return Wilson intervals (low, high) for wins per 100 games, by place.

    Each is one of ``family_size`` intervals that hold jointly.
    """
    now, planned = (
        Shares(sums.total / 100, np.diag(sums.products) / 1e4, np.full(len(sums.total), sums.games))
        for sums in (wins, at_plan)
    )
    low, high = now.interval_at(look, planned, family_size)
    return 100 * low, 100 * high


def turn_order_verdict(run: Run, arm: int = 0, family_size: int = 1) -> pl.DataFrame:
    """Judge the effect of turn order, in one row.

    Columns: games, ahead and behind (labels of the places furthest apart), gap with low and high
    (joint for all pairs of places in ``family_size`` line-ups), verdict (by that interval), family
    (the number of these line-ups), p (for equal wins of all places) and score_p (for equal scores)
    with p_games, the games behind both. The p-values are null except at the originally planned end,
    as such a test allows only one look.
    """
    wins, scores = order_moments(run, arm)
    at_plan, _ = order_moments(run, arm, as_planned=True)
    gap = largest_gap(run.look, wins, at_plan, family_size)
    is_first = run.look.is_first
    names = _in_order(run, {})["label"]
    return pl.DataFrame(
        {
            "games": [wins.games],
            "ahead": [names[gap.ahead]],
            "behind": [names[gap.behind]],
            "gap": [gap.gap],
            "low": [gap.low],
            "high": [gap.high],
            "verdict": [CHANGES if gap.low > 0 else UNDECIDED],
            "family": [family_size],
            "p": [joint_p_value(wins.with_imagined_wins()) if is_first else None],
            "score_p": [joint_p_value(scores) if is_first else None],
            "p_games": [wins.games if is_first else None],
        },
        schema_overrides={"p": pl.Float64, "score_p": pl.Float64, "p_games": pl.Int64},
    ).with_columns(pl.col("p", "score_p", "low", "high").fill_nan(None))


def mechanisms(run: Run, family_size: int | None = None) -> pl.DataFrame:
    """Return the changes in wins by turn order, and the remaining gaps.

    One row per version and place. Columns: arm, what, sentence, order, label, games, current,
    version, version_low, version_high, change with low and high, verdict (on the version, by the
    intervals of all its changes), gap with gap_low and gap_high, family (the number of versions
    covered jointly, by default all of the run's), and p (for no change at any place) with p_games,
    the games behind it, as in `turn_order_verdict`. The intervals of changes hold jointly for all
    places in these versions, those of gaps for all pairs of places.
    """
    family_size = len(run.arms) - 1 if family_size is None else family_size
    smallest = run.words.smallest["wins"]
    before, _ = order_moments(run)
    frames = []
    for arm in run.arms[1:]:
        after, _ = order_moments(run, arm.id)
        after_plan, _ = order_moments(run, arm.id, as_planned=True)
        gap = largest_gap(run.look, after, after_plan, family_size)
        moments = change_moments(run, arm.id)
        now, at_plan = (
            paired_differences(sums.total, np.diag(sums.products), sums.games, 100.0)
            for sums in (moments, change_moments(run, arm.id, as_planned=True))
        )
        low, high = interval_at(run.look, now, at_plan, tests=run.players * family_size)
        bottom, top = shares_by_order(run.look, after, after_plan)
        p = joint_p_value(moments.with_imagined_changes()) if run.look.is_first else None
        frames.append(
            _in_order(
                run,
                {
                    "games": np.full(run.players, after.games),
                    "current": before.mean,
                    "version": after.mean,
                    "version_low": bottom,
                    "version_high": top,
                    "change": now.interval()[0],
                    "low": low,
                    "high": high,
                },
            ).with_columns(
                pl.lit(arm.id, dtype=pl.Int64).alias("arm"),
                pl.lit(arm.short).alias("what"),
                pl.lit(arm.sentence).alias("sentence"),
                pl.lit(_combine(verdicts(low, high, smallest))).alias("verdict"),
                pl.lit(gap.gap).alias("gap"),
                pl.lit(gap.low).alias("gap_low"),
                pl.lit(gap.high).alias("gap_high"),
                pl.lit(family_size, dtype=pl.Int64).alias("family"),
                pl.lit(p, dtype=pl.Float64).alias("p"),
                pl.lit(None if p is None else moments.games, dtype=pl.Int64).alias("p_games"),
            )
        )
    if not frames:
        return pl.DataFrame()
    rows = pl.concat(frames).with_columns(pl.col("gap_low", "gap_high", "p").fill_nan(None))
    return rows.select("arm", "what", "sentence", pl.exclude("arm", "what", "sentence"))


def _combine(words: Sequence[str]) -> str:
    """Combine the verdicts on a version's places into one."""
    if CHANGES in words:
        return CHANGES
    return NO_CHANGE if set(words) == {NO_CHANGE} else UNDECIDED


def line_up_tables(run: Run, line_up_family: LineUpFamily) -> dict[str, pl.DataFrame]:
    """Return those of the `TABLES` that a line-up has."""
    joint_intervals = line_up_family.line_ups * run.players
    frames = {
        "order": wins_by_order(run, family_size=joint_intervals),
        "question": turn_order_verdict(run, family_size=line_up_family.line_ups),
    }
    if len(run.arms) > 1:
        frames["mechanisms"] = mechanisms(run, line_up_family.versions)
    if has_last_round(run):
        frames["last_round"] = last_round(run)
    if run.words.length:
        frames["by_length"] = by_length(run)
    return frames


def has_last_round(run: Run) -> bool:
    """Return True if seats take things and the last round is fixed."""
    return run.declares("place") and not run.words.length


def by_length(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return wins by place and number of players starting an extra round.

    Players take turns starting a round. So either all have started the same number of rounds, or
    the first player, the first two and so on have started one more.

    Columns: more (how many players started an extra round), starters (the labels of their places),
    order, label, games, wins, low, high. The result is observational: the player who ends a game
    chooses when to end it.
    """
    lengths, standings = run.table_with("winner"), run.table_with("win_share")
    run.require(lengths, standings)
    shape = (run.players, run.players)
    wins, squares, games = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    for batch in run.batches():
        rounds = run.read(lengths, arm, batch, ["game"], [run.words.length])
        seats = run.read(standings, arm, batch, ["game", "order", "win_share"])
        rows = seats.join(rounds, on="game").filter(pl.col("order") < run.players)
        cell = (rows[run.words.length].to_numpy() % run.players, rows["order"].to_numpy())
        shares = rows["win_share"].to_numpy().astype(np.float64)
        for sums, values in ((wins, shares), (squares, shares**2), (games, 1.0)):
            np.add.at(sums, cell, values)
    if not games.any():
        raise MissingResults(
            f"The run in {run.path} has no finished games yet; --resume plays its games."
        )
    labels = _in_order(run, {})["label"].to_list()
    frames = []
    for number_of_starters in range(run.players):
        if not games[number_of_starters].any():
            continue
        low, high = Shares(
            wins[number_of_starters], squares[number_of_starters], games[number_of_starters]
        ).interval_at(run.look)
        columns = {
            "games": games[number_of_starters].astype(np.int64),
            "wins": 100 * wins[number_of_starters] / games[number_of_starters],
            "low": 100 * low,
            "high": 100 * high,
        }
        frames.append(
            _in_order(run, columns).select(
                pl.lit(number_of_starters, dtype=pl.Int64).alias("more"),
                pl.lit(", ".join(labels[:number_of_starters])).alias("starters"),
                pl.all(),
            )
        )
    return pl.concat(frames)


def find_middle_round(run: Run, arm: int = 0, share: float = 0.5) -> int:
    """Return the round by which a share of things has been taken.

    By its end, at least ``share`` of all things ever taken from the board have been taken.

    Raises:
        MissingResults: the table of things taken was not kept, no game is finished, or nothing
            was taken.
    """
    table = run.table_with("place")
    run.require(table, arm=arm)
    counts = (
        pl.concat(
            run.read(table, arm, batch, ["round"]).group_by("round").len()
            for batch in run.batches()
        )
        .group_by("round")
        .agg(pl.col("len").sum())
        .sort("round")
    )
    if not counts.height:
        raise MissingResults("Nobody took anything from the board in these games.")
    totals = np.cumsum(counts["len"].to_numpy())
    return int(counts["round"][int(np.searchsorted(totals, share * totals[-1]))])


def last_round(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate things taken in the last round, by place in turn order.

    The things are taken from the board. Columns: order, label, games, taken, low, high.
    """
    table, standings = run.table_with("place"), run.table_with("win_share")
    run.require(table, standings)
    last = len(run.words.round_names) - 1
    sums = VectorMoments(run.players)
    for batch in run.batches():
        seats = run.read(standings, arm, batch, ["game", "seat", "order"])
        rows = run.read(table, arm, batch, ["game", "seat", "round"])
        counts = rows.filter(pl.col("round") == last).group_by("game", "seat").len("taken")
        all_seats = seats.join(counts, on=["game", "seat"], how="left").sort("game", "order")
        numbers = all_seats["taken"].fill_null(0).to_numpy().astype(np.float64)
        sums.add(numbers.reshape(-1, run.players))
    if not sums.games:
        raise MissingResults(
            f"The run in {run.path} has no finished games yet; --resume plays its games."
        )
    mean, low, high = mean_interval(
        sums.total, np.diag(sums.products), sums.games, run.look.level()
    )
    games = np.full(run.players, sums.games)
    return _in_order(run, {"games": games, "taken": mean, "low": low, "high": high})
