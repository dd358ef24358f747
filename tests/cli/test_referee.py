"""Test ``eoc-sim referee``: exit codes, the first broken rule, files and pipes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli.process import Answer, call


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("referee")


@pytest.fixture(scope="module")
def trace(folder: Path) -> list[dict[str, Any]]:
    """Return the trace of a game in which card 038 is worth 6 stars instead of 5."""
    answer = call(
        folder,
        "replay",
        "--game",
        "7",
        "--seed",
        "4",
        "--change",
        "card.38.stars=6",
        "--seats",
        "hoarder,vegas,random",
        "--format",
        "jsonl",
    )
    (folder / "game.jsonl").write_text(answer.stdout)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def judge(folder: Path, trace: list[dict[str, Any]]) -> Answer:
    stdin = "\n".join(json.dumps(event) for event in trace)
    return call(folder, "referee", "-", "--card", "038.stars=6", stdin=stdin)


def changed(trace: list[dict[str, Any]], kind: str, **fields: Any) -> tuple[int, list[Any]]:
    """Change the first event of a kind; return its line number and the changed trace."""
    place = next(i for i, event in enumerate(trace) if event["e"] == kind)
    return place + 1, [*trace[:place], {**trace[place], **fields}, *trace[place + 1 :]]


def test_a_legal_game(folder, trace):
    answer = call(folder, "referee", "game.jsonl", "--card", "038.stars=6")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert (
        answer.stdout == f"No rule is broken: a complete game of 3 players in {len(trace)} lines.\n"
    )
    # Blank lines at the end, a byte order mark and Windows line endings are not faults.
    text = "\ufeff" + "\r\n".join(json.dumps(event) for event in trace) + "\r\n\r\n"
    assert call(folder, "referee", "-", "--card", "038.stars=6", stdin=text).returncode == 0


@pytest.mark.parametrize(
    ("kind", "fields", "rule"),
    [
        ("roll", {"dice": {"green": 7}}, "DIC-1"),
        ("sign", {"vmd": 3}, "ACT-7"),
        ("trade", {"bucks": 0}, "CUT-3"),
        ("market", {"bucks": 2}, "ACT-8"),
        ("draft", {"source": "sleeve"}, "DRA-2"),
        ("end_turn", {"score": 99}, "ACT-10"),
        ("final", {"winner": 9}, "SCO-6"),
    ],
)
def test_the_first_broken_rule_is_named(folder, trace, kind, fields, rule):
    line, corrupted = changed(trace, kind, **fields)
    answer = judge(folder, corrupted)
    assert (answer.returncode, answer.stderr) == (1, "")
    assert answer.stdout.startswith(f"The pipe, line {line}: {rule} is broken: {kind}")
    assert answer.stdout.count("\n") == 1


def test_the_place_of_an_invalid_line_is_named(folder, trace):
    place = next(i for i, event in enumerate(trace) if event["e"] == "trade")
    incomplete = {key: value for key, value in trace[place].items() if key != "give"}
    answer = judge(folder, [*trace[:place], incomplete, *trace[place + 1 :]])
    assert answer.returncode == 1
    assert "not a valid trace of Envelopes of Cash: trade of player" in answer.stdout
    assert "the field give is missing" in answer.stdout
    answer = judge(folder, trace[:100])
    assert answer.returncode == 1
    assert "line 101" in answer.stdout
    assert "the trace ends before the game does" in answer.stdout
    answer = judge(folder, [{**trace[0], "players": 3}, *trace[1:]])
    assert answer.returncode == 1
    assert "line 1: not a valid trace" in answer.stdout


def test_a_trace_played_with_other_cards_breaks_a_rule(folder, trace):
    answer = call(folder, "referee", "game.jsonl", "--card", "088.copies=2")
    assert answer.returncode == 1
    assert "line 1: RND-2 is broken" in answer.stdout


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        ("nowhere.jsonl", "", ["There is no file nowhere.jsonl."]),
        (".", "", [". is a folder"]),
        ("-", "", ["The pipe is empty"]),
        ("-", "\n\n", ["The pipe is empty"]),
        ("-", "{}\n", ["The pipe: line 1", "under the key e", "replay --format jsonl"]),
        ("-", '{"e": "setup"}\n\nx\n', ["The pipe: line 2 is empty"]),
        ("-", "7 of clubs\n", ["The pipe: line 1 is not JSON"]),
        ("- --data nowhere", "", ["nowhere"]),
        ("- --card 038.star=2", "", ['Did you mean "stars"?']),
        ("- --card 038=2", "", ["--card", "NUMBER.COLUMN=VALUE"]),
        ("- --card 038.stars=2 --change card.38.stars=2", "", ["card.038.stars is set twice"]),
        ("- --change rules.hand=2", "", ["is not a component's key", "coach.NO.COLUMN"]),
    ],
)
def test_bad_input(folder, arguments, stdin, words):
    answer = call(folder, "referee", *arguments.split(), stdin=stdin)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.count("\n") == 1
    for word in words:
        assert word in answer.stderr


def test_a_trace_of_stadium(folder):
    """The trace itself names its game."""
    answer = call(
        folder,
        "replay",
        "--game",
        "stadium",
        "--game",
        "5",
        "--seats",
        "random,random,random",
        "--format",
        "jsonl",
    )
    lines = answer.stdout.splitlines()
    output = call(folder, "referee", "-", stdin=answer.stdout)
    assert (output.returncode, output.stderr) == (0, "")
    assert (
        output.stdout == f"No rule is broken: a complete game of 3 owners in {len(lines)} lines.\n"
    )
    events = [json.loads(line) for line in lines]
    number, broken = changed(events, "salaries", due=99)
    output = call(folder, "referee", "-", stdin="\n".join(json.dumps(event) for event in broken))
    assert output.returncode == 1
    assert output.stdout.startswith(f"The pipe, line {number}: GAM-2 is broken: ")


def test_a_trace_of_another_game_is_refused(folder, trace):
    stdin = "\n".join(json.dumps(event) for event in trace)
    output = call(folder, "referee", "-", "--game", "stadium", stdin=stdin)
    assert output.returncode == 2
    assert "is a trace of Envelopes of Cash, not of Stadium" in output.stderr
    output = call(folder, "referee", "-", "--game", "stadum", stdin=stdin)
    assert output.returncode == 2
    assert 'Did you mean "stadium"?' in output.stderr
