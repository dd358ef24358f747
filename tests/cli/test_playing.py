"""Test the commands that play a few games."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from cli.process import Answer, call

from eoc_sim.simulator.kernel import strategy_sources
from eoc_sim.strategies import eoc as shipped

ENDLESS_STRATEGY = """
def act(table, me, params, order):
    order.colour = 0
    order.number = 1
    return {answer}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("playing")


@pytest.fixture(scope="module")
def sweep(folder: Path) -> Answer:
    """Run a small sweep once, and return its output for several tests."""
    return call(
        folder,
        "sweep",
        "--vary",
        "card.038.stars=1,5",
        "--games",
        "5",
        "--jobs",
        "1",
        "--seats",
        "hoarder,random",
    )


def test_a_sweep_states_its_games_and_results(sweep, folder: Path):
    assert sweep.returncode == 0, sweep.stderr
    lines = sweep.stdout.splitlines()
    assert "038 Analytics Nerd: stars 5 -> 1" in lines
    assert any("card.038.stars=5 equals the current rules" in line for line in lines)
    assert any("5 games are rounded up to 6" in line for line in lines)
    assert any("2 versions x 6 games" in line and "wins in 100" in line for line in lines)
    assert any("Seed 1." in line for line in lines)
    assert any("fair: 50" in line for line in lines)
    assert any(line.startswith("current rules") for line in lines)
    assert lines[-1] == f"Report: {Path('results/sweep-1/report.html')}"
    assert (folder / "results" / "sweep-1" / "report.html").is_file()
    assert "\x1b" not in sweep.stdout + sweep.stderr


def test_a_report_can_be_made_again(sweep, folder: Path):
    answer = call(folder, "report", "results/sweep-1")
    assert answer.returncode == 0, answer.stderr
    assert "report.html" in answer.stdout


def test_a_foreign_report_is_left_alone(sweep, folder: Path):
    report = folder / "results" / "sweep-1" / "report.html"
    ours = report.read_text()
    report.write_text("<p>mine</p>")
    answer = call(folder, "report", "results/sweep-1")
    assert answer.returncode == 2
    assert report.read_text() == "<p>mine</p>"
    report.write_text(ours)


def test_a_runs_replay_is_the_played_game(sweep, folder: Path):
    import polars as pl

    answer = call(
        folder,
        "replay",
        "results/sweep-1",
        "--game",
        "3",
        "--arm",
        "card.038.stars=1",
        "--format",
        "jsonl",
    )
    assert answer.returncode == 0, answer.stderr
    events = [json.loads(line) for line in answer.stdout.splitlines()]
    assert events[0]["e"] == "setup" and events[0]["game"] == 3
    seats = pl.read_parquet(folder / "results" / "sweep-1" / "seats" / "arm0001-00000.parquet")
    scores = seats.filter(pl.col("game") == 3).sort("seat")["score"].to_list()
    assert [player["score"] for player in events[-1]["players"]] == scores


@pytest.mark.slow
def test_any_component_is_changed_played_shown_and_judged(folder: Path):
    """Keys for sheets other than cards work in the baseline and in a version of a plan."""
    gambler = ("coach.HC8.effect", "always: 3 free_bets")
    places = ("state.Washington.value=4", "state.Oregon.value=5")
    (folder / "sheets.toml").write_text(
        f'[baseline]\nchange = {{ "coach.8.effect" = "{gambler[1]}" }}\n'
        '[[vary]]\nkey = "board.1.position5"\nvalues = ["OL"]\n[[arm]]\nlabel = "places"\n'
        'changes = { "state.washington.value" = 4, state.oregon.value = 5 }\n'
    )
    answer = call(
        folder,
        "sweep",
        "sheets.toml",
        "--games",
        "2",
        "--jobs",
        "1",
        "--seats",
        "hoarder,random",
        "--out",
        "sheets",
    )
    assert answer.returncode == 0, answer.stderr
    assert "Board B1: position5 LB -> OL" in answer.stdout
    assert "places: Oregon: value 4 -> 5; Washington: value 5 -> 4" in answer.stdout
    assert "B1 position5 LB\xa0→\xa0OL" in (folder / "sheets" / "report.html").read_text()
    trace = call(
        folder, "replay", "sheets", "--game", "1", "--arm", "places", "--format", "jsonl"
    ).stdout
    changes = [word for change in ("=".join(gambler), *places) for word in ("--change", change)]
    assert call(folder, "referee", "-", *changes, stdin=trace).returncode == 0
    assert call(folder, "referee", "-", stdin=trace).returncode == 1


