"""``eoc-sim bench``: this computer's speed, split by rules, strategies and tables."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.options import game_option
from eoc_sim.commands.options import DEFAULT_SEED, GameOptions
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eoc_sim.simulator.runs.game import Game, Pace

REPEATS = 3
SHORTEST, LONGEST = 0.1, 600.0
"""Limits on the seconds of one measurement."""


def _check_seconds(_context: click.Context, _option: click.Parameter, seconds: float) -> float:
    if not SHORTEST <= seconds <= LONGEST:  # also NaN, which click's own range lets pass
        raise InputError(f"--seconds {seconds:g} is not within {SHORTEST:g} to {LONGEST:g}.")
    return seconds


@click.command()
@click.option(
    "--seconds",
    type=float,
    default=3.0,
    show_default=True,
    metavar="T",
    callback=_check_seconds,
    help="Duration of each measurement; the median of three is shown.",
)
@click.option("--seats", metavar="A,B,C,D", help="A line-up to replace the game's default one.")
@game_option
def command(seconds: float, seats: str | None, name: str) -> None:
    """Measure games and decisions per second.

    The first row plays only the fastest strategy and writes no tables, which measures the rules.
    The second row plays the default line-up, the third also writes the default tables, and the
    last uses a second core.
    """
    from eoc_sim.cli.playing import Screen, compile_needed
    from eoc_sim.cli.screen import say, table
    from eoc_sim.commands.baseline import baseline, require
    from eoc_sim.commands.channel import count
    from eoc_sim.simulator.kernel.printing import divert_strategy_output

    options = GameOptions(name, seats)
    game, line_up = baseline(options, Screen())
    pace = require(game, game.pace, "measure of its decisions, which bench needs")
    compile_needed(game, [line_up], quiet=False)
    _, plainest = baseline(
        replace(options, seats=",".join([pace.strategy] * game.players_of(line_up))), Screen()
    )
    usual = game.default_tables + game.default_current_tables
    with divert_strategy_output():
        plain = Measurement(game, pace, line_up, seconds)
        rows = [
            (
                f"rules: {pace.strategy}, no tables",
                *Measurement(game, pace, plainest, seconds).bare(),
            ),
            ("and strategies: the line-up, no tables", *plain.bare()),
            ("and tables: the line-up, default tables", *plain.with_tables(usual, jobs=1)),
            ("and two cores: --jobs 2", *plain.with_tables(usual, jobs=2)),
        ]
    table(
        ("what plays", "games/s", "decisions/s", "microseconds per game"),
        [
            (label, count(games), count(decisions), count(1e6 / games))
            for label, games, decisions in rows
        ],
    )
    say()
    cost = max(0.0, 1 - rows[2][1] / rows[1][1])  # below 0 by chance alone
    say(f"Tables cost {100 * cost:.0f} % of the games per second.")
    say(f"Two cores play {rows[3][1] / rows[2][1]:.2f} times as many games as one.")


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
        """Measure games per second without tables, quickly."""
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
        from eoc_sim.simulator.runs.arms import baseline_arms
        from eoc_sim.simulator.runs.run_directory import RunDirectory
        from eoc_sim.simulator.runs.runner import Request, play
        from eoc_sim.simulator.runs.scratch import scratch_folder

        arms = baseline_arms(self._game, self._version)
        request = Request("bench", arms, games, DEFAULT_SEED, DEFAULT_SEATING, tuple(tables))
        with scratch_folder() as folder:
            directory = RunDirectory.claim(folder / "run", "bench")
            outcome = play(self._game, request, directory, jobs=jobs)
        return outcome.games_played / outcome.seconds

    def _median(self, rates: list[float]) -> tuple[float, float]:
        rate = sorted(rates)[len(rates) // 2]
        return rate, rate * self._decisions
