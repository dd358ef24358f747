"""Runs without tables keep the sums over their games."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from runs.counter_game import BASELINE, Hooks, counter_game

import eoc_sim
from eoc_sim.analysis.kept_sums import KeptSums
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs import run_directory, runner, session, sums_session
from eoc_sim.simulator.runs.arms import Vary, vary_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Interruption, Request, play
from eoc_sim.simulator.runs.shards import SHARD_FILE

GAMES = 1200
FILE = "sums/arm0000-00000.parquet"


def play_run(
    path: Path,
    games: int = GAMES,
    *,
    keep: tuple[str, ...] = (),
    jobs: int = 1,
    hooks: Hooks | None = None,
    stop: threading.Event | None = None,
    tuned: int | None = None,
    **options: bool,
) -> Path:
    """Play two versions of the counter game, with tables or only sums."""
    game = counter_game(hooks)
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    request = Request("sweep", arms, games, keep=keep, tuned_games=tuned)
    if not keep:
        sums = KeptSums(runner.record_of(game, request), runner.dims_of(game, request))
        request = replace(request, sums=sums)
    play(game, request, RunDirectory.claim(path, "sweep", **options), jobs=jobs, stop=stop)
    return path


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_run(tmp_path_factory.mktemp("whole") / "run")


def assert_equal_metrics(sums: Path, tables: Path) -> None:
    """Check that every metric of both runs is equal to the last bit."""
    actual, expected = eoc_sim.load(sums).metrics, eoc_sim.load(tables).metrics
    assert list(actual) == list(expected)
    assert {"wins", "scores", "closeness", "effects_strategy"} <= set(expected)
    for name in expected:
        assert actual[name].equals(expected[name]), name


def test_all_statistics_are_compiled_before_the_first_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A statistic that fails without games stops neither the others nor the compilation."""
    game = counter_game()
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", ("5",))])
    request = Request("sweep", arms, GAMES)
    sums = KeptSums(runner.record_of(game, request), runner.dims_of(game, request))
    rows: list[int] = []

    def sum_batch(self: Statistic, batch: Batch) -> None:
        (table, arm), *_ = self.tables
        rows.append(batch.read(table, arm, ["game"]).height)
        raise ZeroDivisionError

    monkeypatch.setattr(Statistic, "sum", sum_batch)
    sums.compile()
    assert rows == [0] * len(sums._statistics) and len(rows) > 1


def test_every_metric_equals_that_of_a_run_with_tables(whole_run: Path, tmp_path: Path) -> None:
    tables = play_run(tmp_path / "run", keep=("games", "seats"))
    assert_equal_metrics(whole_run, tables)
    assert eoc_sim.load(whole_run).tables == ()


@pytest.mark.parametrize(
    ("jobs", "seconds", "max_games"), [(2, 0.5, 6000), (3, 1e-6, 6000), (1, 0.5, 200)]
)
def test_the_same_bytes_with_any_number_of_threads_and_chunks_of_any_size(
    whole_run: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    jobs: int,
    seconds: float,
    max_games: int,
) -> None:
    monkeypatch.setattr(sums_session, "MIN_TASK_SECONDS", seconds)
    monkeypatch.setattr(sums_session, "MAX_GAMES", max_games)
    path = play_run(tmp_path / "run", jobs=jobs)
    assert (path / FILE).read_bytes() == (whole_run / FILE).read_bytes()
    assert (path / SHARD_FILE).read_text() == (whole_run / SHARD_FILE).read_text()


def test_a_stopped_run_resumes_to_the_same_bytes(
    whole_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums_session, "MAX_GAMES", 200)
    stop = threading.Event()

    def stop_later(first_game: int, games: int) -> None:
        if first_game > 500:
            stop.set()

    with pytest.raises(Interruption):
        play_run(tmp_path / "run", hooks=Hooks(stop_later), stop=stop)
    stopped_run = eoc_sim.load(tmp_path / "run")
    assert 500 < stopped_run.games < GAMES
    assert stopped_run.metrics["wins"]["games"].to_list() == [stopped_run.games] * 2
    play_run(tmp_path / "run", resume=True)
    assert (tmp_path / "run" / FILE).read_bytes() == (whole_run / FILE).read_bytes()


