"""Test the history of a project: entries, trend, and comparison of two runs."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import rich_click as click
from cli.process import Answer, call, without_pictures

from eoc_sim.analysis import history
from eoc_sim.analysis.folders import Folder
from eoc_sim.analysis.tables import Run
from eoc_sim.cli import group
from eoc_sim.commands.history_file import _append

GAME_OPTION = "--game eoc_sim.example_game"
RUN = f"run {GAME_OPTION} --who off --quiet --games"


def run_line(folder: Path, line: str) -> Answer:
    output = call(folder, *line.split())
    assert output.returncode == 0, output.stderr
    return output


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record four runs: three with the same luck (one resumed), and one with different luck."""
    folder = tmp_path_factory.mktemp("project")
    run_line(folder, f"{RUN} 240")
    run_line(folder, f"{RUN} 120 --change card.gust.copies=3")
    run_line(folder, f"{RUN} 240 --change card.gust.copies=3 --out results/run-2 --resume")
    with without_pictures():
        change = "--vary card.gust.copies=2"
        run_line(folder, f"sweep {GAME_OPTION} --who off --quiet --games 240 {change}")
    run_line(folder, f"{RUN} 24 --seed 4")
    run_line(folder, f"{RUN} 24 --no-history")
    run_line(folder, f"{RUN} 24 --out elsewhere")
    return folder


