"""Test how often a sequential run errs, with differences from real games.

A sweep is played once. The differences in its games are centred, so that nothing changes
on average, or shifted to a known change, and games are drawn from them many times.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from cli.process import call
from sampled import some
from watching import METRICS, WatchedIntervals, differences, shift_to, watch

from eoc_sim.analysis import stats
from eoc_sim.analysis.looks import schedule
from eoc_sim.analysis.tables import Run

GAMES = 1200
LOOKS = schedule(16_000, 24)
VERSIONS = {"rules.hand=3": 1, "card.038.stars=1": 2}
"""A change that affects most games and one that affects few, with their arms."""

path_counts = pytest.mark.parametrize("paths", [400, pytest.param(10_000, marks=pytest.mark.slow)])
versions = pytest.mark.parametrize("version", some(list(VERSIONS)[::-1], 2))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("peeking")
    varied = [word for version in VERSIONS for word in ("--vary", version)]
    answer = call(
        folder,
        "sweep",
        *varied,
        "--games",
        str(GAMES),
        "--keep",
        "seats",
        "--out",
        "run",
        "--quiet",
    )
    assert answer.returncode == 0, answer.stderr
    return Run(folder / "run")


def changes_of(run: Run, version: str) -> np.ndarray:
    return differences(run, VERSIONS[version], GAMES)


def watch_looks(changes: np.ndarray, paths: int, smallest: np.ndarray) -> WatchedIntervals:
    return watch(changes, paths, smallest, LOOKS)


def smallest_changes(run: Run, rows: int) -> np.ndarray:
    return np.repeat([float(run.words.smallest[metric]) for metric in METRICS], rows // 2)


def error_limit(paths: int) -> float:
    """Return 5 in 100 plus a margin for chance."""
    return 0.05 + 2 * math.sqrt(0.05 * 0.95 / paths)


@path_counts
@versions
def test_unchanged_rows_are_rarely_called_changed(run: Run, version: str, paths: int) -> None:
    """In 95 of 100 runs, no look is wrong about any row."""
    changes = changes_of(run, version)
    rows = changes.shape[1]
    looks = watch_looks(shift_to(changes, np.zeros(rows)), paths, smallest_changes(run, rows))
    assert (looks.verdicts == stats.CHANGES).any((0, 2)).mean() <= error_limit(paths)
    misses = (looks.low > 0) | (looks.high < 0)
    assert misses.any((0, 2)).mean() <= error_limit(paths)
    assert (looks.verdicts[-1] == stats.NO_CHANGE).mean() > 0.2, "some rows are decided"


@path_counts
@versions
def test_important_changes_are_rarely_called_unimportant(
    run: Run, version: str, paths: int
) -> None:
    """Every row changes by the smallest change that matters, and intervals contain it."""
    changes = changes_of(run, version)
    rows = changes.shape[1]
    smallest = smallest_changes(run, rows)
    looks = watch_looks(shift_to(changes, smallest), paths, smallest)
    assert (looks.verdicts == stats.NO_CHANGE).any((0, 2)).mean() <= error_limit(paths)
    at = looks.stops(), np.arange(paths)
    misses = (looks.low[at] > smallest + 1e-9) | (looks.high[at] < smallest - 1e-9)
    assert misses.any(1).mean() <= error_limit(paths)


@path_counts
@versions
def test_planted_changes_are_found(run: Run, version: str, paths: int) -> None:
    """The last look finds 5 more wins in 100 games; changes in other rows are rarely reported."""
    changes = changes_of(run, version)
    rows = changes.shape[1]
    smallest = smallest_changes(run, rows)
    means = np.zeros(rows)
    means[0] = 5.0
    looks = watch_looks(shift_to(changes, means), paths, smallest)
    assert (looks.verdicts[-1, :, 0] == stats.CHANGES).mean() > 0.9
    assert (looks.verdicts[:, :, 1:] == stats.CHANGES).any((0, 2)).mean() <= error_limit(paths)


@path_counts
def test_a_run_that_stops_when_all_is_known_covers_the_truth(run: Run, paths: int) -> None:
    """The run stops at the first look at which every row of wins is known to within 3 in 100."""
    changes = changes_of(run, "rules.hand=3")
    wins = changes[:, : changes.shape[1] // 2]
    means = np.linspace(-2, 2, wins.shape[1])
    shifted = np.hstack([shift_to(wins, means)] * 2)
    looks = watch_looks(shifted, paths, np.ones(shifted.shape[1]))
    has_ended = ((looks.high - looks.low) / 2 <= 3).all(2)
    has_ended[-1] = True
    at = has_ended.argmax(0), np.arange(paths)
    half = wins.shape[1]
    misses = (looks.low[at][:, :half] > means) | (looks.high[at][:, :half] < means)
    assert misses.any(1).mean() <= error_limit(paths)
    assert (has_ended[:-1].any(0)).mean() > 0.5
