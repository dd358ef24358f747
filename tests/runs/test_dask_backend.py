"""Runs on a real cluster lose no games, even if the cluster loses workers.

The files of these runs are the same, byte for byte, as those of a run without a cluster.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from runs.clusters import TESTS, Cluster
from runs.counter_game import BASELINE, Hooks, counter_game
from runs.killed_runs import CHUNK_GAMES, GAMES, KEEP, SHARD_GAMES, contents, play_small

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.runs import dask_backend, recipe, runner, session
from eoc_sim.simulator.runs.arms import Vary, vary_arms
from eoc_sim.simulator.runs.backends import BackendLost
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Outcome, Request, play

CHUNKS = 2 * GAMES // CHUNK_GAMES


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Iterator[Cluster]:
    """Return a cluster with one worker, to which tests add others."""
    with Cluster(tmp_path_factory.mktemp("cluster")) as started:
        started.add_worker()
        yield started


@pytest.fixture(scope="module")
def whole_files(tmp_path_factory) -> dict[str, bytes]:
    """Return the files of a run without a cluster."""
    path = tmp_path_factory.mktemp("whole") / "run"
    play_small(path)
    return contents(path)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(runner, "SHARD_GAMES", SHARD_GAMES)
    monkeypatch.setattr(session.Session, "_chunk_games", lambda self, arm: CHUNK_GAMES)


def note_chunks(file: Path, seconds: float = 0.0) -> Callable[[int, int], None]:
    """Return a hook for workers that notes each chunk and its process in a file."""

    def before_chunk(first_game: int, games: int) -> None:
        with open(file, "a") as notes:
            notes.write(f"{os.getpid()} {first_game}\n")
        time.sleep(seconds)

    return before_chunk


def noted_chunks(file: Path) -> list[tuple[int, int]]:
    """Return the process and the first game of each noted chunk."""
    lines = file.read_text().splitlines() if file.exists() else []
    return [(int(line.split()[0]), int(line.split()[1])) for line in lines]


def play_run(
    path: Path,
    cluster: Cluster,
    before_chunk: Callable[[int, int], None] | None = None,
    **options: object,
) -> Outcome:
    """Play the run of `play_small` on a cluster."""
    game = counter_game(Hooks() if before_chunk is None else Hooks(before_chunk))
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    directory = RunDirectory.claim(path, "sweep", resume=path.exists())
    return play(
        game,
        Request("sweep", arms, GAMES, keep=KEEP),
        directory,
        backend="dask",
        scheduler=cluster.address,
        **options,
    )


def act_mid_run(notes: Path, action: Callable[[], object], min_chunks: int = 6) -> threading.Thread:
    """Start a thread that acts as soon as some chunks of a run have begun."""

    def wait() -> None:
        deadline = time.monotonic() + 60
        while len(noted_chunks(notes)) < min_chunks and time.monotonic() < deadline:
            time.sleep(0.01)
        action()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_the_same_bytes_with_one_to_three_workers(tmp_path, cluster, whole_files):
    for workers in (1, 2, 3):
        while len(cluster.workers) < workers:
            cluster.add_worker()
        path, notes = tmp_path / f"run{workers}", tmp_path / f"notes{workers}"
        outcome = play_run(path, cluster, note_chunks(notes, 0.02))
        assert outcome.games_played == 2 * GAMES
        assert [standing.games for standing in outcome.standings] == [GAMES] * 4
        assert contents(path) == whole_files
        assert len(noted_chunks(notes)) == CHUNKS
    (log,) = load_run(path).log
    assert (log["backend"], log["scheduler"]) == ("dask", cluster.address)


def test_a_run_within_an_event_loop(tmp_path, cluster, whole_files):
    """A notebook runs its cells in an event loop."""
    path = tmp_path / "run"

    async def cell() -> Outcome:
        return play_run(path, cluster)

    assert asyncio.run(cell()).games_played == 2 * GAMES
    assert contents(path) == whole_files


def test_a_killed_worker_costs_only_its_chunks(tmp_path, cluster, whole_files):
    """Other workers replay the killed worker's current chunk and those with unsent results."""
    notes = tmp_path / "notes"
    victim = cluster.add_worker()
    cluster.workers.remove(victim)

    def kill() -> None:
        while victim.pid not in {process for process, _ in noted_chunks(notes)}:
            time.sleep(0.01)
        victim.send_signal(signal.SIGKILL)
        victim.wait()

    thread = act_mid_run(notes, kill)
    outcome = play_run(tmp_path / "run", cluster, note_chunks(notes, 0.15))
    thread.join()
    assert victim.returncode == -signal.SIGKILL
    assert outcome.games_played == 2 * GAMES
    assert [standing.games for standing in outcome.standings] == [GAMES] * 4
    assert contents(tmp_path / "run") == whole_files
    assert CHUNKS < len(noted_chunks(notes)) <= CHUNKS + 3


