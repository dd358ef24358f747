"""Test ``eoc-sim first-player``: its runs, answer, resuming and repair."""

from __future__ import annotations

import json
import re
from pathlib import Path

import openpyxl
import polars as pl
import pytest
from cli.process import call, without_pictures
from policies import check_policy

SMALL_RUN = (
    "first-player",
    "--seats",
    "random,vegas",
    "--games",
    "40",
    "--jobs",
    "1",
    "--quiet",
    "--who",
    "off",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("first-player")


@pytest.fixture(scope="module")
def first_answer(folder: Path):
    answer = call(folder, *SMALL_RUN, "--out", "asked")
    assert answer.returncode == 0, answer.stderr
    return answer


def test_the_answer(first_answer, folder: Path):
    """The line-up also plays with each mechanism off, and each strategy plays against itself."""
    text = first_answer.stdout
    assert "2 players: random, vegas (40 games)\n" in text
    mark = "not decided for other line-ups, as none were tried."
    assert text.count(f"  Turn order: {mark}\n") == 1
    assert "2 players: 2 x vegas (40 games)\n" in text
    assert text.count("All pairs of places of the 3 line-ups form one family of verdicts") == 1
    assert "line-ups form one family of verdicts; the 4 versions" in text
    for words in (
        "no extra card (rule dealer_bonus: 1 -> 0): ",
        "(rule chain: on -> back_in_february): ",
        "need not add up",
        "February, signings per game: first ",
    ):
        assert text.count(words) == 1
    runs = {path.parent.name for path in (folder / "asked").glob("*/run.json")}
    assert runs == {"2-players-mix", "2-players-all-random", "2-players-all-vegas"}
    page = (folder / "asked" / "2-players-mix" / "report.html").read_text(encoding="utf-8")
    assert "Does it matter who goes first?" in page and page.count(f"; {mark}") == 2


def test_an_undecided_answer_ends_with_the_command_that_continues(first_answer, folder: Path):
    lines = first_answer.stdout.splitlines()
    (line_number,) = (
        index for index, line in enumerate(lines) if line.startswith("  To look again after more")
    )
    assert lines[line_number + 1].endswith(" --who off --games 120 --out asked --resume")
    assert (
        first_answer.stdout.count("only the requested line-up was tried; use --who to try others.")
        == 1
    )
    intervals = "95 % intervals that hold jointly for the places of all line-ups"
    assert f"Wins in 100 (fair 50; {intervals}): first " in first_answer.stdout


def test_the_page_of_all_line_ups(first_answer, folder: Path):
    """The `report` command rewrites the page identically, but keeps a file that is not its own."""
    assert "Report: asked/report.html" in first_answer.stdout
    page = folder / "asked" / "report.html"
    text = page.read_text(encoding="utf-8")
    for words in (
        "<title>Envelopes of Cash: does it matter who goes first?</title>",
        "2 x vegas",
        "Effect of each mechanism",
        "One family of 3 line-ups",
        "2 players, against the fair share",
        "not decided for other line-ups, as none were tried.",
        "only the requested line-up was tried; use --who to try others.",
        "February, signings per game",
    ):
        assert words in text, words
    page.unlink()
    again = call(folder, "report", "asked")
    assert again.returncode == 0, again.stderr
    assert "2 players, other line-ups: turn order matters in 0 of 2." in again.stdout
    assert page.read_text(encoding="utf-8") == text
    page.write_text("mine")
    refused = call(folder, "report", "asked")
    assert refused.returncode == 2 and page.read_text() == "mine"
    page.write_text(text, encoding="utf-8")


def test_folders_without_a_page(folder: Path):
    """Unfinished runs and runs of other commands have no page."""
    for command, words in (("league", "no page on all runs"), ("first-player", "--resume")):
        (folder / command).mkdir()
        (folder / command / "runs.json").write_text(json.dumps({"command": command}))
        answer = call(folder, "report", command)
        assert answer.returncode == 2 and words in answer.stderr


@pytest.mark.slow
def test_an_extended_run_is_judged_by_its_interval(folder: Path):
    """A p-value is valid for one look, so an extended run has none."""
    small = (
        "first-player",
        "--seats",
        "random,random",
        "--jobs",
        "1",
        "--quiet",
        "--who",
        "off",
        "--out",
        "more",
    )
    with without_pictures():
        assert "p = " in call(folder, *small, "--games", "40").stdout
        answer = call(folder, *small, "--games", "1200", "--resume")
    assert answer.returncode == 0, answer.stderr
    assert "(1 200 games)" in answer.stdout and "p = " not in answer.stdout
    row = pl.read_parquet(folder / "more" / "metrics" / "question.parquet").row(0, named=True)
    assert (row["games"], row["p_games"], row["p"]) == (1200, None, None)
    assert (row["verdict"] == "changes") == (row["low"] > 0)


def test_the_page_of_all_runs_as_a_workbook(first_answer, folder: Path):
    answer = call(folder, "report", "asked", "--xlsx", "asked.xlsx")
    assert answer.returncode == 0, answer.stderr
    book = openpyxl.load_workbook(folder / "asked.xlsx")
    assert {"index", "rules", "cards", "effect words"} <= set(book.sheetnames)
    text = (folder / "asked" / "report.html").read_text(encoding="utf-8")
    check_policy(text)
    assert len(book.sheetnames) == text.count("<table") + 3
    heads = [cell.value for cell in book["Line-ups"][1]]
    assert heads[2:5] == ["largest gap", "largest gap, low", "largest gap, high"]
    assert not any(cell.value.startswith("result: ") for cell in book["cards"][1])


def test_metric_tables(first_answer, folder: Path):
    metrics = folder / "asked" / "metrics"
    order = pl.read_parquet(metrics / "order.parquet")
    assert order.group_by("line_up").agg(pl.col("wins").sum())["wins"].to_list() == [100.0] * 3
    assert pl.read_parquet(metrics / "question.parquet").height == 3
    mechanisms = pl.read_parquet(metrics / "mechanisms.parquet")
    assert mechanisms["sentence"].n_unique() == 4 and mechanisms.height == 8
    assert pl.read_parquet(metrics / "last_round.parquet").height == 6


def test_runs_are_kept_and_can_be_resumed(first_answer, folder: Path):
    """A second start without --resume is refused, and so is a folder with other files."""
    again = call(folder, *SMALL_RUN, "--out", "asked")
    assert again.returncode == 2 and "--resume" in again.stderr
    with without_pictures():
        resumed = call(folder, *SMALL_RUN, "--out", "asked", "--resume")
    assert resumed.returncode == 0 and resumed.stdout == first_answer.stdout
    (folder / "foreign").mkdir()
    (folder / "foreign" / "notes.txt").write_text("mine")
    foreign = call(folder, *SMALL_RUN, "--out", "foreign", "--fresh")
    assert foreign.returncode == 2 and "contains no runs of first-player" in foreign.stderr
    assert [path.name for path in (folder / "foreign").iterdir()] == ["notes.txt"]


@pytest.mark.slow
def test_fresh_runs_replace_all_earlier_ones(folder: Path):
    """Earlier runs of the same command are deleted, and other files stay."""
    out = folder / "again"
    small = (*SMALL_RUN, "--players", "2", "--out", "again")
    with without_pictures():
        first = call(folder, *small)
    assert first.returncode == 0, first.stderr
    (out / "2-players-mix").rename(out / "2-players-repair-stars-given-1-2")
    notes = out / "2-players-all-vegas" / "notes.txt"
    notes.write_text("mine")
    own = out / "metrics" / "own.parquet"
    own.write_text("mine")
    other = call(folder, "run", "--games", "24", "--jobs", "1", "--out", "again/mine", "--quiet")
    assert other.returncode == 0, other.stderr
    line_up = [word.replace("vegas", "balanced") for word in small]
    assert (out / "metrics" / "mechanisms.parquet").is_file()
    with without_pictures():
        second = call(
            folder,
            *line_up,
            "--fresh",
            "--set",
            "dealer_bonus=0",
            "--set",
            "chain=off",
            "--set",
            "pick_order=reversed",
        )
    assert second.returncode == 0, second.stderr
    assert {path.name for path in (out / "metrics").iterdir()} == {
        "own.parquet",
        "order.parquet",
        "question.parquet",
        "last_round.parquet",
    }
    assert {path.name for path in out.iterdir() if path.is_dir()} == {
        "metrics",
        "mine",
        "2-players-mix",
        "2-players-all-random",
        "2-players-all-balanced",
        "2-players-all-vegas",
    }
    assert [path.name for path in notes.parent.iterdir()] == ["notes.txt"]


def repair(folder: Path, name: str, *more: str) -> tuple[str, list[int]]:
    answer = call(
        folder,
        "first-player",
        "--repair",
        "stars",
        "--seats",
        "random,random",
        "--games",
        "1500",
        "--jobs",
        "1",
        "--within",
        "3",
        "--out",
        name,
        *more,
    )
    assert answer.returncode == 0, answer.stderr
    table = pl.read_parquet(folder / name / "metrics" / "repair.parquet")
    return answer.stdout, table["given"].to_list()


@pytest.mark.slow
def test_a_planted_imbalance_is_repaired(folder: Path):
    """SET-19: the repair finds stars planted for the second player and evens them out.

    It removes the planted stars or gives the first player as many.
    """
    (folder / "planted.toml").write_text("order_stars_2 = 12\n")
    _, plain_gifts = repair(folder, "plain")
    planted = ("--rules", "planted.toml", "--change", "coach.8.name=Gambler")
    text, gifts = repair(folder, "planted", *planted)
    assert (gifts[0] - gifts[1]) == pytest.approx(plain_gifts[0] - plain_gifts[1], abs=3)
    assert "Turn order matters" in text
    unwrapped = " ".join(text.split())
    assert "the proposal is fair to within 3 wins in 100, but not all intervals are" in unwrapped
    assert "tried on fresh games" in text and "known to within ±" in unwrapped
    page = (folder / "planted" / "report.html").read_text(encoding="utf-8")
    for words in ("evening out the turn order", "The pilot", "On fresh games, without and with"):
        assert words in page, words
    # The page begins with the answer and ends with a command to copy.
    parts = ("<b>Current rules:</b> Turn order matters: ", "<b>Proposal:</b> ", "To play it: <code")
    assert sorted(map(page.index, parts)) == [page.index(part) for part in parts]
    assert re.search(r"eoc-sim run .*--change coach.8.name=Gambler --set order_stars_2=\d+", text)
    assert re.search(
        r"To decide it: eoc-sim first-player .* --repair stars --within 3 --games \d+", text
    )
    again, same_gifts = repair(folder, "planted", *planted, "--resume")
    assert same_gifts == gifts and again.splitlines()[-7:] == text.splitlines()[-7:]
    seeds = {
        path.parent.name.split("-")[4]: json.loads(path.read_text())["seed"]
        for path in (folder / "planted").glob("*/run.json")
    }
    assert seeds["pilot"] == 1 and seeds["confirmed"] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--repair bukcs", ["--repair bukcs", "bucks, stars", 'Did you mean "bucks"?']),
        ("--repair bucks --within 0", ["--within 0"]),
        ("--repair stars --set order_stars_2=3", ["order_stars_2", "--set"]),
        ("--players 5", ["--players 5", "between 2 and 4:"]),
        ("--players 3 --seats random,vegas", ["--players 3", "should be 2:"]),
        ("--seats random", ["2 players or more"]),
        ("--rules solo", ["Turn order needs two players or more"]),
        ("--keep none", ["--keep leaves out seats and signings"]),
        ("--repair stars --keep games", ["--keep leaves out seats,"]),
        ("--set chian=off", ['"chian"', 'Did you mean "chain"?']),
        ("--games 0", ["--games 0"]),
        ("--keep seets", ['"seets"']),
        ("--resume", ["--resume needs --out"]),
        ("--out x --resume --fresh", ["--resume", "--fresh"]),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: str, words: list[str], tmp_path: Path):
    answer = call(tmp_path, "first-player", *arguments.split())
    assert answer.returncode == 2, answer.stderr
    output = [line for line in answer.stderr.splitlines() if line.startswith("Error: ")]
    assert len(output) == 1 and all(word in output[0] for word in words)
    assert not (tmp_path / "results").exists() and not (tmp_path / "x").exists()


