"""Test ``eoc-sim tune`` on a tiny game with a known best value."""

from __future__ import annotations

import copy
import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from cli import tunable_game

from eoc_sim.cli import run_command_line
from eoc_sim.commands.search_folder import check_same
from eoc_sim.commands.tune import choose_parameters
from eoc_sim.errors import InputError
from eoc_sim.games import find

GAME = "cli.tunable_game"
TUNE = ("tune", "bold", "--against", "shy", "--game", GAME, "--games", "480", "--generations", "6")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tunable_game, "calls", [])
    return tmp_path


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = run_command_line(arguments)
    answer = capsys.readouterr()
    assert code == 0, answer.err
    return answer.out


def preset(folder: str) -> dict:
    return tomllib.loads(Path(folder, "bold_tuned.toml").read_text(encoding="utf-8"))


def test_the_search_finds_the_best_value_and_shows_the_gain(capsys):
    out = output(capsys, *TUNE, "--out", "x", "--generations", "12")
    preset_values = preset("x")
    assert preset_values["strategy"] == "bold"
    assert preset_values["parameters"]["lift"] == pytest.approx(7, abs=1)
    assert "off" not in preset_values["parameters"] and "loud" not in preset_values["parameters"]
    assert "not searched: loud, off." in out
    assert "95 % intervals, each on its own.\n\nThe tuned strategy is better: +" in out
    low, gain, high = (preset_values["evidence"]["gain_wins"][place] for place in (1, 0, 2))
    assert 0 < low < gain < high
    assert f"{gain:+.1f} wins in 100 (between {low:+.1f} and {high:+.1f})" in out
    assert "pips" in out and preset_values["evidence"]["gain_pips"][1] > 0
    assert "eoc-sim run --seats x/bold_tuned.toml,shy --game cli.tunable_game" in out


def test_the_result_does_not_depend_on_jobs_or_interruptions(capsys):
    output(capsys, *TUNE, "--out", "one", "--jobs", "1")
    output(capsys, *TUNE, "--out", "two", "--jobs", "2")
    output(capsys, *TUNE, "--out", "parts", "--generations", "2")
    tunable_game.interrupt_call(20)
    assert run_command_line([*TUNE, "--out", "parts", "--resume"]) == 130
    assert "The results so far are kept in parts." in capsys.readouterr().err
    generations = json.loads(Path("parts/tuning.json").read_text())["generations"]
    assert 2 <= len(generations) < 6
    tunable_game.calls[:] = []
    output(capsys, *TUNE, "--out", "parts", "--resume")
    states = [Path(name, "tuning.json").read_bytes() for name in ("one", "two", "parts")]
    assert states[0] == states[1] == states[2]
    results = [preset(name) for name in ("one", "two", "parts")]
    for result in results:
        del result["evidence"]["command"]
    assert results[0] == results[1] == results[2]


def test_another_seed_is_another_search(capsys):
    output(capsys, *TUNE, "--out", "one")
    output(capsys, *TUNE, "--out", "two", "--seed", "2")
    assert preset("one")["parameters"] != preset("two")["parameters"]


def test_a_search_without_gain_is_reported_as_not_decided(capsys):
    out = output(capsys, *TUNE, "--only", "tilt", "--out", "x")
    assert "It is undecided whether the tuned strategy is better: +0.0 wins in 100" in out


def test_whole_numbers_stay_whole_and_fixed_values_stay_fixed(capsys):
    output(capsys, *TUNE, "--only", "tilt,off", "--fix", "lift=7", "--out", "x")
    preset_values = preset("x")["parameters"]
    assert preset_values["lift"] == 7
    assert float(preset_values.get("tilt", 5)).is_integer()
    assert preset_values.get("off", 0) < 3


def test_the_score_has_the_games_own_name(capsys):
    out = output(capsys, *TUNE, "--for", "pips", "--only", "lift", "--out", "x")
    assert "Tuning bold for pips (minus a quarter of the others' total)" in out
    assert preset("x")["parameters"]["lift"] == pytest.approx(7, abs=1)


def test_rivals_default_to_the_usual_line_up(capsys):
    out = output(capsys, "tune", "shy", "--game", GAME, "--games", "480", "--generations", "1")
    assert "The rivals are bold, from the usual line-up. --against names others" in out
    out = output(capsys, "tune", "new", "--game", GAME, "--games", "480", "--generations", "1")
    assert "The rivals are bold, from the usual line-up" in out
    assert "for wins against bold:" in out


