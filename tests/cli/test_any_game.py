"""The command line plays any declared game, such as the counter game of these tests."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli.process import call, call_in_subprocess

from eoc_sim.cli import run_command_line
from eoc_sim.cli.replay import number_and_name
from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.game import GAME as EOC
from eoc_sim.simulator.kernel.columns import ROLES
from eoc_sim.simulator.kernel.game_fields import standing_fields
from eoc_sim.simulator.runs.game import Declaration
from eoc_sim.simulator.runs.run_file import write_run_file

COUNTER = "runs.counter_game"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def output(capsys: pytest.CaptureFixture[str], *arguments: str, notes: str = "") -> list[str]:
    """Return the lines that a command prints; check its success and its notes on stderr."""
    code = run_command_line([*arguments, "--game", COUNTER])
    answer = capsys.readouterr()
    assert code == 0, answer.err
    assert answer.err == notes
    return answer.out.splitlines()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the sentence with which a command line is refused."""
    assert run_command_line(arguments) == 2
    answer = capsys.readouterr().err
    assert answer.startswith("Error: ") and answer.count("\n") == 1
    return answer


def test_run_uses_the_games_own_word_for_the_score(capsys):
    lines = output(capsys, "run", "--games", "101", "--jobs", "1")
    assert "101 games are rounded up to 102" in lines[0]
    head = next(line for line in lines if line.startswith("strategy")).split()
    assert " ".join(head) == "strategy wins in 100 (fair: 50) between pips between games"
    assert [line.split()[0] for line in lines if line.startswith(("bold", "shy"))] == [
        "bold",
        "shy",
    ]
    record = json.loads(Path("results/run-1/run.json").read_text())
    assert record["game"] == "counter" and record["tables"] == ["games", "seats"]
    assert Declaration.from_record(record["declaration"]).words.title == "Counter"


@pytest.mark.slow
def test_run_imports_no_modules_of_another_game(folder: Path):
    program = (
        "import sys; from eoc_sim.cli import run_command_line; "
        f"code = run_command_line(['run', '--games', '10', '--quiet', '--game', '{COUNTER}']); "
        "print([name for name in sys.modules if name.startswith('eoc_sim.simulator.eoc.')]); "
        "sys.exit(code)"
    )
    tests = str(Path(__file__).parents[1])
    answer = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {tests!r}); {program}"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    # eoc.parts alone is imported, because it names the examples that the help shows.
    assert answer.stdout.splitlines()[-1] == "['eoc_sim.simulator.eoc.parts']"


def test_sweep_without_a_report(capsys):
    lines = output(
        capsys,
        "sweep",
        "--vary",
        "rules.bonus=0,5",
        "--games",
        "100",
        "--jobs",
        "1",
        "--keep",
        "seats",
    )
    assert "rules.bonus: 0 -> 5" in lines
    assert any(line.startswith("bonus 0 -> 5 ") for line in lines)
    assert lines[-1].endswith("it needs the tables games, seats (--keep).")


def test_a_tournament_and_its_page(capsys, folder: Path):
    lines = output(
        capsys,
        "tournament",
        "bold",
        "shy",
        "sly",
        "--games",
        "720",
        "--jobs",
        "1",
        "--out",
        "x",
    )
    assert lines[0].startswith("3 strategies with 2 players: all 3 line-ups")
    assert lines[1].startswith("3 line-ups x 240 games, about ")
    # Strategies do not affect the dice, so all are equally strong.
    assert "Who beats whom: No ring of strategies that beat each other was found." in lines
    page = (folder / "x" / "report.html").read_text(encoding="utf-8")
    assert "Counter: tournament of 3 strategies, 2 players" in page and "pips" in page
    assert not re.search(r"\b(stars?|Envelopes|EC|BB|Bubba)\b", page)
    lines = output(
        capsys, "tournament", "--games", "720", "--jobs", "1", "--players", "3", "--quiet"
    )
    assert [line.split()[0] for line in lines[3:5]] in (["bold", "shy"], ["shy", "bold"])


