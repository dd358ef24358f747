"""Replays of runs whose strategies have changed since the runs were played."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import eoc_sim
from eoc_sim.errors import InputError
from eoc_sim.reports.notebook_run import LoadedRun
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import read_run_file, write_run_file
from eoc_sim.simulator.runs.shards import read_shard_file

OTHER_HASH = "0" * 16
CHANGE_MESSAGE = "The strategy random has changed since the run was played"


@pytest.fixture(scope="module")
def played_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "run"
    eoc_sim.run(seats="random,random", games=24, keep="games,seats,cards", jobs=1, out=path)
    return path


def forge(played_run: Path, path: Path, **changes: Any) -> LoadedRun:
    """Copy a run, changing the hash of its strategies and other parts of run.json."""
    shutil.copytree(played_run, path)
    shards, record = read_shard_file(path), read_run_file(path)
    for seat in record["baseline"]["seats"]:
        seat["hash"] = OTHER_HASH
    write_run_file(path, {**record, **changes})
    RunDirectory(path, "run").write_shard_file(shards)
    run = eoc_sim.load(path)
    assert isinstance(run, LoadedRun)
    return run


def test_a_game_that_ends_as_recorded_is_replayed(played_run: Path, tmp_path: Path):
    run = forge(played_run, tmp_path / "run")
    with pytest.warns(UserWarning, match=f"{CHANGE_MESSAGE}, but game 5 ended exactly as recorded"):
        events = run.replay(5)
    original = eoc_sim.load(played_run)
    assert isinstance(original, LoadedRun) and events == original.replay(5)


def test_a_game_that_ends_differently_is_refused(played_run: Path, tmp_path: Path):
    run = forge(played_run, tmp_path / "run", seed=2, package="0.0.9")
    words = (
        f'{CHANGE_MESSAGE}, and game 5 no longer matches the table "games"; '
        "play the run again.*0.0.9"
    )
    with pytest.raises(InputError, match=words):
        run.replay(5)


def test_a_twin_is_not_replayed_with_changed_strategies(played_run: Path, tmp_path: Path):
    run = forge(played_run, tmp_path / "run")
    with pytest.raises(InputError, match=f"{CHANGE_MESSAGE}, and no twin is recorded"):
        run.replay(5, twin="card.063")


def test_a_game_without_standings_is_refused(tmp_path: Path):
    path = tmp_path / "summed"
    eoc_sim.run(seats="random,random", games=24, keep="cards", jobs=1, out=path)
    run = forge(path, tmp_path / "run")
    with pytest.raises(
        InputError, match=f"{CHANGE_MESSAGE}, and the folder keeps no standings of game 5"
    ):
        run.replay(5)
