"""The shell completes commands, strategies, switches, keys and folders."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from eoc_sim.cli import group

BASH = """
eval "$(_EOC_SIM_COMPLETE=bash_source "$EOC_SIM")"
COMP_WORDS=(eoc-sim report --xl); COMP_CWORD=2
_eoc_sim_completion "$EOC_SIM"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def complete(line: str) -> list[str]:
    """List the completions for the last word of a command line."""
    *words, incomplete = line.split(" ")
    completion = BashComplete(group, {}, "eoc-sim", "_EOC_SIM_COMPLETE")
    return [item.value for item in completion.get_completions(words, incomplete)]


def kinds(line: str) -> set[str]:
    """Return the types of the last word's completions: "plain", "file" or "dir"."""
    *words, incomplete = line.split(" ")
    completion = BashComplete(group, {}, "eoc-sim", "_EOC_SIM_COMPLETE")
    return {item.type for item in completion.get_completions(words, incomplete)}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("swe", ["sweep"]),
        ("strategies sh", ["show"]),
        ("report --x", ["--xlsx"]),
        ("run --seats veg", ["vegas"]),
        ("run --seats vegas,hoar", ["vegas,hoarder"]),
        ("strategies show veg", ["vegas"]),
        ("tournament vegas hoar", ["hoarder"]),
        ("rules show start_b", ["start_bucks"]),
        ("run --set start_chain=", []),
        ("run --rules cutt", ["cutthroat"]),
        ("variants cutt", ["cutthroat"]),
        ("run --game sta", ["stadium"]),
        ("games check sta", ["stadium"]),
        ("run --game stadium --change building.B0", [f"building.B0{n}." for n in range(1, 10)]),
        ("sweep --vary coa", ["coach."]),
        ("sweep --vary rules=fam", ["rules=family"]),
        ("run --card 038.sta", ["038.stars=5"]),
        ("compare card.038.sta", ["card.038.stars=5"]),
    ],
)
def test_names_are_completed(line: str, expected: list[str]):
    suggestions = complete(line)
    if expected:
        assert suggestions == expected
    else:
        assert suggestions == [line.split(" ")[-1]]


def test_every_value_of_a_switch_is_completed():
    assert complete("run --set hand=")[:2] == ["hand=1", "hand=2"]
    assert "rules.start_bucks=9" in complete("sweep --vary rules.start_b")


def test_folders_and_files_are_left_to_the_shell():
    assert kinds("report ") == kinds("run --out re") == {"dir"}
    assert kinds("sweep --cards my") == kinds("run --seats ./my") == {"file"}


@pytest.mark.parametrize("line", ["nothing ", "run --game mine.py --seats ", "run --nothing "])
def test_unknown_words_cause_no_error(line: str):
    assert kinds(line) <= {"file", "plain"}


def test_a_game_in_a_file_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("raise SystemExit('it ran')", encoding="utf-8")
    assert kinds("run --game mine.py --seats b") == {"file"}


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_one_line_enables_completion():
    command = Path(sys.executable).with_name("eoc-sim")
    if not command.is_file():
        pytest.skip("the command is not installed beside Python")
    answer = subprocess.run(
        ["bash", "-c", BASH],
        env={**os.environ, "EOC_SIM": str(command)},
        capture_output=True,
        text=True,
    )
    assert answer.stdout == "--xlsx\n", answer
