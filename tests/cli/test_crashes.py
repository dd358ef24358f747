"""Commands cope with another command's run, changed input and an interruption."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli.process import call, call_in_subprocess
from runs.killed_runs import file_states

from eoc_sim.simulator.runs import runner

COUNTER = ("--game", "runs.counter_game")
RANDOM_SEATS = ("--seats", "random,random,random,random")


@contextmanager
def written_by_another(folder: Path) -> Iterator[None]:
    """Lock the folder in this context, as another process would."""
    fcntl = pytest.importorskip("fcntl")
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def refused(folder: Path, *arguments: str) -> str:
    """Return the refusal of a command line; check that the folder is unchanged."""
    before = file_states(folder)
    answer = call(folder, *arguments)
    assert answer.returncode == 2 and answer.stderr.count("\n") == 1, answer
    assert file_states(folder) == before
    return answer.stderr


@pytest.mark.parametrize(
    "command",
    [
        "run",
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("run --precision 1", "tournament")),
    ],
)
def test_a_second_process_in_the_same_folder(tmp_path, command):
    arguments = (*command.split(), *COUNTER, "--games", "1000", "--quiet", "--yes", "--out", "x")
    if command == "tournament":
        arguments = (*arguments, "bold", "shy")
    assert call(tmp_path, *arguments).returncode == 0
    for option in ("--resume", "--fresh"):
        with written_by_another(tmp_path / "x"):
            assert "Another eoc-sim process is writing to x; nothing" in refused(
                tmp_path, *arguments, option
            )
        assert call(tmp_path, *arguments, option).returncode == 0
    with written_by_another(tmp_path / "x"):
        assert "is not empty" in refused(tmp_path, *arguments)


def test_a_folder_that_another_process_has_just_made(tmp_path):
    (tmp_path / "x").mkdir()
    with written_by_another(tmp_path / "x"):
        assert "Another eoc-sim" in refused(tmp_path, "run", *COUNTER, "--out", "x", "--quiet")
    assert list((tmp_path / "x").iterdir()) == []


def test_changed_inputs_are_named(tmp_path, monkeypatch):
    """A change of data, rules, seats or release is named; without one the run resumes."""

    def command(*more: str) -> tuple[str, ...]:
        return ("run", *RANDOM_SEATS, "--games", "24", "--quiet", "--out", "x", *more)

    assert call(tmp_path, "data", "export", "cards.csv").returncode == 0
    sheet = (tmp_path / "cards.csv").read_text()
    data_option = ("--data", "cards.csv")
    assert call(tmp_path, *command(*data_option)).returncode == 0
    assert call(tmp_path, *command(*data_option, "--resume")).returncode == 0
    rows = sheet.splitlines(keepends=True)
    stars = rows[0].split(",").index("stars")
    cells = rows[1].split(",")
    cells[stars] = "9"
    (tmp_path / "cards.csv").write_text("".join([rows[0], ",".join(cells), *rows[2:]]))
    assert f"{cells[0]} {cells[1]}: stars {rows[1].split(',')[stars]} -> 9" in refused(
        tmp_path, *command(*data_option, "--resume")
    )
    (tmp_path / "cards.csv").write_text(sheet)
    assert "rule stash: " in refused(
        tmp_path, *command(*data_option, "--rules", "family", "--resume")
    )
    refusal = refused(
        tmp_path, "run", "--seats", "random,random", *command(*data_option, "--resume")[3:]
    )
    assert "seat 3: random -> nobody; seat 4: random -> nobody" in refusal
    monkeypatch.setattr(runner, "__version__", "99.0")
    assert "package = " in (output := refused(tmp_path, *command(*data_option, "--resume")))
    assert "99.0" in output


def test_interrupted_while_the_command_line_is_imported(tmp_path, monkeypatch):
    """Ctrl-C before a command begins is reported just as at any other time."""
    (tmp_path / "rich_click.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    answer = call_in_subprocess(tmp_path, "--help")
    assert (answer.returncode, answer.stdout, answer.stderr) == (130, "", "Stopped.\n")
