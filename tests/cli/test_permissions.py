"""Unreadable and unwritable files are refused in one sentence and left unharmed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli.process import call_in_subprocess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux capabilities")

_DROP_FROM_BOUNDING_SET = 24
_MAY_WRITE_ANYTHING, _MAY_READ_ANYTHING = 1, 2


def _drop_privileges() -> None:
    """Make file modes apply even to root, in programs that this process starts."""
    import ctypes

    if os.geteuid() == 0:
        for privilege in (_MAY_WRITE_ANYTHING, _MAY_READ_ANYTHING):
            ctypes.CDLL(None).prctl(_DROP_FROM_BOUNDING_SET, privilege, 0, 0, 0)


def refused(folder: Path, *arguments: str, **environment: str) -> str:
    """Return the refusal that an unprivileged user would see in a folder."""
    answer = subprocess.run(
        [sys.executable, "-m", "eoc_sim", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        preexec_fn=_drop_privileges,
    )
    assert answer.returncode == 2, answer.stdout + answer.stderr
    assert answer.stderr.startswith("Error: ") and answer.stderr.count("\n") == 1
    return answer.stderr


@contextmanager
def closed(path: Path, mode: int = 0o555) -> Iterator[None]:
    """Give a file or folder a mode while the context is open."""
    before = path.stat().st_mode
    path.chmod(mode)
    try:
        yield
    finally:
        path.chmod(before)


PURE = {"NUMBA_DISABLE_JIT": "1"}


def test_an_unwritable_folder(tmp_path):
    with closed(tmp_path):
        for command, words in (
            ("run --games 2 --out new", f"{tmp_path} is not writable"),
            ("data export cards.csv", "cards.csv cannot be written: Permission denied"),
            ("strategies new first", "first.py cannot be written: Permission denied"),
        ):
            assert words in refused(tmp_path, *command.split(), **PURE)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_run_with_unreadable_files(tmp_path):
    arguments = ("run", "--games", "2", "--seats", "random,random", "--quiet", "--out", "run")
    assert call_in_subprocess(tmp_path, *arguments).returncode == 0
    resume = (*arguments, "--resume")
    for name in ("shards.jsonl", "seats/arm0000-00000.parquet", "run.json"):
        with closed(tmp_path / "run" / name, 0o000):
            assert f"run/{name} cannot be read: Permission" in refused(tmp_path, *resume, **PURE)
    with closed(tmp_path / "run"):
        assert "run is not writable" in refused(tmp_path, *resume, **PURE)
        output = refused(tmp_path, "report", "run", **PURE)
        assert "run/report.html cannot be written: Permission denied" in output


def test_an_unwritable_cache(tmp_path):
    """Code is not compiled ahead of time if it cannot be kept."""
    with closed(tmp_path):
        output = refused(tmp_path, "warmup", EOC_SIM_CACHE=str(tmp_path / "cache"))
    assert f"Compiled code cannot be kept in {tmp_path / 'cache'}: Permission denied." in output
    assert "EOC_SIM_CACHE" in output


@pytest.mark.slow
def test_processes_play_with_an_unwritable_cache(tmp_path):
    """The input of the processes is in a separate folder, which is deleted at the end."""
    cache, temporary = tmp_path / "cache", tmp_path / "temporary"
    cache.mkdir()
    temporary.mkdir()
    arguments = [
        "run",
        "--games",
        "2",
        "--seats",
        "random,random",
        "--backend",
        "loky",
        "--jobs",
        "2",
    ]
    with closed(cache):
        answer = subprocess.run(
            [sys.executable, "-m", "eoc_sim", *arguments, "--quiet", "--out", "run"],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env={**os.environ, **PURE, "EOC_SIM_CACHE": str(cache), "TMPDIR": str(temporary)},
            preexec_fn=_drop_privileges,
        )
    assert answer.returncode == 0, answer.stderr
    assert list(cache.iterdir()) == []
    assert not list(temporary.glob("eoc-sim-*"))
