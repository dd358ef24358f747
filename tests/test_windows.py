"""The program copes with a simulated Windows: missing parts, console, newlines, paths."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from dataclasses import replace
from importlib import import_module
from pathlib import Path, PureWindowsPath

import pytest
from cli.process import call
from runs.killed_runs import file_states

from eoc_sim.cli.starting import write_every_character
from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.meaning import meaning
from eoc_sim.simulator.kernel.typed_paths import names_folder, split_spec
from eoc_sim.simulator.runs import recipe
from eoc_sim.simulator.runs.plan import read_plan
from eoc_sim.simulator.runs.run_lock import hold_lock, lock_file

WINDOWS_PROGRAM = """
import os, signal, sys
sys.modules.update(fcntl=None, resource=None)
for module, names in {
    signal: "SIGHUP SIGKILL SIGPIPE SIGSTOP pthread_kill pthread_sigmask",
    os: "fork geteuid getpgid killpg set_blocking",
}.items():
    for name in names.split():
        delattr(module, name)
signal.set_wakeup_fd = lambda *pipe, **how: -1  # Windows accepts a pipe that blocks
from eoc_sim.__main__ import main
sys.argv = ["eoc-sim", *sys.argv[1:]]
main()
"""
"""A program that runs a command line without the parts of Python that Windows lacks."""
LOCKING_PROGRAM = """
import sys, warnings
sys.modules["fcntl"] = None
warnings.simplefilter("ignore")  # without fcntl, filelock warns about lock files
from pathlib import Path
from eoc_sim.simulator.runs.run_lock import hold_lock
with hold_lock(Path("run")):
    print("locked", flush=True)
    sys.stdin.readline()
"""


def test_a_game_is_played_without_the_parts_that_windows_lacks(tmp_path: Path):
    assert call(tmp_path, "games", "new", "mine.py").returncode == 0
    arguments = ["run", "--game", "mine.py", "--games", "24", "--seed", "1", "--quiet", "--out"]
    answer = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WINDOWS_PROGRAM, *arguments, "there"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    assert call(tmp_path, *arguments, "here").returncode == 0
    for table in (tmp_path / "here").glob("*/*.parquet"):
        there = tmp_path / "there" / table.relative_to(tmp_path / "here")
        assert there.read_bytes() == table.read_bytes(), table
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) in (
        [],
        [".there.lock"],
    )


def test_a_folder_is_locked_by_a_file_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "run.json").write_text("{}", encoding="utf-8")
    before = file_states(folder)
    # filelock is imported before fcntl is hidden, so that it uses the system's own locks.
    import_module("filelock")
    monkeypatch.setitem(sys.modules, "fcntl", None)
    refused: list[str] = []

    def try_to_lock() -> None:
        with pytest.raises(InputError) as output, hold_lock(folder):
            pass
        refused.append(str(output.value))

    with hold_lock(folder), hold_lock(folder):
        thread = threading.Thread(target=try_to_lock)
        thread.start()
        thread.join()
        assert file_states(folder) == before and lock_file(folder).is_file()
    assert len(refused) == 1 and refused[0].startswith(
        f"Another eoc-sim process is writing to {folder}"
    )
    with hold_lock(folder):
        pass
    assert lock_file(folder) == tmp_path / ".run.lock"


def test_a_lock_holds_against_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "run"
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", LOCKING_PROGRAM],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == "locked\n"
        answer = subprocess.run(
            [sys.executable, "-c", LOCKING_PROGRAM],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert "Another eoc-sim process is writing to run" in answer.stderr
        other.communicate("\n")
    assert other.returncode == 0 and list(folder.iterdir()) == []


# --- The console.


def printed_bytes(monkeypatch: pytest.MonkeyPatch, chosen: str, text: str) -> bytes:
    """Print a text to a pipe whose default encoding is cp1252; return the bytes."""
    content = io.BytesIO()
    monkeypatch.setenv("PYTHONIOENCODING", chosen)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(content, "cp1252", newline="\r\n"))
    write_every_character()
    print(text, flush=True)
    return content.getvalue()


def test_a_pipe_gets_every_character(monkeypatch: pytest.MonkeyPatch):
    assert printed_bytes(monkeypatch, "", "5 → 3, −0.4 × 2") == "5 → 3, −0.4 × 2\r\n".encode()


def test_a_chosen_encoding_is_kept(monkeypatch: pytest.MonkeyPatch):
    assert printed_bytes(monkeypatch, "cp1252", "5 → 3 × 2") == b"5 ? 3 \xd7 2\r\n"


def test_a_command_prints_on_a_cp1252_console(tmp_path: Path):
    answer = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "eoc_sim", "rules", "list", "--game", "eleven"],
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "cp1252", "COLUMNS": "80", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
    )
    assert answer.returncode == 0, answer.stderr
    assert "scouting" in answer.stdout.decode("cp1252")


# --- Newlines.


def with_crlf(file: Path) -> Path:
    """Return a copy of a text file whose lines end in \\r\\n."""
    copy = file.with_name(f"crlf_{file.name}")
    copy.write_bytes(file.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    return copy


def test_files_with_carriage_returns_mean_the_same(tmp_path: Path):
    assert call(tmp_path, "games", "new", "mine.py").returncode == 0
    source, other = ((tmp_path / "mine.py"), with_crlf(tmp_path / "mine.py"))
    assert meaning(source.read_bytes()) == meaning(other.read_bytes())
    assert call(tmp_path, "data", "export", "cards.csv").returncode == 0
    for number, sheet in enumerate((tmp_path / "cards.csv", with_crlf(tmp_path / "cards.csv"))):
        arguments = ("data", "export", f"{number}.csv", "--data", sheet.name)
        assert call(tmp_path, *arguments).returncode == 0
    assert (tmp_path / "0.csv").read_bytes() == (tmp_path / "1.csv").read_bytes()
    plan = tmp_path / "plan.toml"
    plan.write_text('games = 200\n[[vary]]\nkey = "card.038.stars"\nvalues = [3]\n', "utf-8")
    assert replace(read_plan(with_crlf(plan)), path=plan) == read_plan(plan)


# --- Paths.


@pytest.mark.parametrize("path", ["C:/my games/mine.py", "games/mine.py", "//server/share/mine.py"])
def test_strategies_may_have_windows_paths(path: str):
    typed = str(PureWindowsPath(path))
    assert "\\" in typed
    assert split_spec(f"{typed}:skill=3") == [typed, "skill=3"]
    assert names_folder(typed)


@pytest.mark.parametrize("name", ["standard", "mine.toml", "balanced"])
def test_a_plain_name_is_not_a_path(name: str):
    assert not names_folder(name) and split_spec(name) == [name]


def test_a_windows_path_is_made_relative_without_its_drive():
    relative_path = recipe._relative_path(PureWindowsPath("C:/games/mine.py"))  # type: ignore[arg-type]
    assert relative_path == PureWindowsPath("games/mine.py")