def test_sweep_and_its_report(capsys, folder: Path):
    lines = output(
        capsys, "sweep", "--vary", "rules.bonus=0,5", "--games", "100", "--jobs", "1", "--out", "x"
    )
    page = folder / "x" / "report.html"
    assert lines[-1] == "Report: x/report.html"
    assert run_command_line(["report", "x"]) == 0
    assert "Counter" in page.read_text(encoding="utf-8")
    assert "Envelopes" not in page.read_text(encoding="utf-8")


def test_a_line_up_larger_than_the_games_own(capsys):
    """The line-up's last strategy takes the remaining seats, and a note says so."""
    note = "Note: shy plays in 2 of the 3 seats, because the game's own line-up has only 2."
    arguments = ("run", "--players", "3", "--games", "6", "--jobs", "1")
    lines = output(capsys, *arguments, notes=note + "\n")
    assert [line.split()[0] for line in lines if line.startswith(("bold", "shy"))] == [
        "bold",
        "shy",
    ]
    record = json.loads(Path("results/run-1/run.json").read_text())
    assert record["players"] == 3
    output(capsys, *arguments, "--seats", "bold,shy,shy")


def test_a_line_up_smaller_than_the_games_own(capsys):
    """Notes and the JSON answer name the strategies that are left out."""
    arguments = ("--players", "2", "--games", "6", "--jobs", "1", "--format", "json")
    assert run_command_line(["run", *arguments, "--game", "eoc_sim.example_game"]) == 0
    answer = capsys.readouterr()
    note = "Note: careful:fear=150 from the game's own line-up does not play."
    assert answer.err == note + "\n"
    assert json.loads(answer.out)["result"]["notes"] == [note]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("run --game eco", 'Did you mean "eoc"?'),
        ("run --game runs.arms", "runs.arms cannot be imported"),
        ("bench --game eco", 'Did you mean "eoc"?'),
        ("warmup --game eco", 'Did you mean "eoc"?'),
        ("data check --game eco", 'Did you mean "eoc"?'),
        ("replay --game 1 --game eco", 'Did you mean "eoc"?'),
        ("run --game COUNTER --rules solo", "--rules cannot be given: the game counter has no"),
        ("run --game COUNTER --set hand=2", "--set cannot be given"),
        ("run --game COUNTER --data x", "--data cannot be given"),
        ("run --game COUNTER --card 038.stars=4", "--card cannot be given"),
        ("run --game COUNTER --change rules.bonus=4", "--change cannot be given"),
        ("sweep --game COUNTER --cards x.csv", "has no cards sheet, so --cards cannot be given."),
        ("run --game COUNTER --players 5", "--players 5 should be between 2 and 4."),
        (
            "run --game COUNTER --keep offers",
            'no table "offers"; the choices are games, seats, throws',
        ),
        ("sweep --game COUNTER --vary rules.bons=1", 'Did you mean "rules.bonus"?'),
        ("replay --game 1 --game COUNTER", "The game counter has no traces to replay."),
        ("data check --game COUNTER", "The game counter has no sheets of components."),
        ("data words --game COUNTER", "The game counter has no sheets of components."),
        ("data export x.csv --game COUNTER", "The game counter has no sheets of components."),
        ("bench --game COUNTER", "The game counter has no measure of its decisions"),
        (
            "warmup --game COUNTER",
            "The game counter has no compiled engine, so there is nothing to",
        ),
    ],
)
def test_unknown_games_and_unsupported_requests_are_bad_input(arguments, words, capsys):
    assert words in refused(capsys, *arguments.replace("COUNTER", COUNTER).split())
    assert not Path("results").exists()


def test_a_run_names_its_game(capsys):
    output(capsys, "run", "--games", "10", "--jobs", "1", "--out", "mine")
    answer = refused(capsys, "replay", "mine", "--game", "1", "--game", "eoc")
    assert "The run was played with the game counter, not with eoc." in answer
    answer = refused(capsys, "replay", "mine", "--game", "1")
    assert f"names the game counter of {COUNTER}, which is neither built in nor" in answer
    assert answer.endswith(f"eoc-sim replay mine --game 1 --game {COUNTER}\n")
    answer = refused(capsys, "replay", "mine", "--game", "1", "--game", COUNTER)
    assert "The game counter has no traces to replay." in answer
    answer = refused(capsys, "run", "--games", "10", "--out", "mine", "--resume")
    assert (
        f"was played with the game counter, not with eoc; add --game {COUNTER} to resume it"
        in answer
    )
    assert "rounded up" not in answer, "refused before anything is announced"


