from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from runs.counter_game import BASELINE, counter_game

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs import runner
from eoc_sim.simulator.runs.arms import Vary, vary_arms
from eoc_sim.simulator.runs.result_tables import load_run
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.run_file import (
    DIMS_CHECKSUMS,
    SOURCE_CODE,
    read_run_file,
    write_run_file,
)
from eoc_sim.simulator.runs.runner import Request, play
from eoc_sim.simulator.runs.session import BaseSession
from eoc_sim.simulator.runs.shards import CHECK
from eoc_sim.simulator.runs.whole_file import write_temporary, write_whole

TESTS = Path(__file__).parents[1]
"""A folder with modules that can be imported, such as runs.counter_game."""


@pytest.fixture(autouse=True)
def small_shards(monkeypatch):
    monkeypatch.setattr(runner, "SHARD_GAMES", 100)


def play_run(
    path,
    games=250,
    seed=1,
    keep=("games", "seats"),
    command="sweep",
    values=("5",),
    seating="balanced",
    **options,
):
    game = counter_game()
    directory = RunDirectory.claim(path, command, **options)
    arms = vary_arms(game, BASELINE, [Vary("rules.bonus", values)] if values else [])
    return play(game, Request(command, arms, games, seed, seating, keep), directory)


def file_contents(path):
    return {
        str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()
    }


@pytest.fixture
def run(tmp_path):
    path = tmp_path / "run"
    play_run(path)
    return path


def test_a_new_run_gets_one_more_than_the_highest_number(tmp_path):
    root = tmp_path / "results"
    assert RunDirectory.claim(None, "sweep", root=root).path == root / "sweep-1"
    assert not root.exists()
    for name in ("sweep-1", "sweep-9", "sweep-x", "run-12"):
        (root / name).mkdir(parents=True)
    assert RunDirectory.claim(None, "sweep", root=root).path == root / "sweep-10"


def test_two_runs_do_not_take_the_same_number(tmp_path):
    first = RunDirectory.claim(None, "run", root=tmp_path)
    second = RunDirectory.claim(None, "run", root=tmp_path)
    with first.lock():
        first.begin({"games": 1})
    message = "has just taken the folder .*run-1. Run the command again"
    with pytest.raises(InputError, match=message), second.lock():
        pass


def test_a_directory_with_a_run_is_refused_without_resume_or_fresh(run):
    before = file_contents(run)
    with pytest.raises(InputError, match="not empty; give --resume"):
        play_run(run)
    with pytest.raises(InputError, match="one of them"):
        play_run(run, resume=True, fresh=True)
    assert file_contents(run) == before


@pytest.mark.parametrize("options", [{}, {"resume": True}, {"fresh": True}])
def test_a_foreign_directory_is_left_alone(tmp_path, options):
    path = tmp_path / "thesis"
    path.mkdir()
    (path / "chapter.txt").write_text("mine")
    with pytest.raises(InputError, match="not empty|holds no run"):
        play_run(path, **options)
    (path / "run.json").write_text('{"format": "another program"}')
    with pytest.raises(InputError, match="not empty|was not written by eoc-sim"):
        play_run(path, **options)
    (path / "run.json").write_text("{")
    with pytest.raises(InputError, match="not empty|damaged"):
        play_run(path, **options)
    assert (path / "chapter.txt").read_text() == "mine"


def test_resume_and_fresh_need_out(tmp_path):
    for options in ({"resume": True}, {"fresh": True}):
        with pytest.raises(InputError, match="needs --out"):
            RunDirectory.claim(None, "run", root=tmp_path, **options)


def test_a_path_that_cannot_be_a_directory_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="not a directory"):
        RunDirectory.claim(tmp_path / "file", "run")
    with pytest.raises(InputError, match="not a directory"):
        RunDirectory.claim(tmp_path / "file" / "run", "run")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError, match="not a directory"):
        RunDirectory.claim(tmp_path / "link", "run")
    with pytest.raises(InputError, match="cannot be written"):
        RunDirectory.claim(tmp_path / ("x" * 300), "run")


