"""Threads, chunks, backends, resume points and modes change no byte of any table."""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from runs.clusters import Cluster
from runs.killed_runs import contents

from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs import runner, session
from eoc_sim.simulator.runs.arms import Vary, vary_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, play, read_keep
from eoc_sim.simulator.runs.version_options import VersionOptions

SHARD_GAMES = 10
GAMES = 24
FEW_GAMES = 4
"""The number of games that pure Python plays in addition to those already played."""
JOBS = (1, 2, 3)
CHUNKS = (1, 7, 1000)
QUICK_CASES = ((3, 7),)
RESUMED = ("nothing", "more games", "interrupted", "interrupted twice")
PURE = (
    "import sys; from eoc.test_same_bytes import play_in_pure_python; "
    "play_in_pure_python(*sys.argv[1:])"
)

pytestmark = pytest.mark.skipif(not COMPILED, reason="pure Python is compared with compiled code")


def play_run(path: Path, games: int = GAMES, jobs: int = 1, **backend_options: str) -> Path:
    """Play or resume a run of two versions that keeps all tables."""
    arms = vary_arms(
        GAME,
        GAME.baseline(VersionOptions(seats=("random", "vegas"))),
        [Vary("rules.stash", ("open_draft",))],
    )
    directory = RunDirectory.claim(path, "sweep", resume=path.exists())
    tables = read_keep(GAME, "all")
    request = Request("sweep", arms, games, keep=tables)
    return play(GAME, request, directory, jobs=jobs, **backend_options).path


def play_in_pure_python(path: str, games: str) -> None:
    """Play or resume the run in a process of pure Python."""
    runner.SHARD_GAMES = SHARD_GAMES
    play_run(Path(path), int(games), jobs=2)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(runner, "SHARD_GAMES", SHARD_GAMES)


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> dict[str, bytes]:
    """Return the files of a run that one thread plays in one go."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "SHARD_GAMES", SHARD_GAMES)
        files = contents(play_run(tmp_path_factory.mktemp("same_bytes") / "run"))
    assert sum(name.endswith(".parquet") and "dims" not in name for name in files) > 40
    return files


def interrupt_after(patch: pytest.MonkeyPatch, games: int) -> None:
    """Interrupt the next run once it has played this many games."""

    def report(running_session: session.Session, *, last: bool) -> None:
        if running_session.games_played >= games and not last:
            raise KeyboardInterrupt

    patch.setattr(session.Session, "report", report)


@pytest.mark.parametrize(
    ("jobs", "chunk"),
    [
        pytest.param(jobs, chunk, marks=[] if (jobs, chunk) in QUICK_CASES else pytest.mark.slow)
        for jobs, chunk in itertools.product(JOBS, CHUNKS)
    ],
)
def test_the_same_bytes(tmp_path, whole, monkeypatch, jobs, chunk):
    monkeypatch.setattr(session.Session, "_chunk_games", lambda session, arm: chunk)
    for resumed in RESUMED:
        path = tmp_path / resumed
        if resumed == "more games":
            for games in (6, 14):
                play_run(path, games, jobs)
        elif resumed.startswith("interrupted"):
            for games in (5, 9)[: 1 + resumed.endswith("twice")]:
                with monkeypatch.context() as patch, contextlib.suppress(KeyboardInterrupt):
                    interrupt_after(patch, games)
                    play_run(path, jobs=jobs)
                    # Only the second run may finish without an interruption: threads of the first
                    # may have played on and left it too few games.
                    assert games == 9
        play_run(path, jobs=jobs)
        assert contents(path) == whole, (resumed, jobs, chunk)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory) -> Iterator[Cluster]:
    with Cluster(tmp_path_factory.mktemp("cluster")) as started:
        for _ in range(2):
            started.add_worker()
        yield started


@pytest.mark.parametrize("backend", ["loky", pytest.param("dask", marks=pytest.mark.slow)])
def test_the_same_bytes_on_every_backend(tmp_path, whole, monkeypatch, backend, request):
    """The bytes are the same even in a run resumed on another backend."""
    monkeypatch.setattr(session.Session, "_chunk_games", lambda session, arm: 7)
    options = {"backend": backend}
    if backend == "dask":
        options["scheduler"] = request.getfixturevalue("cluster").address
    path, other = tmp_path / "run", tmp_path / "begun elsewhere"
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        interrupt_after(patch, 9)
        play_run(path, jobs=2, **options)
    play_run(other, games=9)
    for run in (path, other):
        play_run(run, jobs=2, **options)
        assert contents(run) == whole


@pytest.mark.parametrize(
    "already_played", [pytest.param(0, marks=pytest.mark.slow), GAMES - FEW_GAMES]
)
def test_the_same_bytes_in_pure_python(tmp_path, whole, already_played):
    """Pure Python plays a few games from the start, or resumes a run of compiled code."""
    path, games = tmp_path / "run", GAMES if already_played else FEW_GAMES
    if already_played:
        play_run(path, already_played)
    pure = subprocess.run(
        [sys.executable, "-c", PURE, str(path), str(games)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert pure.returncode == 0, pure.stderr
    expected = whole if already_played else contents(play_run(tmp_path / "compiled", games))
    assert contents(path) == expected
