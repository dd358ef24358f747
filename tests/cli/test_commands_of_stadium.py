"""Test demo, tune, balance and watch for Stadium, and the errors for impossible requests."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from unittest import mock

import pytest
from cli.process import call
from cli.test_words_of_stadium import FOREIGN, words_of
from policies import check_policy

from eoc_sim.cli import demo
from eoc_sim.cli.watched_file import WatchedFile
from eoc_sim.games import find

GAME = ("--game", "stadium")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("designer")


@pytest.mark.slow
def test_the_demo_is_a_sweep_in_its_own_folder(folder: Path):
    with mock.patch.object(demo, "GAMES", 48):
        answer = call(folder, "demo", *GAME, "--jobs", "1")
    assert answer.returncode == 0, answer.stderr
    page = folder / "results" / "demo-stadium" / "report.html"
    assert "Report: results/demo-stadium/report.html" in answer.stdout
    check_policy(page.read_text(encoding="utf-8"))
    assert not FOREIGN.findall(answer.stdout + words_of(page))
    record = json.loads((page.parent / "run.json").read_text())
    assert (record["command"], record["game"], record["games"]) == ("demo", "stadium", 48)
    keys = {change["key"] for change in record["varied"]}
    assert keys == {"building.B12.victory_points", "rules.vp_price"}
    # The printed command extends the demo, and so does a sweep.
    (command,) = set(re.findall(r"eoc-sim demo .*? --resume", answer.stdout))
    assert shlex.split(command)[2:5] == [*GAME, "--games"]
    again = call(folder, "demo", *GAME, "--games", "72", "--resume", "--jobs", "1", "--quiet")
    assert again.returncode == 0, again.stderr
    varied = [f"{change['key']}={','.join(change['values'])}" for change in record["varied"]]
    assert len(varied) == 2
    swept = call(
        folder,
        "sweep",
        *GAME,
        "--vary",
        varied[0],
        "--vary",
        varied[1],
        "--games",
        "96",
        "--out",
        "results/demo-stadium",
        "--resume",
        "--jobs",
        "1",
        "--quiet",
        "--who",
        "off",
    )
    assert swept.returncode == 0, swept.stderr
    games = json.loads((page.parent / "run.json").read_text())["games"]
    assert (games, record["games"]) == (96, 48)


def test_tune_uses_points(folder: Path):
    answer = call(
        folder,
        "tune",
        "balanced",
        "--against",
        "random,random",
        *GAME,
        "--only",
        "holding,wait",
        "--for",
        "points",
        "--generations",
        "1",
        "--games",
        "24",
        "--jobs",
        "1",
        "--out",
        "tuned",
    )
    assert answer.returncode == 0, answer.stderr
    assert re.search(r"wins in 100 \(fair: 33\.3\) +between +points +between", answer.stdout)
    assert "balanced_tuned.toml,random,random --game stadium" in answer.stdout
    assert not FOREIGN.findall(answer.stdout)
    preset = (folder / "tuned" / "balanced_tuned.toml").read_text()
    assert "after_points" in preset and "stars" not in preset.partition("[evidence]")[2]


@pytest.mark.slow
def test_balance_tries_the_victory_points_of_buildings(folder: Path):
    """Effects of victory points are not predicted, so all allowed numbers are tried."""
    answer = call(
        folder,
        "balance",
        *GAME,
        "--seats",
        "random,balanced",
        "--strategies",
        "45-55",
        "--games",
        "96",
        "--allow",
        "building.B1*.victory_points",
        "--jobs",
        "1",
        "--out",
        "balanced",
    )
    assert answer.returncode == 0, answer.stderr
    tried = re.search(r"Trying (\d+) of (\d+) numbers that may be edited:", answer.stdout)
    assert tried is not None and tried[1] == tried[2]
    assert not FOREIGN.findall(answer.stdout)


def test_balance_without_a_target_uses_all_measures(folder: Path):
    answer = call(
        folder,
        "balance",
        *GAME,
        "--seats",
        "random,random,random",
        "--games",
        "600",
        "--allow",
        "rules.vp_price",
        "--jobs",
        "1",
        "--out",
        "usual",
        "--quiet",
    )
    assert answer.returncode == 0, answer.stderr
    assert re.search(r"of 3 figures are within the target", answer.stdout)


def test_a_watched_strategy_plays_against_the_yardstick(folder: Path):
    assert find("stadium").yardstick in find("stadium").version.folders().names()
    call(folder, "strategies", "new", "watched.py", *GAME)
    options = mock.Mock(players=None, seats=None)
    options.name = "stadium"
    watched = WatchedFile(folder / "watched.py", options, mock.Mock(), None)
    assert watched.describe_play() == "it plays against 3 x balanced"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            "strategies learn balanced",
            "The game stadium has no strategies that learn; eoc-sim tune",
        ),
        ("restrict balanced --ban each", "The game stadium has no options that can be banned"),
        ("sweep --vary rules.vp_price=4 --relearn", "The game stadium has no owners who learn"),
        ("cards --price P01", "--price needs prices that can be varied; stadium has none."),
        (
            "balance --dealt 5",
            "--dealt cannot be given: Stadium deals nothing to a seat by chance.",
        ),
        ("balance --cards 3", "--cards cannot be given: Stadium deals no cards that are taken"),
        ("balance --no-dead", "--no-dead cannot be given: Stadium deals no cards that are taken"),
        ("tune balanced --against builder --for stars", "--for stars should be wins or points."),
        ("tune balanced --against buildr", 'Did you mean "builder"?'),
        ("tune balanced --against builder --only holdin", 'Did you mean "holding"?'),
        (
            "balance --allow building.B99.victory_points",
            'Did you mean "building.B09.victory_points"?',
        ),
        (
            "rules show stash",
            "It is a switch of Envelopes of Cash (--game eoc); the game here is Stad",
        ),
        (
            "rules show vp_pric",
            'Did you mean "vp_price"? eoc-sim rules list --game stadium lists all switches',
        ),
        ("run --card P15.salary=1", 'Did you mean "player.P15.salary"?'),
        ("run --change P15", "(--game stadium: player.P15.salary=3;"),
        ("run --set arrows", "(--game stadium: arrows=off;"),
        ("sweep --vary arrows", "should be KEY=value, such as rules.SWITCH=VALUE."),
        ("compare vp_price=4 current", 'Did you mean "rules.vp_price"?'),
        ("compare arrows current", "should be settings such as player.P15.salary=3, a preset"),
    ],
)
def test_requests_that_stadium_cannot_meet_are_refused(arguments: str, words: str, folder: Path):
    answer = call(folder, *arguments.split(), *GAME)
    assert answer.returncode == 2, answer.stdout
    assert words in answer.stderr and answer.stderr.count("\n") == 1


@pytest.mark.slow
def test_the_workbook_of_a_run_comes_with_the_command_that_plays_it(folder: Path):
    played = call(
        folder,
        "run",
        *GAME,
        "--seats",
        "random,random",
        "--games",
        "48",
        "--jobs",
        "1",
        "--quiet",
        "--out",
        "book",
    )
    assert played.returncode == 0, played.stderr
    output = call(folder, "report", "book", "--xlsx", "book.xlsx")
    assert output.returncode == 0, output.stderr
    assert output.stdout.endswith("\n  eoc-sim sweep --game stadium --cards book.xlsx\n")


@pytest.mark.parametrize("command", ["strategies learn", "cards", "sweep", "balance"])
def test_help_says_which_games_an_option_is_for(command: str, folder: Path):
    output = " ".join(re.sub("[│\n]", " ", call(folder, *command.split(), "--help").stdout).split())
    assert "For games " in output
    assert "Stadium" not in output


def test_a_demo_may_be_written_to_another_folder(folder: Path):
    options = ("--out", "mine/first demo", *GAME, "--jobs", "1")
    answer = call(folder, "demo", *options, "--games", "24")
    assert answer.returncode == 0, answer.stderr
    assert "Report: mine/first demo/report.html" in answer.stdout
    (command,) = set(re.findall(r"eoc-sim (demo .*? --resume)", answer.stdout))
    words = shlex.split(command)
    assert words[words.index("--out") + 1] == "mine/first demo"
    run = call(folder, "run", *GAME, "--games", "24", "--jobs", "1", "--out", "a run")
    assert run.returncode == 0, run.stderr
    refusal = call(folder, "demo", *GAME, "--out", "a run").stderr
    assert refusal == (
        "Error: a run contains a run other than the demo; name another folder with --out.\n"
    )


def test_a_game_without_a_demo_is_refused(folder: Path):
    answer = call(folder, "demo", "--game", "runs.counter_game")
    assert answer.returncode == 2
    assert "The game counter has no demo." in answer.stderr


def test_a_replay_with_another_number_of_owners_is_refused(folder: Path):
    played = call(
        folder,
        "run",
        *GAME,
        "--seats",
        "random,random",
        "--games",
        "4",
        "--jobs",
        "1",
        "--quiet",
        "--out",
        "two",
    )
    assert played.returncode == 0, played.stderr
    for option in ("--owners", "--players"):
        answer = call(folder, "replay", "two", "--game", "1", option, "4")
        assert answer.returncode == 2
        assert answer.stderr == (
            f"Error: {option} cannot be given with a run's folder: the run determines the game.\n"
        )