@pytest.mark.slow
def test_seats_are_the_same_in_a_run_its_versions_its_extension_and_its_replays(folder: Path):
    """A balanced run plays complete rounds, each with one game per permutation of the line-up.

    Every round has the permutations in the same order.
    """
    import polars as pl

    line_up = ("random", "vegas", "balanced")
    sweep = (
        "sweep",
        "--vary",
        "card.038.copies=0",
        "--seats",
        ",".join(line_up),
        "--jobs",
        "1",
        "--out",
        "seated",
    )
    first = call(folder, *sweep, "--games", "2")
    assert first.returncode == 0, first.stderr
    assert (
        "2 games are rounded up to 6, so that every strategy sits in every seat and next to "
        "every other strategy equally often."
    ) in first.stdout.splitlines()
    other = call(folder, *sweep, "--games", "6", "--resume", "--seating", "rotate")
    assert other.returncode == 2 and "seating = balanced, not rotate" in other.stderr
    more = call(folder, *sweep, "--games", "7", "--resume")
    assert more.returncode == 0, more.stderr
    record = json.loads((folder / "seated" / "run.json").read_text())
    assert (record["planned_games"], record["games"], record["seating"]) == (6, 12, "balanced")
    assert "next to everyone else, equally often" in (folder / "seated" / "report.html").read_text()
    for arm, label in enumerate(("baseline", "card.038.copies=0")):
        rows = pl.read_parquet(folder / "seated" / "seats" / f"arm{arm:04d}-00000.parquet")
        for game, expected in enumerate(permutations(range(3))):
            for number in (game, game + 6):
                seats = rows.filter(pl.col("game") == number).sort("seat")["strategy"]
                assert tuple(seats) == expected
        replay = call(
            folder, "replay", "seated", "--game", "9", "--arm", label, "--format", "jsonl"
        )
        players = json.loads(replay.stdout.splitlines()[0])["players"]
        assert [player["strategy"] for player in players] == [line_up[n] for n in (1, 2, 0)]


def test_replay_reads_like_a_story(folder: Path):
    answer = call(folder, "replay", "--game", "7", "--seats", "vegas,balanced", "--seed", "4")
    assert answer.returncode == 0, answer.stderr
    text = answer.stdout
    assert text.startswith("Game 7, seed 4\n")
    for words in ("MARCH (", "FEBRUARY (", "The dice: green ", " drafts ", "FINAL SCORES"):
        assert words in text


def test_replay_refuses_a_game_or_version_that_was_not_played(sweep, folder: Path):
    answer = call(folder, "replay", "results/sweep-1", "--game", "6")
    assert answer.returncode == 2 and "games 0 to 5" in answer.stderr
    answer = call(folder, "replay", "results/sweep-1", "--game", "1", "--arm", "card.038.stars=2")
    assert answer.returncode == 2 and 'Did you mean "card.038.stars=' in answer.stderr


@pytest.mark.parametrize(
    "command",
    [
        "run",
        "sweep --vary card.038.stars=3",
        "compare current card.038.stars=3",
        "variants vmd=off",
        "cards",
        "timing",
        "first-player",
        "tournament",
    ],
)
def test_missing_runs_are_not_resumed(folder: Path, command):
    (folder / "right-name").mkdir(exist_ok=True)
    answer = call(folder, *command.split(), "--games", "1000", "--out", "rigth-name", "--resume")
    assert answer.returncode == 2 and "right-name" in answer.stderr
    assert answer.stderr.count("\n") == 1 and not (folder / "rigth-name").exists()


