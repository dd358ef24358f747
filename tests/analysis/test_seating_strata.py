"""With seatings as strata, intervals exclude the spread that the plan has fixed."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from eoc_sim.analysis.seating_strata import within_strata
from eoc_sim.analysis.stats import LEVEL, mean_interval

GAMES, ENTRIES = 480, 4


def sums(frame: pl.DataFrame, *by: str) -> pl.DataFrame:
    value = pl.col("score")
    return (
        frame.group_by(by)
        .agg(
            value.count().alias("score_n"),
            value.sum().alias("score_sum"),
            (value * value).sum().alias("score_squares"),
        )
        .sort(by)
    )


def play(luck: np.random.Generator, means: np.ndarray) -> pl.DataFrame:
    """Make games in which entries with these means rotate through seats, and add luck."""
    game, seat = np.divmod(np.arange(GAMES * ENTRIES), ENTRIES)
    strategy = (game + seat) % ENTRIES
    return pl.DataFrame(
        {
            "game": game,
            "seat": seat,
            "strategy": strategy,
            "score": means[strategy] + 10 * luck.standard_normal(len(game)),
        }
    )


def mean_and_ends(total: pl.DataFrame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return mean_interval(
        *(total[f"score_{part}"].to_numpy() for part in ("sum", "squares", "n")), LEVEL
    )


def test_intervals_narrow_and_keep_their_promise():
    """With strategies 30 apart, intervals keep 29 % of their width.

    They cover the true mean 95 times in 100.
    """
    means = np.array([100.0, 130.0, 160.0, 190.0])
    luck, covered, widths = np.random.default_rng(5), 0, []
    for _ in range(300):
        frame = play(luck, means)
        total = sums(frame, "seat")
        strict = within_strata(total, sums(frame, "seat", "strategy"), "seat", ["score"])
        mean, low, high = mean_and_ends(strict)
        assert mean == pytest.approx(mean_and_ends(total)[0])
        covered += int(((low <= means.mean()) & (means.mean() <= high)).sum())
        _, wide_low, wide_high = mean_and_ends(total)
        widths.append((high - low) / (wide_high - wide_low))
    assert 0.935 < covered / (300 * ENTRIES) < 0.965
    assert np.mean(widths) == pytest.approx(10 / np.sqrt(100 + means.var()), rel=0.02)


def test_without_strata_intervals_are_too_wide():
    """The spread that the plan fixes is not luck, so plain intervals cover the mean too often."""
    means = np.array([100.0, 130.0, 160.0, 190.0])
    luck, covered = np.random.default_rng(6), 0
    for _ in range(100):
        _, low, high = mean_and_ends(sums(play(luck, means), "seat"))
        covered += int(((low <= means.mean()) & (means.mean() <= high)).sum())
    assert covered == 100 * ENTRIES


def test_equal_strategies_keep_their_intervals():
    frame = play(np.random.default_rng(7), np.full(ENTRIES, 150.0))
    total = sums(frame, "seat")
    strict = within_strata(total, sums(frame, "seat", "strategy"), "seat", ["score"])
    for end, other in zip(mean_and_ends(strict), mean_and_ends(total), strict=True):
        assert end == pytest.approx(other, rel=0.002)


def test_plain_intervals_are_kept_if_a_stratum_has_one_game():
    frame = play(np.random.default_rng(8), np.array([100.0, 130.0, 160.0, 190.0]))
    frame = frame.filter((pl.col("strategy") != 2) | (pl.col("game") < 4))
    total, cells = sums(frame, "seat"), sums(frame, "seat", "strategy")
    assert cells["score_n"].min() == 1
    assert within_strata(total, cells, "seat", ["score"]).equals(total)
