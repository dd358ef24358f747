from __future__ import annotations

import json
import re
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path
from unittest import mock

import numpy as np
import polars as pl
import pytest
from runs.counter_game import BASELINE, Hooks, counter_game
from sampled import some

from eoc_sim.counts import count
from eoc_sim.errors import EngineError, InputError, StrategyError
from eoc_sim.simulator.kernel.seating import games_per_round
from eoc_sim.simulator.runs import runner, session
from eoc_sim.simulator.runs.arms import Vary, baseline_arms, vary_arms
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import (
    MAX_GAMES,
    Interruption,
    Request,
    play,
    read_keep,
    threads,
    whole_seatings,
)

KEEP = ("games", "seats", "throws")


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(runner, "SHARD_GAMES", 1000)


def request(game, games=3500, keep=KEEP, seed=1, vary=("5",), keep_current=()):
    arms = (
        vary_arms(game, BASELINE, [Vary("rules.bonus", vary)])
        if vary
        else baseline_arms(game, BASELINE)
    )
    return Request("sweep", arms, games, seed=seed, keep=keep, keep_current=keep_current)


def play_run(path, games=3500, game=None, jobs=1, resume=False, fresh=False, **options):
    game = game or counter_game()
    directory = RunDirectory.claim(path, "sweep", resume=resume, fresh=fresh)
    callbacks = {name: options.pop(name) for name in ("progress", "notify") if name in options}
    return play(game, request(game, games, **options), directory, jobs=jobs, **callbacks)


def contents(path: Path) -> dict[str, bytes]:
    """Return all files of a run except its log."""
    return {
        str(file.relative_to(path)): file.read_bytes()
        for file in sorted(path.rglob("*"))
        if file.is_file() and file.name != "log.json"
    }


def assert_grown(
    path: Path, first_games: int, whole_files: dict[str, bytes], games: int = 3500
) -> None:
    """Check that an extended run equals ``whole_files`` except for its plan.

    It was planned with ``first_games`` games, the run of ``whole_files`` with ``games``.
    """
    grown, whole_files = contents(path), dict(whole_files)
    records = [json.loads(files.pop("run.json")) for files in (grown, whole_files)]
    assert grown == whole_files
    assert [record.pop("planned_games") for record in records] == [first_games, games]
    for record in records:
        del record["checksum"]
    assert records[0] == records[1]


@pytest.fixture(scope="module")
def whole_files(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "SHARD_GAMES", 1000)
        path = tmp_path_factory.mktemp("whole") / "run"
        play_run(path)
        return contents(path)


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_same_bytes_with_any_number_of_jobs(tmp_path, whole_files, jobs):
    play_run(tmp_path / "run", jobs=jobs)
    assert contents(tmp_path / "run") == whole_files


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_bytes_with_chunks_of_any_size(tmp_path, whole_files, monkeypatch, seed):
    sizes = np.random.default_rng(seed)
    monkeypatch.setattr(
        session.Session, "_chunk_games", lambda session, arm: int(sizes.geometric(0.02))
    )
    play_run(tmp_path / "run", jobs=2)
    assert contents(tmp_path / "run") == whole_files


def test_waiting_threads_do_not_shrink_chunks(tmp_path, whole_files):
    """On a busy computer threads wait, so a chunk's size depends on the thread's CPU time."""
    waiting_hooks = Hooks(lambda first_game, games: time.sleep(0.02))
    play_run(tmp_path / "run", game=counter_game(waiting_hooks), jobs=2)
    for engine in waiting_hooks.latest_engines:
        # Sized by the clock, the chunks would have three games.
        assert len(engine.calls) < 40 and max(games for _, games in engine.calls) > 100
    assert contents(tmp_path / "run") == whole_files


