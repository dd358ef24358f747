"""Test ``eoc-sim games``: list, new and check."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from cli.process import call
from runs.counter_game import DECLARATION

from eoc_sim import __version__, example_game
from eoc_sim.built_in_games import BUILT_IN
from eoc_sim.commands.judge import trace_checker
from eoc_sim.games import find
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING
from eoc_sim.simulator.runs.version_options import VersionOptions

BROKEN_GAME = """
from eoc_sim.example_game import *
from eoc_sim.simulator.runs.plain_game import plain_game
kept = []

def play(table):
    kept.append(1)
    for own in table.seats:
        own["score"] = len(kept)

GAME = plain_game(
    "broken", rules_version="1", words=WORDS, players=range(2, 4), play=play, decisions=(),
    strategies=(PlainStrategy("one", {}),), default_seats=("one", "one"), seat_columns=(),
)
"""


def test_games_are_listed_with_their_origin(tmp_path: Path, monkeypatch):
    folder = tmp_path / "counter-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: counters\nVersion: 1.5\n")
    (folder / "entry_points.txt").write_text(
        "[eoc_sim.games]\ncounter = runs.counter_game:GAME\nlost = nowhere.at_all:GAME\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    answer = call(tmp_path, "games", "list")
    assert answer.returncode == 0, answer.stderr
    lines = [" ".join(line.split()) for line in answer.stdout.splitlines()]
    assert f"eoc Envelopes of Cash 1 to 4 eoc-sim {__version__}" in lines
    assert f"counter {DECLARATION.words.title} 2 to 4 counters 1.5" in lines
    assert "lost cannot be loaded counters 1.5" in lines
    assert "The game lost (nowhere.at_all:GAME) cannot be imported" in answer.stdout
    assert "--game ./my_game.py" in answer.stdout and "package.module" in answer.stdout


def test_new_writes_a_game_that_plays(tmp_path: Path):
    answer = call(tmp_path, "games", "new", "fireflies.py")
    assert answer.returncode == 0, answer.stderr
    first, *commands = answer.stdout.splitlines()
    assert first == "Wrote fireflies.py. Next:"
    assert commands[0] == "  eoc-sim games check fireflies.py"
    assert [command.split()[1] for command in commands] == ["games", "run", "sweep"]
    for command, options in ((commands[0], ("--games", "4")), (commands[1], ())):
        words = ["30" if word == "2000" else word for word in command.split()[1:]]
        done = call(tmp_path, *words, *options)
        assert done.returncode == 0, done.stderr
    assert '"fireflies",' in (tmp_path / "fireflies.py").read_text()
    before = (tmp_path / "fireflies.py").read_bytes()
    again = call(tmp_path, "games", "new", "fireflies.py")
    assert again.returncode == 2
    assert again.stderr == "Error: fireflies.py already exists and is left unchanged.\n"
    assert (tmp_path / "fireflies.py").read_bytes() == before


def test_new_writes_a_package_that_can_be_installed(tmp_path: Path):
    answer = call(tmp_path, "games", "new", "fireflies/")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("Wrote fireflies/fireflies.py and fireflies/pyproject.toml.")
    # Without "./", pip would install a stranger's project of the same name.
    assert answer.stdout.endswith("After pip install ./fireflies, use --game fireflies.\n")
    project = tomllib.loads((tmp_path / "fireflies" / "pyproject.toml").read_text())
    points = project["project"]["entry-points"]["eoc_sim.games"]
    assert points == {"fireflies": "fireflies:GAME"}
    assert project["tool"]["setuptools"]["py-modules"] == ["fireflies"]
    (tmp_path / "fireflies" / "fireflies.py").unlink()
    again = call(tmp_path, "games", "new", "fireflies")
    assert again.returncode == 2 and "pyproject.toml already exists" in again.stderr
    assert not (tmp_path / "fireflies" / "fireflies.py").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("new", "my-game.py"), '"my-game" cannot be the name of a module'),
        (("new", "nowhere/my_game.py"), "nowhere/my_game.py cannot be written: No such file"),
        (("check", "eco"), 'Did you mean "eoc"?'),
        (
            ("check", "runs.counter_game", "--rules", "solo"),
            "--rules cannot be given: the game count",
        ),
        (("check", "eoc_sim.example_game", "--set", "second_gust=no"), "it may be all or half"),
        (("check", "eoc_sim.example_game", "--seats", "bold"), "lanterns has 2 to 4 seats, not 1"),
    ],
)
def test_invalid_arguments_are_refused(arguments, words, tmp_path: Path):
    answer = call(tmp_path, "games", *arguments)
    assert answer.returncode == 2 and words in answer.stderr
    assert answer.stderr.count("\n") == 1 and list(tmp_path.iterdir()) == []


def test_check_goes_point_by_point(tmp_path: Path):
    answer = call(
        tmp_path,
        "games",
        "check",
        "eoc_sim.example_game",
        "--set",
        "second_gust=half",
        "--seats",
        "bold,careful",
        "--games",
        "4",
    )
    assert answer.returncode == 0, answer.stderr
    *points, last = answer.stdout.splitlines()
    verdicts = [line.split()[0] for line in points]
    assert verdicts == [*["ok"] * 6, *["skipped"] * 3, "ok", "skipped", "ok"]
    assert last == f"{example_game.WORDS.title} passes all 8 checks that apply to it."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "bonus", "words"),
    [
        (0, 2, r"1 scores [12].\d lights more"),
        (2, -3, r"3 scores [23].\d lights less"),
    ],
)
def test_an_advantage_or_handicap_of_one_seat_gives_a_warning(seat, bonus, words, tmp_path: Path):
    text = Path(example_game.__file__).read_text()
    old = "    row = table.seats[seat]\n"
    assert text.count(old) == 1
    planted = f'{old}    row["plain"] += {bonus} * (seat == {seat} and number == 1)\n'
    (tmp_path / "planted.py").write_text(text.replace(old, planted))
    answer = call(tmp_path, "games", "check", "planted.py")
    assert answer.returncode == 0, answer.stderr
    message = " ".join(answer.stdout.split())
    assert re.search(
        f"warning no seat scores more than the others on average: seat {words} than", message
    )
    assert message.endswith("passes 7 checks; the warning is for you to judge.")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name != "eoc")) for name in BUILT_IN],
)
def test_the_check_lets_a_referee_judge_traces(name):
    game = find(name)
    version = game.baseline(VersionOptions())
    check_trace = trace_checker(game)
    assert check_trace is not None and game.replay is not None
    events = game.replay(version, 1, DEFAULT_SEATING, 0, None)
    check_trace(version, events)
    with pytest.raises(AssertionError, match=r"line \d+: .* is broken: "):
        check_trace(version, events[:4] + events[5:])
    assert trace_checker(find("eoc_sim.example_game")) is None


def test_check_detects_state_kept_between_games(tmp_path: Path):
    (tmp_path / "broken.py").write_text(BROKEN_GAME)
    answer = call(tmp_path, "games", "check", "broken.py", "--games", "4")
    assert answer.returncode == 1
    verdicts = re.findall(r"^(ok|FAULT|skipped) +", answer.stdout, re.M)
    assert verdicts[:3] == ["ok", "FAULT", "FAULT"] and len(verdicts) == 12
    assert "with another engine and the same seed" in answer.stdout


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '"lights", "blown"),',
            '"lihgts", "blown"),',
            '"lihgts" is not one of .* Did you mean "lights"',
        ),
        pytest.param(
            "    blocks = [",
            "    1 / 0\n    blocks = [",
            "ZeroDivisionError: division by zero",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "    return Section(",
            "    return str(blocks) or (",
            "turns_section returns a str, not a Section",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_failing_section_is_a_fault_of_the_game(old, new, words, tmp_path: Path):
    text = Path(example_game.__file__).read_text()
    assert text.count(old) == 1
    (tmp_path / "broken.py").write_text(text.replace(old, new))
    answer = call(tmp_path, "games", "check", "broken.py", "--games", "4")
    message = " ".join(answer.stdout.split())
    fault = rf"The section turns_section failed \(.*{words}.*broken\.py"
    assert answer.returncode == 1
    assert re.search(f"FAULT its report can be made: {fault}", message)
    call(tmp_path, "run", "--game", "broken.py", "--games", "12", "--jobs", "1", "--out", "run")
    answer = call(tmp_path, "report", "run", "--game", "broken.py")
    assert answer.returncode == 2 and answer.stderr.count("\n") == 1
    assert re.search(fault, answer.stderr)


def test_sections_without_their_comma_are_refused(tmp_path: Path):
    text = Path(example_game.__file__).read_text()
    text = text.replace("FIRST_SECTIONS = (turns_section,)", "FIRST_SECTIONS = (turns_section)")
    (tmp_path / "broken.py").write_text(text)
    call(tmp_path, "run", "--game", "broken.py", "--games", "12", "--jobs", "1", "--out", "run")
    answer = call(tmp_path, "report", "run", "--game", "broken.py")
    assert answer.returncode == 2
    assert answer.stderr == "Error: FIRST_SECTIONS should be a tuple, such as (turns_section,).\n"


@pytest.mark.parametrize("name", ["FIRST_SECTION", "FIRST_SECTOINS"])
def test_misspelt_sections_are_refused(name, tmp_path: Path):
    text = Path(example_game.__file__).read_text()
    (tmp_path / "broken.py").write_text(text.replace("FIRST_SECTIONS =", f"{name} ="))
    fault = f'A report has no {name}. Did you mean "FIRST_SECTIONS"?'
    answer = call(tmp_path, "games", "check", "broken.py", "--games", "4")
    assert answer.returncode == 1
    assert f"FAULT its report can be made: {fault}" in " ".join(answer.stdout.split())
    call(tmp_path, "run", "--game", "broken.py", "--games", "12", "--jobs", "1", "--out", "run")
    answer = call(tmp_path, "report", "run", "--game", "broken.py")
    assert (answer.returncode, answer.stderr) == (2, f"Error: {fault}\n")


def test_an_import_error_names_the_line_at_fault_or_the_file_to_load(tmp_path: Path):
    text = Path(example_game.__file__).read_text()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "game.py").write_text(text.replace("players=range(2, 5)", "players=4"))
    answer = call(tmp_path, "run", "--game", "mine/game.py", "--games", "6")
    assert answer.returncode == 2
    assert re.search(
        r"\(ValueError: players: should .* not 4; .*game\.py, line \d+\)", answer.stderr
    )
    answer = call(tmp_path, "run", "--game", "mine.game", "--games", "6")
    assert answer.returncode == 2
    assert f"not on Python's path; --game {Path('mine', 'game.py')} loads the file" in answer.stderr


@pytest.mark.slow
def test_a_text_column_makes_rows_of_a_table(tmp_path: Path):
    text = Path(example_game.__file__).read_text()
    for old, new in (
        ('"blown", "Int8", "1 if a second', '"blown", ("yes", "no"), "if a second'),
        ('ended it", "amount", "", "share blown out"', 'ended it", "label"'),
        ("blown=int(gusts == 2))", 'blown=("no", "yes")[gusts == 2])'),
        ('"round",\n            ("drawn", "lights", "blown")', '"blown",\n            ("drawn",)'),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (tmp_path / "worded.py").write_text(text)
    call(tmp_path, "run", "--game", "worded.py", "--games", "12", "--jobs", "1", "--out", "run")
    answer = call(tmp_path, "report", "run", "--game", "worded.py")
    assert answer.returncode == 0, answer.stderr
    page = (tmp_path / "run" / "report.html").read_text()
    assert re.search(r">\s*yes\s*<.*>\s*no\s*<", page, re.S), "in the order of the declaration"


def test_a_run_without_games_has_no_page(tmp_path: Path):
    game = ("--game", example_game.__name__)
    call(tmp_path, "run", *game, "--games", "12", "--jobs", "1", "--out", "run")
    (tmp_path / "run" / "shards.jsonl").write_text("")
    answer = call(tmp_path, "report", "run", *game)
    assert answer.returncode == 2 and "no finished games" in answer.stderr
    assert not (tmp_path / "run" / "report.html").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("run", "--card", "gust.copies=3"),
            "the game lanterns has no such option. To change a number: --change card.firefly.li",
        ),
        (("run", "--family", "2"), "declares a range, as in Whole(..., drawn=(1, 9))"),
        (
            ("run", "--set", "second_gus=all"),
            'no switch "second_gus"; the only switch is second_gust. Did you mean',
        ),
        (("run", "--seats", "mine.py,bold"), "if the game's own file imports it"),
        (("strategies", "check", "bold", "--rules", "x"), 'There is no preset "x"'),
        (("watch", __file__), "watch takes a sheet, a plan or a preset."),
        (("warmup",), "no compiled engine, so there is nothing to compile."),
        (("strategies", "learn", "bold"), "eoc-sim tune searches the parameters of any strategy"),
    ],
)
def test_refusals_say_what_a_plain_game_lacks_or_has_instead(arguments, words, tmp_path: Path):
    call(tmp_path, "data", "export", "cards.csv", "--game", example_game.__name__)
    answer = call(tmp_path, *arguments, "--game", example_game.__name__)
    assert answer.returncode == 2 and words in answer.stderr
    assert "Everything can be played" not in answer.stdout


def test_a_game_that_cannot_be_played_ends_the_check(tmp_path: Path):
    (tmp_path / "broken.py").write_text(BROKEN_GAME.replace("len(kept)", "kept[99]"))
    answer = call(tmp_path, "games", "check", "broken.py")
    assert answer.returncode == 1
    line = " ".join(answer.stdout.split())
    assert line.startswith("FAULT every game ends: The rules of broken failed in game 0 (IndexErr")
    assert re.search(r"broken\.py, line \d+\)\.$", line)


def test_balance_of_a_plain_game_writes_no_edited_sheets(tmp_path: Path):
    answer = call(
        tmp_path,
        *("balance", "--game", example_game.__name__, "--seats", "bold,careful", "--games", "120"),
        *("--strategies", "45-55", "--allow", "card.firefly.lights", "--out", "fair"),
    )
    assert answer.returncode == 0, answer.stderr
    output = " ".join(answer.stdout.split())
    assert "Written:" not in output and not (tmp_path / "fair" / "edited").exists()
    command = (
        f"eoc-sim run --game {example_game.__name__} --seats bold,careful --change card.firefly"
    )
    assert f"To play it: {command}" in output
