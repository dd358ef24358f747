"""The luck of the deal, taken off: no bias, the right width, fewer games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import table, write_run

from eoc_sim.analysis import adjusting
from eoc_sim.analysis.tables import Run

WORTH = np.array([-12.0, -4.0, 4.0, 12.0])
"""What a region adds to a score."""
TRUTH = {"a": 60.0, "b": 50.0, "c": 40.0, "d": 30.0}


def deal(rng: np.random.Generator, games: int) -> pl.DataFrame:
    """Four strategies in turn round the table, regions dealt at random, scores that follow."""
    region = rng.permuted(np.tile(np.arange(4), (games, 1)), axis=1)
    strategy = (np.arange(4) + np.arange(games)[:, None]) % 4
    score = np.array(list(TRUTH.values()))[strategy] + WORTH[region] + rng.normal(0, 6, (games, 4))
    won = (score == score.max(axis=1, keepdims=True)).astype(float)
    return table(
        "seats",
        {
            "game": np.repeat(np.arange(games), 4),
            "seat": np.tile(np.arange(4), games),
            "strategy": strategy.ravel(),
            "region": region.ravel(),
            "score": score.round().astype(int).ravel(),
            "win_share": won.ravel(),
            "coach": [-1] * (4 * games),
            "board": [-1] * (4 * games),
        },
    )


def found(path: Path, frame: pl.DataFrame) -> pl.DataFrame:
    run = Run(write_run(path, {"seats": frame}, strategies=list(TRUTH)))
    seats = run.table_with("win_share")
    return adjusting.adjusted(run, seats.role("strategy"), seats.roles("dealt"))


def test_scores_are_as_known_as_without_the_deal(tmp_path: Path) -> None:
    """Regions make 80 of 116 of the spread: so many games need not be played."""
    frame = found(tmp_path, deal(np.random.default_rng(4), 4000))
    assert frame["label"].to_list() == list(TRUTH)
    for row in frame.iter_rows(named=True):
        assert row["score_low"] < TRUTH[row["label"]] < row["score_high"]
        assert row["score_saved"] == pytest.approx(100 * 80 / 116, abs=3)
        assert 0 < row["wins_saved"] < 60
        assert row["wins_low"] < row["wins"] < row["wins_high"]


def test_coverage(tmp_path: Path) -> None:
    """At the level of the planned end, 96 %: of stars, and of wins as they are in the long run."""
    rng = np.random.default_rng(2)
    many = deal(rng, 60_000)
    truth = many.group_by("strategy").agg(pl.col("win_share").mean() * 100)
    shares = dict(zip(truth["strategy"], truth["win_share"], strict=True))
    runs, held = 60, {"wins": 0, "score": 0}
    for number in range(runs):
        frame = found(tmp_path / str(number), deal(rng, 400))
        for row in frame.iter_rows(named=True):
            held["score"] += row["score_low"] <= TRUTH[row["label"]] <= row["score_high"]
            held["wins"] += row["wins_low"] <= shares[row["group"]] <= row["wins_high"]
    assert 0.92 < held["score"] / (4 * runs) < 0.995
    assert 0.92 < held["wins"] / (4 * runs) < 0.995


def test_what_is_dealt_is_known_better_without_who_has_it(tmp_path: Path) -> None:
    """Of the regions' scores who plays them makes 125 of 161 of the spread."""
    run = Run(
        write_run(
            tmp_path / "run",
            {"seats": deal(np.random.default_rng(6), 4000)},
            strategies=list(TRUTH),
        )
    )
    seats = run.table_with("win_share")
    region = next(column for column in seats.roles("dealt") if column.name == "region")
    frame = adjusting.adjusted(run, region, [seats.role("strategy")])
    for row in frame.iter_rows(named=True):
        truth = 45 + WORTH[row["group"]]
        assert row["score_low"] < truth < row["score_high"]
        assert row["score_saved"] == pytest.approx(100 * 125 / 161, abs=4)


def test_nothing_to_take_off(tmp_path: Path) -> None:
    """One strategy in all seats has what the table has; a short run does not say."""
    rng = np.random.default_rng(3)
    alone = deal(rng, 400).with_columns(pl.lit(0, dtype=pl.Int8).alias("strategy"))
    assert found(tmp_path / "alone", alone).is_empty()
    assert found(tmp_path / "short", deal(rng, 100)).is_empty()