@pytest.mark.slow
def test_other_line_ups_show_if_the_answer_holds_for_any_players(tmp_path: Path) -> None:
    answer = call(
        tmp_path,
        "first-player",
        "--seats",
        "balanced,balanced",
        "--players",
        "2",
        "--games",
        "240",
        "--who",
        "beginners,mix",
        "--out",
        "who",
        "--jobs",
        "1",
        "--quiet",
    )
    assert answer.returncode == 0, answer.stderr
    assert "The line-ups tried were beginners" in answer.stdout
    assert "The timing, with 2 players:" in answer.stdout
    rows = pl.read_parquet(tmp_path / "who" / "metrics" / "who_plays.parquet")
    assert rows["line_up"].unique().sort().to_list() == [
        "a best reply among planners",
        "beginners",
        "planners",
    ]
    order = pl.read_parquet(tmp_path / "who" / "metrics" / "order.parquet")
    own = order.filter(pl.col("line_up") == "balanced, balanced")
    assert rows.filter(pl.col("line_up") == "planners")["value"].to_list() == pytest.approx(
        (own["wins"] - 50).to_list()
    )
    (line,) = (
        output_line
        for output_line in answer.stdout.splitlines()
        if output_line.startswith("  Turn order: ")
    )
    assert "one line-up" not in line and " with beginners" in line
    for folder in ("", "2-players-mix"):
        page = (tmp_path / "who" / folder / "report.html").read_text(encoding="utf-8")
        assert "Does it hold in every line-up?" in page and "use --who to try others" not in page
    assert "Turn order:" in (tmp_path / "who" / "report.html").read_text(encoding="utf-8")
