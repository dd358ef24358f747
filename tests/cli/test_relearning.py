"""Test ``--relearn``: its two runs, resuming, refusals, and learning in two threads."""

from __future__ import annotations

import functools
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from cli.process import call

from eoc_sim.cli import run_command_line
from eoc_sim.commands.eoc.line_up_learning import learners
from eoc_sim.reports import verdict_lines
from eoc_sim.simulator.eoc import appraisal
from eoc_sim.simulator.eoc.engine import load_strategy
from eoc_sim.simulator.eoc.versions import baseline, change, record, restore, with_learnt
from eoc_sim.simulator.runs.run_file import read_run_file
from eoc_sim.simulator.runs.version_options import VersionOptions

SWEEP = (
    "sweep",
    "--seats",
    "balanced,random",
    "--vary",
    "card.063.effect=end: 2 stars",
    "--games",
    "48",
    "--relearn",
    "--learning-games",
    "480",
    "--out",
    "x",
    "--jobs",
    "1",
)
PLAYERS = VersionOptions(seats=("balanced", "random"))
LEARNT = Path("x/learnt/version-1")


def clipped(matrix, right, bounds, method):
    """Return the unbounded solution clipped to the bounds."""
    return SimpleNamespace(x=np.clip(np.linalg.solve(matrix, right), *bounds))


@pytest.fixture(scope="module")
def asked_once() -> pytest.MonkeyPatch:
    """Ask once for the baseline's formula and use it for every version, as asking takes seconds."""
    patch = pytest.MonkeyPatch()
    patch.setattr(
        appraisal,
        "appraise",
        functools.cache(
            lambda version, place, ask=appraisal.appraise: ask(baseline(PLAYERS), place)
        ),
    )
    ask = appraisal.appraise
    patch.setattr(appraisal, "appraise", lambda version, place=0: ask(None, place))
    # Bounded least squares takes two seconds; both it and the page are tested elsewhere.
    patch.setattr("scipy.optimize.lsq_linear", clipped)
    patch.setattr("eoc_sim.commands.sweep.write_report", lambda path: (path, verdict_lines(path)))
    yield patch
    patch.undo()


