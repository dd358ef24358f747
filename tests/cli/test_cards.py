"""Test ``eoc-sim cards``: games, output, files and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from cli.process import call
from policies import check_policy

from eoc_sim.analysis.card_order import ends
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.commands import seconds_of
from eoc_sim.reports.eoc.card_lines import has_too_few_twins
from eoc_sim.simulator.eoc import card_pilot
from eoc_sim.simulator.eoc.components import load
from eoc_sim.simulator.eoc.schedule import Entry, Schedule
from eoc_sim.simulator.kernel.compiled import COMPILED

PRINTED_STARS = {card.number: card.stars for card in load(None).cards}
LINE_UP = ("--seats", "quick_start,hoarder", "--jobs", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cards")


@pytest.fixture(autouse=True)
def short_pilot(monkeypatch):
    monkeypatch.setattr(card_pilot.schedule_cards, "__defaults__", (4,))


def test_cards_and_their_report(folder: Path):
    """Cards that were never played are listed, except those that are not in the deck."""
    removal = ("--card", "017.copies=0")
    answer = call(folder, "cards", *LINE_UP, *removal, "--games", "120", "--out", "run")
    assert answer.returncode == 0, answer.stderr
    assert "from being dealt the card" in answer.stdout and "once paid for" in answer.stdout
    record = json.loads((folder / "run" / "run.json").read_text())
    assert record["command"] == "cards" and record["twins"]["out_of"] == card_pilot.OUT_OF
    assert not any(entry[3] == "017" for entry in record["twins"]["entries"])
    metrics = folder / "run" / "metrics"
    frame = pl.read_parquet(metrics / "cards.parquet")
    twins = pl.read_parquet(metrics / "cards_twins.parquet")
    assert frame.height == 119 and {"worth", "face_wins", "twin_both_wins"} <= set(frame.columns)
    assert set(twins["off"]) == {"stars", "effect", "both"}
    never_played = frame.filter(pl.col("played_games") == 0)
    assert (
        never_played.height and never_played["twin_both_wins"].null_count() == never_played.height
    )
    (line,) = (
        output_line
        for output_line in answer.stdout.splitlines()
        if output_line.startswith("Never played")
    )
    assert all(label in line for label in never_played["label"]) and "017" not in line
    assert call(folder, "report", "run").returncode == 0
    (session,) = json.loads((folder / "run" / "log.json").read_text())["sessions"]
    without_twins = session["games_per_second_without_twins"]
    assert without_twins > 1.2 * session["games_per_second"]
    run = Run(folder / "run")
    assert seconds_of(run, without_twins) == 1 < seconds_of(run, without_twins, twins=True)
    page = (folder / "run" / "report.html").read_text(encoding="utf-8")
    check_policy(page)
    assert "once paid for" in page and "Never played, so their worth is unknown" in page
    (message,) = (
        output_line
        for output_line in answer.stdout.splitlines()
        if "for its owner, even" in output_line
    )
    assert message in page


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="needs many games")
def test_twins_find_known_values(folder: Path, monkeypatch):
    """Twins find values that are known: a card's printed stars plus those of its effect."""
    entries = tuple(Entry("card both", card=card) for card in ("063", "090", "038"))
    schedule_of_one = Schedule(entries, out_of=1)
    monkeypatch.setattr(card_pilot, "schedule_cards", lambda *_: schedule_of_one)
    answer = call(folder, "cards", "--jobs", "1", "--games", "960", "--out", "known", "--quiet")
    assert answer.returncode == 0, answer.stderr
    twins = pl.read_parquet(folder / "known" / "metrics" / "cards_twins.parquet")
    rows = {
        row["label"][:3]: row
        for row in twins.filter(pl.col("strategy") == "all").iter_rows(named=True)
    }
    expected = (("063", 14, 0), ("090", PRINTED_STARS["090"] + 5, 0), ("038", 16, 1.5))
    for card, stars, tolerance in expected:
        row = rows[card]
        assert row["games"] >= 30
        assert row["score_low"] - tolerance <= stars <= row["score_high"] + tolerance
    assert rows["038"]["wins_low"] - 1 <= 20 <= rows["038"]["wins_high"] + 1


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="needs many games")
def test_recomputed_scores_replace_twins_except_for_other_players(folder: Path, monkeypatch):
    """Other line-ups and decks had no pilot, so their runs play twins that the main run omits."""
    entries = (
        Entry("card stars", card="063", share=0),
        Entry("card both", card="063", share=0),
        Entry("card both", card="038", share=4),
    )
    monkeypatch.setattr(card_pilot, "schedule_cards", lambda *_: Schedule(entries, out_of=9))
    answer = call(
        folder,
        "cards",
        "--jobs",
        "1",
        "--games",
        "120",
        "--out",
        "scored",
        "--quiet",
        "--who",
        "planners",
        "--who-games",
        "24",
        "--family",
        "1",
    )
    assert answer.returncode == 0, answer.stderr
    path = folder / "scored"
    row = (
        pl.read_parquet(path / "metrics" / "cards.parquet")
        .filter(pl.col("label").str.starts_with("063"))
        .row(0, named=True)
    )
    assert row["twin_both_score"] == 14 and row["twin_stars_score"] == PRINTED_STARS["063"] == 5
    assert row["twin_both_games"] == row["twin_stars_games"] == row["played_games"] > 30
    assert row["twin_stars_wins"] == pytest.approx(row["face_wins"])
    for others in (path / "who" / "planners", path / "family" / "01"):
        record = json.loads((others / "run.json").read_text())
        assert [entry[-1] for entry in record["twins"]["entries"]] == [4, 4]


