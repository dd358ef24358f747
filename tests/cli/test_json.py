"""Commands answer in JSON that conforms to the published schema."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from cli.process import Answer, call, without_pictures
from cli.test_fuzzing import options
from jsonschema import Draft202012Validator

from eoc_sim.cli import COMMANDS, answer, group
from eoc_sim.reports.notebook_run import LoadedRun

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "docs" / "reference" / "json.schema.json"
GAME_OPTION = "--game eoc_sim.example_game"
PLAY_OPTIONS = f"{GAME_OPTION} --games 24 --out out"
TRACE = "trace.jsonl"

CASES = {
    "run": f"run {PLAY_OPTIONS} --who off",
    "sweep": f"sweep {PLAY_OPTIONS} --who off --vary card.gust.copies=2",
    "compare": (
        f"compare rules.second_gust=half current {GAME_OPTION} --games 1000 --out out --who off"
    ),
    "plan": f"plan {GAME_OPTION} --vary card.gust.copies=2 --precision 1",
    "variants": f"variants {PLAY_OPTIONS} --who off",
    "first-player": f"first-player {PLAY_OPTIONS} --who off",
    "tournament": f"tournament {GAME_OPTION} --games 240 --out out",
    "rules list": "rules list",
    "rules show": "rules show start_bucks",
    "report": "report played",
    "replay": "replay --game 0 --seed 3",
    "referee": f"referee {TRACE}",
    "strategies list": "strategies list",
    "strategies show": "strategies show vegas --games 0",
    "strategies new": "strategies new mine.py",
    "games list": "games list",
    "games new": "games new my_game.py",
    "history show": "history show",
    "history compare": f"history compare results/run-1 results/run-2 {GAME_OPTION}",
    "data check": "data check --games 0",
    "data words": "data words",
    "data export": "data export cards.csv",
}
SLOW = {
    "demo": "demo --games 24",
    "restrict": "restrict vegas --ban trade --games 24 --out out",
    "balance": f"balance {PLAY_OPTIONS} --who off --turn-order 60",
    "cards": "cards --games 24 --out out --who off",
    "timing": "timing --games 24 --out out --who off",
    "tune": f"tune careful {GAME_OPTION} --generations 1 --games 24 --out out",
    "exploit": f"exploit careful {GAME_OPTION} --generations 1 --games 24 --seeds 1 --out out",
    "strategies check": "strategies check vegas --games 1 --rules standard",
    "strategies learn": "strategies learn balanced --against random --games 240 --rounds 1",
    "games check": "games check eoc_sim.example_game --games 2",
    "bench": "bench --seconds 0.1",
    "warmup": "warmup",
}
"""Commands that take longer than a few seconds."""
WITHOUT_RESULT = (
    *("bench", "warmup", "data check", "data words", "games list"),
    *("strategies list", "strategies show"),
)


def run_line(folder: Path, line: str) -> Answer:
    return call(folder, *line.split())


def leaf_commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its name as typed."""
    context = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from (
                (f"{name} {subcommand}", inner) for subcommand, inner in command.commands.items()
            )
        else:
            yield name, command


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    """Return a validator for the published schema that allows no further fields."""
    schema = json.loads(SCHEMA.read_text())
    for object_schema in (schema, *schema["$defs"].values()):
        object_schema["additionalProperties"] = False
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.fixture
def ask_json(tmp_path: Path, validator: Draft202012Validator):
    """Return a function that asks for JSON and checks the answer against the schema."""

    def ask(line: str | list[str]) -> tuple[Answer, dict[str, Any]]:
        words = line.split() if isinstance(line, str) else line
        output = call(tmp_path, *words, "--format", "json")
        document = json.loads(output.stdout, parse_constant=pytest.fail)
        validator.validate(document)
        assert document["exit_code"] == output.returncode
        return output, document

    return ask


def test_every_command_has_json_or_a_reason():
    for name, command in leaf_commands():
        choices = [param.type.choices for param in command.params if "--format" in param.opts]
        if name in answer.WITHOUT_JSON:
            assert choices == []
        else:
            assert answer.JSON in choices[0], name
    assert {name for name, _ in leaf_commands()} == {*CASES, *SLOW, *answer.WITHOUT_JSON}


@pytest.mark.parametrize(
    ("name", "line"),
    [
        *CASES.items(),
        *(pytest.param(*case, marks=pytest.mark.slow, id=case[0]) for case in SLOW.items()),
    ],
)
def test_each_command_answers_without_an_error(ask_json, tmp_path: Path, name: str, line: str):
    if name == "report":
        run_line(tmp_path, f"run {GAME_OPTION} --games 24 --out played --who off")
    if name.startswith("history"):
        for _ in range(2):
            run_line(tmp_path, f"run {GAME_OPTION} --games 24 --who off")
    if name == "referee":
        trace = run_line(tmp_path, "replay --game 0 --format jsonl")
        (tmp_path / TRACE).write_text(trace.stdout)
    with without_pictures():
        output, document = ask_json(line)
    assert (output.returncode, document["error"], document["command"]) == (0, None, name)
    assert document["answer"]
    assert (document["result"] is None) == (name in WITHOUT_RESULT)


