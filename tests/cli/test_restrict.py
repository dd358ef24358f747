"""Test ``eoc-sim restrict``: a small run, its table, a replay, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from cli.process import call

from eoc_sim.simulator.runs.run_file import RUN_FILE

SMALL_RUN = ("--games", "48", "--jobs", "1")
COMMAND = ("restrict", "vegas", "--against", "random,random", "--ban", "bet", "--ban", "upgrades")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("restrict")


@pytest.fixture(scope="module")
def first_answer(folder: Path):
    answer = call(folder, *COMMAND, *SMALL_RUN, "--out", "asked")
    assert answer.returncode == 0, answer.stderr
    return answer


def losses(folder: Path) -> pl.DataFrame:
    return pl.read_parquet(folder / "asked" / "metrics" / "losses.parquet")


def test_the_answer_states_bans_and_losses_and_that_nothing_was_retuned(first_answer):
    for words in (
        "vegas against random, random, without:",
        "  bet: no bets in Vegas, free ones included",
        "4 versions x 48 games",
        "Wins in 100 that bans cost vegas; without bans, it has ",
        "Stars that bans cost vegas; without bans, it has ",
        "bet + upgrades",
        "The strategy is not tuned again: ",
        "Without upgrades, none of 48 games differs; with 95 % confidence, at most 6.2 in 100",
    ):
        assert words in first_answer.stdout, words
    # vegas, a planner, keeps to its bans of its own accord.
    assert "The default functions answer" not in first_answer.stdout
    assert (
        'Note: The ban "upgrades" changes nothing: no card or coach has an upgrade that costs '
        "something." in first_answer.stderr
    )


def test_the_loss_is_the_paired_difference(first_answer, folder: Path):
    frame = losses(folder)
    assert frame["ban"].to_list() == ["bet", "upgrades", "bet + upgrades"] * 2
    assert frame["metric"].to_list() == ["wins"] * 3 + ["score"] * 3
    seats = pl.read_parquet(folder / "asked" / "seats" / "*.parquet").filter(
        pl.col("strategy") == 0
    )
    score = seats.group_by("arm").agg(pl.col("score").cast(pl.Float64).mean()).sort("arm")["score"]
    scores = frame.filter(pl.col("metric") == "score")
    assert scores["lost"].to_list() == pytest.approx([score[0] - score[arm] for arm in (1, 2, 3)])
    assert (scores["low"] <= scores["lost"]).all() and (scores["lost"] <= scores["high"]).all()
    assert (scores["all_low"] <= scores["low"]).all()
    corrected = seats.filter(pl.col("arm") == 1)["corrected"]
    assert scores["corrected"][0] == pytest.approx(corrected.mean())
    assert scores["corrected_most"][0] == corrected.max()
    assert scores["corrected"][1] == 0 and scores["differ"][1] == 0
    assert scores["high"][1] > 0 > scores["low"][1], "no interval has width 0"
    record = json.loads((folder / "asked" / RUN_FILE).read_text())
    assert [ban["name"] for ban in record["restriction"]["bans"]] == frame["ban"].to_list()[:3]


def test_the_page(first_answer, folder: Path):
    page = (folder / "asked" / "report.html").read_text(encoding="utf-8")
    for words in (
        "How much vegas loses without an option",
        "Loss of wins in 100",
        "The strategy is not tuned again",
        "banned answers replaced",
        "ban gave way",
    ):
        assert words in page, words


@pytest.mark.slow
def test_replay_and_resume_know_the_ban(first_answer, folder: Path):
    options = ("--game", "3", "--arm", "without bet", "--format", "jsonl")
    game = call(folder, "replay", "asked", *options)
    assert game.returncode == 0, game.stderr
    events = [json.loads(line) for line in game.stdout.splitlines()]
    vegas = next(player["seat"] for player in events[0]["players"] if player["strategy"] == "vegas")
    bets = [event["player"] for event in events if event["e"] == "bet"]
    assert bets and vegas not in bets
    more = call(folder, *COMMAND, "--games", "60", "--jobs", "1", "--out", "asked", "--resume")
    assert more.returncode == 0 and "60 games" in more.stdout


@pytest.mark.slow
def test_against_itself_the_restricted_strategy_has_its_own_name(folder: Path):
    command = ("restrict", "random", "--against", "random", "--ban", "sign")
    answer = call(folder, *command, *SMALL_RUN, "--out", "self")
    assert answer.returncode == 0, answer.stderr
    names = pl.read_parquet(folder / "self" / "dims" / "strategies.parquet")["name"].to_list()
    assert names == ["random (restricted)", "random"]
    assert "Stars that bans cost random (restricted); without bans, it has " in answer.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--ban", "bett"), 'There is no ban "bett". Did you mean "bet"?'),
        (("--ban", ""), "A ban is empty; the bans are bet, "),
        (
            (),
            "that the strategy may not use, such as --ban bet. The options are bet, bookie",
        ),
        (("--ban", "bet", "--ban", "BET"), "--ban bet is given twice."),
        (("--ban", "each", "--ban", "bet"), "--ban bet is given twice: --ban each includes it."),
        (("--ban", "eahc"), 'Did you mean "each"?'),
        (("--ban", "card:999"), 'There is no card "999"'),
        (("--ban", "card:"), 'The ban "card:" names no card; add a number, as in card:038.'),
        (("--ban", "card:38", "--card", "038.copies=0"), "is not in the deck"),
        (("--ban", "type:cultur"), 'Did you mean "type:culture"?'),
        (("--ban", "bet", "--against", "a,,b"), '--against "a,,b" has an empty seat'),
        (("--ban", "bet", "--players", "9"), "--players 9 should be between 1 and 4."),
        (
            ("--ban", "bet", "--keep", "cards"),
            "--keep leaves out seats, which the loss from a ban needs",
        ),
        (
            ("--ban", "bet", "--game", "runs.counter_game"),
            "The game counter has no options that can be banned.",
        ),
    ],
)
def test_bad_input_is_refused_in_a_sentence(tmp_path: Path, options: tuple[str, ...], message: str):
    answer = call(tmp_path, "restrict", "vegas", *options, "--games", "24", "--yes")
    assert answer.returncode == 2
    assert message in answer.stderr and answer.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.parquet"))


@pytest.mark.slow
def test_ban_is_a_key_of_sweeps(tmp_path: Path):
    answer = call(
        tmp_path, "sweep", "--seats", "random,random", "--vary", "ban.2=bet,dice:half", *SMALL_RUN
    )
    assert answer.returncode == 0, answer.stderr
    assert "random without bet: no bets in Vegas" in answer.stdout
    wrong = call(tmp_path, "sweep", "--seats", "random,random", "--vary", "ban.3=bet", *SMALL_RUN)
    assert wrong.returncode == 2
    assert "seats are numbered from 1, here ban.1 to ban.2." in wrong.stderr