def test_an_unwritable_directory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(InputError, match="not writable"):
        RunDirectory.claim(tmp_path / "run", "run")
    with pytest.raises(InputError, match="not writable"):
        RunDirectory.claim(tmp_path, "run")


def test_a_full_disk(tmp_path, monkeypatch):
    def fail(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        play_run(tmp_path / "run")


def test_a_missing_run_is_not_resumed(tmp_path):
    """A mistyped name does not start a second run; similar names are suggested."""
    for name in ("night-1", "night-2", "other"):
        (tmp_path / name).mkdir()
    with pytest.raises(InputError, match="no folder .*nigth-1 with a run to resume") as error:
        play_run(tmp_path / "nigth-1", resume=True)
    assert "night-1" in str(error.value) and "other" not in str(error.value)
    assert not (tmp_path / "nigth-1").exists()
    with pytest.raises(InputError, match=r"with a run to resume\.$"):
        play_run(tmp_path / "nowhere" / "x", resume=True)


def test_fresh_replaces_the_run_and_nothing_else(run, tmp_path):
    (run / "notes.txt").write_text("mine")
    (run / "games" / "notes.parquet").write_text("mine too")
    (run / "seats" / "arm0000-00000.parquet.tmp").write_text("half")
    with pytest.raises(InputError, match="was not written by this run"):
        play_run(run, resume=True)
    play_run(run, games=120, seed=2, keep=("seats",), fresh=True)
    assert load_run(run).record["seed"] == 2 and load_run(run).complete
    assert (run / "notes.txt").read_text() == "mine"
    assert (run / "games" / "notes.parquet").read_text() == "mine too"
    assert sorted(path.name for path in (run / "games").iterdir()) == ["notes.parquet"]
    assert sorted(path.name for path in (run / "seats").iterdir()) == [
        "arm0000-00000.parquet",
        "arm0000-00001.parquet",
        "arm0001-00000.parquet",
        "arm0001-00001.parquet",
    ]


def test_the_first_plan_is_kept(run):
    """Extensions of a run keep its first plan; a run that replaces it has a plan of its own."""

    def games_of_record():
        record = load_run(run).record
        return record["planned_games"], record["games"]

    assert games_of_record() == (250, 250)
    for games in (250, 300, 410):
        play_run(run, games=games, resume=True)
        assert games_of_record() == (250, games)
    play_run(run, games=300, fresh=True)
    assert games_of_record() == (300, 300)


def test_a_run_of_an_earlier_release_keeps_its_rule_for_looks(run):
    """The run did not record its rule for looks, and still does not when resumed."""
    record = load_run(run).record
    assert load_run(run).looks.rule == record.pop("looks") == 2
    write_run_file(run, record)
    play_run(run, games=300, resume=True)
    looks = load_run(run).looks
    assert (looks.rule, looks.planned_games, looks.games(1)) == (1, 250, math.inf)
    assert "looks" not in load_run(run).record


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"seed": 2}, "seed = 1, not 2"),
        ({"seating": "fixed"}, "seating = balanced, not fixed"),
        ({"keep": ("seats",)}, "keeps games,seats, but this request keeps seats; request the same"),
        ({"command": "run"}, "was started by sweep, not by run;"),
        ({"values": ("6",)}, 'plays the version "[^"]* 0 -> 5", not "[^"]* 0 -> 6"; repeat the o'),
        ({"values": ("5", "6")}, 'does not play the version "[^"]* 0 -> 6";'),
        ({"values": ()}, 'also plays the version "[^"]* 0 -> 5";'),
        ({"values": ("1", "2", "3", "4")}, '0 -> 5", not "[^;]*; "[^;]*; "[^;]* 3"; and 1 more;'),
        ({"games": 100}, "was started for 250 games per version, more than the 100"),
    ],
)
def test_resume_refuses_a_different_request(run, changed, words):
    before = file_contents(run)
    with pytest.raises(InputError, match=words):
        play_run(run, resume=True, **changed)
    assert file_contents(run) == before


