"""Test the commands that stop when their question is answered, and the ``plan`` command."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from unittest import mock

import pytest

from eoc_sim.cli import run_command_line

COUNTER = ("--game", "runs.counter_game", "--jobs", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Return the lines that a successful command line prints."""
    with mock.patch("sys.argv", ["eoc-sim", *arguments, *COUNTER]):
        code = run_command_line([*arguments, *COUNTER])
    answer = capsys.readouterr()
    assert code == 0, answer.err
    return answer.out.splitlines()


def record(folder: str) -> dict[str, object]:
    read: dict[str, object] = json.loads(Path(folder, "run.json").read_text())
    return read


def test_a_comparison_stops_when_it_is_decided(capsys):
    lines = output(capsys, "compare", "current", "rules.bonus=9")
    stopped_record = record("results/compare-1")
    assert stopped_record["sequential"] is True and stopped_record["planned_games"] == 10_000
    assert 1000 <= int(str(stopped_record["games"])) < 200_000
    assert lines[0] == ("A: current. B: rules.bonus=9. B differs from A by: rules.bonus: 0 -> 9.")
    rows = [line.split() for line in lines if line.startswith(("bold", "shy"))]
    assert [row[0] for row in rows] == ["bold", "shy", "bold", "shy"]
    assert not any("not decided" in line for line in lines)
    assert any(
        line.startswith("Stopped after ")
        and line.endswith(": every change in wins and scores is decided.")
        for line in lines
    )
    assert lines[-1] == f"Report: {Path('results/compare-1/report.html')}"
    again = output(
        capsys,
        "compare",
        "current",
        "rules.bonus=9",
        "--out",
        "results/compare-1",
        "--resume",
        "--quiet",
    )
    assert again[-1] == lines[-1] and record("results/compare-1") == stopped_record


@pytest.mark.slow
def test_a_comparison_of_two_changed_versions(capsys):
    lines = output(
        capsys,
        "compare",
        "rules.bonus=9 card.001.stars=4",
        "rules.bonus=0",
        "--games",
        "1000",
    )
    assert "card.001.stars: 4 -> 3" in lines[0]
    assert record("results/compare-1")["games"] == 1000
    name = "A (rules.bonus=9 card.001.stars=4)"
    assert record("results/compare-1")["arms"][0]["label"] == name  # type: ignore[index]
    page = Path("results/compare-1/report.html").read_text(encoding="utf-8")
    assert f"played under {name} and again" in page and "current rules" not in page
    output(capsys, "compare", "card.001.stars=3", "rules.bonus=1", "--games", "1000")
    assert record("results/compare-2")["arms"][0]["label"] == "baseline"  # type: ignore[index]


def test_versions_that_play_alike_are_recognised_at_once(capsys):
    """If no game differs, the upper bound on the share of games that could differ is soon low."""
    lines = output(capsys, "compare", "current", "card.002.stars=9")
    assert record("results/compare-1")["games"] in (1000, 1416)
    rows = [line for line in lines if line.startswith(("bold", "shy"))]
    assert len(rows) == 4 and all("no change that matters" in row for row in rows)


def test_questions_still_open_at_the_limit_are_not_decided(capsys):
    lines = output(capsys, "compare", "current", "rules.bonus=1", "--games", "1200")
    assert record("results/compare-1")["games"] == 1200
    assert any(
        line.startswith("Not decided within the limit of 1 200 games per version.")
        for line in lines
    )


@pytest.mark.slow
def test_a_precise_run_and_a_precise_sweep(capsys):
    lines = output(capsys, "run", "--precision", "2.5")
    assert any(
        re.fullmatch(r"Stopped after [\d ]+ games: all wins are known to \+-2\.5 in 100\.", line)
        for line in lines
    )
    lines = output(capsys, "sweep", "--vary", "rules.bonus=5,9", "--precision", "2.5")
    assert any(
        line.startswith("Stopped after ") and "every change is known to +-2.5 wins in 100" in line
        for line in lines
    )
    for folder in ("results/run-1", "results/sweep-1"):
        assert record(folder)["sequential"] is True
        assert int(str(record(folder)["games"])) < 20_000
    assert run_command_line(["report", "results/run-1"]) == 0


def test_a_run_is_not_resumed_with_another_question(capsys):
    """A resumed run keeps its original goal, whether a decision or a precision."""
    arguments = [
        "compare",
        "current",
        "rules.bonus=9",
        "--games",
        "1000",
        "--out",
        "asked",
        "--quiet",
    ]
    output(capsys, *arguments)
    first_record = record("asked")
    assert first_record["question"] == "every change in wins and scores is decided"
    for more, words in (
        (("--precision", "1"), "not to play until every change is known to +-1 wins in 100"),
    ):
        code = run_command_line([*arguments, "--resume", *more, *COUNTER])
        error = capsys.readouterr().err
        assert code == 2 and words in error and error.count("\n") == 1
    run = ["run", "--games", "1000", "--out", "known", "--quiet"]
    output(capsys, *run, "--precision", "9")
    for precision in ((), ("--precision", "8")):
        code = run_command_line([*run, "--resume", *precision, *COUNTER])
        error = capsys.readouterr().err
        assert code == 2 and "to play until all wins are known to +-9 in 100, not" in error
    output(capsys, *run, "--precision", "9", "--resume")
    assert record("asked") == first_record