@pytest.mark.slow
def test_a_late_worker_is_used(tmp_path, cluster, whole_files):
    notes = tmp_path / "notes"
    thread = act_mid_run(notes, cluster.add_worker)
    play_run(tmp_path / "run", cluster, note_chunks(notes, 0.5))
    thread.join()
    assert cluster.workers[-1].pid in {process for process, _ in noted_chunks(notes)}
    assert contents(tmp_path / "run") == whole_files


def test_a_strategys_error_is_reported_as_in_a_local_run_and_not_retried(tmp_path, cluster):
    notes = tmp_path / "notes"
    note = note_chunks(notes)

    def fail(first_game: int, games: int) -> None:
        note(first_game, games)
        if first_game == 50:
            raise StrategyError("strategy vegas (vegas.py, line 3, act): game 51: no")

    with pytest.raises(StrategyError) as error:
        play_run(tmp_path / "run", cluster, fail)
    assert str(error.value) == "strategy vegas (vegas.py, line 3, act): game 51: no"
    assert [first for _, first in noted_chunks(notes)].count(50) <= 2, "once per version"


def test_an_interruption_keeps_the_played_games(tmp_path, cluster, whole_files):
    def interrupt(progress: session.Progress) -> None:
        if progress.games_done > GAMES:
            raise KeyboardInterrupt

    path = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        play_run(path, cluster, note_chunks(tmp_path / "notes", 0.02), progress=interrupt)
    games = load_run(path).games
    assert 0 < games < GAMES
    assert play_run(path, cluster).games_played < 2 * (GAMES - games) + GAMES
    assert contents(path) == whole_files


@pytest.mark.slow
def test_a_run_can_resume_after_a_lost_scheduler(tmp_path, whole_files, capfd):
    path, notes = tmp_path / "run", tmp_path / "notes"
    with Cluster(tmp_path) as cluster:
        cluster.add_worker()
        thread = act_mid_run(notes, cluster.scheduler.kill, min_chunks=12)
        with pytest.raises(BackendLost, match="The scheduler at tcp://.* is gone; the games"):
            play_run(path, cluster, note_chunks(notes, 0.1))
        thread.join()
    assert capfd.readouterr().err == ""
    assert 0 < load_run(path).games < GAMES
    (log,) = load_run(path).log
    assert log["outcome"] == "interrupted"
    assert play_small(path, resume=True).games_played < 2 * GAMES - SHARD_GAMES
    assert contents(path) == whole_files


@pytest.mark.slow
def test_a_run_waits_for_the_first_worker(tmp_path, whole_files):
    messages: list[str] = []
    with Cluster(tmp_path) as cluster:

        def notify(sentence: str) -> None:
            messages.append(sentence)
            cluster.add_worker()

        play_run(tmp_path / "run", cluster, notify=notify)
        assert len(messages) == 1 and "has no workers; waiting for one" in messages[0]
        assert contents(tmp_path / "run") == whole_files


@pytest.mark.slow
def test_waiting_for_the_first_worker_ends(tmp_path):
    with Cluster(tmp_path) as cluster:
        started = time.monotonic()
        with pytest.raises(BackendLost, match=r"tcp://.* has had no workers for 1.5 s .--wait-for"):
            play_run(tmp_path / "run", cluster, wait_for_workers=1.5)
        assert 1.5 <= time.monotonic() - started < 30
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_a_run_can_resume_after_all_workers_died(tmp_path, whole_files):
    path, notes = tmp_path / "run", tmp_path / "notes"
    messages: list[str] = []
    with Cluster(tmp_path) as cluster:
        worker = cluster.add_worker()
        play_run(tmp_path / "before", cluster)  # now the worker has connected
        thread = act_mid_run(notes, worker.kill, min_chunks=12)
        with pytest.raises(BackendLost, match="no workers for 1.5 s .*the games played so far"):
            play_run(
                path, cluster, note_chunks(notes, 0.1), wait_for_workers=1.5, notify=messages.append
            )
        thread.join()
        assert "waiting for one, for at most 1.5 s" in messages[-1]
        assert 0 < load_run(path).games < GAMES
        (log,) = load_run(path).log
        assert log["outcome"] == "interrupted"
        play_run(path, cluster, wait_for_workers=60, notify=lambda _: cluster.add_worker())
    assert contents(path) == whole_files


