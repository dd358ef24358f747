"""Small runs of the counter game in processes that tests kill.

One process imports everything, and each run is a fork of it, so that runs start quickly.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import time
from collections.abc import Callable
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from runs.counter_game import BASELINE, Hooks, counter_game

from eoc_sim.simulator.runs import runner, session
from eoc_sim.simulator.runs.arms import Vary, vary_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import RUN_FILE
from eoc_sim.simulator.runs.runner import Outcome, Request, play

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess  # not on Windows

KEEP = ("games", "seats")
SHARD_GAMES = 100
GAMES = 450
KILLED_GAMES = 2000
CHUNK_GAMES = 25


def play_small(
    path: Path,
    *,
    games: int = GAMES,
    jobs: int = 1,
    before_chunk: Callable[[int, int], None] = lambda first_game, games: None,
    **options: bool,
) -> Outcome:
    """Play or resume a run of two versions that keeps several shards of two tables."""
    game = counter_game(Hooks(before_chunk))
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    directory = RunDirectory.claim(path, "sweep", **options)
    with (
        mock.patch.object(runner, "SHARD_GAMES", SHARD_GAMES),
        mock.patch.object(session.Session, "_chunk_games", return_value=CHUNK_GAMES),
    ):
        return play(game, Request("sweep", arms, games, keep=KEEP), directory, jobs=jobs)


def _play_and_exit(has_begun: Event, path: Path, games: int, jobs: int, seconds: float) -> None:
    """Start or resume a run, and exit with the code that the command line would return."""
    code = 0
    try:
        has_begun.set()
        play_small(
            path,
            games=games,
            jobs=jobs,
            before_chunk=lambda first_game, games: time.sleep(seconds),
            resume=path.exists(),
        )
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        code = 130
    raise SystemExit(code)


def start_process(
    path: Path, *, games: int = KILLED_GAMES, jobs: int = 1, seconds: float = 0.0
) -> ForkServerProcess:
    """Start a process that plays or resumes a run; return once the process has started."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__, "joblib", "polars"])
    has_begun = processes.Event()
    process = processes.Process(target=_play_and_exit, args=(has_begun, path, games, jobs, seconds))
    process.start()
    assert has_begun.wait(60)
    return process


def wait_for_games(path: Path, timeout: float = 60.0) -> None:
    """Wait until a run has finished its first shard."""
    deadline = time.monotonic() + timeout
    while not any(path.glob("seats/*.parquet")):
        assert time.monotonic() < deadline, f"nothing was written to {path}"
        time.sleep(0.002)


def contents(path: Path) -> dict[str, bytes]:
    """Return a run's files except its log.

    The planned number of games and the checksum in run.json are left out.
    """
    files = {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and file.name != "log.json"
    }
    record = json.loads(files[RUN_FILE])
    del record["planned_games"], record["checksum"]
    return files | {RUN_FILE: json.dumps(record).encode()}


def file_states(path: Path) -> dict[str, tuple[bytes, int]]:
    """Return the content of each file in a folder and the time of its last change."""
    return {
        str(file.relative_to(path)): (file.read_bytes(), file.stat().st_mtime_ns)
        for file in sorted(path.rglob("*"))
        if file.is_file()
    }