def test_a_share_fixed_by_construction_has_no_interval(capsys):
    """If one strategy has every seat, its share is certain and has no interval."""
    options = ("--seats", "bold,bold")
    for command in (
        ["run"],
        ["sweep", "--vary", "rules.bonus=5"],
        ["plan", "--vary", "rules.bonus=5"],
        ["compare", "current", "rules.bonus=5"],
    ):
        code = run_command_line([*command, *options, "--precision", "2", *COUNTER])
        assert code == 2 and "bold has every seat" in capsys.readouterr().err
    for keep in ("none", "games,seats"):
        lines = output(capsys, "run", *options, "--games", "2000", "--keep", keep, "--quiet")
        (row,) = (line for line in lines if line.startswith("bold"))
        assert "50.0   by construction" in row
    lines = output(
        capsys, "sweep", *options, "--vary", "rules.bonus=5", "--games", "100", "--out", "s"
    )
    text = Path("s/report.html").read_text(encoding="utf-8")
    assert "50.0 to 50.0" not in text and "by construction" in text


def test_a_plan_names_the_command_that_finds_the_change(capsys):
    lines = output(capsys, "plan", "--vary", "rules.bonus=5,9", "--detect", "2", "--seed", "3")
    assert any(line.startswith("bonus 0 -> 5 ") for line in lines)
    command = shlex.split(lines[-1])
    assert command[:2] == ["eoc-sim", "sweep"] and "--detect" not in command
    assert command[2:10] == ["--vary", "rules.bonus=5,9", "--seed", "3", *COUNTER]
    games = int(command[command.index("--games") + 1])
    assert not Path("results").exists()
    lines_for_half_the_change = output(
        capsys, "plan", "--vary", "rules.bonus=5,9", "--detect", "1", "--seed", "3"
    )
    assert 3 * games < int(shlex.split(lines_for_half_the_change[-1])[-1]) <= 5 * games
    lines_of_plan = output(capsys, "plan", "--vary", "rules.bonus=5", "--precision", "1")
    assert "--precision 1 --games" in lines_of_plan[-1]
    assert run_command_line(command[1:]) == 0


def test_a_plan_names_no_number_where_no_run_is_long_enough(capsys):
    for option, words in (("--detect", "a larger change"), ("--precision", "a wider +-X")):
        lines = output(capsys, "plan", "--vary", "rules.bonus=5", option, "0.0001", "--seed", "3")
        text = "\n".join(lines)
        assert "more than 1 000 000 000" in text and words in text
        assert "500 000 0" not in text and "eoc-sim sweep" not in text


@pytest.mark.parametrize(
    ("arguments", "fragments"),
    [
        (["compare", "curent", "rules.hand=3"], ['"curent"', 'Did you mean "current"?']),
        (["compare", "current", "rules.hnad=3"], ['"hnad"', 'Did you mean "hand"?']),
        (["compare", "current", "rules.hand=2 rules.hand=3"], ["rules.hand is set twice"]),
        (["compare", "current", "current"], ["the same", "nothing to compare"]),
        (["compare", "current", ""], ["A version is empty"]),
        (["compare", "current", "seat.1='a"], ["quotation mark"]),
        (["compare", "current"], ["--help"]),
        (["compare", "current", "rules.hand=3", "--games", "500"], ["1 000 games"]),
        (["compare", "current", "rules.hand=3", "--keep", "games"], ["seats", "--keep"]),
        (["run", "--precision", "0"], ["--precision 0", "more than 0"]),
        (["run", "--precision", "x"], ["--precision"]),
        (["run", "--precisoin", "1"], ["--precision"]),
        (["sweep", "--vary", "rules.hand=3", "--precision", "51"], ["--precision 51"]),
        (["plan"], ["--vary", "--cards", "PLAN.toml"]),
        (["plan", "--vary", "rules.hand=3", "--detect", "0"], ["--detect 0"]),
        (["plan", "--vary", "rules.hand=3", "--games", "9"], ["leave --games out"]),
        (["comparee", "a", "b"], ['Did you mean "compare"?']),
    ],
)
def test_impossible_questions_are_refused_in_a_sentence(capsys, arguments, fragments):
    assert run_command_line(arguments) == 2
    answer = capsys.readouterr()
    assert answer.err.startswith("Error: ") and answer.err.count("\n") == 1
    for fragment in fragments:
        assert fragment in answer.err
    assert not Path("results").exists()


def test_an_extended_run_is_printed_as_in_the_report(capsys):
    """If seats are kept, the confidence sequence is intersected with the planned interval."""
    from eoc_sim.analysis.strategies import win_shares
    from eoc_sim.analysis.tables import Run

    def intervals(lines: list[str]) -> dict[str, str]:
        rows = (line.split() for line in lines)
        return {row[0]: " ".join(row[2:5]) for row in rows if row[:1] in (["bold"], ["shy"])}

    run = ("run", "--seats", "bold,shy,shy")
    output(capsys, *run, "--games", "3000", "--out", "kept")
    lines = output(capsys, *run, "--games", "3300", "--out", "kept", "--resume")
    expected = {
        row["label"]: f"{row['low']:.1f} to {row['high']:.1f}"
        for row in win_shares(Run("kept")).iter_rows(named=True)
    }
    assert intervals(lines) == expected
    output(capsys, *run, "--games", "3000", "--out", "bare", "--keep", "games")
    without_seats = intervals(
        output(capsys, *run, "--games", "3300", "--out", "bare", "--keep", "games", "--resume")
    )
    assert without_seats.keys() == expected.keys() and without_seats != expected
