"""No crash loses finished games, and a resumed run equals an undisturbed one."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from runs.killed_runs import (
    CHUNK_GAMES,
    GAMES,
    KEEP,
    KILLED_GAMES,
    SHARD_GAMES,
    contents,
    file_states,
    play_small,
    start_process,
    wait_for_games,
)

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs import run_directory, session, shards, whole_file
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.shards import finished_shards

needs_posix = pytest.mark.skipif(os.name == "nt", reason="needs a fork server and POSIX signals")


def use_disk(patch: pytest.MonkeyPatch, disk: Disk) -> None:
    """Make runs write to ``disk``."""
    for module in (whole_file, run_directory):
        patch.setattr(module, "open", disk.open, raising=False)


@pytest.fixture(scope="module")
def whole_files(tmp_path_factory) -> dict[str, bytes]:
    """Return the files of an undisturbed run."""
    path = tmp_path_factory.mktemp("whole") / "run"
    play_small(path)
    return contents(path)


def check_run(path: Path) -> dict[Any, Any]:
    """Check that a run is readable, even if it has barely begun; return its finished shards."""
    if not (path / "run.json").exists():
        return {}
    run = load_run(path)
    assert run.games % run.players == 0
    if run.games:
        for table in run.tables:
            rows = run.scan(table).select("arm", "game").collect().unique()
            assert rows.height == 2 * run.games
    return finished_shards(path, run.tables)


class Crashes:
    """Copies a folder as a kill would leave it, at every step of writing its files.

    A file that is being written is missing, partial or complete.
    """

    def __init__(self, path: Path, copies: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.copies: list[Path] = []
        self._path = path
        self._folder = copies
        self._numbers = random.Random(1)
        self._sizes: dict[Path, int] = {}
        self._replace, self._fsync = os.replace, os.fsync
        monkeypatch.setattr(os, "replace", self._on_replace)
        monkeypatch.setattr(os, "fsync", self._on_fsync)

    def _copy(self) -> Path:
        copy = self._folder / str(len(self.copies))
        shutil.copytree(self._path, copy)
        self.copies.append(copy)
        return copy

    def _on_fsync(self, file: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{file}"))
        end = path.stat().st_size
        # The list of shards is only appended to, so its earlier content is not at risk.
        safe_size = self._sizes.get(path, 0) if path.name == shards.SHARD_FILE else 0
        for size in sorted({safe_size, self._numbers.randint(safe_size, end), end}):
            os.truncate(self._copy() / path.relative_to(self._path), size)
        self._sizes[path] = end
        self._fsync(file)

    def _on_replace(self, source: Path, target: Path) -> None:
        self._copy()
        self._sizes[Path(target)] = Path(source).stat().st_size
        self._replace(source, target)
        self._copy()


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="open files have no paths here")
@pytest.mark.parametrize("first_games", [0, pytest.param(130, marks=pytest.mark.slow)])
@pytest.mark.parametrize("save_seconds", [session.SAVE_SECONDS, 0.0])
def test_a_kill_at_every_step_of_writing(
    tmp_path, whole_files, monkeypatch, first_games, save_seconds, request
):
    """The run is new or resumed with a short last shard, and saves rarely or after every chunk."""
    path = tmp_path / "run"
    monkeypatch.setattr(session, "SAVE_SECONDS", save_seconds)
    if first_games:
        play_small(path, games=first_games)
    with monkeypatch.context() as patch:
        crashes = Crashes(path, tmp_path / "copies", patch)
        play_small(path, resume=first_games > 0)
    assert contents(path) == whole_files and len(crashes.copies) > 80
    copies = crashes.copies
    if not request.config.getoption("--long"):
        copies = random.Random(first_games).sample(copies, 16)
    for copy in copies:
        kept = check_run(copy)
        outcome = play_small(copy, resume=True)
        games = [
            min(kept[table, arm, number].games for table in KEEP)
            for arm in range(2)
            for number in range(-(-GAMES // SHARD_GAMES))
            if all((table, arm, number) in kept for table in KEEP)
        ]
        assert outcome.games_played == 2 * GAMES - sum(games)
        assert [standing.games for standing in outcome.standings] == [GAMES] * 4
        assert contents(copy) == whole_files


def test_games_of_an_unfinished_shard_are_saved(tmp_path, whole_files, monkeypatch):
    """A kill costs only the games since the last save."""
    monkeypatch.setattr(session, "SAVE_SECONDS", 0.0)
    path, copy = tmp_path / "run", tmp_path / "copy"

    def copy_folder(first_game: int, games: int) -> None:
        if first_game == 2 * CHUNK_GAMES and not copy.exists():
            shutil.copytree(path, copy)

    play_small(path, before_chunk=copy_folder)
    assert contents(path) == whole_files
    saved = check_run(copy)
    assert saved["seats", 0, 0].games == 2 * CHUNK_GAMES < SHARD_GAMES
    play_small(copy, resume=True)
    assert contents(copy) == whole_files


@needs_posix
@pytest.mark.parametrize(
    ("ending", "jobs", "kills"),
    [
        ("SIGKILL", 2, 5),
        pytest.param("SIGINT", 1, 3, marks=pytest.mark.slow),
        pytest.param("SIGKILL", 1, 50, marks=pytest.mark.slow),
        pytest.param("SIGKILL", 3, 50, marks=pytest.mark.slow),
        pytest.param("SIGINT", 1, 50, marks=pytest.mark.slow),
        pytest.param("SIGINT", 3, 50, marks=pytest.mark.slow),
    ],
)
def test_a_run_that_is_killed_again_and_again(tmp_path, ending, jobs, kills):
    """Kills come at random moments, and each process resumes the run of the previous one."""
    numbers = random.Random(kills)
    play_small(tmp_path / "whole", games=KILLED_GAMES)
    expected = contents(tmp_path / "whole")
    run_count = kill_count = 0
    while kill_count < kills:
        path = tmp_path / str(run_count)
        seconds = 0.004
        while True:
            process = start_process(path, jobs=jobs, seconds=seconds)
            process.join(numbers.uniform(0.0, 0.4))
            if process.is_alive() and kill_count < kills:
                os.kill(process.pid, getattr(signal, ending))
            process.join(60)
            kill_count += process.exitcode in (-signal.SIGKILL, 130)
            if process.exitcode == 0:
                break
            assert process.exitcode == (-signal.SIGKILL if ending == "SIGKILL" else 130)
            check_run(path)
        outcome = play_small(path, games=KILLED_GAMES, resume=True)
        assert outcome.games_played == 0
        assert [standing.games for standing in outcome.standings] == [KILLED_GAMES] * 4
        assert contents(path) == expected
        run_count += 1


class Disk:
    """A disk with room for a limited number of bytes, which cuts files short when full."""

    def __init__(self, room: int) -> None:
        self.room = room

    def open(self, path: Path, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        file = open(path, mode, *arguments, **options)  # noqa: SIM115
        return file if mode == "rb" else _LimitedFile(self, file)


class _LimitedFile(contextlib.AbstractContextManager["_LimitedFile"]):
    """A file open for writing on a `Disk`."""

    def __init__(self, disk: Disk, file: Any) -> None:
        self._disk, self._file = disk, file

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, content: bytes) -> int:
        fitting_part = content[: max(self._disk.room, 0)]
        self._disk.room -= len(fitting_part)
        if not fitting_part:
            self._file.flush()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._file.write(fitting_part)
        if len(fitting_part) < len(content):
            self._file.flush()
            # An unbuffered file returns the number of bytes written; others raise an error.
            if not hasattr(self._file, "raw"):
                return len(fitting_part)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return len(content)


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_run_survives_a_disk_that_fills_up_at_any_moment(
    tmp_path, whole_files, monkeypatch, jobs, request
):
    numbers = random.Random(jobs)
    needed = sum(len(content) for content in whole_files.values())
    for number in range(100 if request.config.getoption("--long") else 6):
        path = tmp_path / str(number)
        with monkeypatch.context() as patch:
            disk = Disk(numbers.randrange(needed))
            use_disk(patch, disk)
            with pytest.raises(InputError, match="cannot be written: No space left") as error:
                play_small(path, jobs=jobs)
        assert str(error.value).count("\n") == 0
        assert not list(path.rglob("*.tmp"))
        kept = check_run(path)
        played = play_small(path, resume=True).games_played
        assert played < 2 * GAMES or not kept
        assert contents(path) == whole_files


def test_a_list_cut_short_by_a_full_disk_is_restored(tmp_path, whole_files, monkeypatch):
    """If the list were not restored, another thread might later find room and append to it."""
    path = tmp_path / "run"
    play_small(path, games=100)
    directory = RunDirectory(path, "sweep", resume=True)
    shards = list(finished_shards(path, ("games", "seats")).values())
    before = (path / "shards.jsonl").read_bytes()
    for room in (0, 1, 50, 300):
        with monkeypatch.context() as patch:
            use_disk(patch, Disk(room))
            with pytest.raises(OSError, match="No space left"):
                directory.append_shards(shards)
        assert (path / "shards.jsonl").read_bytes() == before
    directory.append_shards(shards)
    play_small(path, resume=True)
    assert contents(path) == whole_files


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    """Return the folder of a small real disk; skip the test if none can be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=240k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_run_resumes_after_a_real_disk_was_full(small_disk, whole_files):
    path = small_disk / "run"
    filler = small_disk / "filler"
    for room in (0, 8, 24, 40):
        free = shutil.disk_usage(small_disk).free
        filler.write_bytes(b"x" * (free - (room << 10)))
        with pytest.raises(InputError, match="cannot be written: No space left"):
            play_small(path, resume=path.exists(), jobs=2)
        filler.unlink()
        check_run(path)
    play_small(path, resume=True)
    assert contents(path) == whole_files