def test_a_foreign_file_stops_the_resume(run):
    for name in ("arm0000-00007.parquet", "mine.parquet", "sub"):
        path = run / "seats" / name
        path.mkdir() if name == "sub" else path.write_bytes(b"PAR1")
        before = file_contents(run)
        with pytest.raises(InputError, match=f"{name} was not written by this run"):
            play_run(run, games=450, resume=True)
        assert file_contents(run) == before
        path.rmdir() if name == "sub" else path.unlink()


def test_a_damaged_shard_stops_resuming_and_reading(run):
    path = run / "seats" / "arm0001-00001.parquet"
    good = path.read_bytes()
    numbers = random.Random(1)
    for _ in range(40):
        bad = bytearray(good)
        bad[numbers.randrange(len(bad))] ^= 1 << numbers.randrange(8)
        damaged = bytes(bad)
        if numbers.random() < 0.3:
            damaged = damaged[: numbers.randrange(len(bad))]
        path.write_bytes(damaged)
        with pytest.raises(InputError, match="arm0001-00001.parquet is damaged"):
            play_run(run, games=450, resume=True)
        assert path.read_bytes() == damaged
        with pytest.raises(InputError, match="arm0001-00001.parquet is damaged"):
            load_run(run).scan("seats")
    assert read_run_file(run)["games"] == 250
    path.write_bytes(good)
    play_run(run, games=450, resume=True)


def test_a_shard_of_another_run_is_refused(run, tmp_path):
    play_run(tmp_path / "other", seed=2)
    name = "seats/arm0000-00000.parquet"
    (run / name).write_bytes((tmp_path / "other" / name).read_bytes())
    with pytest.raises(InputError, match="is damaged: it is not the file that this run wrote"):
        play_run(run, resume=True)


def read_whole(path):
    loaded_run = load_run(path)
    for name in loaded_run.record["dims"]:
        loaded_run.dims(name)
    return loaded_run.scan("seats").collect()


def test_parts_of_another_run_are_refused(run, tmp_path):
    """The tables, their list and run.json are refused if they come from a run with another seed."""
    other = tmp_path / "other"
    play_run(other, seed=2)
    own_files, other_files = file_contents(run), file_contents(other)
    tables = [name for name in own_files if name.startswith(("games/", "seats/"))]
    for names in (["run.json"], ["shards.jsonl"], [*tables, "shards.jsonl"]):
        for name in names:
            (run / name).write_bytes(other_files[name])
        with pytest.raises(
            InputError, match=r"Line 1 of .*shards.jsonl does not belong to the run"
        ):
            read_whole(run)
        with pytest.raises(InputError, match="not belong to the run" if len(names) > 1 else "not "):
            play_run(run, resume=True)
        for name in names:
            (run / name).write_bytes(own_files[name])
    read_whole(run)


def test_tables_of_ids_are_checked(run, tmp_path):
    """An equal table in another encoding is accepted; resuming repairs a changed one."""
    strategies = run / "dims" / "strategies.parquet"
    table = pl.read_parquet(strategies)
    table.write_parquet(strategies, compression="uncompressed")
    read_whole(run)
    table.with_columns(name=pl.col("name").reverse()).write_parquet(strategies)
    with pytest.raises(InputError, match="strategies.parquet is not the table that this run wrot"):
        read_whole(run)
    play_run(run, resume=True)
    assert read_whole(run).height and pl.read_parquet(strategies).equals(table)


def test_an_edited_list_of_shards_is_refused(run):
    path = run / "shards.jsonl"
    path.write_text(path.read_text().replace('"games": 100', '"games": 90', 1))
    with pytest.raises(
        InputError, match="Line 1 of .*shards.jsonl does not belong to the run .*or was changed"
    ):
        read_whole(run)


def test_a_list_of_shards_that_is_nested_too_deeply_is_refused(run):
    (run / "shards.jsonl").write_text("[" * 100_000 + "\n")
    with pytest.raises(InputError, match="Line 1 of .*shards.jsonl is damaged"):
        read_whole(run)


