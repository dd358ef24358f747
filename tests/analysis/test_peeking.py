"""How often a sequential run errs, with the differences of real games.

A sweep is played once. The differences of its games are centred, so that nothing changes on
average, or shifted to a known change, and games are drawn from them anew many times.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from cli.process import call

from eoc_sim.analysis import stats
from eoc_sim.analysis.compare import pairs_of
from eoc_sim.analysis.looks import TUNED, Look, schedule
from eoc_sim.analysis.tables import Run, per_game

GAMES = 2400
LOOKS = schedule(16_000, 24)
AT_ONCE = 500
METRICS = ("wins", "score")
VERSIONS = {"rules.hand=3": 1, "card.038.stars=1": 2}
"""What differs in most games, and what differs in few; their arms."""

many = pytest.mark.parametrize(
    "paths", [1000, pytest.param(10_000, marks=pytest.mark.slow)]
)
versions = pytest.mark.parametrize("version", list(VERSIONS))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("peeking")
    varied = [word for version in VERSIONS for word in ("--vary", version)]
    answer = call(
        folder, "sweep", *varied, "--games", str(GAMES), "--keep", "seats", "--out", "run",
        "--quiet",
    )
    assert answer.returncode == 0, answer.stderr
    return Run(folder / "run")


def differences(run: Run, version: str) -> np.ndarray:
    """By game and row (wins of every strategy, then scores): what the version changes."""
    frame = per_game(
        pairs_of(run, VERSIONS[version], (0, GAMES)), ["strategy"],
        [f"{metric}_change" for metric in METRICS],
    ).sort("game", "strategy")
    return np.hstack([
        frame[f"{metric}_change"].to_numpy().reshape(GAMES, -1) for metric in METRICS
    ])


def shifted(changes: np.ndarray, means: np.ndarray) -> np.ndarray:
    """The differences moved to these means; games that do not differ still do not."""
    differ = changes != 0
    return np.where(
        differ, changes + (means - changes.mean(0)) * GAMES / np.maximum(differ.sum(0), 1), 0.0
    )


@dataclass
class Watched:
    """Intervals of all rows together and verdicts, by look, path and row."""

    low: np.ndarray
    high: np.ndarray
    words: np.ndarray

    def stops(self) -> np.ndarray:
        """The look at which each path ends: the first that decides all rows, or the last."""
        decided = (self.words != stats.UNDECIDED).all(2)
        decided[-1] = True
        return decided.argmax(0)


def watched(changes: np.ndarray, paths: int, smallest: np.ndarray) -> Watched:
    """Games drawn from ``changes``, looked at as a sequential run is."""
    rng = np.random.default_rng(31)
    rows = changes.shape[1]
    parts = [
        _watched(changes, rng, min(AT_ONCE, paths - first), smallest)
        for first in range(0, paths, AT_ONCE)
    ]
    low, high, words = (np.concatenate(one, axis=1) for one in zip(*parts, strict=True))
    assert low.shape == (len(LOOKS), paths, rows)
    return Watched(low, high, words)


def _watched(
    changes: np.ndarray, rng: np.random.Generator, paths: int, smallest: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    games, rows = changes.shape
    values = np.hstack([changes, changes**2, changes != 0])
    largest = np.repeat([100.0, np.abs(changes[:, rows // 2 :]).max()], rows // 2)
    sums, before = np.zeros((paths, 3 * rows)), 0
    found = []
    for look in LOOKS:
        drawn = rng.integers(games, size=(paths, look - before)) + games * np.arange(paths)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=paths * games).reshape(paths, games)
        sums += counts @ values
        before = look
        total, squares, differ = (sums[:, first::1][:, : rows].ravel()
                                  for first in (0, rows, 2 * rows))
        pairs = stats.paired(total, squares, look, np.tile(largest, paths), differ)
        low, high = stats.looked_at(Look(look, TUNED, sequential=True), pairs, tests=rows)
        words = np.array(stats.verdicts(low, high, np.tile(smallest, paths)))
        found.append([one.reshape(paths, rows) for one in (low, high, words)])
    return tuple(np.array(one) for one in zip(*found, strict=True))  # type: ignore[return-value]


def smallest_of(run: Run, rows: int) -> np.ndarray:
    return np.repeat([float(run.words.smallest[metric]) for metric in METRICS], rows // 2)


def most(paths: int) -> float:
    """5 in 100, and what chance may add to it."""
    return 0.05 + 2 * math.sqrt(0.05 * 0.95 / paths)


@many
@versions
def test_what_changes_nothing_is_seldom_said_to_change(run: Run, version: str, paths: int) -> None:
    """At none of the looks, of none of the rows, in 95 of 100 runs; intervals hold the truth."""
    changes = differences(run, version)
    rows = changes.shape[1]
    seen = watched(shifted(changes, np.zeros(rows)), paths, smallest_of(run, rows))
    assert (seen.words == stats.CHANGES).any((0, 2)).mean() <= most(paths)
    misses = (seen.low > 0) | (seen.high < 0)
    assert misses.any((0, 2)).mean() <= most(paths)
    assert (seen.words[-1] == stats.SAME).mean() > 0.2, "and something is decided"


@many
@versions
def test_what_matters_is_seldom_said_not_to(run: Run, version: str, paths: int) -> None:
    """Every row changes by just what matters; where a run stops, its intervals hold that."""
    changes = differences(run, version)
    rows = changes.shape[1]
    smallest = smallest_of(run, rows)
    seen = watched(shifted(changes, smallest), paths, smallest)
    assert (seen.words == stats.SAME).any((0, 2)).mean() <= most(paths)
    at = seen.stops(), np.arange(paths)
    misses = (seen.low[at] > smallest + 1e-9) | (seen.high[at] < smallest - 1e-9)
    assert misses.any(1).mean() <= most(paths)


@many
@versions
def test_planted_changes_are_found(run: Run, version: str, paths: int) -> None:
    """A run that changes the wins of a strategy by 5 in 100 says so, and stops when all is told."""
    changes = differences(run, version)
    rows = changes.shape[1]
    smallest = smallest_of(run, rows)
    means = np.zeros(rows)
    means[0] = 5.0
    seen = watched(shifted(changes, means), paths, smallest)
    assert (seen.words[-1, :, 0] == stats.CHANGES).mean() > 0.9
    assert (seen.words[:, :, 1:] == stats.CHANGES).any((0, 2)).mean() <= most(paths)


@many
def test_a_run_that_stops_when_all_is_known_holds_the_truth(run: Run, paths: int) -> None:
    """Stopped at the first look at which every row of wins is known to +-3 wins in 100."""
    changes = differences(run, "rules.hand=3")
    wins = changes[:, : changes.shape[1] // 2]
    means = np.linspace(-2, 2, wins.shape[1])
    moved = np.hstack([shifted(wins, means)] * 2)
    seen = watched(moved, paths, np.ones(moved.shape[1]))
    known = ((seen.high - seen.low) / 2 <= 3).all(2)
    known[-1] = True
    at = known.argmax(0), np.arange(paths)
    half = wins.shape[1]
    misses = (seen.low[at][:, :half] > means) | (seen.high[at][:, :half] < means)
    assert misses.any(1).mean() <= most(paths)
    assert (known[:-1].any(0)).mean() > 0.5
