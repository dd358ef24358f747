"""Measure the wins and points of `expert` by search budget.

    python benchmarks/searching.py [--game eleven] [--games 1000] [--jobs 2] [--write]

The result is a section of the README. The script takes a few minutes on one core; `--games` sets
the number of games for every budget.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from strategy_table import put_into, table

from eoc_sim.analysis.stats import mean_interval, wilson
from eoc_sim.simulator.eoc.yardstick import YARDSTICKS

README = Path(__file__).with_name("README.md")
SEED = 1
CHUNK = 4
"""Games per thread at a time: one with `expert` in each seat."""


@dataclass(frozen=True)
class BenchmarkGame:
    """A game whose `expert` is measured, with words for its section."""

    heading: str
    engine: Callable[[Sequence[str]], Any]
    rivals: tuple[str, ...]
    budgets: dict[int, int]
    points: str
    spent_on: str
    options: str = ""


def _eoc_engine(seats: Sequence[str]) -> Any:
    from eoc_sim.simulator.eoc.components import load
    from eoc_sim.simulator.eoc.engine import Engine, load_strategy
    from eoc_sim.simulator.eoc.rules import resolve

    strategies = [load_strategy(seat) for seat in seats]
    return Engine(load(), resolve("standard"), strategies, SEED, "rotate")


def _stadium_engine(seats: Sequence[str]) -> Any:
    from eoc_sim.simulator.stadium.components import load
    from eoc_sim.simulator.stadium.engine import Engine, load_strategy
    from eoc_sim.simulator.stadium.rules import RULES

    strategies = [load_strategy(seat) for seat in seats]
    return Engine(load(), RULES.resolve("standard", {}), strategies, SEED, "rotate")


def _eleven_engine(seats: Sequence[str]) -> Any:
    from eoc_sim.simulator.eleven.components import load
    from eoc_sim.simulator.eleven.engine import Engine, load_strategy
    from eoc_sim.simulator.eleven.rules import RULES

    strategies = [load_strategy(seat) for seat in seats]
    return Engine(load(), RULES.resolve("standard", {}), strategies, SEED, "rotate")


GAMES = {
    "eoc": BenchmarkGame(
        "## Searching",
        _eoc_engine,
        (YARDSTICKS[-1], "balanced"),
        {0: 1000, 25: 1000, 75: 1000, 200: 300, 400: 240},
        "stars",
        "on a turn, including the draft and the dice",
    ),
    "stadium": BenchmarkGame(
        "## Search in Stadium",
        _stadium_engine,
        ("balanced", "early_third"),
        {0: 600, 50: 400, 200: 240},
        "points",
        "on the placements of a round",
        " --game stadium",
    ),
    "eleven": BenchmarkGame(
        "## Search in Eleven",
        _eleven_engine,
        ("balanced", "youth_trader"),
        {0: 600, 20: 400, 60: 400},
        "VP",
        "on an action",
        " --game eleven",
    ),
}


def play(
    game: BenchmarkGame, rival: str, budget: int, games: int, jobs: int
) -> tuple[np.ndarray, float]:
    """Play expert against three rivals; return its rows and seconds per game.

    The seconds are CPU time.
    """
    engine = game.engine([f"expert:rollouts={budget}", *[rival] * 3])
    workers = [engine.worker() for _ in range(jobs)]
    workers[0].play(0, 1, ["seats"])

    def play_share(job: int) -> list[np.ndarray]:
        chunks = range(CHUNK * job, games, CHUNK * jobs)
        return [
            workers[job].play(first, min(CHUNK, games - first), ["seats"])["seats"]
            for first in chunks
        ]

    start = time.process_time()
    with ThreadPoolExecutor(jobs) as pool:
        rows = np.concatenate([row for part in pool.map(play_share, range(jobs)) for row in part])
    seconds = (time.process_time() - start) / games
    return rows[rows["strategy"] == 0], seconds


def wins_in_100(shares: np.ndarray) -> str:
    """Format the mean win share as wins in 100, with its interval."""
    low, high = wilson(shares.sum(), len(shares), squares=np.square(shares).sum())
    return f"{100 * shares.mean():.1f}, {100 * float(low):.1f} to {100 * float(high):.1f}"


def mean_points(scores: np.ndarray) -> str:
    """Format the mean of scores with its 95 % interval."""
    mean, low, high = mean_interval(scores.sum(), np.square(scores).sum(), len(scores))
    return f"{float(mean):.1f} ± {(float(high) - float(low)) / 2:.1f}"


def section(game: BenchmarkGame, games: int | None, jobs: int) -> str:
    """Return the section of the README in Markdown."""
    rows = []
    for rival in game.rivals:
        for budget, default_games in game.budgets.items():
            number = games or default_games
            expert_rows, seconds = play(game, rival, budget, number, jobs)
            cells = [
                f"3 {rival}",
                str(budget),
                f"{number:,}".replace(",", " "),
                wins_in_100(expert_rows["win_share"].astype(float)),
                mean_points(expert_rows["score"].astype(float)),
                f"{1000 * seconds:,.1f}".replace(",", " "),
            ]
            print(*cells, sep="  ", flush=True)
            rows.append(cells)
    lines = [
        game.heading,
        "",
        f"One `expert` against three rivals, standard rules, the package's components, seats "
        f"rotated, seed {SEED}. For each number of rollouts that it may spend {game.spent_on}, the "
        f"table has its wins in 100 games (fair: 25), its {game.points}, and the milliseconds of "
        "CPU time per game. Ranges and ± are 95 % intervals.",
        "",
        *table(
            ["against", "rollouts", "games", "wins in 100, 95 % interval", game.points, "ms/game"],
            rows,
        ),
        "",
        f"`python benchmarks/searching.py{game.options} --write` measures this again.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the section; with ``--write`` put it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default="eoc")
    parser.add_argument("--games", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    game = GAMES[options.game]
    text = section(game, options.games, options.jobs)
    print(text)
    if options.write:
        readme = put_into(README.read_text(encoding="utf-8"), text, game.heading)
        README.write_text(readme, "utf-8")


if __name__ == "__main__":
    main()
