"""The action spaces: placements of vice presidents, idleness and losses."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl

from eoc_sim.analysis.exact_sums import dense_groups
from eoc_sim.analysis.stadium import spans
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_names, group_means, with_means, with_shares

IDLE_STREAK = 3
"""Length of the streaks of idle rounds that are reported.

That many idle rounds turn a bare space into a stack.
"""
ALL_SPACES = "all spaces"
"""Label of the row for all spaces."""
GAME_VALUES = ("share", "idle", "longest", "thrice", "lost")
STANDINGS = ("leader", "trailer", "difference")


def space_table(run: Run) -> pl.DataFrame:
    """Return one row per action space: its use and its cost.

    Columns: space, label, games, then share (VPs on the space in 100 VPs placed), idle (idle rounds
    in 100), longest (longest run of idle rounds in a game), thrice (games in 100 in which the space
    was idle for `IDLE_STREAK` rounds in a row) and lost (owners who lose something to the space,
    summed over the rounds of a game), each also with _low and _high.
    """
    shares = with_shares(run, run.total(games_statistic(run)), ["thrice"])
    means = with_means(run, shares, ["share", "idle", "longest", "lost"])
    return _name_spaces(run, means).drop(f"{value}_n" for value in GAME_VALUES)


def games_statistic(run: Run) -> Statistic:
    """Return the statistic that `space_table` reads."""
    idle = pl.col("idle_rounds")

    def rows(batch: Batch) -> pl.DataFrame:
        spaces = (
            _spaces(run, batch)
            .group_by("game", "space", maintain_order=True)
            .agg(
                pl.col("vps").sum().cast(pl.Int64),
                (100.0 * (idle > 0)).mean().alias("idle"),
                idle.max().alias("longest"),
                (idle.max() >= IDLE_STREAK).alias("thrice"),
                pl.col("owners_hit").sum().cast(pl.Int64).alias("lost"),
            )
        )
        return spaces.with_columns(_share(spaces))

    return Statistic(
        "action spaces by game",
        ((run.declaration.tables["spaces"], 0),),
        ("space",),
        GAME_VALUES,
        rows,
    )


def by_round(run: Run) -> pl.DataFrame:
    """Return one row per action space and span of rounds.

    Columns: space, label, span (an index into `spans.NAMES`), games (that reach it), then share
    (VPs on the space in 100 VPs placed in a round) and idle (idle rounds in 100), each also with
    _low and _high.
    """
    return _name_spaces(run, group_means(run, rounds_statistic(run)))


def rounds_statistic(run: Run) -> Statistic:
    """Return the statistic that `by_round` reads."""

    def rows(batch: Batch) -> pl.DataFrame:
        spaces = _spaces(run, batch)
        return spaces.select(
            "game",
            "space",
            spans.span("round").alias("span"),
            _share(spaces, "round"),
            (100.0 * (pl.col("idle_rounds") > 0)).alias("idle"),
        )

    return Statistic(
        "action spaces by round",
        ((run.declaration.tables["spaces"], 0),),
        ("space", "span"),
        ("share", "idle"),
        rows,
    )


def _spaces(run: Run, batch: Batch) -> pl.DataFrame:
    return batch.read(
        run.declaration.tables["spaces"],
        0,
        ["game"],
        ["round", "space", "vps", "idle_rounds", "owners_hit"],
    )


def _share(spaces: pl.DataFrame, *by: str) -> pl.Series:
    """Compute each row's percentage of the VPs in its game and group.

    The percentage is unknown if no VP is placed.
    """
    vps, group = spaces["vps"].to_numpy(), dense_groups(spaces, by)
    total = np.bincount(group, vps)[group]
    with np.errstate(invalid="ignore"):
        return pl.Series("share", 100.0 * vps / total, nan_to_null=True)


def states(run: Run) -> pl.DataFrame:
    """Return the percentage of VPs by state of bonus tokens, per space.

    Columns: space, label, games (in which a VP was placed there), then `state_names`, each also
    with _low and _high. The first row covers all spaces; its space is null.
    """
    return _overall_and_by_space(run, states_statistic)


def _overall_and_by_space(run: Run, statistic: Callable[[Run, str], Statistic]) -> pl.DataFrame:
    """Return a statistic's means over all spaces, then for each space."""
    overall_means, space_means = (group_means(run, statistic(run, by)) for by in ("all", "space"))
    overall_means = overall_means.select(
        pl.lit(None, dtype=pl.Int64).alias("space"),
        pl.lit(ALL_SPACES).alias("label"),
        pl.exclude("all"),
    )
    return pl.concat([overall_means, _name_spaces(run, space_means).select(overall_means.columns)])


