"""Text that a strategy prints is separate from the command's own output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.process import Answer, call, call_in_subprocess

NOISY_STRATEGY = (
    'def act(table, me, params, order):\n    print("the month is", table.month)\n    return 0\n'
)
SEATS = ("--seats", "noisy.py,random", "--seed", "3")
REPLAY = ("replay", "--game", "3", *SEATS, "--format", "jsonl")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a strategy that prints something on every turn."""
    folder = tmp_path_factory.mktemp("noisy")
    (folder / "noisy.py").write_text(NOISY_STRATEGY)
    return folder


@pytest.fixture(scope="module")
def replayed(folder: Path) -> Answer:
    """Replay a game of the noisy strategy as a trace, with compiled functions."""
    return call(folder, *REPLAY)


def test_a_trace_contains_no_printed_text(folder: Path, replayed: Answer):
    assert replayed.returncode == 0, replayed.stderr
    assert all(json.loads(line)["e"] for line in replayed.stdout.splitlines())
    assert "the month is 1\nthe month is 2\n" in replayed.stderr
    judged = call(folder, "referee", "-", stdin=replayed.stdout)
    assert judged.returncode == 0, judged.stdout + judged.stderr


def test_pure_python_prints_the_same(folder: Path, replayed: Answer):
    pure = call_in_subprocess(folder, *REPLAY)
    assert (pure.stdout, pure.stderr) == (replayed.stdout, replayed.stderr)


@pytest.mark.slow
def test_a_run_and_a_check_print_only_their_own_words(folder: Path):
    for arguments in (
        ("run", *SEATS, "--games", "2", "--keep", "none", "--out", "run"),
        ("strategies", "check", "noisy.py", "--games", "1", "--watched", "1"),
    ):
        answer = call(folder, *arguments)
        assert answer.returncode == 0, answer.stderr
        assert answer.stdout and "the month is" not in answer.stdout
        assert "the month is" in answer.stderr
