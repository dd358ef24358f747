"""Test ``eoc-sim tournament``: line-ups, output, resuming and refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest
from cli.process import call
from policies import check_policy

from eoc_sim.simulator.eoc.entrants import names

COUNTER = ("tournament", "--game", "runs.counter_game", "--jobs", "1")
TABLES = {
    "line_ups",
    "one_among_others",
    "ahead",
    "ratings",
    "mix",
    "copying",
    "fates",
    "cycles",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tournament")


@pytest.fixture(scope="module")
def first_answer(folder: Path):
    answer = call(
        folder, "tournament", "vegas", "random", "--games", "300", "--jobs", "1", "--out", "asked"
    )
    assert answer.returncode == 0, answer.stderr
    return answer


def metrics(path: Path) -> dict[str, pl.DataFrame]:
    return {
        file.stem: pl.read_parquet(file) for file in sorted((path / "metrics").glob("*.parquet"))
    }


def test_the_terminal_shows_who_lasts_and_who_is_dominated(first_answer, folder: Path):
    lines = first_answer.stdout.splitlines()
    assert lines[0] == (
        "2 strategies with 4 players: all 3 line-ups with at least two different strategies."
    )
    assert lines[1].startswith("3 line-ups x 120 games, about ")
    for words in (
        "Who lasts: If players copy what wins, all tables play vegas in the end.",
        "No strategy beats vegas: where all play it, anyone who tries another wins less than the "
        "fair 25 in 100.",
        "random is dominated: vegas wins more in its place, against each of the 4 combinations of "
        "opponents.",
        "Report: asked/report.html",
    ):
        assert words in first_answer.stdout
    place = lines.index("  To find a strategy that beats vegas (about 10 minutes):")
    assert lines[place + 1] == "    eoc-sim exploit vegas --minutes 10"
    record = json.loads((folder / "asked" / "line-ups" / "run.json").read_text())
    assert [arm["label"] for arm in record["arms"]] == [
        "3 x vegas, random",
        "2 x vegas, 2 x random",
        "vegas, 3 x random",
    ]


def test_the_tables_and_the_page(first_answer, folder: Path):
    tables = metrics(folder / "asked")
    assert set(tables) == TABLES
    # By hand: random's wins against vegas.
    seats = pl.read_parquet(folder / "asked" / "line-ups" / "seats" / "arm0000-*.parquet")
    wins = 100 * seats.filter(pl.col("strategy") == 1)["win_share"].mean()
    cell = tables["one_among_others"].filter(pl.col("label") == "random").row(0, named=True)
    assert (cell["other_label"], cell["games"]) == ("vegas", 120)
    assert cell["wins"] == pytest.approx(wins)
    page = (folder / "asked" / "report.html").read_text(encoding="utf-8")
    check_policy(page)
    for words in (
        "tournament of 2 strategies, 4 players",
        "3 line-ups of 120 games with vegas",
        "One among others",
        "All line-ups",
        "random is dominated",
    ):
        assert words in page
    assert "Who holds the changed card" not in page
    again = call(folder, "report", "asked")
    assert again.returncode == 0 and "No strategy beats vegas" in again.stdout, again.stderr


@pytest.mark.slow
def test_a_run_is_repeatable_and_can_be_resumed(first_answer, folder: Path):
    tables = metrics(folder / "asked")
    before = {file: file.read_bytes() for file in (folder / "asked" / "metrics").glob("*")}
    command = ("tournament", "vegas", "random", "--jobs", "2", "--quiet")
    again = call(folder, *command, "--games", "300", "--out", "again")
    assert again.returncode == 0, again.stderr
    for file, content in before.items():
        assert (folder / "again" / "metrics" / file.name).read_bytes() == content
    more = call(folder, *command, "--games", "400", "--out", "again", "--resume")
    assert more.returncode == 0, more.stderr
    longer = metrics(folder / "again")["line_ups"]
    assert longer["games"][0] == 144 > tables["line_ups"]["games"][0]
    other = call(folder, "tournament", "vegas", "hoarder", "--out", "again", "--resume")
    assert other.returncode == 2 and "seat 4: random -> hoarder. Undo that" in other.stderr


def test_a_sample_names_its_limits(folder: Path):
    answer = call(
        folder,
        *COUNTER,
        *"abcdef",
        "--players",
        "3",
        "--line-ups",
        "10",
        "--games",
        "240",
        "--out",
        "sample",
    )
    assert answer.returncode == 0, answer.stderr
    assert "a sample of 10 of 50 line-ups" in answer.stdout
    assert (
        "Who lasts: Not judged, because a verdict needs a line-up for every ordered pair of "
        "strategies: one seat of the first and 2 copies of the second." in answer.stdout
    )
    assert re.search(r"Dominance could not be judged for (\w, ){4}\w and \w:", answer.stdout)
    assert "not played" in answer.stdout
    tables = metrics(folder / "sample")
    assert tables["mix"].is_empty() and tables["line_ups"]["line_up"].n_unique() == 10
    page = (folder / "sample" / "report.html").read_text(encoding="utf-8")
    assert re.search(r"Empty: line-ups that were not played \(\d+\)", page)


@pytest.mark.slow
def test_default_line_ups(folder: Path, monkeypatch):
    assert not {"random", "expert", "beginner"} & set(names())
    assert {"vegas", "hoarder", "balanced"} <= set(names())
    answer = call(
        folder, *COUNTER, *"abcdef", "--players", "4", "--games", "5000", "--out", "usual"
    )
    # All line-ups would have too few games each, so a sample is played: the line-ups in
    # which one strategy meets copies of another.
    assert "a sample of 30 of 120 line-ups" in answer.stdout, answer.stderr
    assert "30 line-ups x 168 games" in answer.stdout
    assert "Not judged" not in answer.stdout.split("Who beats whom")[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("vegas", "A tournament needs at least 2 strategies, not only vegas."),
        ("vegas vegaz", 'Did you mean "vegas"?'),
        ("vegas hoarder vegas", "vegas takes part twice."),
        ("vegas random vegas:bet_first=BET", "vegas:bet_first=BET takes part twice: vegas is"),
        ("--players 5", "--players 5 should be between 2 and 4."),
        ("--players 1", "--players 1 should be between 2 and 4."),
        ("vegas random --line-ups 4", '--line-ups "4" should be all, or a number from 1 to 3.'),
        (
            "vegas random --line-ups some",
            '--line-ups "some" should be all, or a number from 1 to 3',
        ),
        ("vegas random --line-ups all --games 71", "3 line-ups need at least 72 games, 24 each"),
        ("vegas random balanced --players 2 --line-ups 1", "cannot seat all 3 strategies"),
        ("vegas --seats vegas,random", "as arguments or with --seats, not both"),
        ("--seats vegas,,random", "has an empty seat"),
        ("--seating fixed", "a tournament always has balanced seating"),
        ("vegas random --keep games", "--keep leaves out seats, which the table of who beats whom"),
        ("--games 0", "line-ups need"),
    ],
)
def test_refusals(folder: Path, arguments: str, words: str):
    bet = next(
        parameter.default
        for parameter in _strategy("vegas").declarations
        if parameter.name == "bet_first"
    )
    answer = call(
        folder, "tournament", *arguments.replace("BET", f"{bet:g}").split(), "--out", "refused"
    )
    assert answer.returncode == 2, answer.stdout
    assert len(answer.stderr.strip().splitlines()) == 1
    assert words.replace("BET", f"{bet:g}") in answer.stderr
    assert not (folder / "refused").exists()


def _strategy(name: str):
    from eoc_sim.simulator.eoc.engine import load_strategy

    return load_strategy(name)
