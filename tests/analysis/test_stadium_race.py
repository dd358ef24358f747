"""Test endings, blocks by round and places on the board with known games."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from synthetic_stadium import stadium_run

from eoc_sim.analysis.notable_findings import answers
from eoc_sim.analysis.stadium import places, race, shape, spans
from eoc_sim.analysis.tables import Run

ROWS = {
    # Game 0 is ended by its winner (who wins on entertainment), game 1 by the other owner, and game
    # 2 by the cap; the win of game 3 is shared.
    "games": {
        "game": [0, 1, 2, 3],
        "owners": [2] * 4,
        "rounds": [3, 2, 40, 2],
        "end": ["blocks", "blocks", "cap", "blocks"],
        "ender_seat": [0, 1, -1, 0],
        "winner_seat": [0, 0, 1, -1],
        "tie_step": ["entertainment", "points", "points", "shared"],
        "leader_round": [1, 3, 30, 0],
        "margin": [0, 2, 4, 0],
    },
    "seats": {
        "game": [0, 0, 1, 1, 2, 2, 3, 3],
        "seat": [0, 1] * 4,
        "strategy": [0, 1] * 4,
        "win_share": [1, 0, 1, 0, 0, 1, 0.5, 0.5],
        "drafted": [1, 0, 2, 0, 0, 0, 1, 0],
        "vp3_round": [0] * 7 + [2],
    },
    "blocks": {
        "game": [0, 0, 0, 1, 3],
        "seat": [0, 0, 1, 1, 0],
        "round": [1, 3, 1, 2, 1],
        "place": [2, 0, 2, 0, 2],
        "level": [0, 1, 0, 1, 0],
        "points": [3, 2, 3, 2, 3],
    },
}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return stadium_run(tmp_path / "run", ROWS)


def test_how_games_end(run: Run) -> None:
    rows = {row["measure"]: row for row in race.closeness(run).iter_rows(named=True)}
    assert rows["cap"]["value"] == 25
    # The basis is the three games with a last block; a shared win counts for nobody.
    assert rows["by_winner"]["games"] == 3
    assert rows["by_winner"]["value"] == pytest.approx(100 / 3)
    assert (rows["tied"]["value"], rows["shared"]["value"]) == (50, 25)
    assert (rows["by_half"]["value"], rows["never_led"]["value"]) == (25, 25)
    assert rows["rounds"]["value"] == pytest.approx((3 + 2 + 40 + 2) / 4)
    for row in rows.values():
        assert row["low"] is None or row["low"] <= row["value"] <= row["high"]


def test_blocks_by_round(run: Run) -> None:
    rows = {
        spans.NAMES[row["span"]]: row for row in race.blocks_by_round(run).iter_rows(named=True)
    }
    assert [rows[name]["games"] for name in ("1", "2", "3", "4", "31+")] == [4, 4, 2, 1, 1]
    assert (rows["1"]["reached"], rows["3"]["reached"]) == (100, 50)
    # Round 1 has blocks of both owners in game 0, none in games 1 and 2, and one in game 3.
    assert rows["1"]["placed"] == pytest.approx((2 + 0 + 0 + 1) / 4)
    # The winner's blocks in games 0, 1 and 2; nobody won game 3 alone.
    assert rows["1"]["winner"] == pytest.approx((1 + 0 + 0) / 3)
    assert rows["2"]["others"] == pytest.approx((1 + 1 + 0) / 3)
    assert rows["3"]["winner"] == pytest.approx((2 + 0) / 2)
    assert (rows["4"]["winner"], rows["4"]["placed"]) == (0, 0)


def test_places_of_the_board(run: Run) -> None:
    frame = places.place_table(run)
    assert frame["label"].to_list() == ["First Square", "Second Square", "Stand", "Tower"]
    first, second, stand, _ = frame.iter_rows(named=True)
    assert (first["taken"], stand["taken"], second["taken"]) == (50, 50, 0)
    # Shares of the blocks in each game: two of three, none, no blocks at all, the only one.
    assert first["blocks"] == pytest.approx((200 / 3 + 0 + 0 + 100) / 4)
    assert first["owners"] == pytest.approx((100 + 0 + 0 + 50) / 4)
    assert (first["round"], stand["round"], second["round"]) == (1, (3 + 2) / 2, None)
    assert (second["taken_low"], second["blocks"]) == (0, 0)
    assert 0 < second["taken_high"] < 100
    assert frame["games"].to_list() == [4] * 4


def test_questions_on_the_shape_of_play(run: Run) -> None:
    frame = shape.ask(run)
    values = {answer.about: answer.size for answer in answers(frame.questions).values()}
    assert values["games stopped at the round limit"] == 25
    assert values["games in which Second Square is taken"] == 0
    assert values["owners who draft a player"] == pytest.approx(100 * 3 / 8)
    assert {about for about, _ in frame.unanswered_subjects} == {"idle spaces", "whom losses hurt"}
    # With two owners, both begin with three VPs, so neither can buy a third.
    assert "owners who buy a third VP" not in values
    assert "owners who buy a fourth VP" in values


def test_unavailable_vps_are_not_judged(tmp_path: Path) -> None:
    run = stadium_run(tmp_path / "run", ROWS, rules={"vps_start": 2, "vp_max": 3})
    subjects = {question.about for question in shape.idle_actions(run)}
    assert "owners who buy a third VP" in subjects and "owners who buy a fourth VP" not in subjects


def test_losses_are_bounded(run: Run, tmp_path: Path) -> None:
    spaces = run.dim("spaces").height
    assert shape.max_losses(run) == spaces
    rules = {"loss_count": "token", "round_cap": 10}
    # An idle space that began with a single token costs the most in its tenth round: 10 + 1 - 2.
    assert shape.max_losses(stadium_run(tmp_path / "token", ROWS, rules=rules)) == 9 * spaces


def test_batches_add_up(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = (race.closeness, race.blocks_by_round, places.place_table)
    whole = [tabulate(run) for tabulate in tables]
    monkeypatch.setattr("eoc_sim.analysis.tables.BATCH", 1)
    again = Run(run.path)
    again.prepare([*race.statistics(again), *places.statistics(again)])
    for sums, tabulate in zip(whole, tables, strict=True):
        assert sums.equals(tabulate(again)), tabulate.__name__
    assert isinstance(whole[0], pl.DataFrame)
