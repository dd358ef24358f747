"""The duration of a run is predicted from similar runs on the same computer."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from cli.process import call
from runs.counter_game import BASELINE, counter_game

from eoc_sim.analysis.looks import Look
from eoc_sim.commands import announcing, speeds
from eoc_sim.commands.announcing import FEW_PAIRS, announcement
from eoc_sim.simulator.runs import pilot
from eoc_sim.simulator.runs.arms import Vary, baseline_arms, vary_arms
from eoc_sim.simulator.runs.runner import Outcome, Request

GAME = counter_game()
REQUEST = Request("run", baseline_arms(GAME, BASELINE), 20_000, keep=("games", "seats"))
PILOT = pilot.Pilot(60.0, (pilot.Differences(1, 0, 240, 0.0, 24.0, 24),))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a separate file of speeds, whose folder does not exist yet."""
    file = tmp_path / "cache" / speeds.FILE
    monkeypatch.setattr(speeds, "speeds_file", lambda: file)
    return file


def outcome(speed: float, seconds: float = 60.0) -> Outcome:
    return Outcome(Path("run"), 20_000, 20_000, seconds, (), speed)


def test_the_highest_of_the_last_speeds_is_expected(file: Path):
    kind = speeds.kind_of_work(GAME, REQUEST, 2)
    assert speeds.expected_speed(kind) is None
    # The first of six is forgotten; the slow runs also compiled or ran alongside other work.
    for speed in (9000.0, 1.0, 100.0, 300.0, 2.0, 150.0):
        speeds.remember_speed(kind, outcome(speed))
    assert speeds.expected_speed(kind) == 300.0
    speeds.remember_speed(kind, outcome(400.0, seconds=0.5))  # too short to tell
    assert speeds.expected_speed(kind) == 300.0
    assert [path.name for path in file.parent.iterdir()] == [speeds.FILE]


def test_different_work_is_of_a_different_kind(file: Path):
    others = (
        replace(REQUEST, keep=("seats",)),
        replace(REQUEST, keep_current=("throws",)),
        replace(REQUEST, twins={}),
        replace(REQUEST, twins={}, command="cards"),
        replace(
            REQUEST,
            arms=baseline_arms(
                GAME, replace(BASELINE, settings={**BASELINE.settings, "seat.1": "bold"})
            ),
        ),
    )
    kinds = [speeds.kind_of_work(GAME, request, 2) for request in (REQUEST, *others)]
    assert len({*kinds, speeds.kind_of_work(GAME, REQUEST, 1)}) == len(others) + 2
    same_work = replace(REQUEST, games=5, seed=7, command="sweep")
    assert speeds.kind_of_work(GAME, same_work, 2) == kinds[0]


def test_a_remembered_speed_changes_the_prediction(file: Path):
    look = Look(REQUEST.games, REQUEST.games, False)
    assert announcement(GAME, REQUEST, look, 1).endswith("about 1 second.")
    speeds.remember_speed(speeds.kind_of_work(GAME, REQUEST, 1), outcome(100.0))
    assert announcement(GAME, REQUEST, look, 1).endswith("about 3 minutes.")


def test_no_pilot_is_played_if_past_runs_give_the_speed(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    """A comparison of versions still needs a pilot to say what it will show."""
    played = []
    monkeypatch.setattr(
        announcing, "play_pilot", lambda game, request, pairs: played.append(pairs) or PILOT
    )
    look = Look(REQUEST.games, REQUEST.games, False)
    comparison = replace(REQUEST, arms=vary_arms(GAME, BASELINE, [Vary("rules.bonus", ("5",))]))
    assert "about 6 minutes" in announcement(GAME, REQUEST, look, 1)
    assert played == [FEW_PAIRS]
    for request in (REQUEST, comparison):
        speeds.remember_speed(speeds.kind_of_work(GAME, request, 1), outcome(100.0))
    assert "about 3 minutes" in announcement(GAME, REQUEST, look, 1)
    assert played == [FEW_PAIRS]
    assert "about 7 minutes" in announcement(GAME, comparison, look, 1)
    assert played == [FEW_PAIRS, pilot.PAIRS]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"format": "eoc-sim speeds 1"}',
        b"null",
        b'{"format": "eoc-sim speeds 1", "kinds": []}',
        b"[" * 100_000,
        b'{"format": "eoc-sim speeds 1", "kinds": {"KIND": 3}}',
        b'{"format": "eoc-sim speeds 1", "kinds": {"KIND": ["fast", -1, 0, NaN, Infinity, true]}}',
        b'{"format": "eoc-sim speeds 2", "kinds": {"KIND": [9]}}',
    ],
)
def test_an_invalid_file_counts_as_missing(file: Path, content: bytes):
    kind = speeds.kind_of_work(GAME, REQUEST, 1)
    file.parent.mkdir()
    file.write_bytes(content.replace(b'"KIND"', json.dumps(kind).encode()))
    assert speeds.expected_speed(kind) is None
    speeds.remember_speed(kind, outcome(5.0))
    assert speeds.expected_speed(kind) == 5.0


def test_an_unwritable_folder_is_ignored(file: Path):
    file.parent.write_text("a file where the folder should be")
    speeds.remember_speed("kind", outcome(5.0))
    file.parent.unlink()
    file.mkdir(parents=True)
    speeds.remember_speed("kind", outcome(5.0))
    assert speeds.expected_speed("kind") is None and list(file.parent.iterdir()) == [file]


def test_a_run_is_recorded(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(speeds, "MIN_SECONDS", 0.0)
    run = ("run", "--seats", "random,random", "--games", "200", "--jobs", "1")
    assert call(tmp_path, *run, "--quiet", "--out", "x").returncode == 0
    ((kind, (speed,)),) = json.loads(file.read_text())["kinds"].items()
    assert speed > 1.0 and '"random"' in kind
