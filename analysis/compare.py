"""What a redesign does: every version against the current rules, the same game in both.

The same shuffles and dice are played in both, so a difference is the redesign's doing, and a
game counts once: as the pair of its two versions. The owners of a changed card are the seats that
drafted it under the current rules, followed in both versions; owners in one version are never
compared with owners in the other, who are other people.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.stats import (
    judge,
    mean_interval,
    paired_interval,
    share_interval,
    variance,
    variance_reduction,
)
from eoc_sim.analysis.tables import Arm, Run, Sums, labelled, named, per_game

if TYPE_CHECKING:
    import polars as pl

GROUPS = ("strategy", "order", "owners", "others")
METRICS = ("wins", "score")
_VALUES = [
    "wins_change", "wins_current", "wins_version", "wins_differ",
    "score_change", "score_current", "score_version", "score_differ",
]


def effects(run: Run) -> dict[str, pl.DataFrame]:
    """The effect of every version, by strategy, turn order, owners of the changed card, others.

    One frame a group, empty where nothing was changed that has owners. One row a version, group
    member and metric ("wins" in 100, "score"): arm, version, label, card, metric, games, differ
    (games that differ), current and version's value with intervals, change with low and high,
    reduction (variance), q, verdict, more_games. Every frame and metric is a family of its own.
    """
    import polars as pl

    run.require(run.table_with("win_share"))
    rows: dict[str, list[pl.DataFrame]] = {group: [] for group in GROUPS}
    for arm in run.arms[1:]:
        for group, total in _arm_sums(run, arm).items():
            rows[group].append(total.with_columns(pl.lit(arm.id, dtype=pl.Int64).alias("arm")))
    return {
        group: _judged(run, pl.concat(parts)) if parts else pl.DataFrame()
        for group, parts in rows.items()
    }


def _arm_sums(run: Run, arm: Arm) -> dict[str, pl.DataFrame]:
    import polars as pl

    cards = changed_cards(run, arm)
    owned = bool(cards) and run.has(run.table_with("played_month"))
    by = {"strategy": ["strategy", "strategy_version"]}
    if run.players > 1 and run.declares("order"):  # alone there is no turn order
        by["order"] = ["order"]
    of_all_seats = list(by)
    if owned:
        by |= {"owners": ["card"], "others": ["card"]}
    sums = {group: Sums(columns, _VALUES) for group, columns in by.items()}
    for batch in run.batches():
        pairs = _pairs(run, arm.id, batch)
        for group in of_all_seats:
            sums[group].add(_differing(per_game(pairs, by[group], _MEANS)))
        if owned:
            drafts = run.read(run.table_with("played_month"), 0, batch, ["game", "seat", "card"])
            owners = drafts.filter(pl.col("card").is_in(cards))
            owners = owners.unique()
            sums["owners"].add(
                _differing(per_game(owners.join(pairs, on=["game", "seat"]), ["card"], _MEANS))
            )
            table = owners.select("game", "card").unique().join(pairs, on="game")
            rest = table.join(owners, on=["game", "seat", "card"], how="anti")
            sums["others"].add(_differing(per_game(rest, ["card"], _MEANS)))
    frames = {group: part.total() for group, part in sums.items()}
    strategies = run.dim(run.column("strategy").dim)
    frame = named(frames["strategy"], strategies, "strategy", "label")
    frame = named(frame, strategies, "strategy_version", "new_label")
    frames["strategy"] = frame.with_columns(
        pl.when(pl.col("strategy") == pl.col("strategy_version"))
        .then(pl.col("label"))
        .otherwise(pl.format("{} -> {}", "label", "new_label"))
        .alias("label")
    ).drop("strategy", "strategy_version", "new_label")
    if "order" in frames:
        frames["order"] = labelled(run, frames["order"], run.column("order"), "order").drop("order")
    for group in ("owners", "others"):
        if group in frames:
            frames[group] = labelled(run, frames[group], run.column("card"), "card").drop("card")
    return frames


_MEANS = [name for name in _VALUES if not name.endswith("differ")]


def _pairs(run: Run, arm: int, batch: tuple[int, int]) -> pl.DataFrame:
    """Every seat of every game, under the current rules and in the version."""
    import polars as pl

    seats = run.table_with("win_share")
    order = ["order"] if seats.roles("order") else []
    columns = ["game", "seat", *order, "strategy", "win_share", "score"]
    current = run.read(seats, 0, batch, columns)
    version = run.read(seats, arm, batch, columns).drop(order)
    both = current.join(version, on=["game", "seat"], suffix="_version")
    wins, score = 100 * pl.col("win_share"), pl.col("score").cast(pl.Float64)
    new_wins = 100 * pl.col("win_share_version")
    new_score = pl.col("score_version").cast(pl.Float64)
    return both.select(
        "game", "seat", *order, "strategy", "strategy_version",
        wins.alias("wins_current"), new_wins.alias("wins_version"),
        (new_wins - wins).alias("wins_change"),
        score.alias("score_current"), new_score.alias("score_version"),
        (new_score - score).alias("score_change"),
    )


def _differing(frame: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    return frame.with_columns(
        (pl.col(f"{metric}_change").abs() > 1e-9).alias(f"{metric}_differ") for metric in METRICS
    )


def _judged(run: Run, total: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    total = total.sort("arm", maintain_order=True)
    sentences = {arm.id: arm.sentence for arm in run.arms}
    parts = []
    # The difference that one game may hide.
    unseen = {"wins": 100.0, "score": run.words.largest_score_change}
    for metric in METRICS:
        games = total[f"{metric}_change_n"].to_numpy()
        change, squares = (total[f"{metric}_change_{part}"].to_numpy() for part in
                           ("sum", "squares"))
        largest = total[f"{metric}_change_largest"].fill_null(0.0).to_numpy().clip(
            min=unseen[metric]
        )
        family = judge(
            change, squares, games, largest, run.words.smallest[metric], run.games
        )
        spreads = [
            variance(total[f"{metric}_{part}_sum"], total[f"{metric}_{part}_squares"], games)
            for part in ("current", "version", "change")
        ]
        columns: dict[str, Any] = {
            "metric": [metric] * total.height,
            "games": games,
            "differ": total[f"{metric}_differ_sum"].cast(pl.Int64),
        }
        for side in ("current", "version"):
            sums = total[f"{metric}_{side}_sum"].to_numpy()
            mean, low, high = mean_interval(sums, total[f"{metric}_{side}_squares"], games)
            if metric == "wins":
                _, low, high = share_interval(sums / 100, games)
            columns |= {side: mean, f"{side}_low": low, f"{side}_high": high}
        columns |= family
        columns["reduction"] = variance_reduction(*spreads)
        parts.append(
            total.select(
                "arm",
                pl.col("arm").replace_strict(sentences, return_dtype=pl.String).alias("sentence"),
                "label",
            ).with_columns(
                pl.Series(name, values, strict=False, nan_to_null=True)
                if not isinstance(values, pl.Series) else values.alias(name)
                for name, values in columns.items()
            )
        )
    return pl.concat(parts)


def changed_cards(run: Run, arm: Arm) -> list[int]:
    """The ids of the cards that ``arm`` changes."""
    import polars as pl

    numbers = {change.card for change in arm.changes} - {None}
    if not numbers or not run.declares("played_month"):
        return []
    cards = run.dim(run.column("card").dim)
    if "number" not in cards.columns:
        return []
    return cards.filter(cards["number"].cast(pl.String).is_in(sorted(str(n) for n in numbers)))[
        "id"
    ].to_list()


def card_rates(run: Run) -> pl.DataFrame:
    """How often each changed card is drafted and played, under the current rules and changed.

    Columns: arm, sentence, label, games, and for ``drafted`` (in 100 games) and ``played`` (in
    100 games) ``*_current``, ``*_version`` with intervals, and the paired ``*_change``.
    """
    import polars as pl

    changed = [(arm, card) for arm in run.arms[1:] for card in changed_cards(run, arm)]
    if not changed:
        return pl.DataFrame()
    run.require(run.table_with("played_month"))
    rows = [_card_rate(run, arm, card) for arm, card in changed]
    return labelled(run, pl.DataFrame(rows), run.column("card"), "card")


def _card_rate(run: Run, arm: Arm, card: int) -> dict[str, Any]:
    import polars as pl

    table, games = run.table_with("played_month"), run.games
    row: dict[str, Any] = {
        "arm": arm.id, "sentence": arm.sentence, "card": card, "games": games,
    }
    counts = {name: [0, 0, 0, 0] for name in ("drafted", "played")}
    for batch in run.batches():
        found = []
        for number in (0, arm.id):
            cards = run.read(table, number, batch, ["game", "card", "played_month"])
            found.append(
                cards.filter(pl.col("card") == card)
                .group_by("game")
                .agg((pl.col("played_month") > 0).any().alias("played"))
                .with_columns(pl.lit(True).alias("drafted"))
            )
        both = found[0].join(found[1], on="game", how="full", coalesce=True, suffix="_version")
        both = both.with_columns(pl.exclude("game").fill_null(False))
        for name, count in counts.items():
            old, new = both[name], both[f"{name}_version"]
            for place, found_in in enumerate((old, new, new & ~old, old & ~new)):
                count[place] += int(found_in.sum())
    for name, (old_games, new_games, gained, lost) in counts.items():
        for side, counted in (("current", old_games), ("version", new_games)):
            share, low, high = share_interval(counted, games)
            row |= {
                f"{name}_{side}": float(share),
                f"{name}_{side}_low": float(low), f"{name}_{side}_high": float(high),
            }
        change, low, high = paired_interval(gained - lost, gained + lost, games, 1.0)
        row |= {
            f"{name}_change": 100 * float(change),
            f"{name}_change_low": 100 * float(low), f"{name}_change_high": 100 * float(high),
        }
    return row


def number_ranges(run: Run, found: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """For every key that took several numbers: each value against what it gains.

    Takes the frames of `effects`. One frame a key, one row a value and group member (the owners
    of the card, or every strategy): value, label, games, change with low and high (0 without
    interval at the current value), wins with wins_low and wins_high, current (is the current
    value), like_current (cannot be told from the current value: its interval holds 0),
    like_fair (its wins cannot be told from the fair share).
    """
    import polars as pl

    frames = {}
    for key, values in numeric_keys(run).items():
        group = "owners" if found["owners"].height and run.arms[values[0][1]].changes[0].card else (
            "strategy"
        )
        effect = found[group].filter(pl.col("metric") == "wins")
        rows: list[dict[str, Any]] = []
        for value, arm in values:
            for row in effect.filter(pl.col("arm") == arm).iter_rows(named=True):
                rows.append(
                    {
                        "value": value, "label": row["label"], "games": row["games"],
                        "change": row["change"], "low": row["low"], "high": row["high"],
                        "wins": row["version"], "wins_low": row["version_low"],
                        "wins_high": row["version_high"], "current": False,
                    }
                )
        old = float(next(c.old for c in run.arms[values[0][1]].changes if c.key == key))
        for row in effect.filter(pl.col("arm") == values[0][1]).iter_rows(named=True):
            rows.append(
                {
                    "value": old, "label": row["label"], "games": row["games"],
                    "change": 0.0, "low": 0.0, "high": 0.0, "wins": row["current"],
                    "wins_low": row["current_low"], "wins_high": row["current_high"],
                    "current": True,
                }
            )
        if not rows:
            continue
        fair = pl.lit(100 * run.fair if run.fair is not None else math.nan)
        frames[key] = (
            pl.DataFrame(rows)
            .with_columns(
                ((pl.col("low") <= 0) & (pl.col("high") >= 0)).alias("like_current"),
                ((pl.col("wins_low") <= fair) & (pl.col("wins_high") >= fair)).alias("like_fair"),
            )
            .sort("label", "value")
        )
    return frames


def numeric_keys(run: Run) -> dict[str, list[tuple[float, int]]]:
    """Keys that at least two versions change to a number and change alone: (value, arm) each."""
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