@needs_posix
def test_two_processes_in_one_folder(tmp_path):
    """The second process is refused and changes nothing until the first ends or is killed."""
    path = tmp_path / "run"
    process = start_process(path, seconds=0.05)
    try:
        wait_for_games(path)
        os.kill(process.pid, signal.SIGSTOP)
        before = file_states(path)
        for options in ({"resume": True}, {"fresh": True}):
            with pytest.raises(
                InputError, match="Another eoc-sim process is writing to .*run; nothing"
            ):
                play_small(path, games=KILLED_GAMES, **options)
        with pytest.raises(InputError, match="Another eoc-sim process is writing to"):
            RunDirectory(path, "sweep", fresh=True).remove()
        assert file_states(path) == before
        assert load_run(path).games >= 0  # reading is allowed
    finally:
        process.kill()
        process.join()
    play_small(path, games=KILLED_GAMES, resume=True)
    play_small(tmp_path / "whole", games=KILLED_GAMES)
    assert contents(path) == contents(tmp_path / "whole")


@needs_posix
def test_a_claimed_folder_is_refused_if_another_process_has_begun_a_run(tmp_path):
    """Two claims find the folder free; another process then begins a run there, so neither claim
    can lock it."""
    path = tmp_path / "run"
    first, second = (RunDirectory.claim(path, "sweep") for _ in range(2))
    process = start_process(path, seconds=0.05)
    try:
        wait_for_games(path)
        for directory in (first, second):
            with pytest.raises(InputError, match="not empty|Another eoc-sim"), directory.lock():
                pass
    finally:
        process.kill()
        process.join()
