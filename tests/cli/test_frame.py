"""Test what all commands share: help and its speed, unknown names, exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import eoc_sim.cli as cli
from eoc_sim.cli import COMMANDS, run_command_line

HEAVY_PACKAGES = ("numba", "numpy", "polars", "pyarrow", "scipy", "matplotlib", "pandas")
ASK_FOR_HELP = f"""
import contextlib, io, json, sys
from eoc_sim.cli import run_command_line
answers = {{}}
for name in sys.argv[1:]:
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        code = run_command_line([*name.split(), "--help"])
    heavy = [module for module in {HEAVY_PACKAGES!r} if module in sys.modules]
    answers[name] = code, output.getvalue(), errors.getvalue(), heavy
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def help_answers() -> dict[str, list[Any]]:
    """Return the exit code, stdout, stderr and heavy imports of each command's help."""
    answer = subprocess.run(
        [sys.executable, "-c", ASK_FOR_HELP, "", *COMMANDS],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(answer.stdout)


def test_help_lists_every_command(help_answers):
    code, output, errors, _ = help_answers[""]
    assert (code, errors) == (0, "")
    for name in COMMANDS:
        assert f" {name} " in output


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_imports_nothing_heavy(help_answers, name: str):
    code, output, _, heavy = help_answers[name]
    assert (code, heavy) == (0, [])
    assert f"eoc-sim {name}".strip() in output


def test_help_is_quick():
    """The help takes 0.3 CPU seconds; this limit only detects slow additions."""
    before = os.times()
    subprocess.run([sys.executable, "-m", "eoc_sim", "--help"], check=True, capture_output=True)
    after = os.times()
    used = after.children_user + after.children_system
    assert used - before.children_user - before.children_system < 1


def test_help_is_shown_without_a_command(capsys):
    assert run_command_line([]) == 0
    assert "Usage" in capsys.readouterr().out


def test_the_version(capsys):
    from eoc_sim import __version__

    assert run_command_line(["--version"]) == 0
    assert capsys.readouterr().out == f"eoc-sim {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["swepe"], 'There is no command "swepe". Did you mean "sweep"?'),
        (["run", "--gmaes", "5"], "--gmaes"),
        (["run", "--games", "many"], "'many' is not a valid integer"),
        (["report"], "Missing argument 'DIR'"),
        (["replay"], "Missing option '--game'"),
        (["strategies", "lst"], "lst"),
        (["replay", "--game", "1", "--format", "xml"], "'text', 'json', 'jsonl'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_usage_errors_are_reported_in_one_line_on_stderr(arguments, sentence, capsys):
    assert run_command_line(arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert sentence in output.err
    assert output.err.startswith("Error: ") and output.err.count("\n") == 1


def test_the_error_for_an_unknown_option_names_the_nearest(capsys):
    assert run_command_line(["run", "--gmaes", "5"]) == 2
    assert "--games" in capsys.readouterr().err


def test_an_unknown_option_beside_an_overlong_name_is_an_error(capsys):
    assert run_command_line(["variants", "--game", "x" * 5000, "--vary", "3"]) == 2
    assert 'There is no option "--vary"' in capsys.readouterr().err


def test_an_internal_error_prints_its_details_and_then_a_sentence(monkeypatch, capsys, tmp_path):
    """No file is left, and the details cannot control the terminal."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def fail(**_given):
        raise RuntimeError("the moon \x1b[2J fell down")

    monkeypatch.setattr(cli.group, "main", fail)
    assert run_command_line(["run"]) == 1
    output = capsys.readouterr()
    *details, sentence = output.err.splitlines()
    assert details[0].startswith("Traceback") and output.out == ""
    assert sentence.startswith("Internal error (RuntimeError: the moon \\x1b[2J fell down)")
    assert "\x1b" not in output.err and not list(tmp_path.iterdir())


def test_ctrl_c_exits_with_130(monkeypatch, capsys):
    def interrupt(**_given):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.group, "main", interrupt)
    assert run_command_line(["run"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"
