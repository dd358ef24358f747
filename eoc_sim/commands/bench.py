"""Measure this computer's speed, split by rules, strategies and tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.baseline import baseline, require
from eoc_sim.commands.channel import Channel
from eoc_sim.commands.keywords import Call
from eoc_sim.commands.options import DEFAULT_SEED, GameOptions
from eoc_sim.defaults import BENCH_SECONDS
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.printing import divert_strategy_output
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.runs.arms import baseline_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, play
from eoc_sim.simulator.runs.scratch import scratch_folder

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.strategy import Strategy
    from eoc_sim.simulator.runs.game import Game, Pace

COMMAND = "bench"
REPEATS = 3
MIN_SECONDS, MAX_SECONDS = 0.1, 600.0
"""Limits on the seconds of one measurement."""


@dataclass(frozen=True)
class Speed:
    """One measured speed."""

    about: str
    """The strategies that play, and the tables kept."""
    games: float
    """Games per second."""
    decisions: float
    """Decisions per second."""


@dataclass(frozen=True)
class BenchResult:
    """The result of `bench`: this computer's speeds."""

    speeds: tuple[Speed, ...]
    """Speeds of the rules alone, then with strategies, tables and two cores."""
    notes: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[str, str]:
        """The cost of tables, and the gain from a second core."""
        _, bare, tables, two_cores = (speed.games for speed in self.speeds)
        cost = max(0.0, 1 - tables / bare)  # below 0 by chance alone
        return (
            f"Tables cost {100 * cost:.0f} % of the games per second.",
            f"Two cores play {two_cores / tables:.2f} times as many games as one.",
        )


def bench(
    *,
    game: str | Path = DEFAULT_GAME,
    seats: Sequence[str | Path | Strategy] | None = None,
    seconds: float = BENCH_SECONDS,
    on_progress: Callable[[Speed], None] | None = None,
) -> BenchResult:
    """Measure games and decisions per second.

    The first speed is that of the rules alone, measured with the fastest strategy and without
    tables. The second adds the strategies of the line-up, the third the default tables, and the
    last a second core.

    Args:
        game: A built-in or installed game, or your own as a file or module.
        seats: The strategies of the seats, by default the game's own line-up.
        seconds: The duration of each measurement; the median of three is returned.
        on_progress: A function that is called with each speed as soon as it is measured.

    Raises:
        InputError: An option is invalid, or the game does not count its decisions.
    """
    call = Call(COMMAND, {}, game=game, seats=seats, seconds=seconds)
    _check_seconds(seconds, "seconds=")
    options = GameOptions(call.game, call.text("seats"))
    return run_bench(options, seconds, Channel(), on_progress or (lambda speed: None))


def run_bench(
    options: GameOptions,
    seconds: float,
    channel: Channel,
    report: Callable[[Speed], None] = lambda speed: None,
) -> BenchResult:
    """Measure all speeds; ``report`` receives each as soon as it is known."""
    _check_seconds(seconds, "--seconds ")
    game, version = baseline(options, channel)
    pace = require(game, game.pace, "measure of its decisions, and bench needs one")
    channel.compile(game, [version])
    fastest_seats = ",".join([pace.strategy] * game.players_of(version))
    _, fastest_version = baseline(replace(options, seats=fastest_seats), channel)
    speeds = []
    with divert_strategy_output():
        for speed in _speeds(game, pace, version, fastest_version, seconds):
            report(speed)
            speeds.append(speed)
    return BenchResult(tuple(speeds), tuple(channel.notes))


def _check_seconds(seconds: float, name: str) -> None:
    """Refuse a duration outside its limits; ``name`` is the keyword or option."""
    if not MIN_SECONDS <= seconds <= MAX_SECONDS:
        raise InputError(
            f"{name}{seconds:g} should be between {MIN_SECONDS:g} and {MAX_SECONDS:g}."
        )


def _speeds(
    game: Game, pace: Pace, version: Any, fastest_version: Any, seconds: float
) -> Iterator[Speed]:
    """Measure the rules alone, then add strategies, tables and a second core."""
    tables = game.default_tables + game.default_current_tables
    line_up_measurement = Measurement(game, pace, version, seconds)
    yield Speed(
        f"rules: {pace.strategy}, no tables",
        *Measurement(game, pace, fastest_version, seconds).bare(),
    )
    yield Speed("and strategies: the line-up, no tables", *line_up_measurement.bare())
    yield Speed(
        "and tables: the line-up, default tables", *line_up_measurement.with_tables(tables, jobs=1)
    )
    yield Speed("and two cores: --jobs 2", *line_up_measurement.with_tables(tables, jobs=2))


class Measurement:
    """Measures one version of the game."""

    def __init__(self, game: Game, pace: Pace, version: Any, seconds: float) -> None:
        self._game = game
        self._version = version
        self._seconds = seconds
        worker = game.engines([version], DEFAULT_SEED, DEFAULT_SEATING)[0].worker()
        decisions = worker.play(0, 200, [pace.table])[pace.table][pace.column]
        self._worker = worker
        self._decisions = float(decisions.mean())

    def bare(self) -> tuple[float, float]:
        """Measure games and decisions per second on one core without tables."""
        self._worker.play(0, 50, [])
        return self._median([self._bare_once() for _ in range(REPEATS)])

    def with_tables(self, tables: Sequence[str], jobs: int) -> tuple[float, float]:
        """Measure games and decisions per second of a real run with tables."""
        games = jobs * max(400, int(self._seconds * self.bare_rate))
        return self._median([self._run_once(tables, jobs, games) for _ in range(REPEATS)])

    @property
    def bare_rate(self) -> float:
        """Games per second without tables, measured quickly."""
        start = time.perf_counter()
        self._worker.play(0, 400, [])
        return 400 / (time.perf_counter() - start)

    def _bare_once(self) -> float:
        games, chunk, start = 0, 50, time.perf_counter()
        while (elapsed := time.perf_counter() - start) < self._seconds:
            self._worker.play(games, chunk, [])
            games += chunk
        return games / elapsed

    def _run_once(self, tables: Sequence[str], jobs: int, games: int) -> float:
        arms = baseline_arms(self._game, self._version)
        request = Request("bench", arms, games, DEFAULT_SEED, DEFAULT_SEATING, tuple(tables))
        with scratch_folder() as folder:
            directory = RunDirectory.claim(folder / "run", "bench")
            outcome = play(self._game, request, directory, jobs=jobs)
        return outcome.games_played / outcome.seconds

    def _median(self, rates: list[float]) -> tuple[float, float]:
        rate = sorted(rates)[len(rates) // 2]
        return rate, rate * self._decisions
