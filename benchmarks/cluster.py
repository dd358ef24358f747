"""Measure threads, processes and dask workers, and the limits of a scheduler.

    python benchmarks/cluster.py sizes
    python benchmarks/cluster.py here
    python benchmarks/cluster.py scheduler --workers 10 --threads 10

``sizes`` measures the CPU time and disk space of a game for several choices of tables to keep, and
estimates the totals for large runs. ``here`` plays the same games with one and with two threads,
processes and workers on this computer. ``scheduler`` has a real scheduler hand out tasks that sleep
for as long as a run's tasks play, and return as many bytes. The CPU time that the scheduler and the
client need for a task shows how many workers they could serve.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eoc_sim.commands.playing import with_sums
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.runs.arms import baseline_arms
from eoc_sim.simulator.runs.backend_names import WAIT_FOR_WORKERS
from eoc_sim.simulator.runs.dask_backend import dask_backend
from eoc_sim.simulator.runs.recipe import Recipe
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, kept_current_tables, play, read_keep
from eoc_sim.simulator.runs.tasks import Task
from eoc_sim.simulator.runs.version_options import VersionOptions

SECONDS = 1.0
"""Seconds that a task sleeps, about as long as real tasks play."""


class Cluster:
    """A scheduler and workers on this computer, with their CPU time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", file)
        while not file.exists() or not file.read_text().endswith("}"):
            time.sleep(0.05)
        self.address = str(json.loads(file.read_text())["address"])

    def add_workers(self, workers: int, threads: int) -> None:
        """Add workers and wait until they have joined."""
        from distributed import Client

        for _ in range(workers):
            self._start(
                "worker",
                self.address,
                "--nthreads",
                threads,
                "--no-nanny",
                "--local-directory",
                self._folder / str(len(self.processes)),
            )
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.processes) - 1)

    def _start(self, *arguments: object) -> None:
        command = [sys.executable, "-m", "dask", *map(str, arguments), "--no-dashboard"]
        self.processes.append(
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )

    def seconds(self) -> list[float]:
        """Return the CPU time of the scheduler and each worker so far."""
        ticks = os.sysconf("SC_CLK_TCK")
        seconds = []
        for process in self.processes:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            seconds.append((int(fields[11]) + int(fields[12])) / ticks)
        return seconds


@contextmanager
def cluster() -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="eoc-sim-cluster-") as folder:
        running_cluster = Cluster(Path(folder))
        try:
            yield running_cluster
        finally:
            for process in reversed(running_cluster.processes):
                process.kill()
                process.wait()


# --- Threads, processes and workers here.


