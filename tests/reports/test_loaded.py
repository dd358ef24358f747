"""A run loaded in a notebook offers frames by name and explains wrong names."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from matplotlib.text import Text
from synthetic_orchard import orchard_run
from synthetic_runs import random_run

import eoc_sim
from eoc_sim.analysis.folders import Folder
from eoc_sim.errors import InputError
from eoc_sim.reports import build
from eoc_sim.reports.notebook_run import LoadedFolder, LoadedRun


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "sweep"
    return random_run(path, 200, stars=(9,), keep=("games", "seats", "cards", "offers"))


@pytest.fixture(scope="module")
def run(path: Path) -> LoadedRun:
    loaded_run = eoc_sim.load(path)
    assert isinstance(loaded_run, LoadedRun)
    return loaded_run


def test_tables_are_frames(run: LoadedRun, path: Path):
    assert run.tables == ("games", "seats", "cards", "offers")
    assert run.games == 200 and run.table("games").height == 2 * 200
    assert run.seats.equals(run.scan("seats").collect())
    assert run.dim("cards").columns[:2] == ["id", "name"]
    # A result table takes precedence over a table of ids with the same name.
    assert "played_month" in run.cards.columns and "stars" in run.dim("cards").columns
    assert run.strategies.equals(run.dim("strategies"))
    assert run.record == {
        key: value
        for key, value in json.loads((path / "run.json").read_text()).items()
        if key != "checksum"
    }
    assert run.versions["sentence"].to_list()[1] == "038 Analytics Nerd: stars 5 -> 9"
    assert {"seats", "regions", "metrics"} <= set(dir(run))


def test_every_metric_is_a_frame(run: LoadedRun):
    names = list(run.metrics)
    assert {
        "wins",
        "habits",
        "points",
        "scores",
        "closeness",
        "wins_by_order",
        "wins_by_region",
        "cards",
        "effects_strategy",
        "effects_holders",
        "changed_cards",
    } <= set(names)
    for name in names:
        frame = run.metrics[name]
        assert isinstance(frame, pl.DataFrame) and frame.height, name
        assert frame is run.metrics[name]
    assert {"worth", "worth_low", "worth_high", "drafted"} <= set(run.metrics["cards"].columns)
    for name in ("cards", "effects_holders", "changed_cards"):
        assert "card" in run.metrics[name].columns and "thing" not in run.metrics[name].columns
    assert "wins, habits" in repr(run) and "wins" in run.metrics and "nothing" not in run.metrics


def test_written_metric_tables_are_available(path: Path):
    (path / "metrics").mkdir(exist_ok=True)
    pl.DataFrame({"a": [1]}).write_parquet(path / "metrics" / "own.parquet")
    (path / "metrics" / "broken.parquet").write_text("not Parquet")
    metrics = eoc_sim.load(path).metrics
    assert metrics["own"]["a"].to_list() == [1]
    with pytest.raises(InputError, match=r"broken\.parquet is damaged"):
        metrics["broken"]


def test_wrong_names_are_explained(run: LoadedRun, tmp_path: Path):
    with pytest.raises(InputError, match='no table "seets".* Did you mean "seats"'):
        run.table("seets")
    with pytest.raises(AttributeError, match='Did you mean "seats"'):
        _ = run.seets
    with pytest.raises(InputError, match='no metric "win".* Did you mean "wins"'):
        run.metrics["win"]
    with pytest.raises(InputError, match="holds no run"):
        eoc_sim.load(tmp_path)


def test_missing_tables_are_reported(tmp_path: Path):
    run = eoc_sim.load(random_run(tmp_path / "run", 50, keep=("games", "seats")))
    with pytest.raises(InputError, match="did not keep cards: play it again with --keep"):
        run.metrics["cards"]


def test_another_game_has_its_own_names(path: Path, tmp_path: Path):
    orchard = eoc_sim.load(orchard_run(tmp_path / "run", path))
    assert isinstance(orchard, LoadedRun)
    assert {"wins_by_queue", "wins_by_soil"} <= set(orchard.metrics)
    assert "apples" in orchard.chairs.columns


def test_a_folder_of_runs(path: Path, tmp_path: Path):
    random_run(tmp_path / "one", 50)
    (tmp_path / "metrics").mkdir()
    pl.DataFrame({"gap": [1.0]}).write_parquet(tmp_path / "metrics" / "question.parquet")
    Folder(tmp_path, "first-player", {"one": "a line-up"}, ("question",)).write()
    folder = eoc_sim.load(tmp_path)
    assert isinstance(folder, LoadedFolder)
    assert folder.runs == ("one",) and folder.run("one").games == 50
    assert folder.metrics["question"]["gap"].to_list() == [1.0]
    with pytest.raises(InputError, match='no run "on".* Did you mean "one"'):
        folder.run("on")


def test_the_import_is_light():
    code = "import sys, eoc_sim; print([n for n in ('polars', 'numpy') if n in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout.strip() == "[]", answer.stderr


def test_charts_are_figures_with_the_headings_of_the_page(run: LoadedRun, path: Path):
    text = build(path).read_text(encoding="utf-8")
    assert len(run.charts) >= 5
    for name in run.charts:
        assert name in text, name
    figure = run.charts["Wins in 100 games by strategy"]
    assert "hoarder" in [text.get_text() for text in figure.findobj(Text)]
    with pytest.raises(InputError, match='no chart "Wins by strategy"'):
        run.charts["Wins by strategy"]