def test_numbers_equal_those_of_the_page(ask_json, tmp_path: Path):
    with without_pictures():
        _, document = ask_json(f"run {PLAY_OPTIONS} --who off --games 240")
        (run,) = document["result"]["runs"]
        findings = LoadedRun(tmp_path / "out").findings
        assert run["findings"] == findings.to_dicts()
        page = call(tmp_path, "report", "out").stdout
    for part in document["result"]["first_screen"]:
        for line in part["lines"]:
            assert line in page
    (table,) = (block for block in document["answer"] if isinstance(block, dict))
    for row, standing in zip(table["rows"], run["standings"], strict=True):
        assert row[0] == standing["strategy"]
        assert row[1] == round(standing["wins"], 1)
        assert row[2] == {"low": round(standing["low"], 1), "high": round(standing["high"], 1)}
        assert standing["all_low"] < standing["low"] < standing["high"] < standing["all_high"]
        assert row[-1] == standing["games"] == 240


def test_the_logged_command_line_omits_the_format(ask_json, tmp_path: Path):
    ask_json(f"run {PLAY_OPTIONS} --who off --seed 7")
    (session,) = json.loads((tmp_path / "out" / "log.json").read_text())["sessions"]
    assert session["command_line"][-2:] == ["--seed", "7"]


def test_a_replay_in_json_has_the_events_of_the_trace(ask_json, tmp_path: Path):
    output, document = ask_json("replay --game 2")
    lines = run_line(tmp_path, "replay --game 2 --format jsonl").stdout.splitlines()
    assert document["result"]["events"] == [json.loads(line) for line in lines]
    story = run_line(tmp_path, "replay --game 2").stdout.splitlines()
    assert document["answer"] == [line for line in story if line]
    assert output.stderr == ""


def test_a_broken_rule_is_an_answer_with_exit_code_1(ask_json, tmp_path: Path):
    trace = run_line(tmp_path, "replay --game 0 --format jsonl").stdout.splitlines()
    (tmp_path / TRACE).write_text("\n".join(trace[:3]))
    output, document = ask_json(f"referee {TRACE}")
    assert (output.returncode, document["error"]) == (1, None)
    assert document["result"]["keeps_rules"] is False
    assert document["answer"] == [document["result"]["sentence"]]


@pytest.mark.parametrize(
    ("line", "where", "nearest", "command"),
    [
        ("run --seats hoader,vegas", "--seats", "hoarder", "run"),
        ("run --sead 3", "--sead", "--seed", "run"),
        ("rnu", "", "run", ""),
        ("run --games -3", "--games", "", "run"),
        ("sweep --cards cards.csv", "cards.csv, row 2 (card 038), column stars", "", "sweep"),
        ("watch cards.csv", "--format", "", "watch"),
        ("rules shwo", "", "", "rules"),
    ],
)
def test_an_error_names_its_place(
    ask_json, tmp_path: Path, line: str, where: str, nearest: str, command: str
):
    if "cards.csv" in line:
        run_line(tmp_path, "data export cards.csv")
        header, *rows = (tmp_path / "cards.csv").read_text().splitlines()
        place = header.split(",").index("stars")
        cells = next(row.split(",") for row in rows if row.startswith("038,"))
        cells[place] = "many"
        (tmp_path / "cards.csv").write_text(f"{header}\n{','.join(cells)}\n")
    output, document = ask_json(line)
    error = document["error"]
    assert (output.returncode, error["kind"]) == (2, "input")
    assert (error["where"], error["nearest"], document["command"]) == (where, nearest, command)
    assert output.stderr == f"Error: {error['sentences'][0]}\n"


def test_two_dashes_before_a_command_change_nothing():
    answer = call(ROOT, "--", "games", "list", "--format", "json")
    assert json.loads(answer.stdout)["command"] == "games list"


def test_hostile_command_lines_have_json_too(ask_json, tmp_path: Path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    for number in range(40):
        words = [option for option in options(random.Random(number), tmp_path) if option != "--"]
        output, document = ask_json(words)
        assert output.returncode in (0, 2) and (document["error"] is None) == (
            output.returncode == 0
        )


def test_ctrl_c_and_internal_errors_are_answered_in_json_too(
    ask_json, monkeypatch: pytest.MonkeyPatch
):
    from eoc_sim.commands import run

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "play_run", stop)
    _, document = ask_json("run")
    assert (document["exit_code"], document["error"]["kind"]) == (130, "stopped")
    monkeypatch.setattr(run, "play_run", lambda *_: 1 / 0)
    _, document = ask_json("run")
    assert (document["exit_code"], document["error"]["kind"]) == (1, "internal")
    assert "ZeroDivisionError" in document["error"]["sentences"][0]


def test_the_schema_and_its_page_are_current():
    script = ROOT / "scripts" / "reference_json.py"
    output = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert output.returncode == 0, output.stdout
