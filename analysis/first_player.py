"""Turn order as a whole: one question, its largest gap, what causes it, what evens it out.

The wins of one game by turn order are a vector that adds up to one win, so its places are never
looked at as if they were independent: a test of all places takes the vector's own covariance.
Columns are found by role; formulas and their known bias: docs/reference/metrics.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.stats import looked_at, paired, share_interval
from eoc_sim.analysis.tables import Missing, Run, labelled
from eoc_sim.analysis.vectors import Moments, joint_p_value

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Gap:
    """The two places that lie furthest apart, and by how much; the interval holds for all pairs."""

    ahead: int
    behind: int
    gap: float
    low: float
    high: float


def largest_gap(look: Look, moments: Moments) -> Gap:
    """The largest gap between two places in wins in 100, by game, Bonferroni over all pairs."""
    places = len(moments.total)
    ahead, behind = max(
        ((one, other) for one in range(places) for other in range(places) if one != other),
        key=lambda pair: moments.total[pair[0]] - moments.total[pair[1]],
    )
    pairs = len(list(combinations(range(places), 2)))
    sums = paired(*moments.of_difference(ahead, behind), moments.games, 100.0)
    low, high = looked_at(look, sums, tests=pairs)
    return Gap(ahead, behind, float(sums.interval()[0][0]), float(low[0]), float(high[0]))


def order_moments(
    run: Run, arm: int = 0, *, as_planned: bool = False
) -> tuple[Moments, Moments]:
    """Wins in 100 and scores of a version by turn order; ``as_planned`` at the run's first plan."""
    wins, scores = Moments(run.players), Moments(run.players)
    for batch in run.batches():
        if as_planned and batch[0] >= run.look.planned:
            break
        won, scored = _vectors(run, arm, batch)
        wins.add(won)
        scores.add(scored)
    return wins, scores


def change_moments(run: Run, arm: int, *, as_planned: bool = False) -> Moments:
    """What a version changes of the wins in 100 by turn order, game by game."""
    changed = Moments(run.players)
    for batch in run.batches():
        if as_planned and batch[0] >= run.look.planned:
            break
        changed.add(_vectors(run, arm, batch)[0] - _vectors(run, 0, batch)[0])
    return changed


def _vectors(run: Run, arm: int, batch: tuple[int, int]) -> tuple[Floats, Floats]:
    """Wins in 100 and scores, a row a game, a column a place in the turn order."""
    import polars as pl

    table = run.table_with("win_share")
    run.require(table)
    rows = run.read(table, arm, batch, ["game", "order", "win_share", "score"])
    rows = rows.filter(pl.col("order") < run.players).sort("game", "order")
    shape = (-1, run.players)
    return (
        100 * rows["win_share"].to_numpy().astype(np.float64).reshape(shape),
        rows["score"].to_numpy().astype(np.float64).reshape(shape),
    )


def _ordered(run: Run, columns: dict[str, Sequence[float] | Floats]) -> pl.DataFrame:
    """A frame with a row a place: order, label, then ``columns``."""
    import polars as pl

    frame = pl.DataFrame({"order": range(run.players)}, schema={"order": pl.Int64})
    frame = labelled(run, frame, run.column("order"), "order")
    return frame.with_columns(
        pl.Series(name, np.asarray(values), nan_to_null=True) for name, values in columns.items()
    )


def places(run: Run, arm: int = 0) -> pl.DataFrame:
    """Wins in 100 and score by turn order.

    Columns: order, label, games, wins, low, high, score, score_low, score_high.
    """
    from eoc_sim.analysis.stats import mean_interval

    wins, scores = order_moments(run, arm)
    level = run.look.level()
    share, low, high = _shares(run, wins)
    score, bottom, top = mean_interval(
        scores.total, np.diag(scores.products), scores.games, level
    )
    games = np.full(run.players, wins.games)
    return _ordered(run, {
        "games": games, "wins": share, "low": low, "high": high,
        "score": score, "score_low": bottom, "score_high": top,
    })


def _shares(run: Run, wins: Moments) -> tuple[Floats, Floats, Floats]:
    return share_interval(
        wins.total / 100, wins.games, run.look.level(), np.diag(wins.products) / 1e4
    )


