"""Sums that a run keeps in addition to the shards of its tables."""

from __future__ import annotations

import io
import shutil
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from runs.counter_game import BASELINE, Hooks, counter_game
from synthetic_runs import random_run

import eoc_sim
from eoc_sim.analysis import kept_totals
from eoc_sim.analysis.kept_sums import KeptSums
from eoc_sim.analysis.kept_totals import LATER, PLANNED, KeptTotals
from eoc_sim.analysis.report_statistics import statistics
from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs import run_directory, runner
from eoc_sim.simulator.runs.arms import Vary, vary_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_totals import MIN_SUMMED_GAMES
from eoc_sim.simulator.runs.runner import Interruption, Request, play
from eoc_sim.simulator.runs.shards import Shard
from eoc_sim.simulator.runs.whole_file import file_digest

GAMES = 1000
SHARD_GAMES = 400
FILES = [f"arm0000-0000{number}.parquet" for number in range(3)]


@pytest.fixture(autouse=True)
def _short_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "SHARD_GAMES", SHARD_GAMES)


def play_run(
    path: Path,
    games: int = GAMES,
    *,
    sums: bool = True,
    jobs: int = 1,
    hooks: Hooks | None = None,
    stop: threading.Event | None = None,
    tuned: int | None = None,
    **options: bool,
) -> Path:
    """Play two versions of the counter game with tables and, by default, sums."""
    game = counter_game(hooks)
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    request = Request("sweep", arms, games, keep=("games", "seats"), tuned_games=tuned)
    if sums:
        kept_sums = KeptSums(runner.record_of(game, request), runner.dims_of(game, request))
        request = replace(request, sums=kept_sums)
    play(game, request, RunDirectory.claim(path, "sweep", **options), jobs=jobs, stop=stop)
    return path


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "SHARD_GAMES", SHARD_GAMES)
        return play_run(tmp_path_factory.mktemp("whole") / "run")


def sums_of(path: Path) -> dict[str, bytes]:
    """Return the files with a run's sums."""
    return {file.name: file.read_bytes() for file in sorted((path / "sums").iterdir())}


def totals(run: Run) -> dict[str, pl.DataFrame]:
    """Return all sums of a run."""
    statistics_kept = [statistic for statistic in statistics(run) if run.has_tables(statistic)]
    run.prepare(statistics_kept)
    return {statistic.name: run.total(statistic) for statistic in statistics_kept}


def assert_same(actual: Mapping[str, pl.DataFrame], expected: Mapping[str, pl.DataFrame]) -> None:
    assert actual.keys() == expected.keys()
    for name in expected:
        assert actual[name].equals(expected[name]), name


@pytest.fixture
def no_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make any attempt to read a table's rows fail."""

    def refuse(run: Run, *arguments: Any) -> pl.DataFrame:
        raise AssertionError(f"rows of {arguments[0].name} were read")

    monkeypatch.setattr(Run, "rows", refuse)


@pytest.mark.usefixtures("no_rows")
def test_a_report_reads_no_rows_if_sums_were_kept(whole_run: Path) -> None:
    assert list(sums_of(whole_run)) == FILES
    metrics = eoc_sim.load(whole_run).metrics
    assert metrics["wins"]["games"].to_list() == [GAMES] * 2
    assert metrics["effects_strategy"].height


def test_sums_agree_with_tables(whole_run: Path, tmp_path: Path) -> None:
    tables = play_run(tmp_path / "run", sums=False)
    assert not (tables / "sums").exists()
    assert_same(totals(Run(whole_run)), totals(Run(tables)))


def test_a_short_run_keeps_no_sums(tmp_path: Path) -> None:
    assert not (play_run(tmp_path / "run", MIN_SUMMED_GAMES - 1) / "sums").exists()


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_same_bytes_with_several_threads(whole_run: Path, tmp_path: Path, jobs: int) -> None:
    path = play_run(tmp_path / "run", jobs=jobs)
    assert sums_of(path) == sums_of(whole_run)
    assert (path / "shards.jsonl").read_text() == (whole_run / "shards.jsonl").read_text()


def test_a_stopped_run_ends_with_the_same_sums(whole_run: Path, tmp_path: Path) -> None:
    stop = threading.Event()

    def stop_later(first_game: int, games: int) -> None:
        if first_game > 600:
            stop.set()

    with pytest.raises(Interruption):
        play_run(tmp_path / "run", hooks=Hooks(stop_later), stop=stop)
    stopped_run = Run(tmp_path / "run")
    assert 400 < stopped_run.games < GAMES
    assert totals(stopped_run)  # some of these games have sums
    path = play_run(tmp_path / "run", resume=True)
    assert sums_of(path) == sums_of(whole_run)


