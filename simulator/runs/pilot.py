"""A few games of every version before a run: how fast they are played, how much pairs differ."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from eoc_sim.simulator.kernel.printing import strategies_print_apart
from eoc_sim.simulator.runs.game import Game
from eoc_sim.simulator.runs.runner import Request, engines_of

PAIRS = 240
"""Games of every version: whole seatings of two to five players."""
MOST_VERSIONS = 40
"""Versions that are tried; of more, so many at even distances."""
MOST_SECONDS, LEAST_PAIRS = 10.0, 24
"""Of strategies that search, fewer games: what takes so long; to compare, never less than these."""
LEAST_SECONDS = 0.3
MEASURED = 0.1
"""The speed is measured for at least so long, unless that takes more than this part of the games.
"""


@dataclass(frozen=True)
class Differences:
    """Sums over pairs of games of what a version changes in one strategy's win share, or score.

    ``differ`` are the games that differ, ``largest`` is the largest difference of a game.
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
    """What the pilot found: games a second on one core, and the differences of every version.

    ``differences`` are of win shares, ``scores`` of scores.
    """

    games_per_second: float
    differences: tuple[Differences, ...]
    scores: tuple[Differences, ...] = ()


def play_pilot(game: Game, request: Request, most_pairs: int = PAIRS) -> Pilot:
    """Play the pilot of a run; its games are the run's first, and are not kept."""
    pairs = min(most_pairs, request.games)
    versions = request.arms.versions()
    chosen = sorted({0, *np.linspace(0, len(versions) - 1, MOST_VERSIONS).round().astype(int)})
    engines = engines_of(game, request, [versions[arm] for arm in chosen])
    tables = tuple(dict.fromkeys((*request.kept(0), game.standings.name)))
    workers = [engine.worker() for engine in engines]
    with strategies_print_apart():
        for worker in workers:
            # What is compiled in the first game is no measure of the speed.
            worker.play(0, 1, tables)
        started = time.perf_counter()
        workers[0].play(0, 1, tables)
        seconds = len(workers) * (time.perf_counter() - started)
        if seconds * pairs > MOST_SECONDS:
            least = LEAST_PAIRS if len(workers) > 1 else 1
            pairs = min(pairs, max(least, int(MOST_SECONDS / seconds)))
        played, started = 0, time.perf_counter()
        rows = []
        for worker in workers:
            rows.append(worker.play(0, pairs, tables)[game.standings.name])
            played += pairs
        enough = MEASURED * request.games * len(versions)
        while played < enough and time.perf_counter() - started < LEAST_SECONDS:
            workers[0].play(0, pairs, tables)
            played += pairs
        rate = played / (time.perf_counter() - started)
    shares, scores = (
        tuple(
            one
            for arm, version in zip(chosen[1:], rows[1:], strict=True)
            for one in _differences(game, int(arm), rows[0], version, role)
        )
        for role in ("win_share", "score")
    )
    return Pilot(rate, shares, scores)


def _differences(
    game: Game, arm: int, current: np.ndarray, version: np.ndarray, role: str
) -> list[Differences]:
    """What a version changes in the column of this role, strategy by strategy."""
    number, strategy, value = (game.standings.role(one).name for one in ("game", "strategy", role))
    change = np.asarray(version[value], dtype=np.float64) - current[value]
    found = []
    for one in np.unique(current[strategy]):
        own = current[strategy] == one
        seats = np.bincount(current[number][own])
        a_game = (
            np.bincount(current[number][own], weights=change[own])[seats > 0] / seats[seats > 0]
        )
        found.append(
            Differences(
                arm,
                int(one),
                len(a_game),
                float(a_game.sum()),
                float(np.square(a_game).sum()),
                int((np.abs(a_game) > 1e-12).sum()),
                1.0 if role == "win_share" else float(np.abs(a_game).max(initial=0.0)),
            )
        )
    return found
