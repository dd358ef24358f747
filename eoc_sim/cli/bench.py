"""``eoc-sim bench``: how fast this computer plays, with rules, strategies and tables apart."""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from eoc_sim.cli.options import DEFAULT_SEATS, DEFAULT_SEED, GameOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eoc_sim.simulator.runs.adapter import GameAdapter

REPEATS = 3


@click.command(name="bench")
@click.option(
    "--seconds", type=click.FloatRange(0.1, 600), default=3.0, show_default=True, metavar="T",
    help="How long each measurement lasts; the median of three is shown.",
)
@click.option("--seats", metavar="A,B,C,D", help="Another line-up than the four archetypes.")
def command(seconds: float, seats: str | None) -> None:
    """Measure games and decisions a second.

    The line-up of `random` with no tables shows the rules, the four archetypes with no tables add
    the strategies, with the default tables the tables, and the last row a second core.
    """
    from eoc_sim.cli.baseline import baseline
    from eoc_sim.cli.playing import announce_compiling
    from eoc_sim.cli.screen import count, say, table

    announce_compiling(quiet=False)
    game = GameOptions(
        seats=seats or ",".join(DEFAULT_SEATS), players=None, rules=None, settings=(), data=None,
        card=(), seed=DEFAULT_SEED, rotate=True,
    )
    adapter, line_up = baseline(game)
    _, random = baseline(replace(game, seats=",".join(["random"] * adapter.players(line_up))))
    usual = adapter.default_tables
    plain = Measurement(adapter, line_up, seconds)
    rows = [
        ("rules: random, no tables", *Measurement(adapter, random, seconds).bare()),
        ("and strategies: the line-up, no tables", *plain.bare()),
        ("and tables: the line-up, default tables", *plain.with_tables(usual, jobs=1)),
        ("and two cores: --jobs 2", *plain.with_tables(usual, jobs=2)),
    ]
    table(
        ("what plays", "games/s", "decisions/s", "microseconds a game"),
        [
            (what, count(games), count(decisions), count(1e6 / games))
            for what, games, decisions in rows
        ],
    )
    say()
    say(f"Tables cost {100 * (1 - rows[2][1] / rows[1][1]):.0f} % of the games a second.")
    say(f"Two cores play {rows[3][1] / rows[2][1]:.2f} times as many games as one.")


class Measurement:
    """Measures one version of the game."""

    def __init__(self, adapter: GameAdapter, version: Any, seconds: float) -> None:
        self._adapter = adapter
        self._version = version
        self._seconds = seconds
        worker = adapter.engines([version], DEFAULT_SEED, True)[0].worker()
        decisions = worker.play(0, 200, ["games"])["games"]["decisions"]
        self._worker = worker
        self._decisions = float(decisions.mean())

    def bare(self) -> tuple[float, float]:
        """Games and decisions a second of one core that keeps no tables."""
        self._worker.play(0, 50, [])
        return self._median([self._bare_once() for _ in range(REPEATS)])

    def with_tables(self, tables: Sequence[str], jobs: int) -> tuple[float, float]:
        """Games and decisions a second of a real run that writes tables."""
        games = jobs * max(400, int(self._seconds * self.bare_rate))
        return self._median([self._run_once(tables, jobs, games) for _ in range(REPEATS)])

    @property
    def bare_rate(self) -> float:
        """A quick measurement of the games a second without tables."""
        started = time.perf_counter()
        self._worker.play(0, 400, [])
        return 400 / (time.perf_counter() - started)

    def _bare_once(self) -> float:
        games, chunk, started = 0, 50, time.perf_counter()
        while (elapsed := time.perf_counter() - started) < self._seconds:
            self._worker.play(games, chunk, [])
            games += chunk
        return games / elapsed

    def _run_once(self, tables: Sequence[str], jobs: int, games: int) -> float:
        from eoc_sim.simulator.runs.arms import baseline_arms
        from eoc_sim.simulator.runs.run_directory import RunDirectory
        from eoc_sim.simulator.runs.runner import Request, play

        arms = baseline_arms(self._adapter, self._version)
        request = Request("bench", arms, games, DEFAULT_SEED, True, tuple(tables))
        with tempfile.TemporaryDirectory(prefix="eoc-sim-bench-") as folder:
            directory = RunDirectory.claim(Path(folder) / "run", "bench")
            outcome = play(self._adapter, request, directory, jobs=jobs)
        return outcome.games_played / outcome.seconds

    def _median(self, rates: list[float]) -> tuple[float, float]:
        rate = sorted(rates)[len(rates) // 2]
        return rate, rate * self._decisions
