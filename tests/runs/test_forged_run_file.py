"""For a run.json from elsewhere, an error names the missing or malformed part."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
from contextlib import chdir
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from cli.process import call

import eoc_sim
from eoc_sim.analysis.tables import Run
from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.run_file import read_run_file, write_run_file
from eoc_sim.simulator.runs.same_run import identity
from eoc_sim.simulator.runs.shards import SHARD_FILE, read_shard_file, shard_lines
from eoc_sim.simulator.runs.whole_file import file_digest

RUN_COMMAND = ("run", "--seats", "random,random", "--games", "2", "--jobs", "1", "--out", "run")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a finished run."""
    path = tmp_path_factory.mktemp("forged")
    answer = call(path, *RUN_COMMAND)
    assert answer.returncode == 0, answer.stderr
    return path


def forge(folder: Path, tmp_path: Path, change) -> Path:
    """Copy the run, apply ``change`` to its run.json, and adjust the checksum."""
    shutil.copytree(folder / "run", tmp_path / "run")
    record = read_run_file(folder / "run")
    change(record)
    write_run_file(tmp_path / "run", record)
    return tmp_path


@pytest.mark.parametrize("command", [("report", "run"), ("replay", "run", "--game", "1")])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda record: record.pop("game"), 'lacks the field "game"'),
        (lambda record: record.pop("games"), 'lacks the field "games"'),
        (lambda record: record.update(seed="1"), 'its field "seed" is not a whole number'),
        (lambda record: record.pop("declaration"), 'lacks the field "declaration"'),
        (lambda record: record.pop("baseline"), 'lacks the field "baseline"'),
        (lambda record: record["arms"].clear(), 'its field "arms" is empty'),
        (lambda record: record["arms"][0].pop("label"), 'lacks the field "arms[0].label"'),
        (lambda record: record.update(games=-5), 'its field "games" is less than 0'),
        (lambda record: record.update(rows=[3]), 'its field "rows[0]" is not an object'),
        (lambda record: record.update(game_source="a.py"), 'field "game_source" is not an object'),
        (lambda record: record.update(players=0), 'its field "players" is less than 1'),
        (lambda record: record["baseline"].update(rules=[]), 'baseline.rules" is not an object'),
        (lambda record: record["baseline"].update(hashes=3), 'baseline.hashes" is not an object'),
        (lambda record: record["baseline"].update(seats="ab"), 'baseline.seats" is not a list'),
        (lambda record: record.update(players=10**30), 'its field "players" is more than 100'),
        (lambda record: record.update(games=10**30), 'its field "games" is more than'),
        (lambda record: record.update(seating="x"), 'its field "seating" is not one of balanced'),
        (lambda record: record.update(twins=5), 'its field "twins" is not an object'),
        (lambda record: record.update(looks=[]), 'its field "looks" is not a whole number'),
        (lambda record: record.update(dims_checksums="x"), 'dims_checksums" is not an object'),
        (lambda record: record["rows"][0].update(arm=1), 'its field "rows[0].arm" is not an arm'),
        (lambda record: record["tables"].append("../x"), 'its field "tables[3]" is not a name'),
        (lambda record: record["arms"][0].update(changes=[{}]), 'field "arms[0].changes[0].key"'),
    ],
)
def test_a_missing_or_malformed_part_is_named(folder, tmp_path, command, change, message):
    answer = call(forge(folder, tmp_path, change), *command)
    assert answer.returncode == 2 and message in answer.stderr, answer.stderr
    assert "run.json is damaged" in answer.stderr and len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda record: [record.pop(name) for name in ("package", "source_code")],
            "The releases differ: 0.1.0 and ",
        ),
        (
            lambda record: record["baseline"].update(seats=[{}]),
            "The players differ: unknown, and random",
        ),
        (lambda record: record["baseline"].pop("seats"), "The players differ: unknown, and random"),
    ],
)
def test_runs_that_lack_parts_are_compared(folder, tmp_path, change, words):
    """Runs of the first release record neither the release nor its code; others may lack seats."""
    copy = forge(folder, tmp_path, change)
    shards = read_shard_file(folder / "run")
    lines = shard_lines(identity(read_run_file(copy / "run")), shards)
    (copy / "run" / SHARD_FILE).write_text(lines)
    answer = call(copy, "history", "compare", "run", str(folder / "run"))
    assert answer.returncode == 0 and answer.stdout.startswith(words), answer.stderr
    assert call(copy, "report", "run", "--format", "json").returncode == 0


def test_a_sequential_run_cut_short_has_no_interval(folder, tmp_path):
    """The run was stopped before its first look."""
    copy = forge(folder, tmp_path, lambda record: record.update(sequential=True))
    lines = shard_lines(identity(read_run_file(copy / "run")), read_shard_file(folder / "run"))
    (copy / "run" / SHARD_FILE).write_text(lines)
    answer = call(copy, "history", "compare", "run", str(folder / "run"))
    assert answer.returncode == 0 and " ? " in answer.stdout, answer.stderr


def test_a_damaged_table_with_a_matching_checksum(folder, tmp_path):
    copy = forge(folder, tmp_path, lambda record: None)
    table = copy / "run" / "seats" / "arm0000-00000.parquet"
    table.write_bytes(b"PAR1" + bytes(100))
    shards = [
        replace(shard, sha256=file_digest(table)) if shard.file.startswith("seats/") else shard
        for shard in read_shard_file(folder / "run")
    ]
    (copy / "run" / SHARD_FILE).write_text(
        shard_lines(identity(read_run_file(copy / "run")), shards)
    )
    run = Run(copy / "run")
    with pytest.raises(InputError, match="run/seats is damaged"):
        run.rows(run.table_with("win_share"), 0, (0, 2), ["game"])