def test_the_searchs_games_are_not_those_of_runs_or_comparisons(capsys):
    output(capsys, *TUNE, "--out", "x")
    searched_games = [call for call in tunable_game.calls if call < 1_500_000_000]
    assert min(searched_games) == 1_000_000_000
    compared_games = [call for call in tunable_game.calls if call >= 1_500_000_000]
    assert compared_games and max(compared_games) < 2_000_000_000
    first_games = [
        generation["first_game"]
        for generation in json.loads(Path("x/tuning.json").read_text())["generations"]
    ]
    assert first_games == sorted(set(first_games))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("tune bold --against ,", "has an empty seat"),
        ("tune bold --against shy,shy,shy,shy", "The game has 2 to 4 players, not 5."),
        ("tune bold --against shy --only lfit", 'no parameter "lfit"; it has lift, tilt, loud,'),
        ("tune bold --against shy --only lfit", 'Did you mean "lift"?'),
        ("tune bold --against shy --fix lift=11", "--fix lift=11 is not between 0 and 10."),
        ("tune bold --against shy --fix tilt=1.5", "--fix tilt=1.5 is not a whole number"),
        ("tune bold --against shy --fix lift", "should be KEY=VALUE"),
        ("tune bold --against shy --only lift --fix lift=1", "in both --only and --fix"),
        ("tune bold --against shy --only lift,lift", "--only names lift twice."),
        (
            "tune bold --against shy --fix lift=1 --fix tilt=1",
            "--fix sets all that could be",
        ),
        ("tune bold --against shy --for stars", "--for stars should be wins or pips."),
        ("tune bold --against shy --minutes 0", "--minutes 0 should be more than 0"),
        ("tune bold --against shy --generations 0", "--generations 0 should be between 1"),
        ("tune bold --against shy --jobs 0", "--jobs 0 should be 1 or more"),
        ("tune bold --against shy --resume", "--resume needs --out DIR"),
        ("tune bold --against shy --resume --out none", "There is no folder none"),
    ],
)
def test_bad_input(arguments, words, capsys):
    assert run_command_line([*arguments.split(), "--game", GAME]) == 2
    answer = capsys.readouterr().err
    assert answer.startswith("Error: ") and answer.count("\n") == 1
    assert words in answer
    assert not Path("results").exists()


def test_naming_parameters_is_proposed_only_if_the_strategy_has_any():
    bold = tunable_game.strategy("bold")
    off = tunable_game.DECLARED[-1]
    with pytest.raises(InputError, match=r"has no parameter to search by default; --only can name"):
        choose_parameters(replace(bold, declarations=(off,)), None, {})
    with pytest.raises(InputError, match=r"has no parameter to search\.$"):
        choose_parameters(replace(bold, declarations=()), None, {})


def test_a_game_without_parameters_says_so(capsys):
    arguments = ("tune", "bold", "--against", "shy", "--game", "runs.counter_game")
    assert run_command_line(arguments) == 2
    assert "has no strategies with parameters" in capsys.readouterr().err


def test_foreign_folders_are_left_alone(capsys):
    Path("mine").mkdir()
    Path("mine/diary.txt").write_text("dear diary")
    for option in ((), ("--fresh",), ("--resume",)):
        assert run_command_line([*TUNE, "--out", "mine", *option]) == 2
    assert [path.name for path in Path("mine").iterdir()] == ["diary.txt"]


@pytest.mark.parametrize("command", [TUNE, ("exploit", "bold", *TUNE[4:], "--seeds", "1")])
def test_a_finished_search_is_resumed_without_playing(command, capsys, monkeypatch):
    """Games are played again only after a change or damage."""
    resumed = (*command, "--out", "x", "--resume")
    first = output(capsys, *command, "--out", "x")
    files = {path: path.read_bytes() for path in Path("x").glob("[!.]*")}
    tunable_game.calls[:] = []
    again = output(capsys, *resumed)
    assert tunable_game.calls == [] and first.endswith(again)
    assert {path: path.read_bytes() for path in Path("x").glob("[!.]*")} == files
    for change in ("another release", "damage", "no preset", "more games"):
        with monkeypatch.context() as patch:
            if change == "another release":
                patch.setattr("eoc_sim.commands.search_ending.source_hash", lambda game: "other")
            elif change == "damage":
                Path("x/ending.npz").write_bytes(b"PK")
            elif change == "no preset":
                (preset_file,) = Path("x").glob("*.toml")
                preset_file.unlink()
            more = ("--games", "720") if change == "more games" else ()
            tunable_game.calls[:] = []
            output(capsys, *resumed, *more)
            assert tunable_game.calls, change


def test_a_search_is_resumed_only_for_the_same_question(capsys):
    output(capsys, *TUNE, "--out", "x")
    assert run_command_line([*TUNE, "--out", "x"]) == 2
    capsys.readouterr()
    for other, key in (
        (("--seed", "2"), "seed"),
        (("--fix", "tilt=3"), "set of fixed parameters (--fix)"),
        (("--for", "score"), "goal (--for)"),
    ):
        assert run_command_line([*TUNE, "--out", "x", "--resume", *other]) == 2
        assert f"with a different {key}." in capsys.readouterr().err
    output(capsys, *TUNE, "--out", "x", "--fresh", "--seed", "2")


def test_a_search_is_resumed_only_with_the_same_players():
    seats = [{"spec": "bold", "hash": "1"}, {"spec": "shy", "hash": "1"}]
    earlier, later = ({"version": {"seats": copy.deepcopy(seats)}} for _ in range(2))
    check_same(Path("x"), earlier, later, find("eoc").declaration.words)
    later["version"]["seats"][1]["hash"] = "2"
    message = (
        "The strategy shy has changed since the search in x began.* eoc-sim 0.1.0, which began it"
    )
    with pytest.raises(InputError, match=message):
        check_same(Path("x"), earlier, later, find("eoc").declaration.words)