def test_chunks_that_finish_out_of_order_change_no_byte(tmp_path, whole_files):
    delays = np.random.default_rng(1).uniform(0, 0.01, 997)
    game = counter_game(Hooks(lambda first_game, games: time.sleep(delays[first_game % 997])))
    play_run(tmp_path / "run", game=game, jobs=3)
    assert contents(tmp_path / "run") == whole_files


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("failing_game", some([999, 1, 2400, 1000, 3499], 3))
def test_a_kill_and_resume_change_no_byte(tmp_path, whole_files, failing_game, jobs):
    def fail(first_game, games):
        if first_game <= failing_game < first_game + games:
            raise KeyboardInterrupt

    path = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        play_run(path, game=counter_game(Hooks(fail)), jobs=jobs)
    assert load_run(path).games < 3500
    # A file left over from a kill during writing.
    (path / "seats" / "arm0001-00003.parquet.tmp").write_bytes(b"half")
    with open(path / "shards.jsonl", "a") as file:
        file.write('{"table": "seats", "ar')
    game = counter_game()
    play_run(path, game=game, jobs=jobs, resume=True)
    assert contents(path) == whole_files
    log = json.loads((path / "log.json").read_text())["sessions"]
    assert [session["outcome"] for session in log] == ["interrupted", "finished"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_stopped_run_ends_soon_and_can_be_resumed(tmp_path, whole_files, jobs):
    stop, path = threading.Event(), tmp_path / "run"

    def stop_later(first_game, games):
        if first_game > 1200:
            stop.set()
            time.sleep(0.5)  # so that a busy computer does not finish before the check

    def play_with(hooks, resume=True):
        game = counter_game(hooks)
        directory = RunDirectory.claim(path, "sweep", resume=resume)
        return play(game, request(game), directory, jobs=jobs, stop=stop)

    with pytest.raises(Interruption):
        play_with(Hooks(stop_later), resume=False)
    assert load_run(path).games < 3500
    stop.clear()
    assert 0 < play_with(Hooks()).games_played < 7000
    assert contents(path) == whole_files
    log = json.loads((path / "log.json").read_text())["sessions"]
    assert [session["outcome"] for session in log] == ["interrupted", "finished"]


def test_a_kill_between_listing_and_renaming_files_changes_no_byte(
    tmp_path, whole_files, monkeypatch
):
    import os

    names = []

    def replace(source, target):
        if str(target).endswith(".parquet") and "dims" not in str(target):
            names.append(target)
            if len(names) == 5:
                raise KeyboardInterrupt
        real_replace(source, target)

    real_replace = os.replace
    path = tmp_path / "run"
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(KeyboardInterrupt):
        play_run(path)
    monkeypatch.setattr(os, "replace", real_replace)
    play_run(path, resume=True)
    assert contents(path) == whole_files


def test_finished_shards_are_not_played_again(tmp_path):
    path = tmp_path / "run"
    play_run(path)
    hooks = Hooks()
    outcome = play_run(path, game=counter_game(hooks), resume=True)
    assert outcome.games_played == 0 and all(not engine.calls for engine in hooks.latest_engines)
    assert [standing.games for standing in outcome.standings] == [3500] * 4
    (path / "throws" / "arm0001-00002.parquet").unlink()
    hooks = Hooks()
    assert play_run(path, game=counter_game(hooks), resume=True).games_played == 1000
    assert hooks.latest_engines[0].calls == []


@pytest.mark.parametrize("first_games", [1, 400, 1000, 2500])
def test_an_extended_run_has_the_same_bytes_as_a_whole_run(tmp_path, whole_files, first_games):
    path = tmp_path / "run"
    play_run(path, games=first_games)
    assert load_run(path).complete
    play_run(path, games=3500, resume=True, jobs=2)
    assert_grown(path, first_games, whole_files)


def test_a_killed_extension_can_be_read_and_resumed(tmp_path, whole_files):
    path = tmp_path / "run"
    play_run(path, games=1500)

    def fail(first_game, games):
        if first_game <= 1900 < first_game + games:
            raise EngineError("no")

    with pytest.raises(EngineError, match="^no$"):
        play_run(path, games=3500, game=counter_game(Hooks(fail)), resume=True)
    run = load_run(path)
    assert run.games == 1500 and run.games_requested == 3500 and not run.complete
    assert run.scan("games").select(pl.len()).collect().item() == 3000
    play_run(path, games=3500, resume=True)
    assert_grown(path, 1500, whole_files)


def test_an_interrupted_run_shows_only_games_finished_in_all_arms(tmp_path):
    path = tmp_path / "run"
    play_run(path, games=1500)
    # Act as if the second arm's last shard had not been extended yet.
    longer = tmp_path / "longer"
    play_run(longer, games=3500)
    listed = (path / "shards.jsonl").read_text().splitlines()
    short_lines = {line for line in listed if '"arm": 1' in line}
    lines = [
        line
        for line in (longer / "shards.jsonl").read_text().splitlines()
        if ('"arm": 0' in line and '"number": 1' in line) or '"number": 0' in line
    ]
    for table in KEEP:
        name = f"{table}/arm0000-00001.parquet"
        (path / name).write_bytes((longer / name).read_bytes())
    (path / "shards.jsonl").write_text("\n".join([*sorted(short_lines), *lines]) + "\n")
    run = load_run(path)
    assert run.games == 1500
    counts = run.scan("seats").group_by("arm").agg(pl.col("game").n_unique()).sort("arm").collect()
    assert counts["game"].to_list() == [1500, 1500]


@pytest.mark.parametrize(
    ("room", "jobs"),
    [
        pytest.param(1, 1, marks=pytest.mark.slow),
        (20_000, 2),
        pytest.param(1 << 40, 2, marks=pytest.mark.slow),
    ],
)
def test_all_versions_advance_together(tmp_path, monkeypatch, room, jobs):
    """An interrupted sweep has games of all versions, however low the limit on memory is."""
    values = tuple(str(value) for value in range(1, 6))
    stop_at, slow_hooks = 6 * 450, Hooks(lambda first_game, games: time.sleep(0.0002))

    def make_request(game):
        return request(game, 2000, vary=values)

    def interrupt(progress):
        if progress.games_done > stop_at:
            raise KeyboardInterrupt

    for name, constant in (
        ("FIRST_GOAL", 100),
        ("FEW_GAMES", 0),
        ("OPEN_BYTES", room),
        ("REPORT_SECONDS", 0.0),
    ):
        monkeypatch.setattr(session, name, constant)
    monkeypatch.setattr(session.Session, "_chunk_games", lambda session, arm: 25)
    game, path = counter_game(slow_hooks), tmp_path / "cut"
    with pytest.raises(KeyboardInterrupt):
        play(
            game,
            make_request(game),
            RunDirectory.claim(path, "sweep"),
            jobs=jobs,
            progress=interrupt,
        )
    run = load_run(path)
    assert len(run.arms) == 6 and run.games >= 400 and run.games % 2 == 0
    directory = RunDirectory.claim(path, "sweep", resume=True)
    outcome = play(game, make_request(game), directory, jobs=jobs)
    assert outcome.games_played < 6 * 2000 - stop_at
    monkeypatch.setattr(session, "FEW_GAMES", 1 << 40)
    play(game, make_request(game), RunDirectory.claim(tmp_path / "whole", "sweep"), jobs=jobs)
    assert contents(path) == contents(tmp_path / "whole")


def test_an_error_in_the_first_game_is_passed_on_unchanged(tmp_path):
    error = StrategyError("vegas.py, line 3: act: no")

    def fail(first_game, games):
        raise error

    for jobs in (1, 2):
        with pytest.raises(StrategyError) as caught:
            play_run(tmp_path / f"run{jobs}", game=counter_game(Hooks(fail)), jobs=jobs)
        assert str(caught.value) == str(error)
        log = json.loads((tmp_path / f"run{jobs}" / "log.json").read_text())
        assert log["sessions"][0]["outcome"] == "failed"


def test_games_before_an_error_are_kept(tmp_path, whole_files, monkeypatch):
    monkeypatch.setattr(session.Session, "_chunk_games", lambda session, arm: 17)
    path = tmp_path / "run"

    def fail(first_game, games):
        if first_game > 1200:
            raise StrategyError("hoarder: no")

    with pytest.raises(StrategyError, match="^hoarder: no$"):
        play_run(path, game=counter_game(Hooks(fail)))
    assert 1200 - 17 <= load_run(path).games <= 1200 + 17
    play_run(path, resume=True)
    assert contents(path) == whole_files


def files_size(path: Path) -> int:
    return sum(file.stat().st_size for file in path.glob("*/arm*.parquet"))


@pytest.mark.parametrize("vary", [None, ("5",), ("5", "6", "7")])
def test_a_disk_that_will_fill_up_is_reported_once(tmp_path, monkeypatch, vary):
    """The estimate allows for tables kept only for the current rules, and for resumed runs."""
    monkeypatch.setattr(session.shutil, "disk_usage", lambda path: mock.Mock(free=1000))
    monkeypatch.setattr(session, "_bytes", lambda size: f"{size:.0f} B")
    path, messages = tmp_path / "run", []

    def notify(sentence: str) -> None:
        messages.append((sentence, files_size(path)))

    options = {"vary": vary, "keep": ("seats",), "keep_current": ("throws",)}
    play_run(path, 5, notify=notify, **options)
    assert not messages
    play_run(path, 20_500, resume=True, notify=notify, **options)
    ((sentence, size),) = messages
    output = re.match(
        r"The tables of all games will take about (\d+) B more, but the disk of .* has only 1000 B",
        sentence,
    )
    assert output is not None
    assert int(output[1]) == pytest.approx(files_size(path) - size, rel=0.1)


def test_a_disk_with_room_is_not_mentioned(tmp_path):
    messages = []
    play_run(tmp_path / "run", notify=messages.append)
    assert not messages


def test_values_out_of_range_are_errors(tmp_path):
    game = counter_game(Hooks(shift=1000))
    with pytest.raises(EngineError, match="table throws, column value: the value 10.. is not"):
        play_run(tmp_path / "run", game=game)


@pytest.fixture
def heeded_interrupts():
    """Heed Ctrl-C, which a process started in the background ignores by default."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_interrupting_is_quick(tmp_path, monkeypatch, heeded_interrupts):
    """Ctrl-C reaches the main thread while chunks are being played."""
    import _thread

    monkeypatch.setattr(session.Session, "_chunk_games", lambda session, arm: 1)
    game = counter_game(Hooks(lambda first_game, games: time.sleep(0.1)))
    threading.Timer(0.5, _thread.interrupt_main).start()
    started = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        play_run(tmp_path / "run", game=game, games=1000, jobs=2)
    assert time.perf_counter() - started < 0.5 + 2.5
    assert load_run(tmp_path / "run").games < 100


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_interruption_keeps_the_played_games(tmp_path, whole_files, jobs, monkeypatch):
    """Complete rounds of the seating are kept in all arms; --resume plays only the rest."""
    monkeypatch.setattr(session.Session, "_chunk_games", lambda session, arm: 17)
    monkeypatch.setattr(session, "REPORT_SECONDS", 0.0)

    def interrupt(progress):
        if progress.games_done > stop_at:
            raise KeyboardInterrupt

    path, games_before = tmp_path / "run", 0
    for stop_at in (400, 1100, 4400):
        game = counter_game(Hooks(lambda first_game, games: time.sleep(0.01)))
        with pytest.raises(KeyboardInterrupt):
            play_run(path, game=game, jobs=jobs, progress=interrupt, resume=games_before > 0)
        run = load_run(path)
        assert not run.complete and run.games % 2 == 0
        assert stop_at / 2 - 200 < run.games < stop_at / 2 + 200 and run.games > games_before
        rows = run.scan("seats").collect()
        for arm in (0, 1):
            assert rows.filter(arm=arm)["game"].unique().to_list() == list(range(run.games))
        games_before = run.games
    outcome = play_run(path, resume=True, jobs=jobs)
    assert outcome.games_played < 7000 - 4400 + 200
    assert [standing.games for standing in outcome.standings] == [3500] * 4
    assert contents(path) == whole_files


def test_progress_and_standings(tmp_path):
    reports = []
    game = counter_game(Hooks(lambda first_game, games: time.sleep(0.002)))
    outcome = play_run(tmp_path / "run", game=game, jobs=2, progress=reports.append)
    assert reports[-1].games_done == reports[-1].games_total == 7000
    assert [report.games_done for report in reports] == sorted(
        report.games_done for report in reports
    )
    rows = load_run(tmp_path / "run").scan("seats").collect()
    for standing in outcome.standings:
        strategy_rows = rows.filter(arm=standing.arm, strategy=standing.strategy)
        assert standing.games == strategy_rows.height == 3500
        assert standing.wins == pytest.approx(strategy_rows["win_share"].sum())
        assert standing.squares == pytest.approx((strategy_rows["win_share"] ** 2).sum())
        assert standing.score == pytest.approx(strategy_rows["score"].sum())
    assert sum(standing.wins for standing in outcome.standings) == pytest.approx(7000)


def test_keep_none(tmp_path):
    outcome = play_run(tmp_path / "run", keep=())
    assert outcome.games_played == 7000 and len(outcome.standings) == 4
    run = load_run(tmp_path / "run")
    assert run.tables == () and run.dims("arms").height == 2
    with pytest.raises(InputError, match='did not keep the table "games"; it kept none'):
        run.scan("games")


def test_a_table_kept_only_for_the_current_rules(tmp_path, whole_files):
    """The table's files equal those of a run that keeps it for all versions.

    The other tables are complete.
    """
    path = tmp_path / "run"
    options = {"keep": ("games", "seats"), "keep_current": ("throws",)}
    play_run(path, **options)
    run = load_run(path)
    assert run.tables == ("games", "seats", "throws") and run.games == 3500 and run.complete
    assert run.scan("throws").collect()["arm"].unique().to_list() == [0]
    assert run.scan("throws", arm=0).collect().height > 3500
    assert run.scan("games").collect()["arm"].unique().to_list() == [0, 1]
    with pytest.raises(InputError, match='"throws" only for the current rules; --keep games,seat'):
        run.scan("throws", arm=1)
    files = contents(path)
    assert {name for name in files if name.startswith("throws")} == {
        f"throws/arm0000-0000{number}.parquet" for number in range(4)
    }
    assert all(
        files[name] == whole_files[name]
        for name in files
        if name not in ("run.json", "shards.jsonl")
    )
    # Only missing games are played again.
    (path / "throws" / "arm0000-00002.parquet").unlink()
    assert load_run(path).games == 2000
    assert play_run(path, resume=True, **options).games_played == 1000
    assert contents(path) == files
    message = (
        "keeps games,seats and throws of the current rules, but this request keeps games,seats;"
    )
    with pytest.raises(InputError, match=message):
        play_run(path, resume=True, keep=("games", "seats"))
    play_run(path, fresh=True, keep=("games",))
    assert not (path / "throws").exists()


def test_the_default_tables():
    game = counter_game()
    assert runner.read_keep(game, None) == game.default_tables
    with_current_table = replace(game, default_current_tables=("throws",))
    assert runner.kept_current_tables(with_current_table, None, BASELINE) == ("throws",)
    assert runner.kept_current_tables(with_current_table, "games", BASELINE) == ()


def test_tables_and_dims_have_the_declared_types_and_names(tmp_path):
    path = tmp_path / "run"
    play_run(path)
    run = load_run(path)
    throws = run.scan("throws").collect()
    assert throws.schema == {
        "arm": pl.Int16,
        "game": pl.Int32,
        "colour": pl.Enum(["red", "green", "blue"]),
        "value": pl.Int8,
    }
    assert throws["game"].to_list() == throws.sort("arm", "game")["game"].to_list()
    first = throws.row(0, named=True)
    assert first["colour"] == ("red", "green", "blue")[first["game"] % 3]
    arms = run.dims("arms")
    assert arms.columns[:2] == ["id", "name"]
    assert arms["changes"].to_list()[1] == [Change("rules.bonus", "0", "5", "rules.bonus").record()]
    assert pl.scan_parquet(path / "seats").select(pl.len()).collect().item() == 14000
    with pytest.raises(InputError, match='Did you mean "throws"'):
        run.scan("throw")
    with pytest.raises(InputError, match='Did you mean "arms"'):
        run.dims("arm")


def test_memory_holds_only_open_shards(tmp_path, monkeypatch):
    """Without room for more, every arm finishes a shard before any begins the next."""
    monkeypatch.setattr(session, "OPEN_BYTES", 1)
    order = []
    game = counter_game(Hooks(lambda first_game, games: order.append(first_game // 1000)))
    values = tuple(str(value) for value in range(1, 6))
    directory = RunDirectory.claim(tmp_path / "run", "sweep")
    sweep_request = request(game, 2000, vary=values)
    play(game, sweep_request, directory)
    assert order == sorted(order)


def test_games_are_rounded_up_to_whole_rounds():
    for players, length in ((1, 1), (2, 2), (3, 6), (4, 24)):
        assert games_per_round("balanced", players) == length
        assert whole_seatings(5 * length, players, "balanced") == (5 * length, None)
    assert whole_seatings(10, 4, "balanced") == (
        24,
        "10 games are rounded up to 24, so that every strategy sits in every seat and next to "
        "every other strategy equally often.",
    )
    games, message = whole_seatings(7, 3, "rotate")
    assert games == 9 and message is not None and "in every seat equally often." in message
    assert whole_seatings(7, 3, "fixed") == (7, None)
    for games in (0, -1, MAX_GAMES + 1):
        with pytest.raises(InputError, match=f"--games {count(games)} is not between"):
            whole_seatings(games, 4, "balanced")


def test_jobs_give_the_number_of_threads_or_an_error():
    assert threads(3) == 3 and threads(-1) >= 1
    for jobs in (0, -2):
        with pytest.raises(InputError, match="--jobs"):
            threads(jobs)


def test_kept_tables():
    game = counter_game()
    assert read_keep(game, None) == ("games", "seats")
    assert read_keep(game, "throws, games") == ("games", "throws")
    assert read_keep(game, "all") == ("games", "seats", "throws")
    assert read_keep(game, "none") == ()
    with pytest.raises(InputError, match='Did you mean "throws"'):
        read_keep(game, "games,throw")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_interrupted_while_progress_is_shown_can_be_resumed(tmp_path, whole_files, jobs):
    def interrupt(progress):
        if progress.games_done > 3000:
            raise KeyboardInterrupt

    game = counter_game(Hooks(lambda first_game, games: time.sleep(0.01)))
    path = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        play_run(path, game=game, jobs=jobs, progress=interrupt)
    play_run(path, resume=True, jobs=jobs)
    assert contents(path) == whole_files


def test_scan_reads_only_the_games_and_arm_asked_for(tmp_path):
    path = tmp_path / "run"
    play_run(path)
    run = load_run(path)
    rows = run.scan("throws").collect()
    for arm, games in ((1, (990, 2010)), (0, (3400, 9999)), (None, (0, 9)), (None, (1000, 2000))):
        part = run.scan("throws", arm=arm, games=games).collect()
        expected = rows.filter(pl.col("game").is_between(games[0], games[1] - 1))
        if arm is not None:
            expected = expected.filter(pl.col("arm") == arm)
        assert part.equals(expected) and part.height > 0
    assert run.scan("throws", games=(5000, 6000)).collect().height == 0