def test_a_run_with_another_schema_is_bad_input(capsys):
    output(capsys, "run", "--games", "10", "--jobs", "1", "--out", "mine")
    record = json.loads(Path("mine/run.json").read_text())
    del record["checksum"]
    write_run_file(Path("mine"), {**record, "schema": 2})
    for command in (
        ["report", "mine"],
        ["replay", "mine", "--game", "1"],
        ["run", "--out", "mine", "--resume", "--game", COUNTER],
    ):
        answer = refused(capsys, *command)
        assert "has schema 2; this version of eoc-sim reads schemas 3 and 4." in answer


def test_replay_takes_a_number_and_a_name():
    assert number_and_name(["17"]) == (17, None)
    assert number_and_name(["eoc", " 3 "]) == (3, "eoc")
    for values, words in (
        (["1", "2"], "two numbers, 1 and 2"),
        (["1", "eoc", "chess"], "two names, eoc and chess"),
        (["eoc"], "--game eoc is not a number"),
        (["-1"], "--game -1 should be 0 or more"),
    ):
        with pytest.raises(InputError, match=words):
            number_and_name(values)


@pytest.mark.slow
def test_replay_plays_eoc_if_no_game_is_named(folder: Path):
    arguments = ("replay", "--game", "7", "--seats", "random,random", "--format", "jsonl")
    unnamed, named = (
        call_in_subprocess(folder, *arguments),
        call(folder, *arguments, "--game", "eoc"),
    )
    assert (unnamed.returncode, named.returncode) == (0, 0), unnamed.stderr + named.stderr
    assert unnamed.stdout == named.stdout


ROOT = Path(__file__).parents[2]
FOLDERS = (
    *("analysis", "reports", "reports/charts", "reports/folders", "reports/sections"),
    *("eoc_sim", "eoc_sim/cli", "eoc_sim/cli/printing", "eoc_sim/commands"),
    *("simulator/kernel", "simulator/runs", "simulator/runs/checks"),
)
"""Folders with the code that serves every game."""
SHARED = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).glob("*.py")
    # Exceptions: the program's own help names the games, strategies belong to a game, and the
    # run files of the previous release mention months.
    if path.relative_to(ROOT).as_posix()
    not in (
        *("eoc_sim/cli/__init__.py", "eoc_sim/cli/strategies.py"),
        "simulator/runs/earlier_run_file.py",
    )
)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def own_words() -> set[str]:
    """Collect the units, names and columns that are peculiar to Envelopes of Cash."""
    words = EOC.declaration.words
    columns = [column for table in EOC.tables.values() for column in table]
    own_names = {column.name for column in columns if "_" in column.name} - set(ROLES)
    own_names -= set(standing_fields(1))
    own_names |= {column.unit for column in columns} - {"", "game", "seat"}
    # "May" begins many sentences.
    own_names |= {*words.round_names[1:], words.automaton, "Bubba", *EOC.default_seats} - {"May"}
    return own_names


@pytest.mark.parametrize("path", SHARED, ids=name)
def test_shared_code_contains_no_words_of_one_game(path: Path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not [module for module in modules if module.startswith("eoc_sim.simulator.eoc")]
    texts = " ".join(
        re.sub(r">>> .*(\n *\S.*)*", "", node.value)  # without doctests
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    # The help may show what a key looks like, as in card.038.stars=4.
    texts = re.sub(r"\b(card\.)?\d{3}\.\w+=", "", texts)
    assert not set(re.findall(r"\w+", texts)) & own_words()


def test_the_forbidden_words_can_be_found():
    assert {"stars", "EC", "BB", "March", "bubba", "vegas", "recruits_signed"} <= own_words()
