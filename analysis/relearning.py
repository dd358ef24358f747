"""Effects of versions with players who learnt them, and with unchanged players.

Two runs, with and without learning, play the same games with the same luck. Each run answers the
same question: how much does a version change the results? Each answer is a paired difference within
its run. With learning, it is the result of the version with players who learnt it, minus the result
of the current rules with players who learnt those. Formulas and their known bias:
docs/reference/metrics.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from eoc_sim.analysis import compare
from eoc_sim.analysis.compare import name_strategies
from eoc_sim.analysis.exact_sums import per_game
from eoc_sim.analysis.holdings import changed_components, holdings
from eoc_sim.analysis.notable_findings import Estimates, Question
from eoc_sim.analysis.pairs import METRICS, pairs_of
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import (
    BY_CONSTRUCTION,
    interval_at,
    judge,
    paired_differences,
    share_interval,
)
from eoc_sim.analysis.strata import main_strata
from eoc_sim.analysis.tables import MissingResults, RecordedArm, Run
from eoc_sim.analysis.total_columns import add_labels, judged_columns, paired_sums
from eoc_sim.counts import count
from eoc_sim.simulator.runs.game import LEARNT
from eoc_sim.simulator.runs.relearning import RELEARN, relearned_folder
from eoc_sim.simulator.runs.run_file import RUN_FILE

if TYPE_CHECKING:
    from eoc_sim.analysis.notable_findings import Ends
    from eoc_sim.analysis.stats import PairedDifferences

GROUPS = ("holders", "strategy")
ANSWERS = ("shipped", "learnt")
"""Prefixes of columns, one for each answer.