def test_a_run_killed_before_its_sums_are_renamed_can_be_read_and_resumed(
    whole_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(path: Path) -> None:
        if path.parent.name == "sums" and path.name == FILES[1]:
            raise Killed
        finish(path)

    finish = run_directory.finish_temporary
    monkeypatch.setattr(run_directory, "finish_temporary", die)
    with pytest.raises(Killed):
        play_run(tmp_path / "run")
    monkeypatch.setattr(run_directory, "finish_temporary", finish)
    assert (tmp_path / "run" / "sums" / f"{FILES[1]}.tmp").exists()
    shutil.copytree(tmp_path / "run", tmp_path / "without_sums")
    shutil.rmtree(tmp_path / "without_sums" / "sums")
    assert_same(totals(Run(tmp_path / "run")), totals(Run(tmp_path / "without_sums")))
    path = play_run(tmp_path / "run", resume=True)
    assert sums_of(path) == sums_of(whole_run)
    assert (path / "shards.jsonl").read_text() == (whole_run / "shards.jsonl").read_text()


def test_outdated_and_damaged_sums_are_recomputed(
    whole_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = play_run(tmp_path / "run")
    expected = totals(Run(whole_run))
    (path / "sums" / FILES[0]).write_bytes(b"nothing")
    (path / "sums" / FILES[2]).unlink()
    assert_same(totals(Run(path)), expected)
    with monkeypatch.context() as other:
        other.setattr(kept_totals, "_source_hash", lambda: "other code")
        rows_read = []
        read = Run.rows
        other.setattr(
            Run, "rows", lambda *arguments: rows_read.append(arguments) or read(*arguments)
        )
        assert_same(totals(Run(whole_run)), expected)
        assert rows_read
    assert sums_of(play_run(path, resume=True)) == sums_of(whole_run)


@pytest.mark.parametrize("tuned", [None, 300])
def test_an_extended_run_agrees_with_one_without_sums(tmp_path: Path, tuned: int | None) -> None:
    results = []
    for sums in (True, False):
        path = play_run(tmp_path / f"run{sums}", 300, sums=sums, tuned=tuned)
        for games in (600, 1000):
            play_run(path, games, sums=sums, tuned=tuned, resume=True)
        results.append(totals(Run(path)))
    assert_same(*results)
    assert list(sums_of(tmp_path / "runTrue")) == (FILES if tuned is None else FILES[:2])


def test_fresh_removes_sums(tmp_path: Path) -> None:
    path = play_run(tmp_path / "run")
    play_run(path, sums=False, fresh=True)
    assert not (path / "sums").exists()


def test_failing_sums_lose_no_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(sums: KeptSums, *shard: Any) -> bytes:
        raise InputError("this cannot be summed")

    monkeypatch.setattr(KeptSums, "sum_shard", fail)
    path = play_run(tmp_path / "run")
    assert Run(path).games == GAMES
    assert not (path / "sums").exists()


def test_sums_of_deals_agree_with_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eoc_sim.analysis.tables.BATCH", 100)
    path = random_run(tmp_path / "run", 250, keep=("games", "seats", "cards", "offers"))
    run = Run(path)
    expected = totals(run)
    assert any(name.startswith("pulls of deals") for name in expected)
    dims = {name: pl.read_parquet(path / "dims" / f"{name}.parquet") for name in run.record["dims"]}
    content = KeptSums(run.record, dims).sum_shard(path, 0, 0, 250, run.look.looks)
    assert content is not None
    (path / "sums").mkdir()
    (path / "sums" / FILES[0]).write_bytes(content)
    digest = file_digest(path / "sums" / FILES[0])
    RunDirectory(path, "run").append_shards([Shard("sums", 0, 0, 0, 250, 0, len(content), digest)])

    def refuse(run: Run, *arguments: Any) -> pl.DataFrame:
        raise AssertionError("rows were read")

    monkeypatch.setattr(Run, "rows", refuse)
    assert_same(totals(Run(path)), expected)


def test_sums_of_release_0_1_are_read() -> None:
    """Release 0.1 wrote a file with one row per group for `--keep none`."""
    row = {"part": PLANNED, "statistic": "seats", "by": '{"strategy": "Int64", "how": "String"}'}
    rows = [
        {
            **row,
            "group": '[0, "hand"]',
            "games": 4,
            "sums": [4, 1, 0, 1, 0],
            "least": [0.0],
            "most": [1.0],
            "products": [],
        },
        {
            **row,
            "group": '[2, "pool"]',
            "games": 2,
            "sums": [2, 2, 0, 2, 0],
            "least": [1.0],
            "most": [1.0],
            "products": [],
        },
        {
            **row,
            "part": LATER,
            "statistic": "none",
            "by": '{"card": "Int64"}',
            "group": "null",
            "games": 0,
            "sums": [0] * 5,
            "least": [None],
            "most": [None],
            "products": [],
        },
    ]
    integers, numbers = pl.List(pl.Int64), pl.List(pl.Float64)
    schema = {
        "part": pl.String,
        "statistic": pl.String,
        "by": pl.String,
        "group": pl.String,
        "games": pl.Int64,
        "sums": integers,
        "least": numbers,
        "most": numbers,
        "products": integers,
    }
    file = io.BytesIO()
    pl.DataFrame(rows, schema=schema).write_parquet(file)
    parts = KeptTotals.from_bytes(file.getvalue()).parts
    part = parts[PLANNED, "seats"]
    assert part.groups.rows() == [(0, "hand"), (2, "pool")]
    assert part.games.tolist() == [4, 2]
    assert part.sums[1, 0].tolist() == [2, 2, 0, 2, 0]
    assert part.ends[:, 0].tolist() == [[0.0, 1.0], [1.0, 1.0]]
    assert parts[LATER, "none"].groups.height == 0


def test_sums_depend_on_the_file_of_a_games_own_statistic(tmp_path: Path) -> None:
    hashes = []
    for number in (1, 1, 2):
        names: dict[str, Any] = {}
        file = tmp_path / "mine.py"
        file.write_text(f"rows = lambda batch: {number}\n")
        exec(compile(file.read_text(), str(file), "exec"), names)
        hashes.append(kept_totals.hash_of(Statistic("mine", (), (), (), names["rows"])))
    assert hashes[0] == hashes[1] != hashes[2]
