"""The effect of a redesign: every version against the current rules.

A version and the current rules are played with the same shuffles and dice, so any difference comes
from the redesign, and the pair counts as one game. Effects on the seats that hold a changed card
are in strata.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from eoc_sim.analysis.exact_sums import per_game
from eoc_sim.analysis.holdings import Holding, changed_components, changes_only_holdings
from eoc_sim.analysis.pairs import METRICS, flag_differences, groups_of, pairs_of
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.stats import (
    BY_CONSTRUCTION,
    interval_at,
    judge,
    mean_interval,
    paired_differences,
    share_interval,
    variance,
    variance_reduction,
)
from eoc_sim.analysis.strata import NEGLIGIBLE_SHARE, STRATA, Strata, is_main, main_strata
from eoc_sim.analysis.tables import RecordedArm, Run
from eoc_sim.analysis.total_columns import add_labels, add_names, judged_columns, paired_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.analysis.stats import PairedDifferences

GROUPS = ("strategy", "order", "holders")
FAMILY = ("strategy", "holders")
"""Groups whose rows form one family: the effects of the versions."""
VERSIONS_SHARE = 0.8
"""Share of a page's error (5 in 100) spent on versions' effects."""
STRATUM_COLUMNS = ("thing", "stratum", "share", "share_low", "share_high", "kept")
VALUES = (
    "wins_change",
    "wins_current",
    "wins_version",
    "wins_differ",
    "score_change",
    "score_current",
    "score_version",
    "score_differ",
)
"""Values by game and group of seats, to be summed over games."""
MEANS = tuple(name for name in VALUES if not name.endswith("differ"))
"""Values that are means over the group's seats in a game."""


def totals(run: Run) -> dict[str, pl.DataFrame]:
    """Sum every version's differences, by strategy, turn order and holders.

    There is one frame of sums per group, with one row per version (``arm``) and group member
    (``label``). The frame of holders also has the columns of `Strata.total`; it is empty if no
    change has holders.
    """
    rows: dict[str, list[pl.DataFrame]] = {group: [] for group in GROUPS}
    for arm in run.arms[1:]:
        for group, total in _arm_sums(run, arm).items():
            rows[group].append(total.with_columns(pl.lit(arm.id, dtype=pl.Int64).alias("arm")))
    return {
        group: pl.concat(frames).sort("arm", maintain_order=True) if frames else pl.DataFrame()
        for group, frames in rows.items()
    }


def effects(
    run: Run, group_totals: dict[str, pl.DataFrame] | None = None, tests: int | None = None
) -> dict[str, pl.DataFrame]:
    """Judge every version's effect by strategy, turn order and holders of changes.

    ``group_totals`` is the result of `totals`, if it is already known; ``tests`` is the number of
    intervals that hold jointly, by default `family_size`. There is one frame per group, with one
    row per version, group member and metric ("wins" in 100, "score"): arm, what (the version's
    name), label, metric, games, differ (games that differ), current and version (the values under
    the current rules and in the version, with intervals), change with low and high (for the row
    alone) and all_low and all_high (jointly with the family), reduction (of the variance), smallest
    (the smallest change that matters), verdict, more_games. The frame of holders is empty if no
    change has holders; otherwise it also has the columns of `Strata.total`, and the rows of strata
    that are not main have no verdict. In the frame of turn order, each metric is a family of its
    own. Wins of a strategy that holds every seat are fair by construction, so their row has no
    intervals.
    """
    group_totals = totals(run) if group_totals is None else group_totals
    joint_tests = family_size(run, group_totals) if tests is None else tests
    frames = {}
    for group, total in group_totals.items():
        if not total.height:
            frames[group] = pl.DataFrame()
        elif group == "order":
            frames[group] = judge_totals(run, total)
        else:
            frames[group] = judge_totals(run, total, joint_tests)
    if run.players > 1 and frames["strategy"].height:
        frames["strategy"] = _mark_fair_by_construction(frames["strategy"])
    if frames["holders"].height:
        frames["holders"] = _without_verdicts(frames["holders"], ~is_main())
    return frames


