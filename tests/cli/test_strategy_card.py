"""Test a strategy's card: description, strength, habits, parameters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli.process import call, call_on_terminal

from eoc_sim.simulator.kernel.compiled import COMPILED

PRESET = """\
# Signs border recruits: a test by its author. More here.
strategy = "balanced"

[parameters]
border_worth = 7

[evidence]
command = "eoc-sim tune balanced"
gain = [1.5, 0.5, 2.5]
"""
FIGURE = re.compile(r"\d+\.\d \((\d+\.\d to \d+\.\d|by construction)\)")


@pytest.fixture
def preset(tmp_path: Path) -> str:
    (tmp_path / "borders.toml").write_text(PRESET)
    return "borders.toml"


def test_description_and_origin_of_a_preset(tmp_path: Path, preset: str):
    answer = call_on_terminal(tmp_path, 80, "strategies", "show", preset, "--games", "0")
    assert answer.returncode == 0, answer.stderr
    lines = answer.stdout.splitlines()
    assert lines[0] == "borders (a preset of balanced)"
    assert lines[2].startswith("Signs border recruits: a test by its author.")
    assert "wins in 100" not in answer.stdout
    (row,) = [line.split() for line in lines if line.startswith("border_worth")]
    assert row[-5:] == ["7", "0", "0", "to", "150"]
    assert "parameters are as in balanced; --all shows them" in answer.stdout
    assert "  command: eoc-sim tune balanced" in lines and "  gain: 1.5, 0.5, 2.5" in lines


def test_all_parameters_are_shown_on_request(tmp_path: Path, preset: str):
    answer = call(tmp_path, "strategies", "show", preset, "--games", "0", "--all")
    assert "april" in answer.stdout and "--all" not in answer.stdout


def test_a_non_planner_shows_its_own_defaults(tmp_path: Path):
    call(tmp_path, "strategies", "new", "mine")
    answer = call(tmp_path, "strategies", "show", "mine.py:marketing_bucks=3", "--games", "0")
    (row,) = [line for line in answer.stdout.splitlines() if line.startswith("marketing_bucks")]
    assert row.split()[-5:] == ["3", "5", "1", "to", "30"]
    assert "Leaves these to the defaults: keep, pick, coach" in answer.stdout
    assert "Remembers: came_from." in answer.stdout


@pytest.mark.skipif(not COMPILED, reason="playing the games takes too long in pure Python")
@pytest.mark.parametrize("name", ["random", "balanced_2026"])
def test_every_number_has_an_interval_and_lines_fit(tmp_path: Path, name: str):
    answer = call_on_terminal(tmp_path, 80, "strategies", "show", name, "--games", "24")
    assert answer.returncode == 0, answer.stderr
    lines = answer.stdout.splitlines()
    assert all(len(line) <= 80 or "eoc-sim" in line for line in lines)
    for start in (
        "wins in 100 (fair: 25)",
        "full-value dice by July (%)",
        "recruits",
        "EC wasted",
    ):
        (row, *_) = [line for line in lines if line.startswith(start)]
        assert len(FIGURE.findall(row)) == 2, row
    assert "components of 2026, 24 games, 95 % intervals:" in " ".join(answer.stdout.split())
    assert (
        f"  eoc-sim run --seats {name},balanced_2026,balanced_2026,balanced_2026 --data 2026 "
        "--games 24 --seed 20261122"
    ) in lines
    assert list(tmp_path.iterdir()) == [], "games for a strategy's card leave no files behind"


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="playing the games takes too long in pure Python")
def test_a_cards_games_are_those_of_its_command(tmp_path: Path):
    card_text = call(tmp_path, "strategies", "show", "random", "--games", "24").stdout
    (command,) = [line for line in card_text.splitlines() if line.startswith("  eoc-sim run")]
    played = call(tmp_path, *command.split()[1:], "--quiet").stdout
    (row,) = [line.split() for line in played.splitlines() if line.startswith("random")]
    (wins,) = [line for line in card_text.splitlines() if line.startswith("wins in 100")]
    (stars,) = [line for line in card_text.splitlines() if line.startswith("stars")]
    assert wins.split()[5] == row[1] and stars.split()[1] == row[5]


def test_the_list_describes_presets(tmp_path: Path):
    lines = call(tmp_path, "strategies", "list").stdout.splitlines()
    (row,) = [line for line in lines if line.startswith("border_hunter")]
    assert row.split()[1] == "preset" and "Recruits of border states" in row