def test_an_unknown_rule_of_looks_is_named(folder, tmp_path):
    answer = call(forge(folder, tmp_path, lambda record: record.update(looks=3)), "report", "run")
    assert (
        answer.returncode == 2 and 'field "looks" is 3; this release knows 2, 1.' in answer.stderr
    )


def test_malformed_declarations(folder, tmp_path):
    copy = forge(folder, tmp_path, lambda record: record["declaration"].pop("words"))
    answer = call(copy, "report", "run")
    assert answer.returncode == 2
    assert 'its field "declaration" does not describe a game' in answer.stderr


@pytest.mark.parametrize("game", ["stadium", "eleven"])
def test_tables_of_another_game(folder, tmp_path, game):
    """A run without the tables of its game must not lead to an internal error."""
    copy = forge(folder, tmp_path, lambda record: record.update(game=game))
    shards = read_shard_file(folder / "run")
    record = read_run_file(copy / "run")
    (copy / "run" / SHARD_FILE).write_text(shard_lines(identity(record), shards))
    words = f"names the game {game}, but declares other tables"
    for command in (("report", "run"), (*RUN_COMMAND, "--game", game, "--resume")):
        answer = call(copy, *command)
        assert answer.returncode == 2 and len(answer.stderr.splitlines()) == 1
        assert words in answer.stderr
    run = eoc_sim.load(copy / "run")
    for read in (lambda: run.metrics["wins"], lambda: run.findings, lambda: run.charts):
        with pytest.raises(InputError, match=words):
            read()


@pytest.mark.parametrize(
    "name", ["run.json", "runs.json", "log.json", "report.html", "shards.jsonl", "sums/pipe"]
)
def test_a_pipe_in_a_folder_is_not_waited_for(folder, tmp_path, name):
    copy = forge(folder, tmp_path, lambda record: None)
    pipe = copy / "run" / name
    pipe.parent.mkdir(exist_ok=True)
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    message = f"run/{name} is not a file."
    answer = call(copy, "report", "run")
    assert (answer.returncode, answer.stderr) == (2, f"Error: {message}\n")
    with chdir(copy), pytest.raises(InputError, match=re.escape(message)):
        eoc_sim.load("run")
    answer = call(copy, *RUN_COMMAND, "--resume")
    if name == "run.json":
        message = "The directory run holds no run to continue (no run.json)"
    assert answer.returncode == 2 and f"Error: {message}" in answer.stderr


@pytest.mark.parametrize("name", ["runs.json", "metrics/pipe"])
def test_a_pipe_among_several_runs_is_not_waited_for(tmp_path, name):
    (tmp_path / "all" / "metrics").mkdir(parents=True)
    record = {"command": "first-player", "runs": {}, "tables": []}
    (tmp_path / "all" / "runs.json").write_text(json.dumps(record))
    (tmp_path / "all" / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / "all" / name)
    for option in ("--resume", "--fresh"):
        answer = call(tmp_path, "first-player", "--out", "all", option)
        assert answer.returncode == 2 and len(answer.stderr.splitlines()) == 1
    with chdir(tmp_path), pytest.raises(InputError, match=f"all/{name} is not a file"):
        eoc_sim.load("all")


def _other_table() -> bytes:
    """Return a table without the columns of any metric."""
    buffer = io.BytesIO()
    pl.DataFrame({"other": [1]}).write_parquet(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("runs", "table", "message"),
    [
        ({}, b"", "runs.json is damaged: it names no run in its folder."),
        ({"../run": "elsewhere"}, b"", "runs.json is damaged: it names no run in its folder."),
        ({"one": "the run"}, b"no table", "question.parquet is damaged: "),
        ({"one": "the run"}, _other_table(), "A table in metrics is damaged: "),
    ],
)
def test_a_malformed_folder_of_runs(folder, tmp_path, runs, table, message):
    forge(folder, tmp_path, lambda record: None).joinpath("run").rename(tmp_path / "one")
    record = {"command": "first-player", "runs": runs, "tables": ["question"]}
    (tmp_path / "runs.json").write_text(json.dumps(record))
    (tmp_path / "metrics").mkdir()
    (tmp_path / "metrics" / "question.parquet").write_bytes(table)
    answer = call(tmp_path, "report", ".")
    assert answer.returncode == 2 and message in answer.stderr


def test_malformed_versions(folder, tmp_path):
    copy = forge(folder, tmp_path, lambda record: record["baseline"].pop("rules"))
    answer = call(copy, "replay", "run", "--game", "1")
    assert answer.returncode == 2 and "KeyError: 'rules'" in answer.stderr


@pytest.mark.parametrize(
    "session",
    [
        {"command_line": 5},
        {"command_line": ["eoc-sim", "run", 5]},
        {"command_line": {"eoc-sim": 1}, "started": 5},
        {"command_line": ["eoc-sim", "run"], "options": 7},
    ],
)
def test_a_malformed_log_is_left_out(folder, tmp_path, session):
    copy = forge(folder, tmp_path, lambda record: None)
    (copy / "run" / "log.json").write_text(json.dumps({"sessions": [session]}))
    answer = call(copy, "report", "run")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "Report: run/report.html" in answer.stdout


def test_names_in_a_log_cannot_control_the_terminal(folder, tmp_path):
    copy = forge(folder, tmp_path, lambda record: None)
    session = {"command_line": ["eoc-sim", "run", "\x1b[2J"]}
    (copy / "run" / "log.json").write_text(json.dumps({"sessions": [session]}))
    answer = call(copy, "report", "run")
    assert "\\x1b[2J" in answer.stdout and "\x1b" not in answer.stdout