def family_size(run: Run, group_totals: dict[str, pl.DataFrame]) -> int:
    """Count the intervals of the versions' effects on strategies and main strata.

    The count is divided by `VERSIONS_SHARE`, the part of the page's error that is spent on these
    effects. A strategy that holds every seat has no interval for wins.
    """
    tests = 0
    for group in FAMILY:
        frame = group_totals.get(group, pl.DataFrame())
        for metric in METRICS if frame.height else ():
            rows = frame.filter(pl.col(f"{metric}_change_n") > 0)
            if group == "holders":
                rows = main_strata(rows, f"{metric}_change_n")
            elif metric == "wins" and run.players > 1:
                rows = rows.filter(pl.len().over("arm") > 1)
            tests += rows.height
    return math.ceil(tests / VERSIONS_SHARE)


def _without_verdicts(rows: pl.DataFrame, is_undecidable: pl.Expr) -> pl.DataFrame:
    """Clear the verdicts and joint intervals of the rows marked ``is_undecidable``."""
    return rows.with_columns(
        pl.when(~is_undecidable).then(pl.col(name)).alias(name)
        for name in ("all_low", "all_high", "verdict", "more_games")
    )


def _mark_fair_by_construction(rows: pl.DataFrame) -> pl.DataFrame:
    """Mark the wins of a strategy that holds every seat as fair.

    The intervals of these wins are cleared.
    """
    holds_every_seat = (pl.col("metric") == "wins") & (pl.len().over("arm", "metric") == 1)
    cleared_columns = [
        name for name in rows.columns if name.endswith(("low", "high")) or name == "more_games"
    ]
    return rows.with_columns(
        pl.when(holds_every_seat)
        .then(pl.lit(BY_CONSTRUCTION))
        .otherwise("verdict")
        .alias("verdict"),
        *(pl.when(~holds_every_seat).then(pl.col(name)).alias(name) for name in cleared_columns),
    )


def _arm_sums(run: Run, arm: RecordedArm) -> dict[str, pl.DataFrame]:
    strata = [
        (holding, Strata(run, arm.id, holding, ids))
        for holding, ids in changed_components(run, arm)
        if run.has(holding.table_of(run))
    ]
    frames = {
        group: _add_touched(
            run.total(pairs_statistic(run, arm.id, group)),
            by,
            [kind_strata.count_holders(group) for _, kind_strata in strata]
            if changes_only_holdings(run, arm)
            else [],
        )
        for group, by in groups_of(run).items()
    }
    frames["strategy"] = name_strategies(run, frames["strategy"])
    if "order" in frames:
        frames["order"] = add_labels(run, frames["order"], run.column("order"), "order").drop(
            "order"
        )
    if strata:
        frames["holders"] = pl.concat(
            holding.label_things(run, kind_strata.total()).with_columns(
                pl.lit(1.0).alias("touched")
            )
            for holding, kind_strata in strata
        )
    return frames


def smallest_score_changes(run: Run, arm: RecordedArm) -> dict[str, float]:
    """Return the smallest change in score that matters, by strategy."""
    total = _arm_sums(run, arm)["strategy"]
    smallest = smallest_changes(run, total, METRICS[1])
    return dict(zip(total["label"], map(float, smallest), strict=True))


def _add_touched(
    frame: pl.DataFrame, by: Sequence[str], holding: Sequence[pl.DataFrame]
) -> pl.DataFrame:
    """Add each group's share of seats with a changed thing, as ``touched``.

    If things of more than one kind change, the share is an upper bound, since a seat may hold two
    of them. A change of something that no seat can hold touches all seats.
    """
    if not holding:
        return frame.with_columns(pl.lit(1.0).alias("touched"))
    shares = (
        pl.concat(holding)
        .group_by(by)
        .agg((pl.col("holding").sum() / pl.col("seats").max().clip(1)).clip(0, 1).alias("touched"))
    )
    return frame.join(shares, on=by, how="left", maintain_order="left").with_columns(
        pl.col("touched").fill_null(0.0)
    )


