"""Sequential runs play the same games despite any interruption."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from runs.counter_game import BASELINE, Hooks, counter_game

from eoc_sim.analysis.looks import schedule
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs import runner
from eoc_sim.simulator.runs.arms import Vary, compared_arms, vary_arms
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, play, play_until

LOOKS = (1000, 1420, 2000, 2820, 4000)
KEEP = ("games", "seats", "throws")


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(runner, "SHARD_GAMES", 1500)


def make_request(game, games=LOOKS[-1], tuned=3000):
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    return Request("sweep", arms, games, keep=KEEP, tuned_games=tuned)


def play_until_enough(path, min_games, *, game=None, jobs=1, resume=False, looks=LOOKS):
    """Play until a look has ``min_games`` games; return the outcome and each look's games."""
    calls = []

    def is_answered(run: Path) -> bool:
        assert load_run(run).complete
        calls.append(load_run(run).games)
        return calls[-1] >= min_games

    game = game or counter_game()
    directory = RunDirectory.claim(path, "sweep", resume=resume)
    play_games = partial(play, game, jobs=jobs)
    return play_until(play_games, make_request(game), directory, looks, is_answered), calls


def shards(path: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and file.name not in ("log.json", "run.json")
    }


@pytest.mark.parametrize("jobs", [1, 3])
def test_files_end_at_the_look_that_answers(tmp_path, jobs):
    """The files are the same as those of a run that plays exactly that look's number of games."""
    outcome, looks = play_until_enough(tmp_path / "run", 2000, jobs=jobs)
    assert looks == [1000, 1420, 2000]
    assert (outcome.games, outcome.games_played) == (2000, 4000), "no game was played twice"
    assert [standing.games for standing in outcome.standings] == [2000] * 4
    game = counter_game()
    play(game, make_request(game, 2000), RunDirectory.claim(tmp_path / "once", "sweep"))
    assert shards(tmp_path / "run") == shards(tmp_path / "once")
    records = [json.loads((tmp_path / name / "run.json").read_text()) for name in ("run", "once")]
    assert records[0] == records[1]
    (session,) = load_run(tmp_path / "run").log
    assert (session["games_played"], session["outcome"]) == (4000, "finished"), (
        "one session per command"
    )
    assert [records[0][key] for key in ("games", "planned_games", "sequential")] == [
        2000,
        3000,
        True,
    ]


@pytest.mark.parametrize("failing_game", [0, 1419, 1500, 1999])
def test_an_interrupted_run_ends_at_the_same_look(tmp_path, failing_game):
    def fail(first_game, games):
        if first_game <= failing_game < first_game + games:
            raise KeyboardInterrupt

    play_until_enough(tmp_path / "whole", 2500)
    with pytest.raises(KeyboardInterrupt):
        play_until_enough(tmp_path / "run", 2500, game=counter_game(Hooks(fail)))
    outcome, looks = play_until_enough(tmp_path / "run", 2500, resume=True)
    assert outcome.games == looks[-1] == 2820
    assert shards(tmp_path / "run") == shards(tmp_path / "whole")
    resumed, looks = play_until_enough(tmp_path / "run", 2500, resume=True)
    assert (resumed.games_played, looks) == (0, [2820]), "an answered question needs no more games"
    assert [entry["outcome"] for entry in load_run(tmp_path / "run").log] == [
        "interrupted",
        "finished",
        "finished",
    ]


def test_a_run_without_an_answer_ends_with_the_last_look(tmp_path):
    outcome, looks = play_until_enough(tmp_path / "run", 10_000)
    assert outcome.games == 4000 and looks == list(LOOKS)
    _, looks = play_until_enough(tmp_path / "run", 10_000, resume=True, looks=(*LOOKS, 5640))
    assert looks == [4000, 5640]
    with pytest.raises(InputError, match="can only grow"):
        play_until_enough(tmp_path / "run", 10_000, resume=True)


def test_a_planned_run_cannot_become_sequential(tmp_path):
    game = counter_game()
    play(game, make_request(game, 1000, tuned=None), RunDirectory.claim(tmp_path / "run", "sweep"))
    with pytest.raises(InputError, match="sequential = false, not true"):
        play_until_enough(tmp_path / "run", 2000, resume=True)


def test_looks_are_whole_rounds_and_end_with_the_maximum():
    for maximum, length in ((1000, 1), (1001, 2), (20_000, 24), (200_000, 120)):
        looks = schedule(maximum, length)
        assert all(look % length == 0 for look in looks)
        assert list(looks) == sorted(set(looks)) and looks[0] >= 1000
        assert 0 <= looks[-1] - maximum < length
    assert schedule(20_000, 24)[:-1] == schedule(200_000, 24)[: len(schedule(20_000, 24)) - 1]


def test_two_versions_differ_by_the_settings_of_both():
    game = counter_game()
    arms = compared_arms(
        game, BASELINE, [("card.1.stars", "4"), ("rules.bonus", "2")], [("rules.bonus", "5")]
    )
    assert [(change.key, change.old, change.new) for change in arms.arms[1].changes] == [
        ("card.001.stars", "4", "3"),
        ("rules.bonus", "2", "5"),
    ]
    with pytest.raises(InputError, match="the same"):
        compared_arms(game, BASELINE, [("rules.bonus", "5")], [("rules.bonus", "5")])
    with pytest.raises(InputError, match="set twice in one version"):
        compared_arms(game, BASELINE, [("rules.bonus", "5"), ("rules.bonus", "6")], [])
