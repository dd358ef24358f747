"""A short trial of a run: speed, and differences between versions."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.runs.game import Game
from eoc_sim.simulator.runs.runner import Request, engines_of

PAIRS = 240
"""The number of pairs of games for each version.

A pair is the same game in this version and under the current rules. This number of games makes up
whole seating rounds with two to five players.
"""
MAX_VERSIONS = 40
"""The maximum number of versions that are tried, evenly spaced."""
MAX_SECONDS, MIN_PAIRS = 10.0, 24
"""A pilot's time limit in seconds, and its minimum number of pairs.

Slow strategies, such as searching ones, play fewer games, but never fewer pairs than the minimum.
"""
MIN_SECONDS = 0.3
"""The minimum seconds for measuring speed, except in short runs."""
MEASURING_SHARE = 0.1
"""The share of the run's games that is enough to measure speed."""


@dataclass(frozen=True)
class Differences:
    """Sums of a version's effect on a strategy, over pairs of games.

    The effect is the change in its win share, or in its score. ``differ`` counts the games that
    differ; ``largest`` is the largest difference in a game, or 1 for win shares.
    """

    arm: int
    strategy: int
    games: int
    total: float
    squares: float
    differ: int
    largest: float = 1.0


@dataclass(frozen=True)
class Pilot:
    """The pilot's results: games per second per core, and differences.

    ``differences`` are the tried versions' differences in win shares, ``scores`` those in scores;
    ``pairs`` is the number of games of each version.
    """

    games_per_second: float
    differences: tuple[Differences, ...]
    scores: tuple[Differences, ...] = ()
    pairs: int = 0


def cost_of_twins(game: Game, request: Request, max_games: int) -> float:
    """Measure how much a game's twins slow it down.

    The result is the time that a game takes with its twins, divided by the time that it takes
    without them, but at least 1.
    """
    assert game.twins is not None  # the request has twins
    keep = tuple(name for name in request.keep if name != game.twins.table)
    plain_request = replace(request, twins=None, keep=keep)
    plain_rate, twin_rate = (
        play_pilot(game, timed_request, max_games).games_per_second
        for timed_request in (plain_request, request)
    )
    return max(plain_rate / twin_rate, 1.0)


def play_pilot(game: Game, request: Request, max_pairs: int = PAIRS) -> Pilot:
    """Play a run's pilot with its first games, which are not kept."""
    pairs = min(max_pairs, request.games)
    versions = request.arms.versions()
    arms_to_play = sorted({0, *np.linspace(0, len(versions) - 1, MAX_VERSIONS).round().astype(int)})
    engines = engines_of(game, request, [versions[arm] for arm in arms_to_play])
    tables = tuple(dict.fromkeys((*request.list_kept_tables(0), game.standings.name)))
    workers = [engine.worker() for engine in engines]
    with divert_strategy_output():
        for worker in workers:
            # Compilation in the first game would distort the speed.
            worker.play(0, 1, tables)
        start = time.perf_counter()
        workers[0].play(0, 1, tables)
        seconds = len(workers) * (time.perf_counter() - start)
        if seconds * pairs > MAX_SECONDS:
            minimum = MIN_PAIRS if len(workers) > 1 else 1
            pairs = min(pairs, max(minimum, int(MAX_SECONDS / seconds)))
        games, start = 0, time.perf_counter()
        rows = []
        for worker in workers:
            rows.append(worker.play(0, pairs, tables)[game.standings.name])
            games += pairs
        games_needed = MEASURING_SHARE * request.games * len(versions)
        while games < games_needed and time.perf_counter() - start < MIN_SECONDS:
            workers[0].play(0, pairs, tables)
            games += pairs
        rate = games / (time.perf_counter() - start)
    shares, scores = (
        tuple(
            difference
            for arm, version_rows in zip(arms_to_play[1:], rows[1:], strict=True)
            for difference in _differences(game, int(arm), rows[0], version_rows, role)
        )
        for role in ("win_share", "score")
    )
    return Pilot(rate, shares, scores, pairs)


def _differences(
    game: Game, arm: int, current_rows: np.ndarray, version_rows: np.ndarray, role: str
) -> list[Differences]:
    """Return a version's changes in a role's column, per strategy."""
    number, strategy, value = (
        game.standings.role(column).name for column in ("game", "strategy", role)
    )
    change = np.asarray(version_rows[value], dtype=np.float64) - current_rows[value]
    differences = []
    for index in np.unique(current_rows[strategy]):
        has_strategy = current_rows[strategy] == index
        games = current_rows[number][has_strategy]
        seats = np.bincount(games)
        game_changes = (
            np.bincount(games, weights=change[has_strategy])[seats > 0] / seats[seats > 0]
        )
        differences.append(
            Differences(
                arm,
                int(index),
                len(game_changes),
                float(game_changes.sum()),
                float(np.square(game_changes).sum()),
                int((np.abs(game_changes) > 1e-12).sum()),
                1.0 if role == "win_share" else float(np.abs(game_changes).max(initial=0.0)),
            )
        )
    return differences