def own_seconds() -> float:
    """Return the CPU time of this process and its finished children."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def play_here(keep: str | None, games: int, **place: Any) -> tuple[float, float]:
    """Play a run of the archetypes; return wall time and speed.

    The speed is in games per second, with the first games left out.
    """
    with tempfile.TemporaryDirectory(prefix="eoc-sim-cluster-") as folder:
        directory = RunDirectory.claim(Path(folder) / "run", "bench")
        outcome = play(GAME, request(keep, games), directory, **place)
    return outcome.seconds, outcome.games_per_second


def request(keep: str | None, games: int) -> Request:
    """Request a run of the archetypes that keeps these tables."""
    version = GAME.baseline(VersionOptions())
    run_request = Request(
        "bench",
        baseline_arms(GAME, version),
        games,
        keep=read_keep(GAME, keep),
        keep_current=kept_current_tables(GAME, keep, version),
    )
    return with_sums(GAME, run_request) if keep == "none" else run_request


def compare_here(games: int, keep: str | None) -> None:
    from joblib.externals.loky import get_reusable_executor

    print(f"{games} games of the archetypes, --keep {keep or '(default)'}")
    print("| where | wall s | games/s | CPU s, all processes | µs per game |")
    print("|---|--:|--:|--:|--:|")
    play_here(keep, 200)
    for backend in ("local", "loky"):
        for jobs in (1, 2):
            before = own_seconds()
            wall, rate = play_here(keep, games, backend=backend, jobs=jobs)
            if backend == "loky":
                get_reusable_executor().shutdown(wait=True)
            print_row(f"{backend}, --jobs {jobs}", wall, rate, own_seconds() - before, games)
    for workers in (1, 2):
        with cluster() as running_cluster:
            running_cluster.add_workers(workers, 1)
            play_here(keep, 200, backend="dask", scheduler=running_cluster.address)
            before, before_workers = own_seconds(), sum(running_cluster.seconds())
            wall, rate = play_here(keep, games, backend="dask", scheduler=running_cluster.address)
            seconds = own_seconds() - before + sum(running_cluster.seconds()) - before_workers
            print_row(f"dask, {workers} worker{'s' * (workers > 1)}", wall, rate, seconds, games)


def print_row(where: str, wall: float, rate: float, seconds: float, games: int) -> None:
    print(
        f"| {where} | {wall:.1f} | {rate:.0f} | {seconds:.1f} | {1e6 * seconds / games:.0f} |",
        flush=True,
    )


# --- Sizes of large runs.

KEEP_VALUES = ("none", "games,seats", "games,seats,cards", None, "all")
"""Values of --keep; None is the default."""
RUN_SIZES = (10**6, 10**7, 10**8, 10**9)
"""Numbers of games of the large runs."""


def estimate_sizes(games: int) -> None:
    words = [keep_value or "(default)" for keep_value in KEEP_VALUES]
    sizes = []
    print(f"{'--keep':<18}{'microseconds per game':>23}{'bytes per game':>17}")
    play_here("none", 200)
    for keep, word in zip(KEEP_VALUES, words, strict=True):
        before = own_seconds()
        size = play_and_measure(keep, games)
        seconds = (own_seconds() - before) / games
        sizes.append((seconds, size / games))
        cells = f"{in_bytes(size)} in all" if keep == "none" else f"{size / games:.0f}"
        print(f"{word:<18}{1e6 * seconds:>23.0f}{cells:>17}", flush=True)
    print()
    print(f"{'games':<15}{'core hours':>11}" + "".join(f"{text:>18}" for text in words[1:]))
    default_seconds = sizes[KEEP_VALUES.index(None)][0]
    for run_size in RUN_SIZES:
        count = f"{run_size:,}".replace(",", " ")
        cells = "".join(f"{in_bytes(size * run_size):>18}" for _, size in sizes[1:])
        print(f"{count:<15}{default_seconds * run_size / 3600:>11.1f}{cells}")


def play_and_measure(keep: str | None, games: int) -> int:
    """Play a run of the archetypes in one thread; return its size.

    The size, in bytes, is that of its tables, or of its sums if it keeps no tables.
    """
    with tempfile.TemporaryDirectory(prefix="eoc-sim-cluster-") as folder:
        directory = RunDirectory.claim(Path(folder) / "run", "bench")
        path = play(GAME, request(keep, games), directory).path
        return sum(file.stat().st_size for file in path.glob("*/arm*.parquet"))


def in_bytes(number: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.0f} {unit}"
        number /= 1000
    return f"{number:.1f} TB"


# --- Limits of a scheduler.


@dataclass(frozen=True)
class Sleeping:
    """Stands in for an engine, a worker and a collector; returns zeros."""

    seconds: float
    size: int

    def tables(self, arm: int) -> tuple[str, ...]:
        return ()

    def collect(self, first_game: int, games: int, rows: Mapping[int, Any]) -> np.ndarray:
        return np.zeros(self.size, np.uint8)

    def worker(self) -> Sleeping:
        return self

    def play(self, first_game: int, games: int, keep: Sequence[str]) -> dict[str, np.ndarray]:
        time.sleep(self.seconds)
        return {}


@dataclass(frozen=True)
class SleepingGame:
    """A game with only the parts that a recipe needs."""

    seconds: float
    own_files: None = None
    twins: None = None

    def engines(self, versions: Any, seed: int, seating: str) -> list[Sleeping]:
        return [Sleeping(self.seconds, 0)]


def measure_scheduler(workers: int, threads: int, sizes: Sequence[int], tasks: int) -> None:
    places = workers * threads
    print(
        f"{places} tasks at a time ({workers} processes with {threads} threads each), "
        f"{SECONDS:g} s per task"
    )
    print(
        "| bytes per task | tasks/s | share of the maximum | scheduler ms per task | "
        "client ms per task | worker ms per task |"
    )
    print("|--:|--:|--:|--:|--:|--:|")
    with cluster() as running_cluster:
        running_cluster.add_workers(workers, threads)
        for size in sizes:
            game: Any = SleepingGame(SECONDS)
            recipe = Recipe(game, (size,), 1, "fixed", None, Sleeping(SECONDS, size))
            with dask_backend(running_cluster.address, recipe, print, WAIT_FOR_WORKERS) as backend:
                for _ in play_all(backend, places):
                    pass
                before, own = running_cluster.seconds(), time.process_time()
                start = time.perf_counter()
                tasks_done = sum(task is not None for task, _ in play_all(backend, tasks))
                seconds = time.perf_counter() - start
                scheduler, *worker_times = (
                    1e3 * (after - earlier) / tasks_done
                    for after, earlier in zip(running_cluster.seconds(), before, strict=True)
                )
                client = 1e3 * (time.process_time() - own) / tasks_done
            # The run ends only when the last tasks have finished sleeping.
            rate = tasks_done / seconds
            maximum = tasks_done / (SECONDS * -(-tasks_done // places))
            print(
                f"| {size} | {rate:.0f} | {100 * rate / maximum:.0f} % | {scheduler:.2f} | "
                f"{client:.2f} | {sum(worker_times):.2f} |",
                flush=True,
            )


def play_all(backend: Any, tasks: int) -> Any:
    return backend.play((Task((0,), number, 1) for number in range(tasks)), lambda task, _: task)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("sizes", "here", "scheduler"))
    parser.add_argument("--games", type=int, default=48_000)
    parser.add_argument("--keep", help="as in eoc-sim run")
    parser.add_argument("--workers", type=int, default=10)
    parser.add_argument("--threads", type=int, default=10)
    parser.add_argument("--tasks", type=int, default=2000)
    parser.add_argument("--bytes", type=int, nargs="+", default=[100, 300_000, 8_000_000])
    options = parser.parse_args()
    if options.what == "sizes":
        estimate_sizes(options.games)
    elif options.what == "here":
        compare_here(options.games, options.keep)
    else:
        measure_scheduler(options.workers, options.threads, options.bytes, options.tasks)


if __name__ == "__main__":
    main()