@pytest.fixture(scope="module")
def relearnt_run(asked_once, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a played sweep and its output in a text file."""
    folder = tmp_path_factory.mktemp("played")
    answer = call(folder, *SWEEP)
    assert answer.returncode == 0, answer.stderr
    (folder / "output.txt").write_text(answer.stdout + answer.stderr, encoding="utf-8")
    return folder


@pytest.fixture
def run_folder(relearnt_run: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(relearnt_run)
    return relearnt_run


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of both runs and the learnt tables, but not those of the report."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and path.suffix in (".parquet", ".csv", ".toml", ".json", ".jsonl")
        and path.name != "log.json"
        and path.parent.name != "metrics"
    }


@pytest.mark.slow
def test_the_learnt_table_is_kept_and_can_be_played(run_folder: Path, capsys):
    first, second = read_run_file(Path("x")), read_run_file(Path("x/relearned"))
    assert first["relearn"] == second["relearn"] == {"games": 480, "seed": 1}
    assert "learnt" not in first["baseline"] and second["baseline"]["learnt"][1] is None
    (table,) = json.loads((LEARNT / "learnt.json").read_text())["tables"]
    assert table["places"] == [0]
    # The version has its own factor for the changed clause and keeps most others.
    own = [row["name"] for row in table["rows"] if row["own"]]
    assert "063 end: 2 stars" in own and len(own) < len(table["rows"]) / 4
    learnt = second["arms"][1]["differs"]["learnt"][0]
    assert learnt == {row["name"]: row["factor"] for row in table["rows"]}
    (current,) = json.loads(Path("x/learnt/current-rules/learnt.json").read_text())["tables"]
    factors = {row["name"]: row["factor"] for row in current["rows"]}
    assert factors == second["baseline"]["learnt"][0]
    for row in table["rows"]:
        assert row["low"] <= row["factor"] <= row["high"]
        assert row["own"] or row["factor"] == factors[row["name"]]
    # The preset plays with the same numbers.
    strategy = load_strategy(str(LEARNT / "balanced.toml"))
    names = list(learnt)
    assert dict(zip(names, strategy.tables[0].column("factor", names), strict=False)) == learnt
    assert run_command_line(["replay", "x/relearned", "--game", "3", "--arm", "version 1"]) == 2
    assert "it has baseline" in capsys.readouterr().err
    label = second["arms"][1]["label"]
    assert run_command_line(["replay", "x/relearned", "--game", "3", "--arm", label]) == 0


def test_the_output_states_both_answers(run_folder: Path):
    lines = Path("output.txt").read_text(encoding="utf-8").splitlines()
    note = "Note: random does not learn, and plays the same way in both runs."
    assert note in lines
    assert any(line.startswith("Learning: 2 versions x 480 games, about ") for line in lines)
    assert sum(line.startswith("Wins in 100 games") for line in lines) == 2
    assert "The same games by players who have learnt each version:" in lines
    assert any(line.startswith("Players who have learnt each version: ") for line in lines)


def test_a_lost_version_is_learnt_identically_in_two_threads(run_folder: Path):
    before = contents(Path("x"))
    (LEARNT / "learnt.json").unlink()
    (LEARNT / "clauses.csv").unlink()
    assert run_command_line([*SWEEP[:-1], "2", "--resume", "--quiet"]) == 0
    assert contents(Path("x")) == before


def test_resuming_refuses_another_question_and_a_damaged_record(run_folder: Path, capsys):
    other = [word if word != "480" else "720" for word in SWEEP]
    plain = [word for word in SWEEP if word not in ("--relearn", "--learning-games", "480")]
    for arguments, message in (
        (other, "started with --relearn from 480 games per version, not with --relearn from 720"),
        (plain, "started with --relearn from 480 games per version, not without --relearn;"),
        ([*SWEEP, "--seed", "9"], "started with seed = 1, not 9"),
    ):
        assert run_command_line([*arguments, "--resume"]) == 2
        assert message in capsys.readouterr().err
    record_file = LEARNT / "learnt.json"
    text = record_file.read_text()
    record_file.write_text(text.replace('"factor": ', '"factor": 1', 1))
    assert run_command_line([*SWEEP, "--resume", "--quiet"]) == 2
    assert "learnt.json is damaged" in capsys.readouterr().err
    record_file.write_text(text)


def test_a_fresh_run_removes_all_but_the_users_own_files(
    run_folder: Path, tmp_path: Path, monkeypatch
):
    import shutil

    shutil.copytree("x", tmp_path / "y")
    monkeypatch.chdir(tmp_path)
    Path("y/learnt/version-1/mine.csv").write_text("mine")
    plain = ["run", "--seats", "random,random", "--games", "24", "--quiet", "--keep", "seats"]
    assert run_command_line([*plain, "--out", "y", "--fresh", "--yes"]) == 0
    assert not Path("y/relearned").exists()
    assert [str(path) for path in Path("y/learnt").rglob("*") if path.is_file()] == [
        "y/learnt/version-1/mine.csv"
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("run --learning-games 500", "--learning-games sets the number of games for --relearn"),
        ("run --relearn --learning-games 10", "--learning-games"),
        ("run --relearn --precision 1", "--relearn and --precision cannot be combined"),
        ("sweep --vary card.038.stars=3 --relearn --precision 1", "cannot be combined"),
        ("run --relearn --keep none", "--keep leaves out games, seats and cards"),
        ("run --relearn --keep games,seats", "--keep leaves out cards, which --relearn"),
        ("run --relearn --seats random,balanced_2026", "none of the players learns (random, bal"),
        ("run --relearn --backend dask", "--backend dask needs --scheduler"),
        ("run --relearn --game runs.counter_game", "has no players who learn"),
    ],
)
def test_bad_input(arguments, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run_command_line(arguments.split()) == 2
    answer = capsys.readouterr().err
    assert answer.startswith("Error: ") and words in answer
    assert not list(tmp_path.iterdir())


def test_players_with_the_same_learnt_table_learn_together():
    version = baseline(VersionOptions(seats=("vegas", "random", "hoarder", "expert")))
    (group,) = learners(version)
    assert group.seats == (0, 2), "random has no table, and expert has no formula to ask for"


def test_a_learnt_version_is_recorded_and_restored():
    version = baseline(VersionOptions(seats=("balanced", "random")))
    learnt = with_learnt(version, ({"001 x": 1.5, "002 z": 0.5}, None))
    again = restore(json.loads(json.dumps(record(learnt))))
    assert record(again) == record(learnt) != record(version)
    (sheet,) = again.strategies()[0].tables
    assert sheet.column("factor", ["001 x", "002 y"])[:2].tolist() == [1.5, 1.0]
    assert replace(again, learnt=()).strategies()[0].tables != again.strategies()[0].tables
    changed = change(learnt, [("card.038.stars", "9")])
    assert changed.learnt == learnt.learnt