def test_slow_games_are_saved_at_intervals(
    whole_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums_session, "MAX_GAMES", 200)
    monkeypatch.setattr(session, "SAVE_SECONDS", 0.0)
    saved: list[int] = []

    def note_saved_games(first_game: int, games: int) -> None:
        if first_game > 500:
            saved.append(eoc_sim.load(tmp_path / "run").games)

    play_run(tmp_path / "run", hooks=Hooks(note_saved_games))
    assert saved and min(saved) > 0
    assert (tmp_path / "run" / FILE).read_bytes() == (whole_run / FILE).read_bytes()


def test_what_a_killed_run_leaves_is_read_or_replayed(
    whole_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums_session, "MAX_GAMES", 200)
    monkeypatch.setattr(sums_session, "SHARD_GAMES", 300)
    written = []

    class Killed(BaseException):
        pass

    def die(path: Path) -> None:
        written.append(path)
        if len(written) == 5:
            raise Killed
        finish(path)

    finish = run_directory.finish_temporary
    monkeypatch.setattr(run_directory, "finish_temporary", die)
    monkeypatch.setattr(sums_session.OpenSums, "end", lambda sums: None)
    with pytest.raises(Killed):
        play_run(tmp_path / "run", 4 * GAMES)
    monkeypatch.undo()
    # The list of shards already has the new file, which was never renamed and still ends in .tmp;
    # the previous file is still there.
    assert (tmp_path / "run" / f"{FILE}.tmp").exists()
    readable_games = eoc_sim.load(tmp_path / "run").games
    assert 0 < readable_games < 4 * GAMES
    path = play_run(tmp_path / "run", 4 * GAMES, resume=True)
    once = play_run(tmp_path / "once", 4 * GAMES)
    assert (path / FILE).read_bytes() == (once / FILE).read_bytes()
    assert not (path / f"{FILE}.tmp").exists()


@pytest.mark.slow
def test_an_extended_run_agrees_with_one_with_tables(tmp_path: Path) -> None:
    """The extended runs end before, at and beyond their second planned look."""
    paths = [tmp_path / name for name in ("sums", "tables")]
    keeps = ((), ("games", "seats"))
    for path, keep in zip(paths, keeps, strict=True):
        play_run(path, keep=keep)
    for times in (2, 3, 4):
        for path, keep in zip(paths, keeps, strict=True):
            play_run(path, times * GAMES, keep=keep, resume=True)
        assert_equal_metrics(*paths)


def test_a_sequential_run_agrees_with_one_with_tables(tmp_path: Path) -> None:
    for keep in ((), ("games", "seats")):
        path = tmp_path / f"run{len(keep)}"
        play_run(path, keep=keep, tuned=2000)
        play_run(path, 2 * GAMES, keep=keep, tuned=2000, resume=True)
    assert_equal_metrics(tmp_path / "run0", tmp_path / "run2")


def test_a_run_with_tables_cannot_become_one_with_sums(tmp_path: Path) -> None:
    play_run(tmp_path / "run", keep=("games", "seats"))
    with pytest.raises(InputError, match="keeps games,seats, but this request keeps sums without"):
        play_run(tmp_path / "run", resume=True)


def test_damaged_sums_are_refused(tmp_path: Path) -> None:
    path = play_run(tmp_path / "run")
    content = (path / FILE).read_bytes()
    (path / FILE).write_bytes(content[:-9])
    with pytest.raises(InputError, match="is damaged"):
        eoc_sim.load(path).metrics["wins"]
    with pytest.raises(InputError, match="is damaged"):
        play_run(path, resume=True)


def test_fresh_removes_sums(tmp_path: Path) -> None:
    path = play_run(tmp_path / "run")
    play_run(path, keep=("games", "seats"), fresh=True)
    assert not (path / "sums").exists()
    record = json.loads((path / "run.json").read_text())
    assert "sums" not in record


def test_scanning_a_table_that_was_not_kept_is_refused(whole_run: Path) -> None:
    with pytest.raises(InputError, match='did not keep the table "seats"; it kept none'):
        eoc_sim.load(whole_run).scan("seats")