def test_an_old_run_is_read_and_resumed(run, tmp_path):
    """The list of shards has no hashes, and run.json has none for source code and dims."""
    record = read_run_file(run)
    for part in (SOURCE_CODE, DIMS_CHECKSUMS):
        del record[part]
    write_run_file(run, record)
    lines = [json.loads(line) for line in (run / "shards.jsonl").read_text().splitlines()]
    (run / "shards.jsonl").write_text(
        "".join(
            json.dumps({key: value for key, value in line.items() if key != CHECK}) + "\n"
            for line in lines
        )
    )
    read_whole(run)
    play_run(run, games=410, resume=True)
    play_run(tmp_path / "whole", games=410)
    assert read_whole(run).equals(read_whole(tmp_path / "whole"))
    assert SOURCE_CODE not in read_run_file(run)


def test_versions_in_another_order_are_not_resumed(tmp_path):
    play_run(tmp_path / "run", values=("5", "6"))
    with pytest.raises(InputError, match="plays the same versions in another order; repeat"):
        play_run(tmp_path / "run", values=("6", "5"), resume=True)


@pytest.mark.slow
def test_a_run_is_not_resumed_after_the_users_game_has_changed(tmp_path, monkeypatch):
    """Changing a module that the game imports is enough."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bonus.py").write_text("BONUS = 0\n")
    package = tmp_path / "my_package"
    package.mkdir()
    (package / "my_game.py").write_text(
        "from dataclasses import replace\nfrom runs.counter_game import GAME as COUNTER\n"
        "from bonus import BONUS\ndef idle(one, other):\n    return []\n"
        "GAME = replace(COUNTER, name='my', idle=idle)\n"
    )
    command = [sys.executable, "-m", "eoc_sim", "run", "--game", "my_package.my_game"]

    def run_games(games, *options):
        return subprocess.run(
            [*command, "--games", str(games), "--out", "run", *options],
            text=True,
            capture_output=True,
            env={**os.environ, "PYTHONPATH": f"{tmp_path}:{TESTS}"},
        )

    assert run_games(20).returncode == 0
    assert run_games(40, "--resume").returncode == 0
    (tmp_path / "bonus.py").write_text("BONUS = 25\n")
    refused = run_games(60, "--resume")
    assert (
        refused.returncode == 2
        and "The source code that plays the games has changed" in refused.stderr
    )
    (tmp_path / "bonus.py").write_text("BONUS = 0\n")
    assert run_games(60, "--resume").returncode == 0


def test_a_run_is_not_resumed_after_its_source_code_has_changed(run, monkeypatch):
    before = file_contents(run)
    monkeypatch.setattr(runner, "source_hash", lambda game: "0123abcd")
    with pytest.raises(
        InputError, match=r"source code that plays the games has changed .*0123abcd now\)"
    ):
        play_run(run, games=410, resume=True)
    assert file_contents(run) == before


@pytest.mark.parametrize("name", ["run.json", "shards.jsonl"])
def test_mutated_files_of_the_run_are_read_or_refused(run, name):
    path = run / name
    good = path.read_text()
    record = read_run_file(run)
    numbers = random.Random(1)
    pieces = ["null", "[]", "{}", "1e400", "-1", '""', "\x00", "\u00fc", '"../../x"', "\n", ""]
    refused = 0
    for _ in range(150):
        first = numbers.randrange(len(good))
        last = first + numbers.choice((0, 1, 5, 40))
        path.write_text(good[:first] + numbers.choice(pieces) + good[last:])
        shards = {file: file.stat().st_mtime_ns for file in run.rglob("*.parquet")}
        try:
            loaded_run = load_run(run)
            if loaded_run.games:
                loaded_run.scan("seats").collect()
            RunDirectory.claim(run, "sweep", resume=True).begin(record)
        except InputError as error:
            assert str(error).count("\n") == 0
            refused += 1
        assert {file: file.stat().st_mtime_ns for file in run.rglob("*.parquet")} == shards
    assert refused > 50


@pytest.mark.parametrize(
    "damaged", ["{", '{"sessions": {"a": 1}}', '{"sessions": [3]}', "[]", "[" * 100_000]
)
def test_a_damaged_log_is_ignored(run, damaged):
    (run / "log.json").write_text(damaged)
    assert load_run(run).log == []
    play_run(run, resume=True)
    assert len(load_run(run).log) == 1


def test_the_logged_speed_leaves_out_the_time_to_compile(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("eoc_sim.simulator.runs.session.time.perf_counter", lambda: now[0])
    arms = SimpleNamespace(arms=[None])
    session = BaseSession(SimpleNamespace(arms=arms, games=250), None, None, None, None)
    for now[0], games in ((90.0, 50), (91.0, 100), (92.0, 100)):
        session.count(games, {})
    entry = session.log_entry()
    assert (entry["seconds"], entry["games_played"], entry["games_per_second"]) == (92, 250, 100)


def test_the_time_left_leaves_out_the_time_to_compile_each_version(monkeypatch):
    """The strategies of one version may be compiled long after another version has begun."""
    now, reports = [0.0], []
    monkeypatch.setattr("eoc_sim.simulator.runs.session.time.perf_counter", lambda: now[0])
    request = SimpleNamespace(arms=SimpleNamespace(arms=[None, None]), games=1000)
    tally = SimpleNamespace(add=lambda arm, sums: None, standings=tuple)
    session = BaseSession(request, None, tally, None, reports.append)
    for now[0], games, arm in ((60.0, 1, 0), (61.0, 100, 0), (91.0, 1, 1), (92.0, 100, 1)):
        session.count(games, {arm: {}})
        session.report(last=False)
    assert [round(progress.games_per_second) for progress in reports] == [0, 100, 100, 100]
    assert [progress.seconds_left for progress in reports[1:]] == pytest.approx(
        [18.99, 18.98, 17.98]
    )
    assert session.log_entry()["games_per_second"] == 100


def test_a_continued_session_has_the_speed_of_the_part_with_more_games(run):
    directory = RunDirectory.claim(run, "run", resume=True)
    first_part, larger_part = (
        {"started": "now", "seconds": seconds, "games_played": games, "games_per_second": speed}
        for seconds, games, speed in ((60.0, 10, 0.2), (9.0, 900, 100.0))
    )
    directory.add_log(first_part)
    directory.add_log(larger_part, continues=True)
    assert load_run(run).log[-1] == larger_part | {"seconds": 69.0, "games_played": 910}


def test_the_speed_of_a_session_covers_all_its_short_parts(run, monkeypatch):
    """A look of a comparison can play most of its games before the speed is measured."""
    now = [0.0]
    monkeypatch.setattr("eoc_sim.simulator.runs.session.time.perf_counter", lambda: now[0])
    session = BaseSession(SimpleNamespace(arms=SimpleNamespace(arms=[None])), *[None] * 4)
    for now[0], games in ((1.0, 4900), (2.0, 100)):
        session.count(games, {})
    assert session.log_entry()["games_per_second"] == 2500
    directory = RunDirectory.claim(run, "run", resume=True)
    part = {"started": "now", "seconds": 2.0, "games_played": 5000, "games_per_second": 100.0}
    directory.add_log(part)
    directory.add_log(part, continues=True)
    assert load_run(run).log[-1]["games_per_second"] == 2500


@pytest.mark.parametrize(("out", "message"), [("", "names no folder"), ("a\udcff", "not text")])
def test_invalid_folder_names(out, message):
    with pytest.raises(InputError, match=message):
        RunDirectory.claim(out, "run")


def test_run_json_of_another_schema_is_refused(run):
    record = json.loads((run / "run.json").read_text())
    record["schema"] = 99
    write_run_file(run, record)
    for options in ({"resume": True}, {"fresh": True}):
        with pytest.raises(InputError, match="schema 99"):
            play_run(run, **options)
    with pytest.raises(InputError, match="schema 99"):
        load_run(run)


def test_a_run_of_another_release_names_the_release_that_can_resume_it(run):
    record = json.loads((run / "run.json").read_text())
    del record["checksum"]
    write_run_file(run, {**record, "package": "0.0.9"})
    with pytest.raises(InputError, match="to resume the run, use eoc-sim 0.0.9, which began it.$"):
        play_run(run, resume=True)


def test_no_run_to_read(tmp_path):
    with pytest.raises(InputError, match="holds no run"):
        load_run(tmp_path)
    with pytest.raises(InputError, match="holds no run"):
        load_run(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["log.json", "log.json.tmp", "metrics", "games/other.tmp"])
def test_a_run_with_links_is_neither_resumed_nor_replaced(
    tmp_path: Path, run: Path, name: str
) -> None:
    """A planted link would let a write overwrite a user's file."""
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    link = run / name
    link.unlink(missing_ok=True)
    link.symlink_to(mine)
    for options in ({"resume": True}, {"fresh": True}):
        with pytest.raises(InputError, match="is a link"):
            RunDirectory.claim(run, "sweep", **options)
    assert mine.read_text() == "mine"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Return another of the user's finished runs."""
    path = tmp_path / "other"
    play_run(path)
    return path