def question(run: Run, arm: int = 0) -> pl.DataFrame:
    """Turn order as one question, a row.

    Columns: games, p (all places win alike), score_p (all places score alike), ahead and behind
    (labels of the places furthest apart), gap with low and high (simultaneous over all pairs). The
    tests take the games that were planned at first, as a test may be looked at once.
    """
    import polars as pl

    wins, _ = order_moments(run, arm)
    first_wins, first_scores = order_moments(run, arm, as_planned=True)
    gap = largest_gap(run.look, wins)
    names = _ordered(run, {})["label"]
    return pl.DataFrame(
        {
            "games": [wins.games], "p": [joint_p_value(first_wins.with_wins_for_all())],
            "score_p": [joint_p_value(first_scores)], "ahead": [names[gap.ahead]],
            "behind": [names[gap.behind]], "gap": [gap.gap], "low": [gap.low],
            "high": [gap.high],
        }
    ).with_columns(pl.col("p", "score_p").fill_nan(None))


def mechanisms(run: Run) -> pl.DataFrame:
    """What each version changes of the wins by turn order, and what remains in it.

    A row a version and place. Columns: arm, what, sentence, order, label, games, current, version,
    version_low, version_high, change with low and high (simultaneous over the places of a
    version), p (the version changes no place), gap with gap_low and gap_high, and remaining_p (of
    the version by itself).
    """
    import polars as pl

    before, _ = order_moments(run)
    frames = []
    for arm in run.arms[1:]:
        after, _ = order_moments(run, arm.id)
        after_first, _ = order_moments(run, arm.id, as_planned=True)
        left = largest_gap(run.look, after)
        changed = change_moments(run, arm.id)
        changed_first = change_moments(run, arm.id, as_planned=True)
        sums = paired(changed.total, np.diag(changed.products), changed.games, 100.0)
        low, high = looked_at(run.look, sums, tests=run.players)
        share, bottom, top = _shares(run, after)
        frames.append(
            _ordered(run, {
                "games": np.full(run.players, changed.games), "current": before.mean,
                "version": share, "version_low": bottom, "version_high": top,
                "change": sums.interval()[0], "low": low, "high": high,
            }).with_columns(
                pl.lit(arm.id, dtype=pl.Int64).alias("arm"),
                pl.lit(arm.label).alias("what"), pl.lit(arm.sentence).alias("sentence"),
                pl.lit(joint_p_value(changed_first.with_changes_all_round())).alias("p"),
                pl.lit(left.gap).alias("gap"),
                pl.lit(left.low).alias("gap_low"), pl.lit(left.high).alias("gap_high"),
                pl.lit(joint_p_value(after_first.with_wins_for_all())).alias("remaining_p"),
            )
        )
    if not frames:
        return pl.DataFrame()
    found = pl.concat(frames).with_columns(pl.col("p", "remaining_p").fill_nan(None))
    return found.select("arm", "what", "sentence", pl.exclude("arm", "what", "sentence"))


def last_round(run: Run, arm: int = 0) -> pl.DataFrame:
    """What each place takes from the board in the last round: order, label, games, taken, ends."""
    import polars as pl

    from eoc_sim.analysis.stats import mean_interval

    taken, standings = run.table_with("place"), run.table_with("win_share")
    run.require(taken, standings)
    last = len(run.words.months) - 1
    sums = Moments(run.players)
    for batch in run.batches():
        seats = run.read(standings, arm, batch, ["game", "seat", "order"])
        rows = run.read(taken, arm, batch, ["game", "seat", "month"])
        counts = rows.filter(pl.col("month") == last).group_by("game", "seat").len("taken")
        full = seats.join(counts, on=["game", "seat"], how="left").sort("game", "order")
        numbers = full["taken"].fill_null(0).to_numpy().astype(np.float64)
        sums.add(numbers.reshape(-1, run.players))
    if not sums.games:
        raise Missing(f"The run in {run.path} has no finished games; --resume plays them.")
    mean, low, high = mean_interval(
        sums.total, np.diag(sums.products), sums.games, run.look.level()
    )
    games = np.full(run.players, sums.games)
    return _ordered(run, {"games": games, "taken": mean, "low": low, "high": high})
