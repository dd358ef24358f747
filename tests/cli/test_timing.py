"""Test ``eoc-sim timing``: games, output and refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest
from cli.process import call
from policies import check_policy

from eoc_sim.simulator.eoc import pilot

LINE_UP = ("--seats", "quick_start,hoarder", "--jobs", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("timing")


@pytest.fixture(autouse=True)
def short_pilot(monkeypatch):
    monkeypatch.setattr(pilot.pilot_schedule, "__defaults__", (4,))


def test_timing_and_its_report(folder: Path):
    answer = call(folder, "timing", *LINE_UP, "--games", "40", "--out", "run")
    assert answer.returncode == 0, answer.stderr
    lines = answer.stdout.splitlines()
    assert any(line.startswith("Gain from one more EC") for line in lines)
    for month in ("March", "February"):
        assert sum(line.startswith(month) for line in lines) == 2
    assert any(line.startswith("Full value minus half value") for line in lines)
    record = json.loads((folder / "run" / "run.json").read_text())
    assert record["command"] == "timing" and len(record["twins"]["entries"]) == 156
    twins = pl.read_parquet(folder / "run" / "twins" / "*.parquet")
    assert twins.filter(pl.col("twin") == "die mode")["game"].is_unique().all()
    gifts = pl.read_parquet(folder / "run" / "metrics" / "timing_gifts.parquet")
    assert set(gifts["strategy"]) == {"all", "quick_start", "hoarder"}
    assert call(folder, "report", "run").returncode == 0
    page = (folder / "run" / "report.html").read_text(encoding="utf-8")
    check_policy(page)
    message = next(line for line in lines if line.startswith("One BB"))
    assert message in re.sub("<[^>]+>", "", page) and "The worth of timing" in page


def test_dice_with_full_value_in_any_month(folder: Path):
    """FAM-3: without half values, the twins for them are neither played nor reported."""
    answer = call(
        folder,
        "timing",
        *LINE_UP,
        "--rules",
        "family",
        "--games",
        "2",
        "--out",
        "family",
        "--quiet",
    )
    assert answer.returncode == 0, answer.stderr
    assert "every die is taken at full value, for a month that the player chooses" in answer.stdout
    assert "Full value minus half value" not in answer.stdout
    assert not (folder / "family" / "metrics" / "timing_dice.parquet").exists()
    twins = pl.read_parquet(folder / "family" / "twins" / "*.parquet")
    assert "die mode" not in twins["twin"].cast(pl.String).to_list()


@pytest.mark.slow
def test_a_run_resumes_with_its_own_schedule(folder: Path, monkeypatch):
    first = call(folder, "timing", *LINE_UP, "--games", "2", "--out", "more", "--quiet")
    assert first.returncode == 0, first.stderr
    schedule = json.loads((folder / "more" / "run.json").read_text())["twins"]

    def refuse_pilot(*_arguments, **_options):
        raise AssertionError("no second pilot")

    monkeypatch.setattr(pilot, "pilot_schedule", refuse_pilot)
    answer = call(
        folder, "timing", *LINE_UP, "--games", "4", "--out", "more", "--resume", "--quiet"
    )
    assert answer.returncode == 0, answer.stderr
    record = json.loads((folder / "more" / "run.json").read_text())
    assert record["twins"] == schedule and record["games"] == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--game", "runs.counter_game"),
            "has nothing whose timing can be measured. A game in plain Python can declare",
        ),
        (("--games", "0"), "--games 0 is not between 1"),
        (("--keep", "twinz"), 'there is no table "twinz"'),
        (("--jobs", "0"), "--jobs 0 should be"),
        (("--set", "stash=none"), "stash"),
        (("--resume",), "--resume needs --out DIR"),
        (("--players", "7"), "--players 7"),
        (("--seats", "vegsa,vegas"), "vegas"),
        (("--colour", "blue"), "--colour"),
    ],
)
def test_refusals(folder: Path, arguments, message):
    answer = call(folder, "timing", *arguments)
    assert answer.returncode == 2
    assert message in answer.stderr and answer.stderr.count("\n") == 1


def test_timing_does_not_resume_a_run_of_another_command(folder: Path):
    assert call(folder, "run", *LINE_UP, "--games", "2", "--out", "plain").returncode == 0
    answer = call(folder, "timing", *LINE_UP, "--games", "2", "--out", "plain", "--resume")
    assert answer.returncode == 2 and "started by run, not by timing;" in answer.stderr


def test_run_cannot_keep_twins(folder: Path):
    answer = call(folder, "run", *LINE_UP, "--games", "2", "--keep", "twins")
    assert answer.returncode == 2 and 'there is no table "twins"' in answer.stderr