def state_names(run: Run) -> tuple[str, ...]:
    """List the states of bonus tokens, from none to the most."""
    kind = run.declaration.tables["placements"]["state"].kind
    assert not isinstance(kind, str)
    return kind


def states_statistic(run: Run, by: str) -> Statistic:
    """Return the statistic that `states` reads; ``by`` is space or all."""
    table, names = run.declaration.tables["placements"], state_names(run)
    state = pl.col("state")
    return Statistic(
        f"states of spaces with VPs, by {by}",
        ((table, 0),),
        (by,),
        names,
        lambda batch: batch.read(table, 0, ["game"], ["space", "state"]).select(
            "game",
            "space",
            pl.lit(0).alias("all"),
            *((100.0 * (state == name)).alias(name) for name in names),
        ),
    )


def losses_by_rank(run: Run) -> pl.DataFrame:
    """Return leading and last-placed owners' losses in 100 rounds, per space.

    Standings are those at the start of the round. Columns: space, label, games, then leader and
    trailer (each null if several owners share that standing) and difference (leader minus trailer,
    in the rounds that have both), each also with _low and _high. The first row covers all spaces,
    and all rounds after the first; its space is null. A space's row covers the rounds in which only
    that space cost owners anything, since tables record an owner's losses by round, not by space.
    """
    return _overall_and_by_space(run, losses_statistic)


def losses_statistic(run: Run, by: str) -> Statistic:
    """Return the statistic that `losses_by_rank` reads; ``by`` is space or all."""
    rounds, spaces = (run.declaration.tables[name] for name in ("rounds", "spaces"))

    def rows(batch: Batch) -> pl.DataFrame:
        losses = batch.make_once("losses by standing", lambda: _losses_by_standing(run, batch))
        if by == "all":
            return losses.with_columns(pl.lit(0).alias("all"))
        hit = _spaces(run, batch).filter(pl.col("owners_hit") > 0)
        single_hits = hit.filter(pl.len().over("game", "round") == 1)
        return single_hits.select("game", "round", "space").join(
            losses, on=["game", "round"], maintain_order="left"
        )

    tables = ((rounds, 0),) if by == "all" else ((rounds, 0), (spaces, 0))
    return Statistic(f"losses by standing, by {by}", tables, (by,), STANDINGS, rows)


def _losses_by_standing(run: Run, batch: Batch) -> pl.DataFrame:
    """Return leading and last-placed owners' losses by round, times 100.

    Standings are those at the end of the previous round; a value is null if several owners share
    the first, or the last, place.
    """
    rounds = run.declaration.tables["rounds"]
    points, losses_times_100 = pl.col("points"), 100.0 * pl.col("lost")
    rows = batch.read(rounds, 0, ["game", "seat"], ["round", "points_end", "lost"])
    losses = (
        rows.sort("game", "seat", "round")
        .with_columns(pl.col("points_end").shift(1).over("game", "seat").alias("points"))
        .drop_nulls("points")
        .group_by("game", "round", maintain_order=True)
        .agg(
            *(
                pl.when((points == end).sum() == 1)
                .then(losses_times_100.filter(points == end).first())
                .alias(name)
                for name, end in (("leader", points.max()), ("trailer", points.min()))
            )
        )
    )
    return losses.with_columns((pl.col("leader") - pl.col("trailer")).alias("difference"))


def _name_spaces(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    return add_names(frame, run.dim("spaces"), "space", "label")


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [
        games_statistic(run),
        rounds_statistic(run),
        *(
            make(run, by)
            for make in (states_statistic, losses_statistic)
            for by in ("all", "space")
        ),
    ]