def entries(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "results" / "history.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def test_runs_in_results_are_entered(project: Path):
    assert [Path(entry["folder"]).name for entry in entries(project)] == [
        *("run-1", "run-2", "run-2", "sweep-1", "run-3")
    ]
    assert not (project / "elsewhere" / "history.jsonl").exists()
    changes = [entry["changes"] for entry in entries(project)]
    assert changes[0] == changes[4] == []
    assert changes[1] == changes[2] and "gust" in changes[1][0] and "3" in changes[1][0]
    assert "2" in changes[3][0]
    assert [entry["games"] for entry in entries(project)] == [240, 120, 240, 240, 24]


def test_figures_are_those_that_a_run_prints(project: Path):
    first, *_ = entries(project)
    output = call(project, *f"run {GAME_OPTION} --who off --games 240 --no-history".split()).stdout
    for figure in first["figures"]:
        assert figure["low"] < figure["value"] < figure["high"]
        if figure["kind"] in (history.WINS, history.SCORE):
            (line,) = (row for row in output.splitlines() if row.split()[:1] == [figure["name"]])
            assert f"{figure['value']:.1f}" in line
            assert f"{figure['low']:.1f} to {figure['high']:.1f}" in line
    assert [figure["kind"] for figure in first["figures"]] == [
        *[history.WINS] * 3,
        *[history.TURN_ORDER] * 2,
        *[history.SCORE] * 3,
    ]


def test_the_trend_has_runs_with_the_same_luck_side_by_side(project: Path):
    output = run_line(project, "history show").stdout
    first_luck, other_luck = output.split("seed 4.")
    for name in ("run-1", "run-2", "sweep-1"):
        assert first_luck.count(f"results/{name} ") == 1
    assert "run-3" in other_luck and "run-3" not in first_luck
    assert "as published" in first_luck
    latest = run_line(project, "history show --last 1").stdout
    assert "results/run-3 " in latest and "run 4" in latest and "seed 1" not in latest
    figures = entries(project)[3]["figures"]
    value = figures[1]["value"]
    line = next(
        row for row in first_luck.splitlines() if row.startswith(f"wins, {figures[1]['name']} ")
    )
    assert line.rstrip().endswith(
        f"±{max(value - figures[1]['low'], figures[1]['high'] - value):.1f}"
    )
    assert f" {value:.1f} ±" in line
    assert (project / "results" / "history.svg").read_text().startswith("<?xml")


def test_two_runs_with_the_same_luck_are_compared_game_by_game(project: Path):
    output = run_line(project, f"history compare results/run-1 results/run-2 {GAME_OPTION}").stdout
    assert "The current rules differ: " in output and "gust" in output.splitlines()[0]
    assert "do not share" not in output
    runs = [Run(project / "results" / name) for name in ("run-1", "run-2")]
    frame = history.changes(*runs)
    strategies = {name: number for number, name in enumerate(runs[0].dim("strategies")["name"])}
    for row in frame.iter_rows(named=True):
        values = []
        for run in runs:
            seats = pl.read_parquet(run.path / "seats" / "*.parquet").sort("game")
            own = seats.filter(pl.col("strategy") == strategies[row["label"]])
            values.append(
                100 * own["win_share"].to_numpy()
                if row["metric"] == "wins"
                else own["score"].to_numpy().astype(float)
            )
        difference = values[1] - values[0]
        assert row["change"] == pytest.approx(difference.mean())
        assert row["differ"] == np.count_nonzero(difference)
        assert (row["first"], row["second"]) == pytest.approx(
            tuple(value.mean() for value in values)
        )
        assert row["all_low"] <= row["low"] < row["change"] < row["high"] <= row["all_high"]
    same = history.changes(runs[0], runs[0])
    assert set(same["change"]) == {0.0} and set(same["differ"]) == {0}


def test_a_folder_of_several_runs_is_refused_with_their_names(project: Path):
    folder = project / "searched"
    folder.mkdir()
    Folder(folder, "balance", {"base": "", "proposal": ""}, ()).write()
    answer = call(project, "history", "compare", "results/run-1", "searched")
    assert answer.returncode == 2
    assert "searched holds 2 runs of balance; give the folder of one: " in answer.stderr
    assert "searched/base, searched/proposal." in answer.stderr


def test_the_version_with_all_changes_is_compared(project: Path):
    output = run_line(
        project, f"history compare results/run-1 results/sweep-1 {GAME_OPTION}"
    ).stdout
    assert output.startswith("The versions differ: current rules, and ")
    frame = history.changes(*(Run(project / "results" / name) for name in ("run-1", "sweep-1")))
    wins = {figure["name"]: figure["value"] for figure in entries(project)[3]["figures"][:3]}
    for row in frame.filter(pl.col("metric") == "wins").iter_rows(named=True):
        assert row["second"] == pytest.approx(wins[row["label"]])


def test_runs_with_different_luck_are_not_paired(project: Path):
    output = run_line(project, f"history compare results/run-1 results/run-3 {GAME_OPTION}").stdout
    assert "do not share their luck: the seeds differ (1 and 4)" in output
    assert "games that differ" not in output


@pytest.mark.parametrize(("kept", "why"), [("none", "kept only sums"), ("games", "did not keep")])
def test_the_run_without_the_tables_is_named(project: Path, tmp_path: Path, kept: str, why: str):
    run_line(tmp_path, f"{RUN} 24 --keep {kept} --out sums")
    full_run = f"{project}/results/run-1"
    for pair in (f"{full_run} sums", f"sums {full_run}"):
        output = call(tmp_path, *f"history compare {pair} {GAME_OPTION}".split())
        assert output.returncode == 2 and output.stderr.startswith(f"Error: sums: This run {why}")


def test_different_players_are_stated_and_equal_rules_are_not(project: Path, tmp_path: Path):
    run_line(tmp_path, f"{RUN} 24 --seats bold,careful,bold")
    output = run_line(
        tmp_path, f"history compare {project}/results/run-1 results/run-1 {GAME_OPTION}"
    ).stdout
    assert "The players differ: bold, careful, careful:fear=150, and bold, careful, bold." in output
    assert "The current rules differ" not in output


def test_wins_are_compared_unless_one_strategy_holds_every_seat(tmp_path: Path):
    """A strategy that is the only one common to two runs need not hold every seat in both."""
    seats = ("bold,careful,careful", "bold,careful:fear=150,careful:fear=150", "bold,bold,bold")
    for number, line_up in enumerate(seats):
        run_line(tmp_path, f"{RUN} 24 --seats {line_up} --out {number}")
    first, second, copies = (Run(tmp_path / str(number)) for number in range(len(seats)))
    for pair in ((first, second), (first, copies)):
        rows = history.changes(*pair).select("label", "metric").rows()
        assert rows == [("bold", "wins"), ("bold", "score")]
    assert history.changes(copies, copies)["metric"].to_list() == ["score"]


def test_broken_lines_are_left_out(project: Path, tmp_path: Path):
    file = tmp_path / "results" / "history.jsonl"
    file.parent.mkdir()
    whole_line = (project / "results" / "history.jsonl").read_bytes().splitlines()[0]
    file.write_bytes(b'{"schema": 1}\n' + whole_line + b"\n" + whole_line[:30])
    _append(file, whole_line + b"\n")
    assert file.read_bytes().splitlines()[2:] == [whole_line[:30], whole_line]
    output = run_line(tmp_path, "history show")
    assert output.stderr.count("is not an entry and is left out") == 2
    assert output.stdout.count("results/run-1 ") == 1


DEEP = "[" * 100_000


def with_figure(entry: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**entry, "figures": [{**entry["figures"][0], **fields}]}


@pytest.mark.parametrize(
    "fields",
    [
        {"folder": ["run-1"]},
        {"games": "240"},
        {"seed": True},
        {"players": "bold"},
        {"players": [None]},
        {"changes": [1]},
        {"figures": {}},
        {"figures": [{"kind": "wins", "value": 1.0}]},
        {"value": float("inf")},
        {"value": 10**400},
        {"low": "1"},
        {"high": float("nan")},
    ],
    ids=str,
)
def test_lines_with_invalid_values_are_left_out(
    project: Path, tmp_path: Path, fields: dict[str, Any]
):
    first = entries(project)[0]
    wrong_entry = first | fields if fields.keys() <= first.keys() else with_figure(first, **fields)
    (tmp_path / "results").mkdir()
    lines = [json.dumps(first), json.dumps(wrong_entry), DEEP]
    (tmp_path / "results" / "history.jsonl").write_text("\n".join(lines))
    output = run_line(tmp_path, "history show")
    assert output.stderr == "".join(
        f"Line {number} of results/history.jsonl is not an entry and is left out.\n".replace(
            "/", os.sep
        )
        for number in (2, 3)
    )
    assert output.stdout.count("results/run-1 ") == 1


@pytest.mark.parametrize("name", ["$\\frac{$", "\x1b[2Jbold"])
def test_special_characters_in_names_do_no_harm(project: Path, tmp_path: Path, name: str):
    first = entries(project)[0]
    lines = [with_figure({**first, "folder": f"results/{folder}"}, name=name) for folder in "ab"]
    (tmp_path / "results").mkdir()
    text = "\n".join(map(json.dumps, lines))
    (tmp_path / "results" / "history.jsonl").write_text(text)
    output = run_line(tmp_path, "history show")
    assert "Picture: " in output.stdout and "\x1b" not in output.stdout + output.stderr


def test_a_pipe_in_place_of_the_history_does_not_block(tmp_path: Path):
    (tmp_path / "results").mkdir()
    os.mkfifo(tmp_path / "results" / "history.jsonl")
    answer = call(tmp_path, "history", "show")
    assert (answer.returncode, answer.stderr) == (
        2,
        "Error: results/history.jsonl is not a file.\n",
    )


def test_a_missing_history_is_reported(tmp_path: Path):
    output = call(tmp_path, "history", "show")
    assert (output.returncode, output.stderr.count("\n")) == (2, 1)
    assert "history.jsonl does not exist" in output.stderr


def test_runs_that_end_simultaneously_are_all_entered(tmp_path: Path):
    file = tmp_path / "history.jsonl"
    lines = [f"{number:04}".encode() * 4000 + b"\n" for number in range(64)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda line: _append(file, line), lines))
    assert sorted(file.read_bytes().splitlines(keepends=True)) == lines


def test_a_history_that_cannot_be_written_causes_a_note(tmp_path: Path):
    (tmp_path / "results" / "history.jsonl").mkdir(parents=True)
    output = run_line(tmp_path, f"{RUN} 24")
    assert "Note: the run is not in the history." in output.stderr


@pytest.mark.parametrize("name", ["history.jsonl", ".history.jsonl.lock"])
def test_no_link_is_followed(tmp_path: Path, name: str):
    """A planted link would let an entry overwrite a user's file."""
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / name).symlink_to(mine)
    answer = run_line(tmp_path, f"{RUN} 24")
    assert "the run is not in the history" in answer.stderr and "is a link" in answer.stderr
    assert mine.read_text() == "mine"


@pytest.mark.parametrize(
    "command", ["run", "sweep", "compare", "variants", "restrict", "cards", "timing", "demo"]
)
def test_every_command_that_enters_runs_can_leave_them_out(command: str):
    context = click.Context(group)
    options = group.get_command(context, command).params
    assert any("--no-history" in option.opts for option in options)
