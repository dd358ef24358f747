"""Test ``--who``: the games of other line-ups, and the mark if only one line-up was tried."""

from __future__ import annotations

import html
import re
from pathlib import Path

import polars as pl
import pytest
from cli.process import Answer, call

from eoc_sim.analysis.tables import Run
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.first_screen import current_rules_verdicts
from eoc_sim.reports.who_plays import mark_words, one_line_up_verdicts
from eoc_sim.simulator.eoc import card_pilot, pilot
from eoc_sim.simulator.runs.who_plays import changes_players

NOT_TRIED = "; not decided for other line-ups, as none were tried."
ONE_LINE_UP = "Who plays: only the requested line-up was tried; use --who to try others."
HEADLINES = ("Effects of the versions: start_bucks", "Turn order, current rules:")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("who")


def play(folder: Path, *arguments: str) -> Answer:
    answer = call(folder, *arguments, "--jobs", "1", "--quiet")
    assert answer.returncode == 0, answer.stderr
    return answer


def page_text(path: Path) -> str:
    """Return the text of a page with plain spaces."""
    text = re.sub(r"<(script|style|svg)[\s\S]*?</\1>|<[^>]+>", "", path.read_text("utf-8"))
    return re.sub(r"\s+", " ", html.unescape(text))


def test_a_headline_of_one_line_up_is_not_decided(folder: Path) -> None:
    """This holds in the terminal and on the page; workbooks have their own tests."""
    answer = play(
        folder,
        "sweep",
        *("--vary", "rules.start_bucks=20", "--games", "240", "--who", "off"),
        *("--keep", "games,seats,cards", "--out", "one"),
    )
    lines = answer.stdout.splitlines()
    for start in HEADLINES:
        (line,) = (line_text for line_text in lines if line_text.startswith(start))
        assert line.endswith(NOT_TRIED)
    assert lines.count(ONE_LINE_UP) == answer.stdout.count("the requested line-up") == 1
    text = page_text(folder / "one" / "report.html")
    assert text.count(NOT_TRIED) >= len(HEADLINES)
    assert (
        text.count("only the requested line-up was tried; use --who to try others.")
        == text.count("the requested line-up")
        == 1
    )


def test_the_mark_of_one_line_up_does_not_always_suggest_more(folder: Path) -> None:
    """No other line-ups are suggested if a version changes a player's strategy.

    If the game declares no other line-ups, there is no mark at all.
    """
    play(
        folder,
        "sweep",
        *("--vary", "strategy.vegas.ec_worth=1", "--games", "24", "--who", "off"),
        *("--keep", "seats", "--out", "own"),
    )
    run = Run(folder / "own")
    assert mark_words(run, []) == "not decided for other line-ups, as none were tried"
    assert one_line_up_verdicts([run])[0].lines == ("only the requested line-up was tried.",)
    del run.record["line_ups"]
    assert mark_words(run, []) == "" and not one_line_up_verdicts([run])
    assert changes_players(["rules.ties", "seat.2"]) and not changes_players(["rules.ties"])


@pytest.mark.slow
def test_compare_plays_the_versions_with_other_line_ups(folder: Path) -> None:
    answer = play(
        folder,
        "compare",
        "current",
        "cutthroat",
        *("--seats", "vegas,hoarder", "--games", "1008"),
        *("--who", "beginners", "--who-games", "240", "--out", "compared"),
    )
    assert "The line-ups tried were the requested line-up and beginners" in answer.stdout
    rows = pl.read_parquet(folder / "compared" / "metrics" / "who_plays.parquet")
    version = rows.filter((pl.col("what") == "Cut-throat") & (pl.col("strategy") == ""))
    assert set(version["games"]) == {240, 1000}
    assert set(rows["strategy"]) > {""}  # a question about one strategy names that strategy
    assert (version.filter(pl.col("label") == "winning score")["high"] < 0).all()
    assert "Does it hold in every line-up?" in page_text(folder / "compared" / "report.html")


@pytest.mark.slow
def test_other_line_ups_play_the_twins_of_the_timing_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pilot.pilot_schedule, "__defaults__", (4,))
    answer = play(
        folder,
        "timing",
        *("--seats", "vegas,hoarder", "--games", "48"),
        *("--who", "beginners", "--who-games", "24", "--out", "timed"),
    )
    assert "The line-ups tried were the requested line-up and beginners" in answer.stdout
    rows = pl.read_parquet(folder / "timed" / "metrics" / "who_plays.parquet")
    assert set(rows["line_up"]) == {"beginners", "the requested line-up"}
    assert not rows.filter(pl.col("what") == "wins by turn order").height
    (order,) = (
        verdict
        for verdict in current_rules_verdicts(Findings(Run(folder / "timed")))
        if verdict.about == "Turn order"
    )
    assert order.lines[0].endswith(NOT_TRIED)


@pytest.mark.slow
def test_other_line_ups_play_the_proposal_of_the_balance_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer names the measure that is furthest outside its range with other players."""
    monkeypatch.setattr(card_pilot.schedule_cards, "__defaults__", (24,))
    answer = play(
        folder,
        "balance",
        *("--seats", "vegas,hoarder", "--games", "240", "--change", "rules.order_stars_1=20"),
        *("--allow", "rules.order_stars_1", "--turn-order", "8"),
        *("--who", "beginners", "--out", "even"),
    )
    (line,) = (
        output_line
        for output_line in answer.stdout.splitlines()
        if output_line.startswith("The proposal with beginners: ")
    )
    within = re.search(r": (\d) of 2 figures are within the target", line)
    assert within is not None
    assert ("; furthest outside: turn order " in line) is (within[1] != "2")
    (name,) = (path.name for path in (folder / "even").glob("who-*"))
    assert name == "who-beginners"


@pytest.mark.parametrize(
    ("command", "who", "words"),
    [
        (("compare", "current", "cutthroat"), "nobody", 'there is no line-up "nobody"'),
        (("timing",), "beginners,beginners", "--who names beginners twice"),
        (("balance",), "off,beginners", '--who: "off" cannot be combined with'),
        (("compare", "current", "cutthroat"), "club,all", '--who: "all" cannot be combined with'),
        (("timing", "--game", "stadium"), "beginners", "the choices are hurried, default"),
        (("balance", "--game", "stadium"), "club", "the choices are hurried, default"),
    ],
)
def test_invalid_line_ups_are_refused(
    tmp_path: Path, command: tuple[str, ...], who: str, words: str
) -> None:
    games = "1008" if command[0] == "compare" else "24"
    refused = call(tmp_path, *command, "--games", games, "--who", who, "--out", "run")
    assert refused.returncode == 2 and words in refused.stderr, refused.stderr
    assert not (tmp_path / "run").exists()