def pairs_statistic(run: Run, arm: int, group: str) -> Statistic:
    """Collect a version's changes, grouped by ``strategy`` or ``order``."""
    seats, by = run.table_with("win_share"), groups_of(run)[group]
    return Statistic(
        f"changes by {group}, version {arm}",
        ((seats, 0), (seats, arm)),
        by,
        VALUES,
        lambda batch: flag_differences(per_game(pairs_of(run, arm, batch), by, MEANS)),
    )


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that `totals` and `card_rates` read."""
    result = []
    for arm in run.arms[1:]:
        result += [pairs_statistic(run, arm.id, group) for group in groups_of(run)]
        for holding, ids in changed_components(run, arm):
            result += Strata(run, arm.id, holding, ids).statistics()
            result.append(card_rates_statistic(run, arm.id, holding, ids))
    return result


def name_strategies(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    """Replace the ids ``strategy`` and ``strategy_version`` with a ``label``."""
    strategies = run.dim(run.column("strategy").dim)
    frame = add_names(frame, strategies, "strategy", "label")
    frame = add_names(frame, strategies, "strategy_version", "new_label")
    return frame.with_columns(
        pl.when(pl.col("strategy") == pl.col("strategy_version"))
        .then(pl.col("label"))
        .otherwise(pl.format("{} -> {}", "label", "new_label"))
        .alias("label")
    ).drop("strategy", "strategy_version", "new_label")


def judge_totals(run: Run, total: pl.DataFrame, tests: int | None = None) -> pl.DataFrame:
    """Judge rows of `totals`, which are all of one group.

    The columns are those of `effects`. ``tests`` is the number of intervals that hold jointly, by
    default all those of a metric.
    """
    names = {arm.id: arm.short for arm in run.arms}
    extra = [name for name in STRATUM_COLUMNS if name in total.columns]
    frames = []
    for metric in METRICS:
        now, at_plan = differences(run, total, metric)
        smallest = smallest_changes(run, total, metric)
        judgement = judge(run.look, now, smallest, at_plan, tests)
        columns: dict[str, Any] = {
            "metric": pl.Series([metric] * total.height),
            "games": total[f"{metric}_change_n"],
            "differ": total[f"{metric}_differ_sum"].cast(pl.Int64),
            "smallest": pl.Series(smallest),
        }
        for side in ("current", "version"):
            sums, squares, games = (
                total[f"{metric}_{side}_{suffix}"].to_numpy() for suffix in ("sum", "squares", "n")
            )
            level = run.look.level()
            if metric == "wins":
                ends = share_interval(sums / 100, games, level, squares / 1e4)
            else:
                ends = mean_interval(sums, squares, games, level)
            for name, values in zip((side, f"{side}_low", f"{side}_high"), ends, strict=True):
                columns[name] = pl.Series(values, nan_to_null=True)
        spreads = [
            variance(*(total[f"{metric}_{part}_{sums}"] for sums in ("sum", "squares", "n")))
            for part in ("current", "version", "change")
        ]
        columns |= {column.name: column for column in judged_columns(judgement)}
        columns["reduction"] = pl.Series(variance_reduction(*spreads), nan_to_null=True)
        frames.append(
            total.select(
                "arm",
                pl.col("arm").replace_strict(names, return_dtype=pl.String).alias("what"),
                "label",
                *extra,
            ).with_columns(values.alias(name) for name, values in columns.items())
        )
    return pl.concat(frames)


def differences(
    run: Run, total: pl.DataFrame, metric: str
) -> tuple[PairedDifferences, PairedDifferences | None]:
    """Return a group's paired differences over all games and over planned games.

    Planned games are those up to the last planned look; their differences are None unless the run
    is past that look.
    """
    return paired_sums(
        total,
        f"{metric}_change",
        largest_change(run, total, metric),
        f"{metric}_differ",
        bound_of_changes(run, total, metric),
    )


def smallest_changes(run: Run, total: pl.DataFrame, metric: str) -> NDArray[np.float64]:
    """Return the smallest change that matters for each row of `totals`.

    All rows are of one group. The smallest change in score applies to seats that hold what was
    changed; for a group it is multiplied by the share of such seats (``touched``), or by one in
    twenty if that is more. For wins it is the same in all rows.
    """
    return np.array([smallest_change(run, metric, share) for share in total["touched"]])


def smallest_change(run: Run, metric: str, share: float) -> float:
    """Return the smallest change that matters.

    ``share`` is the share of the seats that hold what was changed.
    """
    smallest = float(run.words.smallest[metric])
    return smallest * min(max(share, NEGLIGIBLE_SHARE), 1.0) if metric == "score" else smallest


def largest_change(run: Run, total: pl.DataFrame, metric: str) -> float:
    """Return the largest difference in one game.

    For wins it is the largest possible difference. For a score it is the largest in any row or, if
    no game differs, the ``largest_score_change`` that the game declares.
    """
    if metric == "wins":
        return 100.0
    ends = total.select("score_change_least", "score_change_most").fill_null(0.0).to_numpy()
    return float(np.abs(ends).max(initial=0.0)) or float(run.words.largest_score_change)


def bound_of_changes(run: Run, total: pl.DataFrame, metric: str) -> float:
    """Bound the change in any game.

    For a score the bound is the range of scores in both versions, but at least the
    ``largest_score_change`` that the game declares.
    """
    if metric == "wins":
        return 100.0
    sides = [f"score_{side}" for side in ("current", "version")]
    maximum = total.select(f"{side}_most" for side in sides).fill_null(0.0).to_numpy()
    minimum = total.select(f"{side}_least" for side in sides).fill_null(0.0).to_numpy()
    spread = float(maximum.max(initial=0.0) - minimum.min(initial=0.0))
    return max(spread, float(run.words.largest_score_change))


def card_rates(run: Run) -> pl.DataFrame:
    """Compare how often each changed card is drafted and played.

    Columns: arm, what, thing, label, verb (the verb for taking the thing, such as "draft"), verb_of
    (the past participle of that verb, such as "drafted") and games. Then, for ``drafted`` (per 100
    games) and, if cards are played, for ``played``: ``*_current``, ``*_version`` and the paired
    ``*_change``, with intervals. Things other than cards are treated in the same way.
    """
    frames = []
    for arm in run.arms[1:]:
        for holding, ids in changed_components(run, arm):
            total = run.total(card_rates_statistic(run, arm.id, holding, ids))
            rows = [_card_rate(run, arm, card, total) for card in ids]
            frames.append(
                holding.label_things(run, pl.DataFrame(rows)).with_columns(
                    pl.lit(holding.verb[0]).alias("verb"), pl.lit(holding.verb[1]).alias("verb_of")
                )
            )
    return pl.concat(frames, how="diagonal") if frames else pl.DataFrame()


USES = ("drafted", "played")
GAME_GROUPS = ("current", "version", "gained", "lost")
"""Groups of the games in which a card is used.