def test_a_worker_with_different_software_is_reported(tmp_path, cluster, monkeypatch):
    local_software = {**recipe.software_here(), "numba": "0.1", "Python": "2.7"}
    monkeypatch.setattr(recipe, "software_here", lambda: local_software)
    with pytest.raises(InputError) as error:
        play_run(tmp_path / "run", cluster)
    assert "Python: 2.7 here, 3." in str(error.value) and "numba: 0.1 here" in str(error.value)
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_games_played_before_a_worker_with_different_software_joins_are_kept(tmp_path, whole_files):
    site_file = tmp_path / "python" / "sitecustomize.py"
    site_file.parent.mkdir()
    site_file.write_text(
        "import platform\nplatform.python_version_tuple = lambda: ('2', '7', '0')\n"
    )
    path, notes = tmp_path / "run", tmp_path / "notes"
    with Cluster(tmp_path) as cluster:
        cluster.add_worker()
        python_path = f"{site_file.parent}{os.pathsep}{TESTS}"
        thread = act_mid_run(
            notes,
            lambda: cluster.add_worker(environment={"PYTHONPATH": python_path}),
            min_chunks=12,
        )
        with pytest.raises(BackendLost, match=r"Python: 3.* here, 2.7 there.* so far are kept"):
            play_run(path, cluster, note_chunks(notes, 0.5))
        thread.join()
    assert load_run(path).games > 0
    play_small(path, resume=True)
    assert contents(path) == whole_files


@pytest.mark.slow
def test_a_worker_without_the_game_is_reported(tmp_path):
    with Cluster(tmp_path) as other_cluster:
        other_cluster.add_worker(environment={"PYTHONPATH": ""})
        with pytest.raises(InputError, match="worker on .* cannot import .*'runs'.*: install "):
            play_run(tmp_path / "run", other_cluster)
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_games_that_kill_worker_after_worker_are_reported(tmp_path, monkeypatch):
    # There are two versions, and the games of each may kill two workers.
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "1")

    def kill(first_game: int, games: int) -> None:
        if first_game == 50:
            os.kill(os.getpid(), signal.SIGKILL)

    with Cluster(tmp_path) as other_cluster:
        for _ in range(5):
            other_cluster.add_worker()
        with pytest.raises(
            BackendLost, match="Worker after worker died .* last one was tcp://.* are kept"
        ):
            play_run(tmp_path / "run", other_cluster, kill)


@pytest.mark.slow
def test_a_worker_without_the_package_is_reported(tmp_path):
    site_file = tmp_path / "python" / "sitecustomize.py"
    site_file.parent.mkdir()
    site_file.write_text(
        "from importlib import metadata\n"
        "def version(name, installed=metadata.version):\n"
        "    if name == 'eoc-sim':\n"
        "        raise metadata.PackageNotFoundError(name)\n"
        "    return installed(name)\n"
        "metadata.version = version\n"
    )
    with Cluster(tmp_path) as other_cluster:
        other_cluster.add_worker(environment={"PYTHONPATH": str(site_file.parent)})
        with pytest.raises(
            InputError, match=r"not installed on tcp://127.* \(cluster at tcp.*\): run pip"
        ):
            play_run(tmp_path / "run", other_cluster)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        (
            "somewhere",
            "--scheduler somewhere is not an address; it should look like tcp://host:8786",
        ),
        ("host:8786", "is not an address"),
        ("a://b:1", "is not an address"),
        ("tcp://[::1:1", "is not an address"),
        (
            "tcp://127.0.0.1:1",
            "No dask scheduler answers at tcp://127.0.0.1:1 .no answer within.*such",
        ),
    ],
)
def test_an_address_that_is_malformed_or_has_no_scheduler_is_refused(
    tmp_path, monkeypatch, address, message
):
    monkeypatch.setattr(dask_backend, "CONNECT_SECONDS", 0.3)
    cluster = Cluster(tmp_path)
    cluster.address = address
    with pytest.raises(InputError, match=message):
        play_run(tmp_path / "run", cluster)
    assert not (tmp_path / "run").exists()


def test_a_silent_server_is_not_a_scheduler(tmp_path, monkeypatch):
    monkeypatch.setattr(dask_backend, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent_server:
        cluster = Cluster(tmp_path)
        cluster.address = f"tcp://127.0.0.1:{silent_server.getsockname()[1]}"
        with pytest.raises(InputError, match=r"No dask scheduler answers .*no answer within 0.5 s"):
            play_run(tmp_path / "run", cluster)
    assert not (tmp_path / "run").exists()
