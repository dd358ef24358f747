"""``eoc-sim balance`` finds a planted imbalance, tries a repair and writes it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import polars as pl
import pytest
from cli.process import call
from policies import check_policy

from eoc_sim.commands import balance_search
from eoc_sim.commands.balance_subject import BalanceSubject, subject_of
from eoc_sim.errors import InputError
from eoc_sim.games import find
from eoc_sim.simulator.eoc import card_pilot
from eoc_sim.simulator.runs.version_options import VersionOptions

SMALL_RUN = (
    "balance",
    "--seats",
    "vegas,vegas",
    "--games",
    "1200",
    "--jobs",
    "1",
    "--change",
    "rules.order_stars_1=20",
)
TARGET = ("--turn-order", "15", "--allow", "rules.order_*", "--never", "rules.order_bucks_1")


@pytest.fixture(scope="module", autouse=True)
def short_pilot():
    """Play only a few twins of cards, as they are expensive and not what is tested here."""
    with mock.patch.object(card_pilot.schedule_cards, "__defaults__", (24,)):
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("balance")


@pytest.fixture(scope="module")
def first_answer(folder: Path):
    answer = call(folder, *SMALL_RUN, *TARGET, "--quiet", "--out", "asked")
    assert answer.returncode == 0, answer.stderr
    return answer


def test_a_planted_rule_is_found_and_the_target_met_on_fresh_games(first_answer, folder: Path):
    text = first_answer.stdout
    assert "The current rules: 0 of 2 figures are within the target." in text
    assert "Proposal:\n  the first player starts with " in text
    assert "On fresh games, with the proposal: 2 of 2 figures" in text
    assert "The target is met" in text
    edits = pl.read_parquet(folder / "asked" / "metrics" / "edits.parquet")
    assert edits["key"].to_list() == ["rules.order_stars_1"]
    target = pl.read_parquet(folder / "asked" / "metrics" / "target.parquet")
    assert (target["value"] - 50).abs().max() <= 15 < (target["value_before"] - 50).abs().max()
    page = (folder / "asked" / "report.html").read_text(encoding="utf-8")
    check_policy(page)
    assert "Proposed edits" in page and "order_stars_1" in page and "The search" in page
    again = call(folder, "report", "asked")
    assert again.returncode == 0 and "Proposed edits: the first player starts with " in again.stdout


def test_the_written_rules_are_played_by_the_printed_command(first_answer, folder: Path):
    line = next(text for text in first_answer.stdout.splitlines() if "To play it: " in text)
    command = shlex.split(line.partition("To play it: ")[2])
    assert command[:2] == ["eoc-sim", "run"]
    played = call(folder, *command[1:], "--games", "24", "--out", "edited")
    assert played.returncode == 0, played.stderr


@pytest.mark.slow
def test_a_search_is_resumed(first_answer, folder: Path):
    again = call(folder, *SMALL_RUN, *TARGET, "--quiet", "--out", "asked")
    assert again.returncode == 2 and "--resume" in again.stderr
    resumed = call(folder, *SMALL_RUN, *TARGET, "--quiet", "--out", "asked", "--resume")
    assert resumed.returncode == 0 and resumed.stdout == first_answer.stdout


@pytest.mark.slow
def test_an_unreachable_target_reports_the_nearest_result(folder: Path):
    answer = call(
        folder,
        *SMALL_RUN,
        "--turn-order",
        "2",
        "--allow",
        "rules.order_stars_2=0..4",
        "--quiet",
        "--out",
        "near",
    )
    assert answer.returncode == 0, answer.stderr
    assert "the second player starts with 4 more stars" in answer.stdout
    assert "No edit that was tried meets the target; this is the closest: 2 of 2" in answer.stdout


def test_a_met_target_needs_no_edit(folder: Path):
    answer = call(folder, *SMALL_RUN, "--turn-order", "49.9", "--out", "met")
    assert answer.returncode == 0
    assert answer.stderr.count(" in all, longer") + answer.stdout.count(" in all, longer") == 1
    assert "met by the current rules: there is nothing to edit." in answer.stdout


def test_edits_without_effect_report_how_far_the_target_is(folder: Path):
    answer = call(
        folder, *SMALL_RUN, "--turn-order", "5", "--allow", "card.070.stars", "--out", "far"
    )
    assert answer.returncode == 0, answer.stderr
    assert "Trying 1 of 1 numbers that may be edited: " in answer.stdout
    assert "None of the edits tried brings the game noticeably closer" in answer.stdout
    measured = re.findall(r"turn order \w+: (\d+\.\d) wins", answer.stdout)
    total = sum(abs(float(wins) - 50) - 5 for wins in measured)
    stated = re.search(r"The current rules miss the target by (\d+\.\d) wins in 100", answer.stdout)
    assert stated is not None and float(stated[1]) == pytest.approx(total, abs=0.15) and total > 10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--strategies", "30"), "should be LOW-HIGH"),
        (("--strategies", "60-70"), "should include 50, the fair number of wins"),
        (("--turn-order", "0"), "more than 0 and at most 100"),
        (("--allow", "card.038.star"), "Did you mean"),
        (("--allow", "rules.hand=5..1"), "allows nothing"),
        (("--allow", "rules.hand", "--never", "rules"), "No number may be edited"),
        (("--never", "card.999.stars"), "matches no number"),
        (("--keep", "seats"), "balance keeps the tables"),
        (("--strategies", "40-60"), "one strategy plays in every seat"),
    ],
)
def test_bad_input(folder: Path, options: tuple[str, ...], message: str):
    answer = call(folder, *SMALL_RUN, *options, "--quiet", "--out", "bad", "--fresh")
    assert answer.returncode == 2 and message in answer.stderr, answer.stderr
    assert answer.stderr.count("\n") == 1


def test_solo_has_nothing_to_balance(folder: Path):
    answer = call(folder, "balance", "--rules", "solo", "--games", "24")
    assert answer.returncode == 2 and "for a single player" in answer.stderr


def test_a_later_search_without_an_edit_keeps_the_proposal(monkeypatch: pytest.MonkeyPatch):
    """The fresh games just miss the target, and no games are played for an empty proposal."""
    proposals = iter([((0, 1.0),), ()])
    fresh = SimpleNamespace(
        run=SimpleNamespace(arms=[0, 1]),
        values=lambda _: None,
        excess=lambda _: SimpleNamespace(any=lambda: True),
    )
    confirm, write_proposal = mock.Mock(return_value=fresh), mock.Mock()
    monkeypatch.setattr(balance_search, "_search", lambda *_: next(proposals))
    monkeypatch.setattr(balance_search, "_confirm", confirm)
    monkeypatch.setattr(balance_search, "_write_proposal", write_proposal)
    balance_search._search_until_confirmed(mock.Mock())
    assert confirm.call_count == 1
    assert write_proposal.call_args.args[1:] == (((0, 1.0),), fresh)


@pytest.mark.slow
def test_edits_towards_an_average_card(folder: Path):
    """A card that is far too strong is weakened, and the page shows the command for the edit."""
    options = (
        "--for",
        "card.038",
        "--change",
        "card.038.stars=20",
        "--games",
        "2400",
        "--jobs",
        "1",
        "--allow",
        "card.038.stars",
        "--quiet",
    )
    answer = call(folder, "balance", *options, "--out", "for")
    assert answer.returncode == 0, answer.stderr
    rows = pl.read_parquet(folder / "for" / "metrics" / "average.parquet")
    now, edited = rows.iter_rows(named=True)
    assert now["low"] > 3 and abs(edited["value"]) < now["value"] / 2
    assert edited["settings"].startswith("card.038.stars=")
    assert "038 Analytics Nerd: +" in answer.stdout
    assert " stars it may be worth as much as an average card (" in answer.stdout
    page = (folder / "for" / "report.html").read_text(encoding="utf-8")
    check_policy(page)
    assert f"eoc-sim compare current {edited['settings']}" in page
    again = call(folder, "report", "for")
    assert again.returncode == 0 and "At " in again.stdout


@pytest.mark.slow
def test_a_building_that_is_too_strong_for_its_price_is_found(folder: Path):
    """A building is built, not dealt, so twins compare it with others of the same price."""
    command = (
        "balance",
        "--game",
        "stadium",
        "--for",
        "building.B07",
        "--seats",
        "builder,builder",
        "--change",
        "building.B07.victory_points=25",
        "--games",
        "480",
        "--jobs",
        "1",
        "--allow",
        "building.B07.victory_points",
        "--quiet",
        "--out",
        "building",
    )
    answer = call(folder, *command)
    assert answer.returncode == 0, answer.stderr
    assert re.search(
        r"B07 .*: \+\d+\.\d \(\+.* compared with an average building of its price", answer.stdout
    ), answer.stdout
    assert " victory points it would be " in answer.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--for", "card.3x8"), 'Did you mean "card.038"?'),
        (("--for", "region.Texsa"), 'Did you mean "region.Texas"?'),
        (("--for", "card.038", "--cards", "3"), "--for cannot be given with a target"),
    ],
)
def test_invalid_questions(folder: Path, options: tuple[str, ...], message: str):
    answer = call(folder, "balance", *options, "--games", "24", "--quiet", "--out", "none")
    assert answer.returncode == 2 and message in answer.stderr, answer.stderr


@pytest.mark.parametrize(
    ("game", "key", "name", "average"),
    [
        ("eoc", "card.38", "038 Analytics Nerd", "an average card"),
        ("eoc", "Card.f24", "F24 Northwest Capital Campaign", "an average card"),
        ("eoc", "board.B1", "Board B1", "an average recruiting board"),
        ("eoc", "region.texas", "Texas", "an average region"),
        ("stadium", "building.7", "B07 Skyboxes", "an average building of its price"),
    ],
)
def test_a_thing_may_be_named_as_in_other_commands(game: str, key: str, name: str, average: str):
    result = subject(game, key)
    assert (result.name, result.average) == (name, average)


@pytest.mark.parametrize(
    ("game", "key"), [("eoc", "card"), ("eoc", "card."), ("eoc", "board"), ("stadium", "building")]
)
def test_a_kind_without_a_name_is_refused(game: str, key: str):
    with pytest.raises(
        InputError, match=f"--for {key}: nothing of that name has a measured strength"
    ):
        subject(game, key)


@pytest.mark.parametrize(
    ("game", "key", "message"),
    [
        (
            "eleven",
            "card.038",
            "card.038 is a row of Envelopes of Cash, not of Eleven; use --game eoc",
        ),
        ("eleven", "region.Texas", "region.Texas is a row of Envelopes of Cash"),
        ("eleven", "building.7", "building.7 is a row of Stadium"),
        (
            "eoc",
            "player.P07",
            "player.P07 is a row of Stadium and Eleven, not of Envelopes of Cash",
        ),
        ("stadium", "staff.S13", "staff.S13 is a row of Eleven, not of Stadium; use --game eleven"),
    ],
)
def test_a_row_of_another_game_is_refused_with_that_games_name(game: str, key: str, message: str):
    with pytest.raises(InputError, match=message):
        subject(game, key)


def subject(name: str, key: str) -> BalanceSubject:
    game = find(name)
    version = game.baseline(VersionOptions())
    assert game.editing is not None
    return subject_of(game, version, key, game.editing.numbers(version))