In order: under the current rules, in the version, only in the version, only under the current
rules.
"""


def card_rates_statistic(run: Run, arm: int, holding: Holding, cards: Sequence[int]) -> Statistic:
    """Collect games in which cards are drafted or played, by version."""
    table = holding.table_of(run)
    # For a card that counts from the round in which it is played, drafting and playing are the
    # same, so only "drafted" is counted.
    moment = "" if holding.since else next((role.name for role in table.roles("played_round")), "")
    known_uses = USES if moment else USES[:1]

    def uses(batch: Batch, arm_id: int) -> pl.DataFrame:
        rows = holding.rows(run, batch, arm_id, ["game"], [moment] if moment else [])
        return (
            rows.filter(pl.col("thing").is_in(cards))
            .group_by("game", "thing")
            .agg(
                pl.lit(True).alias("drafted"),
                *([(pl.col(moment) > 0).any().alias("played")] if moment else []),
            )
        )

    def rows(batch: Batch) -> pl.DataFrame:
        card_rows = (
            uses(batch, 0)
            .join(
                uses(batch, arm), on=["game", "thing"], how="full", coalesce=True, suffix="_version"
            )
            .with_columns(pl.exclude("game", "thing").fill_null(False))
        )
        columns = []
        for use in known_uses:
            old, new = pl.col(use), pl.col(f"{use}_version")
            columns += [
                expression.alias(f"{use}_{name}")
                for name, expression in zip(
                    GAME_GROUPS, (old, new, new & ~old, old & ~new), strict=True
                )
            ]
        return card_rows.select("game", "thing", *columns)

    return Statistic(
        f"drafts and plays of changed cards, {holding.version_suffix(arm)}",
        ((table, 0), (table, arm)),
        ("thing",),
        tuple(f"{use}_{name}" for use in known_uses for name in GAME_GROUPS),
        rows,
    )


def _card_rate(run: Run, arm: RecordedArm, card: int, total: pl.DataFrame) -> dict[str, Any]:
    games = run.games
    row: dict[str, Any] = {
        "arm": arm.id,
        "what": arm.short,
        "thing": card,
        "games": games,
    }
    card_rows = total.filter(total["thing"] == card)
    counts = {
        use: [int(card_rows[f"{use}_{name}_sum"].sum()) for name in GAME_GROUPS]
        for use in USES
        if f"{use}_current_sum" in total.columns
    }
    for name, (old_games, new_games, gains, losses) in counts.items():
        for side, count in (("current", old_games), ("version", new_games)):
            share, low, high = share_interval(count, games, run.look.level())
            row |= {
                f"{name}_{side}": float(share),
                f"{name}_{side}_low": float(low),
                f"{name}_{side}_high": float(high),
            }
        differ = gains + losses
        low, high = interval_at(
            run.look, paired_differences(gains - losses, differ, games, 1.0, differ)
        )
        row |= {
            f"{name}_change": 100 * (gains - losses) / games,
            f"{name}_change_low": 100 * float(low[0]),
            f"{name}_change_high": 100 * float(high[0]),
        }
    return row


def number_ranges(run: Run, by_group: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Relate values to changes in wins, for keys with several numeric values.

    ``by_group`` has the frames of `effects`. The result has one frame per key, with one row per
    value and group member (the seats that keep the card, or each strategy): value, label, games,
    change, low and high (its interval), all_low and all_high (its joint interval), wins with
    wins_low and wins_high, current (True for the current value), like_current (True if the value
    cannot be distinguished from the current one, by the joint intervals of `effects`), like_fair
    (True if its wins cannot be distinguished from the fair share, by intervals that hold jointly
    for all rows of the frame). At the current value, change and both its intervals are 0.
    """
    frames = {}
    for key, values in numeric_keys(run).items():
        card = run.arms[values[0][1]].changes[0].card
        group = "holders" if by_group["holders"].height and card else "strategy"
        effect = by_group[group].filter(pl.col("metric") == "wins")
        if group == "holders":
            effect = effect.filter(pl.col("stratum") == STRATA[0])
        old = float(next(c.old for c in run.arms[values[0][1]].changes if c.key == key))
        rows = [
            row | {"value": value, "wins": row["version"], "current": False}
            for value, arm in values
            for row in effect.filter(pl.col("arm") == arm).iter_rows(named=True)
        ]
        rows += [
            row
            | {
                "value": old,
                "wins": row["current"],
                "current": True,
                "change": 0.0,
                "low": 0.0,
                "high": 0.0,
                "all_low": 0.0,
                "all_high": 0.0,
                "version_low": row["current_low"],
                "version_high": row["current_high"],
            }
            for row in effect.filter(pl.col("arm") == values[0][1]).iter_rows(named=True)
        ]
        if rows:
            frames[key] = _ranges(run, pl.DataFrame(rows))
    return frames


