"""Measure the share of a run's CPU time outside the kernel.

    python benchmarks/outside_kernel.py                        # the default tables
    python benchmarks/outside_kernel.py --keep all --games 100800

One thread plays the games and writes the results to a temporary folder (`--jobs 1`). The time is
the CPU time of all threads together, from the first game to the last file. The time of a part is
the time of its calls, which do not overlap. A first, short run compiles everything and is not
counted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from eoc_sim.cli import run_command_line
from eoc_sim.cli.starting import start_quickly
from eoc_sim.simulator.kernel import serving
from eoc_sim.simulator.runs import open_shards, session, standings, tasks

RUN, KERNEL = "the run", "the kernel"
PARTS = (
    (session.Session, "run", RUN),
    (serving.Kernel, "ask", KERNEL),
    (tasks, "narrow", "narrowing rows"),
    (standings.Tally, "game_sums", "standings"),
    (open_shards, "frame", "making frames"),
    (open_shards, "parquet_bytes", "encoding files"),
    (open_shards.OpenShards, "_write_files", "writing files"),
    (open_shards.OpenShards, "_sum_up", "summing"),
)
"""The timed functions: module or class, name, and a description."""
WARM_UP_GAMES = "96"
"""The number of games in the first run."""


def add_time(
    function: Callable[..., Any], part: str, seconds: dict[str, float]
) -> Callable[..., Any]:
    """Wrap a function to add its calls' CPU time to ``seconds``."""

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        start = time.process_time()
        try:
            return function(*args, **options)
        finally:
            seconds[part] += time.process_time() - start

    return call


def play(games: str, options: list[str]) -> None:
    """Play games with one job, without keeping results."""
    with tempfile.TemporaryDirectory() as folder:
        code = run_command_line(
            [
                "run",
                "--games",
                games,
                "--jobs",
                "1",
                "--quiet",
                "--who",
                "off",
                "--out",
                f"{folder}/run",
                *options,
            ]
        )
    if code:
        sys.exit(code)


def report(games: int, seconds: dict[str, float]) -> None:
    """Print each part's time per game and its share of the run."""
    total = seconds[RUN]
    other_seconds = total - sum(cost for part, cost in seconds.items() if part != RUN)
    for part, cost in (*seconds.items(), ("all else", other_seconds)):
        print(f"{part:18}{1e6 * cost / games:8.2f} µs per game{100 * cost / total:7.2f} %")
    print(f"outside the kernel: {100 * (1 - seconds[KERNEL] / total):.2f} %")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games",
        default="50400",
        help="number of games; should be a multiple of the number after which the seating repeats",
    )
    parser.add_argument("--keep", help="tables, as for `eoc-sim run`")
    parser.add_argument("--game", default="eoc", help="as for `eoc-sim run`")
    arguments = parser.parse_args()
    options = ["--game", arguments.game]
    if arguments.keep is not None:
        options += ["--keep", arguments.keep]
    start_quickly()
    play(WARM_UP_GAMES, options)
    seconds = {part: 0.0 for _, _, part in PARTS}
    for module, name, part in PARTS:
        setattr(module, name, add_time(getattr(module, name), part, seconds))
    play(arguments.games, options)
    report(int(arguments.games), seconds)