def test_the_out_folder_is_kept_resumed_and_replaced(folder: Path):
    run = ("run", "--seats", "random,random", "--jobs", "1", "--out", "mine")
    first = call(folder, *run, "--games", "2")
    assert first.returncode == 0, first.stderr
    seats = folder / "mine" / "seats" / "arm0000-00000.parquet"
    before = seats.read_bytes()
    again = call(folder, *run, "--games", "2")
    assert again.returncode == 2 and "--resume" in again.stderr
    assert seats.read_bytes() == before
    other = call(folder, *run, "--games", "2", "--resume", "--seed", "2")
    assert other.returncode == 2 and "seed" in other.stderr
    assert not other.stdout  # it is refused before anything is compiled, announced or played
    assert seats.read_bytes() == before
    more = call(folder, *run, "--games", "4", "--resume")
    assert more.returncode == 0, more.stderr
    whole = call(folder, *run[:-1], "whole", "--games", "4")
    assert whole.returncode == 0
    whole_seats = folder / "whole" / seats.relative_to(folder / "mine")
    assert seats.read_bytes() == whole_seats.read_bytes()
    fresh = call(folder, *run, "--games", "2", "--fresh")
    assert fresh.returncode == 0, fresh.stderr
    assert seats.read_bytes() == before


def test_keep_none_and_quiet(folder: Path):
    answer = call(
        folder,
        "run",
        "--seats",
        "random,random",
        "--games",
        "2",
        "--keep",
        "none",
        "--quiet",
        "--out",
        "none",
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr == ""
    assert answer.stdout.startswith("strategy")
    assert answer.stdout.splitlines()[0].split().count("between") == 2, "for wins and for stars"
    assert {path.parent.name for path in (folder / "none").rglob("*.parquet")} == {"dims", "sums"}


def test_an_endless_turn_names_strategy_game_month_and_action(folder: Path):
    (folder / "endless.py").write_text(ENDLESS_STRATEGY.format(answer="11"))
    answer = call(folder, "run", "--seats", "endless.py,random", "--games", "2", "--out", "endless")
    assert answer.returncode == 2
    for words in ("endless", "endless.py, line 2", "game 0", "March", "ACT-0"):
        assert words in answer.stderr


def test_solo_shows_bubbas_scores_beside_the_expected_ones(folder: Path):
    """SOLO-5: Bubba's scores have an expected range."""
    arguments = ("run", "--rules", "solo", "--games", "6", "--jobs", "1", "--quiet")
    answer = call(folder, *arguments)
    assert answer.returncode == 0, answer.stderr
    assert any(line.startswith("bubba") for line in answer.stdout.splitlines())
    assert (
        "The rulebook expects Bubba to score more than 150 and up to 200 stars. He does so in "
        in answer.stdout
    )
    from_sums = call(folder, *arguments, "--keep", "none")
    message = "expects Bubba to score more than 150 and up to 200"
    (line,) = (line for line in answer.stdout.splitlines() if message in line)
    assert line in from_sums.stdout.splitlines()


@pytest.mark.slow
def test_a_run_is_resumed_only_with_unchanged_strategies(folder: Path, monkeypatch):
    """Resuming and replaying are refused until a strategy's edited import is restored."""
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(shipped, "__path__", [*shipped.__path__, str(folder)])
    (folder / "imports.py").write_text(
        "from eoc_sim.strategies.eoc.imports_shipped import NOTHING\n"
        "from imports_own import ACTION\n\n"
        "def act(table, me, params, order):\n    return ACTION + NOTHING\n"
    )
    helpers = {"imports_own.py": "ACTION = 0\n", "imports_shipped.py": "NOTHING = 0\n"}
    for name, text in helpers.items():
        (folder / name).write_text(text)
    run = ("run", "--seats", "imports.py,random", "--jobs", "1", "--out", "imports")
    first = call(folder, *run, "--games", "2")
    assert first.returncode == 0, first.stderr
    before = (folder / "imports" / "run.json").read_bytes()
    for name, text in helpers.items():
        (folder / name).write_text(f"{text}# edited\n")
        strategy_sources._with_imports.cache_clear()  # as in the next process
        for command in (
            (*run, "--games", "4", "--resume"),
            ("replay", "imports", "--game", "1", "--trust"),
        ):
            answer = call(folder, *command)
            assert answer.returncode == 2 and not answer.stdout
            assert f"The strategy imports.py has changed ({name}) since" in answer.stderr
        (folder / name).write_text(text)
        strategy_sources._with_imports.cache_clear()
    assert (folder / "imports" / "run.json").read_bytes() == before
    more = call(folder, *run, "--games", "4", "--resume")
    assert more.returncode == 0, more.stderr