@pytest.mark.slow
def test_a_run_resumes_with_its_own_schedule(folder: Path, monkeypatch):
    first = call(folder, "cards", *LINE_UP, "--games", "2", "--out", "more", "--quiet")
    assert first.returncode == 0, first.stderr
    schedule = json.loads((folder / "more" / "run.json").read_text())["twins"]

    def refuse_pilot(*_arguments, **_options):
        raise AssertionError("no second pilot")

    monkeypatch.setattr(card_pilot, "schedule_cards", refuse_pilot)
    answer = call(folder, "cards", *LINE_UP, "--games", "4", "--out", "more", "--resume", "--quiet")
    assert answer.returncode == 0, answer.stderr
    record = json.loads((folder / "more" / "run.json").read_text())
    assert record["twins"] == schedule and record["games"] == 4


@pytest.mark.slow
def test_prices_are_varied_in_a_sweep(folder: Path):
    answer = call(
        folder,
        "cards",
        *LINE_UP,
        "--games",
        "2",
        "--out",
        "price",
        "--quiet",
        "--seed",
        "5",
        "--price",
        "1, 038",
        "--set",
        "start_bucks=9",
        "--change",
        "coach.8.name=Gambler",
    )
    assert answer.returncode == 0, answer.stderr
    record = json.loads((folder / "price" / "price" / "run.json").read_text())
    keys = [change["key"] for arm in record["arms"][1:] for change in arm["changes"]]
    assert [key[:9] for key in keys] == ["card.001.", "card.038."]
    assert record["baseline"]["rules"]["start_bucks"] == 9 and record["seed"] == 5
    assert (folder / "price" / "price" / "report.html").is_file()
    again = call(
        folder,
        "cards",
        *LINE_UP,
        "--games",
        "2",
        "--out",
        "price",
        "--quiet",
        "--seed",
        "5",
        "--price",
        "1, 038",
        "--set",
        "start_bucks=9",
        "--change",
        "coach.8.name=Gambler",
        "--resume",
    )
    assert again.returncode == 0, again.stderr


@pytest.mark.slow
def test_cards_that_cannot_cost_more_are_named(folder: Path):
    answer = call(
        folder,
        "cards",
        *LINE_UP,
        "--games",
        "2",
        "--out",
        "expensive",
        "--quiet",
        "--price",
        "38,063",
    )
    assert answer.returncode == 0, answer.stderr
    cards = [line for line in answer.stdout.splitlines() if line.startswith("Card ")]
    assert cards == [
        f"Card {card} is not played at a higher price: it costs 4 EC, and a card costs at most 4."
        for card in ("038", "063")
    ]


def test_the_surest_cards_come_first_and_last():
    """Cards are ordered by the end of the interval that is nearer to zero.

    A large value from few twins therefore does not lead the table.
    """
    rows = [
        (1, 20.0, 33.0),
        (2, 9.0, 1.0),
        (3, 5.0, 1.0),
        (4, 0.1, 1.0),
        (5, -4.0, 1.0),
        (6, -30.0, 40.0),
        (7, -6.0, 1.0),
    ]
    frame = pl.DataFrame(
        {
            "card": [card for card, *_ in rows],
            "worth": [value for _, value, _ in rows],
            "worth_low": [value - reach for _, value, reach in rows],
            "worth_high": [value + reach for _, value, reach in rows],
        }
    )
    first, last = ends(frame, "worth", 2)
    assert first["card"].to_list() == [2, 3] and last["card"].to_list() == [5, 7]
    first, last = ends(frame, "worth", 8)
    assert first.height + last.height == len(rows)


def test_cards_with_too_few_twins_are_marked():
    assert has_too_few_twins(pl.Series([10, 40, 45, 60])).to_list() == [True, False, False, False]
    assert not has_too_few_twins(pl.Series([10, 12, 9])).any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--game", "runs.counter_game"),
            "has no cards that can be switched off; in plain Python, a game declares",
        ),
        (("--games", "0"), "--games 0 is not between 1"),
        (("--keep", "seats"), "--keep leaves out cards"),
        (("--keep", "twinz"), 'there is no table "twinz"'),
        (("--jobs", "0"), "--jobs 0 should be"),
        (("--resume",), "--resume needs --out DIR"),
        (("--price", "777"), 'There is no card "777"'),
        (("--price", "038,"), "separated by commas"),
        (("--price", "38,038"), "names card 038 twice"),
        (("--price", "038", "--card", "38.cost_purple=1"), "one of the two settings"),
        (("--price", "038", "--change", "card.38.cost_purple=1"), "one of the two settings"),
        (("--seats", "vegsa,vegas"), "vegas"),
        (("--colour", "blue"), "--colour"),
    ],
)
def test_refusals(folder: Path, arguments, message):
    answer = call(folder, "cards", *arguments)
    assert answer.returncode == 2
    assert message in answer.stderr and answer.stderr.count("\n") == 1


def test_a_run_of_another_command_is_not_resumed(folder: Path):
    assert call(folder, "run", *LINE_UP, "--games", "2", "--out", "plain").returncode == 0
    answer = call(folder, "cards", *LINE_UP, "--games", "2", "--out", "plain", "--resume")
    assert answer.returncode == 2 and "started by run, not by cards;" in answer.stderr
