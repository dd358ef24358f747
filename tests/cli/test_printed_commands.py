"""Test the commands that are printed for copying."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli.process import call, without_pictures

from eoc_sim.analysis.tables import Run
from eoc_sim.commands.compare import options_of_first_version
from eoc_sim.games import find
from eoc_sim.reports.commands import even_turn_order
from eoc_sim.simulator.runs.version_options import VersionOptions

FOLDER = "my game's files"


@pytest.mark.parametrize(
    ("command", "written"),
    [
        (("run", "--games", "24", "--keep", "games,seats"), "one run"),
        (("data", "export"), "my cards.csv"),
        (("strategies", "new"), "my_strategy.py"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_printed_commands_quote_folders_with_spaces(
    tmp_path: Path, command: tuple[str, ...], written: str
):
    (tmp_path / FOLDER).mkdir()
    path = f"{FOLDER}/{written}"
    target = ("--out", path) if command[0] == "run" else (path,)
    answer = call(tmp_path, *command, *target)
    assert answer.returncode == 0, answer.stderr
    output = re.findall(r"\beoc-sim .*", answer.stdout)
    assert output
    for line in output:
        words = shlex.split(line)
        assert any(word.split(",")[0] == path for word in words), line
    if command[0] == "strategies":
        again = call(tmp_path, *shlex.split(output[-1])[1:], "--games", "24", "--out", "played")
        assert again.returncode == 0, again.stderr


def test_sentences_name_the_current_folder_in_full_but_commands_use_a_dot(tmp_path: Path):
    own_game = ("--game", "eoc_sim.example_game")
    output = call(tmp_path, "run", *own_game, "--games", "24", "--out", ".", "--who", "off")
    lines = output.stdout.splitlines()
    assert any(line.endswith(f"Results go to {tmp_path}.") for line in lines), output.stdout
    command = f"eoc-sim report . {' '.join(own_game)}"
    assert f"Tables: {tmp_path}. For the report: {command}" in lines


@pytest.mark.slow
def test_commands_printed_on_a_first_screen_can_be_run(tmp_path: Path):
    """In a game that favours the first player, the commands keep the players and the rules."""
    answer = call(
        tmp_path,
        "sweep",
        "--seats",
        "vegas,vegas",
        "--change",
        "rules.order_stars_1=20",
        "--vary",
        "rules.start_bucks=0",
        "--games",
        "480",
        "--jobs",
        "1",
        "--who",
        "off",
        "--quiet",
        "--out",
        "swept",
    )
    assert answer.returncode == 0, answer.stderr
    output = [shlex.split(line) for line in answer.stdout.splitlines() if "    eoc-sim " in line]
    options = {words[1]: words[2:] for words in output}
    assert {"first-player", "variants"} <= set(options)
    for name in ("first-player", "variants"):
        assert {"vegas,vegas", "rules.order_stars_1=20"} <= set(options[name])
        played = call(
            tmp_path,
            name,
            *options[name],
            "--games",
            "24",
            "--jobs",
            "1",
            "--quiet",
            "--out",
            name,
        )
        assert played.returncode == 0, played.stderr


def test_commands_keep_the_game_of_a_plan(tmp_path: Path):
    (tmp_path / "plan.toml").write_text(
        'seats = ["bold", "careful", "bold"]\n'
        '[baseline]\nchange = { "card.gust.copies" = 3 }\n'
        '[[vary]]\nkey = "card.lamp.lights"\nvalues = [2]\n'
    )
    game = ("--game", "eoc_sim.example_game")
    seed = ("--seed", "5")
    options = (*game, *seed, "--games", "24", "--who", "off", "--quiet", "--out", "run")
    with without_pictures():
        played = call(tmp_path, "sweep", "plan.toml", *options)
    assert played.returncode == 0, played.stderr
    words = shlex.split(even_turn_order(Run(tmp_path / "run")).command)
    pairs = list(zip(words[2::2], words[3::2], strict=True))
    assert pairs == [
        game,
        seed,
        ("--seats", "bold,careful,bold"),
        ("--change", "card.gust.copies=3"),
    ]


def test_commands_keep_the_first_of_two_versions():
    game = find("eoc_sim.example_game")
    settings = [("seat.2", "bold"), ("card.gust.copies", "3")]
    first = game.change(game.baseline(VersionOptions()), settings)
    assert list(options_of_first_version(game, first, settings)) == [
        *("--change", "card.gust.copies=3"),
        *("--seats", "bold,bold,careful:fear=150"),
    ]
