"""Test ``cards`` and ``timing`` for Stadium: games, output and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from cli.process import call
from policies import check_policy

from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.stadium import pilot

LINE_UP = ("--game", "stadium", "--seats", "balanced,random", "--jobs", "1")
GAMES = "60" if COMPILED else "12"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("twins")


@pytest.fixture(autouse=True)
def short_pilots(monkeypatch):
    for schedule in (pilot.schedule_of_cards, pilot.schedule_of_timing):
        monkeypatch.setattr(schedule, "__defaults__", (4 if COMPILED else 1,))


@pytest.mark.slow
def test_cards_and_their_report(folder: Path):
    changes = ("--change", "player.P20.victory_points=0", "--change", "player.P20.effect=")
    answer = call(folder, "cards", *LINE_UP, *changes, "--games", GAMES, "--out", "cards")
    assert answer.returncode == 0, answer.stderr
    assert "places and cards" in answer.stdout
    record = json.loads((folder / "cards" / "run.json").read_text())
    assert record["command"] == "cards"
    kinds = {entry[0] for entry in record["twins"]["entries"]}
    assert kinds == {"points off", "effect off", "both off"}
    frame = pl.read_parquet(folder / "cards" / "metrics" / "things.parquet")
    assert set(frame["kind"]) == {"place", "player", "employee"}
    assert set(frame["strategy"]) <= {"all", "balanced", "random"}
    twins = pl.read_parquet(folder / "cards" / "twins" / "*.parquet")
    assert twins.select(pl.max_horizontal("player", "employee", "place") >= 0).to_series().all()
    # A card without effect changes nothing for any owner, in any twin.
    players = pl.read_parquet(folder / "cards" / "dims" / "players.parquet")
    card_id = players.filter(pl.col("number") == "P20")["id"].item()
    twins_of_card = twins.filter(pl.col("player") == card_id)
    assert not twins_of_card.select(
        pl.any_horizontal(pl.col("^(score|win_share)_.$") != 0).any()
    ).item()
    assert twins_of_card.height > 0 or not COMPILED
    report = call(folder, "report", "cards")
    assert report.returncode == 0
    first = report.stdout.splitlines()[0]
    assert first.startswith("The worth of places and cards: ")
    assert first.partition(": ")[2] in answer.stdout
    page = (folder / "cards" / "report.html").read_text(encoding="utf-8")
    check_policy(page)
    assert "The worth of places and cards" in page and "The worth of tokens" not in page


def test_timing_and_its_report(folder: Path):
    answer = call(folder, "timing", *LINE_UP, "--games", GAMES, "--out", "timing")
    assert answer.returncode == 0, answer.stderr
    for start in ("An owner's gain from one more token", "A VP on an action space, minus"):
        assert any(line.startswith(start) for line in answer.stdout.splitlines())
    metrics = folder / "timing" / "metrics"
    tokens = pl.read_parquet(metrics / "timing_tokens.parquet")
    assert set(tokens["token"]) == {"money", "equipment", "wins", "entertainment", "construction"}
    spaces = pl.read_parquet(metrics / "timing_placements_spaces.parquet")
    assert spaces.filter(pl.col("strategy") == "all").height == 9
    report = call(folder, "report", "timing")
    assert report.returncode == 0
    heading = "The worth of tokens, placements and vice presidents: "
    headings = [line for line in report.stdout.splitlines() if line.startswith(heading)]
    assert report.stdout.startswith(heading) and len(headings) == 3
    assert [line.removeprefix(heading) for line in headings] == answer.stdout.splitlines()[-4:-1]
    page = (folder / "timing" / "report.html").read_text(encoding="utf-8")
    assert "The worth of tokens, placements and vice presidents" in page


@pytest.mark.slow
def test_a_run_resumes_with_its_own_schedule(folder: Path, monkeypatch):
    first = call(folder, "timing", *LINE_UP, "--games", "2", "--out", "more", "--quiet")
    assert first.returncode == 0, first.stderr
    schedule = json.loads((folder / "more" / "run.json").read_text())["twins"]
    monkeypatch.setattr(pilot, "schedule_entries", None)
    answer = call(
        folder, "timing", *LINE_UP, "--games", "4", "--out", "more", "--resume", "--quiet"
    )
    assert answer.returncode == 0, answer.stderr
    record = json.loads((folder / "more" / "run.json").read_text())
    assert record["twins"] == schedule and record["games"] == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cards", "--price", "P15"), "prices that can be varied; stadium has none"),
        (("cards", "--keep", "games"), "seats"),
        (("timing", "--keep", "twinz"), 'there is no table "twinz"'),
    ],
)
def test_refusals(folder: Path, arguments, message):
    command, *options = arguments
    answer = call(folder, command, *LINE_UP[:4], *options)
    assert answer.returncode == 2
    assert message in answer.stderr and answer.stderr.count("\n") == 1
