"""What searching is worth: wins and stars of `expert` by its budget; a section of the README.

    python benchmarks/searching.py [--games 1000] [--jobs 2] [--write]

Hours on one core at a thousand games a point; `--games 1000,1000,500,250` gives each budget its
own number of games.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from strategy_table import put_into, table

from eoc_sim.analysis.stats import mean_interval, wilson
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.engine import Engine, load_strategy
from eoc_sim.simulator.eoc.rules import resolve
from eoc_sim.simulator.eoc.yardstick import YARDSTICK, YARDSTICK_EDITION

BUDGETS = (0, 50, 200, 600)
RIVALS = (YARDSTICK, "balanced")
README = Path(__file__).with_name("README.md")
HEADING = "## Searching"
SEED = 1
CHUNK = 4
"""Games that a thread plays at a time: one of each place at the table."""


def play(rival: str, budget: int, games: int, jobs: int) -> tuple[np.ndarray, float]:
    """The rows of expert's seats against three rivals, and the processor seconds of a game."""
    seats = [load_strategy(f"expert:rollouts={budget}"), *[load_strategy(rival)] * 3]
    engine = Engine(load(YARDSTICK_EDITION), resolve("standard"), seats, SEED, seating="rotate")
    workers = [engine.worker() for _ in range(jobs)]
    workers[0].play(0, 1, ["seats"])

    def share(job: int) -> list[np.ndarray]:
        chunks = range(CHUNK * job, games, CHUNK * jobs)
        return [
            workers[job].play(first, min(CHUNK, games - first), ["seats"])["seats"]
            for first in chunks
        ]

    started = time.process_time()
    with ThreadPoolExecutor(jobs) as pool:
        rows = np.concatenate([one for found in pool.map(share, range(jobs)) for one in found])
    seconds = (time.process_time() - started) / games
    return rows[rows["strategy"] == 0], seconds


def wins_in_100(shares: np.ndarray) -> str:
    """The mean of win shares, in 100 games, and between what it is with 95 % confidence."""
    low, high = wilson(shares.sum(), len(shares), squares=np.square(shares).sum())
    return f"{100 * shares.mean():.1f}, {100 * float(low):.1f} to {100 * float(high):.1f}"


def mean_stars(scores: np.ndarray) -> str:
    """The mean of scores, with its 95 % interval."""
    mean, low, high = mean_interval(scores.sum(), np.square(scores).sum(), len(scores))
    return f"{float(mean):.1f} ± {(float(high) - float(low)) / 2:.1f}"


def section(games: Sequence[int], jobs: int) -> str:
    """The section of the README, as Markdown."""
    rows = []
    for rival in RIVALS:
        for budget, number in zip(BUDGETS, games, strict=True):
            mine, seconds = play(rival, budget, number, jobs)
            cells = [
                f"3 {rival}", str(budget), f"{number:,}".replace(",", " "),
                wins_in_100(mine["win_share"].astype(float)),
                mean_stars(mine["score"].astype(float)), f"{1000 * seconds:,.1f}",
            ]
            print(*cells, sep="  ", flush=True)
            rows.append(cells)
    lines = [
        HEADING,
        "",
        "One `expert` against three rivals, standard rules, components of "
        f"{YARDSTICK_EDITION}, seats rotated, seed {SEED}: wins in 100 games (fair: 25) and "
        "stars by the rollouts that it may spend on a turn with its draft and dice, and "
        "milliseconds of processor time a game. Between and ± are 95 % intervals.",
        "",
        *table(
            ["against", "rollouts", "games", "wins in 100, between", "stars", "ms a game"], rows
        ),
        "",
        "`python benchmarks/searching.py --write` measures this again.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the section; with ``--write`` put it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="1000")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    games = [int(one) for one in options.games.split(",")]
    if len(games) == 1:
        games *= len(BUDGETS)
    text = section(games, options.jobs)
    print(text)
    if options.write:
        README.write_text(put_into(README.read_text(encoding="utf-8"), text, HEADING), "utf-8")


if __name__ == "__main__":
    main()