"shipped" stands for the unchanged players, "learnt" for those who have learnt each version.
"""
ANSWER_COLUMNS = (
    "change",
    "low",
    "high",
    "all_low",
    "all_high",
    "verdict",
    "more_games",
    "differ",
    "version",
    "version_low",
    "version_high",
    "current",
    "current_low",
    "current_high",
)
"""Columns that each answer has, prefixed with one of `ANSWERS`."""
SMALLEST_DRAFTS = 5.0
"""Smallest change in drafts that matters, in drafts per 100 games."""


@dataclass(frozen=True)
class RelearntRun:
    """The second run with its `compare.totals`, and any `draft_rates`."""

    run: Run
    totals: dict[str, pl.DataFrame]
    rates: pl.DataFrame | None


def requests_relearning(run: Run) -> bool:
    """Return True if the run requested that players learn each version."""
    return RELEARN in run.record and not is_second(run)


def is_second(run: Run) -> bool:
    """Return True if this is the second run, with players who learnt."""
    return LEARNT in run.record["baseline"]


def players_not_learning(second: Run) -> list[str]:
    """List the players in the current line-up who do not learn."""
    baseline = second.record["baseline"]
    pairs = zip(baseline["seats"], baseline[LEARNT], strict=True)
    return list(dict.fromkeys(str(seat["name"]) for seat, factors in pairs if factors is None))


def second_run(run: Run) -> Run:
    """Open the run with the players who have learnt.

    Raises:
        MissingResults: learning was not requested, or the second run has not been played, or has
            fewer games than the first run.
    """
    if not requests_relearning(run):
        raise MissingResults(
            f"The {run.words.player[1]} of this run have not learnt its versions: play it with "
            "--relearn."
        )
    path = relearned_folder(run.path)
    if not (path / RUN_FILE).is_file():
        raise MissingResults(
            f"The {run.words.player[1]} who learn each version have not played yet; --resume plays "
            "their games."
        )
    second = Run(path)
    if second.look != run.look:
        raise MissingResults(
            f"The {run.words.player[1]} who have learnt each version have played "
            f"{count(second.games)} of {count(run.games)} games; --resume plays the rest."
        )
    return second


def learning_games(run: Run) -> int:
    """Return how many games of each version the players learnt from."""
    return int(run.record[RELEARN]["games"])


def relearnt_run(run: Run) -> RelearntRun | None:
    """Open the second run, with players who have learnt.

    Return None if there is none, or if it has fewer games than the first run.
    """
    try:
        second = second_run(run)
    except MissingResults:
        return None
    if len(run.arms) == 1:
        return RelearntRun(second, {}, None)
    tables = [holding.table_of(run) for holding in holdings(run)]
    has_holdings = bool(tables) and all(run.has(table) for table in tables)
    return RelearntRun(
        second, compare.totals(second), draft_rates(run, second) if has_holdings else None
    )


def effects(
    run: Run, group_totals: dict[str, pl.DataFrame], relearnt: RelearntRun | None
) -> tuple[dict[str, pl.DataFrame], dict[str, pl.DataFrame]]:
    """Judge versions with the unchanged players, and with those who learnt.

    Both answers together are one family of `compare.effects`; the second is empty if ``relearnt``
    is None.
    """
    if relearnt is None:
        return compare.effects(run, group_totals), {}
    tests = compare.family_size(run, group_totals) + compare.family_size(
        relearnt.run, relearnt.totals
    )
    return (
        compare.effects(run, group_totals, tests),
        compare.effects(relearnt.run, relearnt.totals, tests),
    )


def answers(
    run: Run, first: dict[str, pl.DataFrame], second: dict[str, pl.DataFrame]
) -> dict[str, pl.DataFrame]:
    """Put both answers about each version's effect side by side, by group.

    ``first`` and ``second`` are the two results of `effects`. There is one frame for each group
    (strategy and holders), which is empty unless both answers have rows for the group. It has one
    row per version, group member and metric ("wins", per 100 games, or "score"): arm, what, label,
    stratum (of holders), metric, games, smallest, and each of `ANSWER_COLUMNS` twice, with the
    prefixes shipped_ and learnt_. The rows of holders are the main strata of either answer; wins of
    a strategy that holds every seat are fair by construction and are left out.
    """
    by_group = {}
    for group in GROUPS:
        frames = [frames.get(group, pl.DataFrame()) for frames in (first, second)]
        if not all(frame.height for frame in frames):
            by_group[group] = pl.DataFrame()
            continue
        if group == "holders":
            by = ["arm", "label", "stratum", "metric"]
            main = pl.concat([main_strata(frame).select(by) for frame in frames]).unique()
            frames = [
                frame.join(main, on=by, how="semi", maintain_order="left") for frame in frames
            ]
        elif run.players > 1:
            frames = [
                frame.filter(pl.col("verdict").ne_missing(BY_CONSTRUCTION)) for frame in frames
            ]
        by_group[group] = _side_by_side(frames, group)
    return by_group


def _side_by_side(frames: list[pl.DataFrame], group: str) -> pl.DataFrame:
    by = ["arm", "what", "label", *(["stratum"] if group == "holders" else []), "metric"]
    first, second = (
        frame.select(
            *by,
            "games",
            "smallest",
            *(pl.col(name).alias(f"{answer}_{name}") for name in ANSWER_COLUMNS),
        )
        for answer, frame in zip(ANSWERS, frames, strict=True)
    )
    return first.join(second.drop("games", "smallest"), on=by, how="inner", maintain_order="left")


def shifts(run: Run, second: Run) -> pl.DataFrame:
    """Compare the two answers for each version: learnt minus unchanged.

    A shift is a version's change with players who have learnt minus its change with unchanged
    players, by strategy, over the same games with the same luck. Columns: arm, what, label, metric,
    games, smallest, change, low, high, all_low, all_high, verdict, more_games; all rows of a metric
    form a family.
    """
    by = ["strategy", "strategy_version"]
    changes = [f"{metric}_change" for metric in METRICS]
    frames = []
    for arm in run.arms[1:]:

        def rows(batch: Batch, arm: int = arm.id) -> pl.DataFrame:
            first_rows, second_rows = (
                per_game(pairs_of(either_run, arm, run_batch), by, changes)
                for either_run, run_batch in ((run, batch), (second, _second_batch(second, batch)))
            )
            row_pairs = first_rows.join(second_rows, on=["game", *by], suffix="_learnt").select(
                "game",
                *by,
                *((pl.col(f"{name}_learnt") - pl.col(name)).alias(name) for name in changes),
            )
            return row_pairs.with_columns(
                (pl.col(name).abs() > 1e-9).alias(f"{name}_differ") for name in changes
            )

        shift = Statistic(
            f"learnt minus unchanged, version {arm.id}",
            tuple((run.table_with("win_share"), version) for version in (0, arm.id)),
            tuple(by),
            (*changes, *(f"{name}_differ" for name in changes)),
            rows,
        )
        frames.append(
            name_strategies(run, run.total(shift)).with_columns(
                pl.lit(arm.id, dtype=pl.Int64).alias("arm"), pl.lit(arm.short).alias("what")
            )
        )
    total = pl.concat(frames)
    judgements = []
    for metric in METRICS:
        now, at_plan = _shift(run, total, metric)
        smallest = np.full(total.height, float(run.words.smallest[metric]))
        family = judge(run.look, now, smallest, at_plan)
        judgements.append(
            total.select(
                "arm",
                "what",
                "label",
                pl.lit(metric).alias("metric"),
                pl.col(f"{metric}_change_n").alias("games"),
                pl.Series("smallest", smallest),
            ).with_columns(judged_columns(family))
        )
    return pl.concat(judgements)


def _second_batch(second: Run, batch: Batch) -> Batch:
    """Return a batch as played by those who have learnt."""
    games = batch.games
    assert games is not None
    return batch.make_once("played by those who have learnt", lambda: second.batch(games))


def _shift(
    run: Run, total: pl.DataFrame, metric: str
) -> tuple[PairedDifferences, PairedDifferences | None]:
    name = f"{metric}_change"
    ends = total.select(f"{name}_least", f"{name}_most").fill_null(0.0).to_numpy()
    spread = float(np.abs(ends).max(initial=0.0))
    largest = 200.0 if metric == METRICS[0] else spread or float(run.words.largest_score_change)
    return paired_sums(
        total,
        name,
        largest,
        f"{name}_differ",
        200.0 if metric == METRICS[0] else max(spread, float(run.words.largest_score_change)),
    )


def draft_rates(run: Run, second: Run) -> pl.DataFrame:
    """Compare how often the two kinds of players draft each changed card.

    Unchanged players and those who have learnt are compared in the versions that change the card
    and under the current rules. Columns: arm (0 is the current rules), what, thing, label, games,
    shipped (by unchanged players, in 100 games) and learnt (by those who have learnt) with
    intervals, change (paired) with low and high (for the row alone) and with all_low and all_high
    (jointly for all rows); gained and lost count the games in which only players who have learnt,
    or only unchanged ones, draft the card. The frame is empty if no card was changed.
    """
    cards = [
        (arm, card)
        for arm in run.arms[1:]
        for _, ids in changed_components(run, arm)
        for card in ids
    ]
    if not cards:
        return pl.DataFrame()
    run.require(run.table_with("played_round"))
    rows = [_draft_rate(run, second, arm, card) for arm, card in cards]
    rows += [
        _draft_rate(run, second, run.arms[0], card) | {"what": run.current}
        for card in dict.fromkeys(card for _, card in cards)
    ]
    frame = add_labels(run, pl.DataFrame(rows), run.card_column, "thing")
    now = _draft_changes(frame)
    columns: dict[str, Any] = {"change": 100 * now.total / now.games}
    for name, tests in (("low", 1), ("all_low", frame.height)):
        ends = interval_at(run.look, now, None, tests)
        for end, values in zip((name, name.replace("low", "high")), ends, strict=True):
            columns[end] = 100 * values
    return frame.with_columns(
        pl.Series(name, values, dtype=pl.Float64, nan_to_null=True)
        for name, values in columns.items()
    )


def _draft_rate(run: Run, second: Run, arm: RecordedArm, card: int) -> dict[str, Any]:
    """Count games in which one or both kinds of players draft ``card``."""
    table = run.table_with("played_round")
    shared_drafts, unchanged_drafts, learnt_drafts = 0, 0, 0
    for batch in run.batches():
        games = [
            either_run.read(table, arm.id, batch, ["game", "thing"])
            .filter(pl.col("thing") == card)["game"]
            .unique()
            for either_run in (run, second)
        ]
        unchanged_drafts, learnt_drafts = (
            unchanged_drafts + len(games[0]),
            learnt_drafts + len(games[1]),
        )
        shared_drafts += int(games[0].is_in(games[1].implode()).sum())
    row: dict[str, Any] = {
        "arm": arm.id,
        "what": arm.short,
        "thing": card,
        "games": run.games,
        "gained": learnt_drafts - shared_drafts,
        "lost": unchanged_drafts - shared_drafts,
    }
    for name, drafts in zip(ANSWERS, (unchanged_drafts, learnt_drafts), strict=True):
        interval = share_interval(drafts, run.games, run.look.level())
        row |= dict(zip((name, f"{name}_low", f"{name}_high"), map(float, interval), strict=True))
    return row


def _draft_changes(rates: pl.DataFrame) -> PairedDifferences:
    """Return the paired differences of draft rates, as shares of games."""
    gains, losses, games = (
        rates[name].to_numpy().astype(float) for name in ("gained", "lost", "games")
    )
    return paired_differences(gains - losses, gains + losses, games, 1.0, gains + losses)


def ask_draft_changes(run: Run, rates: pl.DataFrame | None) -> dict[tuple[int, int], Question]:
    """Ask how learning changes drafts of changed cards, by arm and card."""
    if rates is None or rates.is_empty():
        return {}
    now = _draft_changes(rates)

    @cache
    def ends(tests: int) -> Ends:
        low, high = interval_at(run.look, now, None, tests)
        return 100 * low, 100 * high

    estimates = Estimates(100 * now.total / now.games, now.games, ends)
    return {
        (arm, card): Question(
            ("draft change", str(arm), label),
            f"drafts of {label}, {version}, learnt minus unchanged",
            f"learning changes the drafts of {label} by {{}} in 100 games",
            estimates,
            row,
            (0.0, 0.0),
            SMALLEST_DRAFTS,
            kind="draft change",
            name=label,
            signed=True,
        )
        for row, (arm, card, version, label) in enumerate(
            rates.select("arm", "thing", "what", "label").iter_rows()
        )
    }


def wins(run: Run, second: Run) -> pl.DataFrame:
    """Compare each strategy's wins with and without learning, by version.

    Columns: arm, what, label, games, shipped (wins of unchanged players in 100 games) and learnt
    (wins of those who have learnt) with intervals, change with low and high, all_low and all_high,
    verdict, more_games; all rows form a family. The frame is empty if there are several seats and
    one strategy holds them all.
    """
    frames = []
    seats = run.table_with("win_share")
    for arm in run.arms:

        def rows(batch: Batch, arm: int = arm.id) -> pl.DataFrame:
            first_rows, second_rows = (
                run_batch.read(seats, arm, ["game", "seat", "strategy", "win_share"])
                for run_batch in (batch, _second_batch(second, batch))
            )
            row_pairs = first_rows.join(
                second_rows, on=["game", "seat", "strategy"], suffix="_learnt"
            )
            each_game = per_game(
                row_pairs.select(
                    "game",
                    "strategy",
                    (100 * pl.col("win_share")).alias("shipped"),
                    (100 * pl.col("win_share_learnt")).alias("learnt"),
                ).with_columns((pl.col("learnt") - pl.col("shipped")).alias("change")),
                ["strategy"],
                ["shipped", "learnt", "change"],
            )
            return each_game.with_columns((pl.col("change").abs() > 1e-9).alias("differ"))

        total = run.total(
            Statistic(
                f"wins with and without learning, version {arm.id}",
                ((seats, arm.id),),
                ("strategy",),
                ("shipped", "learnt", "change", "differ"),
                rows,
            )
        )
        if total.height > 1 or run.players == 1:
            version = arm.short if arm.id else run.current
            frames.append(
                add_labels(run, total, run.column("strategy"), "strategy").with_columns(
                    pl.lit(arm.id, dtype=pl.Int64).alias("arm"), pl.lit(version).alias("what")
                )
            )
    if not frames:
        return pl.DataFrame()
    total = pl.concat(frames)
    now, at_plan = paired_sums(total, "change", 100.0, "differ", 100.0)
    family = judge(
        run.look, now, np.full(total.height, float(run.words.smallest[METRICS[0]])), at_plan
    )
    columns = judged_columns(family)
    for name in ANSWERS:
        sums, squares, games = (
            total[f"{name}_{part_name}"].to_numpy() for part_name in ("sum", "squares", "n")
        )
        ends = share_interval(sums / 100, games, run.look.level(), squares / 1e4)
        columns += [
            pl.Series(column, values, nan_to_null=True)
            for column, values in zip((name, f"{name}_low", f"{name}_high"), ends, strict=True)
        ]
    return total.select("arm", "what", "label", pl.col("change_n").alias("games")).with_columns(
        columns
    )