@pytest.mark.parametrize("field", ["tables", "current_tables", "dims"])
@pytest.mark.parametrize("name", ["../other/games", "ABSOLUTE", "", "..", "a|b", 5])
def test_a_forged_table_name_is_refused(run: Path, other: Path, field: str, name: object) -> None:
    """Replacing a run must not remove the files of another."""
    before = file_contents(other)
    record = read_run_file(run)
    record[field] = [str(other / "games") if name == "ABSOLUTE" else name]
    write_run_file(run, record)
    for options in ({"resume": True}, {"fresh": True}):
        with pytest.raises(InputError, match=rf'its field "{field}\[0\]" is not a name'):
            play_run(run, **options)
    assert file_contents(other) == before


@pytest.mark.parametrize("place", ["family", "who", "relearned", "learnt/version-1"])
def test_links_in_runs_inside_a_run_are_not_followed(run: Path, other: Path, place: str) -> None:
    """A member of a data family has the same folders as its run, one level deeper."""
    inner = run / "family" / "01"
    play_run(inner)
    (other / "family").mkdir()
    (other / "learnt.json").write_text('{"files": ["run.json"]}')
    record = read_run_file(inner)
    write_run_file(inner, {**record, "relearn": {"games": 1, "seed": 1}})
    link = inner / place
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(other, target_is_directory=True)
    before = file_contents(other)
    with pytest.raises(InputError, match="is a link"):
        play_run(run, fresh=True)
    assert file_contents(other) == before


@pytest.mark.parametrize("names", [["..", "", ".", "learnt.json", "folder"], "run", [None, 5]])
def test_forged_lists_of_learnt_files_are_ignored(run: Path, names: object) -> None:
    folder = run / "learnt" / "version-1"
    (folder / "folder").mkdir(parents=True)
    (folder / "mine.csv").write_text("mine")
    (folder / "learnt.json").write_text(json.dumps({"files": names}))
    write_run_file(run, {**read_run_file(run), "relearn": {"games": 1, "seed": 1}})
    play_run(run, fresh=True)
    assert sorted(path.name for path in folder.iterdir()) == ["folder", "mine.csv"]


@pytest.mark.parametrize("write", [write_whole, write_temporary])
def test_writing_temporary_files_does_not_follow_links(tmp_path: Path, write) -> None:
    """In someone else's folder, a file that is about to be written may already exist as a link."""
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    for name in (".page.part", "page.tmp"):
        (tmp_path / name).symlink_to(mine)
    write(tmp_path / "page", b"theirs")
    assert mine.read_text() == "mine"


def test_a_pipe_is_no_run(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run.json")
    with pytest.raises(InputError, match="is not a file"):
        load_run(tmp_path)
