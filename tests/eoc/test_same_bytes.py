"""The same bytes of every table: any threads, chunks, interruptions and growth, in both modes."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.process import call
from runs.killed_runs import contents

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.runs import runner

SHARD_GAMES = 10
GAMES = 24
FEW_GAMES = 4
"""What pure Python plays beside the games that it finds."""
JOBS = (1, 2, 3)
CHUNKS = (1, 7, 1000)
RESUMED = ("nothing", "more games", "interrupted", "interrupted twice")
PURE = """
import sys
from eoc_sim.cli import run_command_line
from eoc_sim.simulator.runs import runner
runner.SHARD_GAMES = int(sys.argv[1])
sys.exit(run_command_line(sys.argv[2:]))
"""

pytestmark = pytest.mark.skipif(not COMPILED, reason="this is the mode that is compared with")


def asked(out: str, games: int = GAMES, *more: str) -> tuple[str, ...]:
    """The command line of the run: two versions, all tables."""
    return (
        "sweep", "--vary", "rules.stash=open_draft", "--seats", "random,vegas", "--keep", "all",
        "--games", str(games), "--quiet", "--out", out, *more,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("same_bytes")


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(runner, "SHARD_GAMES", SHARD_GAMES)


@pytest.fixture(scope="module")
def whole(folder) -> dict[str, bytes]:
    """What one thread writes that plays all games in one go."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "SHARD_GAMES", SHARD_GAMES)
        answer = call(folder, *asked("whole", GAMES, "--jobs", "1"))
    assert answer.returncode == 0, answer.stderr
    files = contents(folder / "whole")
    assert sum(name.endswith(".parquet") and "dims" not in name for name in files) > 40
    return files


def interrupted_after(patch: pytest.MonkeyPatch, games: int) -> None:
    """Let the next run be interrupted once it has played so many games."""
    def report(session: runner._Session, *, last: bool) -> None:
        if session._games_played >= games and not last:
            raise KeyboardInterrupt

    patch.setattr(runner._Session, "_report", report)


@pytest.mark.parametrize(("jobs", "chunk"), list(itertools.product(JOBS, CHUNKS)))
def test_the_same_bytes(tmp_path, whole, monkeypatch, jobs, chunk):
    monkeypatch.setattr(runner._Session, "_chunk_games", lambda session, arm: chunk)
    options = ("--jobs", str(jobs))
    for resumed in RESUMED:
        out = resumed.replace(" ", "_")
        more: tuple[str, ...] = options
        if resumed == "more games":
            for games in (6, 14):
                assert call(tmp_path, *asked(out, games, *more)).returncode == 0
                more = (*options, "--resume")
        elif resumed.startswith("interrupted"):
            for _ in range(1 + resumed.endswith("twice")):
                with monkeypatch.context() as patch:
                    interrupted_after(patch, 9)
                    assert call(tmp_path, *asked(out, GAMES, *more)).returncode == 130
                more = (*options, "--resume")
        answer = call(tmp_path, *asked(out, GAMES, *more))
        assert answer.returncode == 0, answer.stderr
        assert contents(tmp_path / out) == whole, (resumed, jobs, chunk)


@pytest.mark.parametrize("begun", [0, GAMES - FEW_GAMES])
def test_the_same_bytes_in_pure_python(tmp_path, whole, begun):
    """Of few games from the first, and where it goes on with what compiled code began."""
    games = GAMES if begun else FEW_GAMES
    if begun:
        assert call(tmp_path, *asked("run", begun)).returncode == 0
    line = asked("run", games, "--jobs", "2", *(["--resume"] if begun else []))
    pure = subprocess.run(
        [sys.executable, "-c", PURE, str(SHARD_GAMES), *line], cwd=tmp_path,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True,
    )
    assert pure.returncode == 0, pure.stderr
    if not begun:
        assert call(tmp_path, *asked("compiled", games)).returncode == 0
        whole = contents(tmp_path / "compiled")
    assert contents(tmp_path / "run") == whole