def _ranges(run: Run, rows: pl.DataFrame) -> pl.DataFrame:
    fair = 100 * run.fair if run.fair is not None else math.nan
    shares, games = rows["wins"].fill_null(math.nan).to_numpy(), rows["games"].to_numpy()
    _, low, high = share_interval(shares * games / 100, games, run.look.level(rows.height))
    return rows.select(
        "value",
        "label",
        "games",
        "change",
        "low",
        "high",
        "all_low",
        "all_high",
        "wins",
        pl.col("version_low").alias("wins_low"),
        pl.col("version_high").alias("wins_high"),
        "current",
        ((pl.col("all_low") <= 0) & (pl.col("all_high") >= 0))
        .fill_null(True)
        .alias("like_current"),
        pl.Series("like_fair", ~((low > fair) | (high < fair))),
    ).sort("label", "value")


def in_version_order(run: Run, rows: pl.DataFrame) -> pl.DataFrame:
    """Sort rows by their version (``arm``), in the order of `version_order`."""
    return rows.sort(
        pl.col("arm").replace_strict(version_order(run), return_dtype=pl.Int64),
        maintain_order=True,
    )


def version_order(run: Run) -> dict[int, int]:
    """Rank versions in playing order; keep a key's versions together, by value."""
    rank = {arm.id: (arm.id, 0.0) for arm in run.arms}
    for values in numeric_keys(run).values():
        first = min(arm for _, arm in values)
        rank |= {arm: (first, value) for value, arm in values}
    return {arm: index for index, arm in enumerate(sorted(rank, key=lambda arm: rank[arm]))}


def numeric_keys(run: Run) -> dict[str, list[tuple[float, int]]]:
    """Map keys to (value, arm) pairs of versions that change nothing else.

    A key counts if at least two versions set it alone, to a number.
    """
    keys: dict[str, list[tuple[float, int]]] = {}
    for arm in run.arms[1:]:
        if len(arm.changes) != 1:
            continue
        change = arm.changes[0]
        try:
            float(change.old)
            value = float(change.new)
        except ValueError:
            continue
        keys.setdefault(change.key, []).append((value, arm.id))
    return {key: sorted(values) for key, values in keys.items() if len(values) > 1}
