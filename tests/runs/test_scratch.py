"""Temporary folders are removed by their command or, if that was killed, by a later one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eoc_sim.simulator.runs import scratch

HOLDING_PROGRAM = """
import sys, time
from eoc_sim.simulator.runs.scratch import scratch_folder
with scratch_folder() as folder:
    (folder / "inside").mkdir()
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(scratch.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(scratch, "YOUNG_SECONDS", -1.0)
    return tmp_path


def test_a_folder_is_removed_at_the_end_and_after_an_error(temporary_folder: Path) -> None:
    with scratch.scratch_folder() as folder:
        (folder / "file").touch()
    with pytest.raises(KeyboardInterrupt), scratch.scratch_folder():
        raise KeyboardInterrupt
    assert not list(temporary_folder.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked here")
def test_only_abandoned_folders_are_removed(temporary_folder: Path) -> None:
    """Neither a folder that a process holds nor the target of a link is removed."""
    mine = temporary_folder / "mine"
    mine.mkdir()
    (mine / "file").touch()
    (temporary_folder / f"{scratch.PREFIX}link").symlink_to(mine)
    with subprocess.Popen(
        [sys.executable, "-P", "-c", HOLDING_PROGRAM],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(temporary_folder)},
    ) as holder:
        assert holder.stdout is not None
        held = Path(holder.stdout.readline().strip())
        with scratch.scratch_folder():
            assert (held / "inside").is_dir()
        holder.send_signal(signal.SIGKILL)
    assert held.is_dir()
    with scratch.scratch_folder():
        assert not held.exists()
    assert (mine / "file").exists()


def test_a_young_folder_is_kept(temporary_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder's process may not have locked it yet."""
    monkeypatch.setattr(scratch, "YOUNG_SECONDS", 60.0)
    young, old = (temporary_folder / f"{scratch.PREFIX}{name}" for name in ("young", "old"))
    for folder in (young, old):
        folder.mkdir()
    os.utime(old, (time.time() - 120,) * 2)
    with scratch.scratch_folder():
        assert young.exists() and not old.exists()
