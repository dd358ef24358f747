"""Runs in local processes survive the sudden end of some of the processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from runs.counter_game import BASELINE, Hooks, counter_game
from runs.killed_runs import CHUNK_GAMES, GAMES, KEEP, SHARD_GAMES, contents, play_small

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.runs import runner, session
from eoc_sim.simulator.runs.arms import Vary, vary_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Outcome, Request, play


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(runner, "SHARD_GAMES", SHARD_GAMES)
    monkeypatch.setattr(session.Session, "_chunk_games", lambda self, arm: CHUNK_GAMES)


def play_run(path: Path, before_chunk: Callable[[int, int], None]) -> Outcome:
    """Play the run of `play_small` in two processes."""
    game = counter_game(Hooks(before_chunk))
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    directory = RunDirectory.claim(path, "sweep", resume=path.exists())
    request = Request("sweep", arms, GAMES, keep=KEEP)
    return play(game, request, directory, jobs=2, backend="loky")


def test_a_killed_process_costs_only_its_chunks(tmp_path):
    marker, own_pid = tmp_path / "killed", os.getpid()

    def kill_once(first_game: int, games: int) -> None:
        assert os.getpid() != own_pid
        if first_game == 100 and not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    outcome = play_run(tmp_path / "run", kill_once)
    assert marker.exists() and outcome.games_played == 2 * GAMES
    assert [standing.games for standing in outcome.standings] == [GAMES] * 4
    play_small(tmp_path / "whole")
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no signal masks")
def test_interrupts_do_not_reach_processes(tmp_path):
    """Only the parent is interrupted, and it ends the processes.

    A process that was itself interrupted during an import would print a traceback.
    """
    marker, own_pid = tmp_path / "blocked", os.getpid()

    def note(first_game: int, games: int) -> None:
        if os.getpid() != own_pid and signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []):
            marker.touch()

    play_run(tmp_path / "run", note)
    assert marker.exists()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_python_ends_after_its_playing_threads(tmp_path):
    """Returning from compiled code while Python exits would abort the process."""
    program = (
        "import time\nfrom pathlib import Path\nfrom types import SimpleNamespace\n"
        "from eoc_sim.simulator.runs.local_backend import _Threads\n"
        "from eoc_sim.simulator.runs.tasks import Task\n"
        "def play(task):\n"
        "    time.sleep(task.first_game / 10)\n"
        "    Path(str(task.first_game)).touch()\n"
        "backend = _Threads(SimpleNamespace(play=play), 2)\n"
        "tasks = iter([Task((0,), 0, 1), Task((0,), 10, 1)])\n"
        "next(backend.play(tasks, lambda task, played: None))\n"
        "raise SystemExit(4)\n"
    )
    process = subprocess.run([sys.executable, "-c", program], cwd=tmp_path)
    assert process.returncode == 4
    assert {file.name for file in tmp_path.iterdir()} == {"0", "10"}


@pytest.mark.slow
def test_processes_that_always_die_are_reported(tmp_path):
    own_pid = os.getpid()

    def kill(first_game: int, games: int) -> None:
        if first_game >= 200 and os.getpid() != own_pid:
            os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(InputError, match="killed 3 times in a row.* use a smaller --jobs"):
        play_run(tmp_path / "run", kill)


def test_a_strategys_error_in_another_process_is_reported_unchanged(tmp_path):
    def fail(first_game: int, games: int) -> None:
        raise StrategyError("strategy vegas (vegas.py, line 3, act): game 51: no")

    with pytest.raises(StrategyError) as error:
        play_run(tmp_path / "run", fail)
    assert str(error.value) == "strategy vegas (vegas.py, line 3, act): game 51: no"
