"""Test the owners and results of cards in both decks with known games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from synthetic_stadium import stadium_run

from eoc_sim.analysis import cards
from eoc_sim.analysis.stadium import decks
from eoc_sim.analysis.tables import Run

SEATS = {
    "game": [0, 0, 1, 1],
    "seat": [0, 1] * 2,
    "strategy": [0, 1] * 2,
    "order": [0, 1] * 2,
    "score": [30, 20, 10, 20],
    "win_share": [1.0, 0.0, 0.0, 1.0],
}
PLAYERS = {
    # In game 0, player 0 is drafted in round 2 and swapped away in round 5, and player 1 is kept
    # from round 3 to 8. In game 1, player 0 is not paid and is lost in the round of the draft.
    "game": [0, 0, 1],
    "seat": [0, 0, 1],
    "card": [0, 1, 0],
    "how": ["draft", "swap", "draft"],
    "from_round": [2, 3, 6],
    "to_round": [5, 8, 6],
    "out": ["swapped", "kept", "unpaid"],
    "signing": [3, 0, 3],
    "salaries": [2, 0, 0],
    "wins": [6, 12, 2],
    "entertainment": [0, 1, 0],
    "points": [0, 4, 0],
}
EMPLOYEES = {
    # Employee 1 is drawn in both games and hired in the second; 2 is drawn and hired once.
    "game": [0, 0, 1],
    "seat": [0, 1, 1],
    "card": [1, 2, 1],
    "drawn_round": [1, 1, 1],
    "hired_round": [0, 4, 3],
    "salaries": [0, 1, 5],
    "stars": [0, 2, 3],
    "gains": [0, 4, 6],
    "out": ["face_down", "fired", "kept"],
    "points": [0, 0, 1],
}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return stadium_run(
        tmp_path / "run", {"seats": SEATS, "players": PLAYERS, "employees": EMPLOYEES}
    )


def test_players(run: Run) -> None:
    first, second, never = decks.player_table(run).iter_rows(named=True)
    assert [card["label"] for card in (first, second, never)] == [
        "P00 Card 0",
        "P01 Card 1",
        "P02 Card 2",
    ]
    assert (first["drafted_games"], second["drafted_games"], never["drafted_games"]) == (2, 1, 0)
    # Player 0 stays for three game times before the swap, and for one before the loss.
    assert (first["stay_stay"], second["stay_stay"]) == ((3 + 1) / 2, 6)
    assert (first["stay_kept"], second["stay_kept"], never["stay_kept"]) == (0, 100, None)
    assert (first["stay_wins"], first["stay_paid"]) == (4, 3)
    assert (second["stay_points"], second["drafted_ahead"]) == (4, 10)
    assert first["drafted_wins"] == 100


def test_employees(run: Run) -> None:
    undrawn, one, other = decks.employee_table(run).iter_rows(named=True)
    assert one["label"] == "E01 Card 1"
    assert (undrawn["drafted"], one["drafted"], other["drafted"]) == (0, 100, 50)
    assert (one["use_hired"], other["use_hired"]) == (50, 100)
    # Only hired employees have results.
    assert (one["use_stars"], one["use_gains"], one["use_round"]) == (3, 6, 3)
    assert (one["use_kept"], other["use_kept"]) == (100, 0)
    assert (one["played_games"], one["played_wins"]) == (1, 100)


def test_cards_are_labelled_from_their_own_deck(run: Run) -> None:
    """Only employees are played, so the labels are employees' names."""
    assert run.card_column.dim == "employees"
    assert set(cards.card_table(run)["label"]) == {f"E0{number} Card {number}" for number in "012"}
    assert cards.provenance(run) == {
        "places": {"printed": 2, "partial": 1, "reconstructed": 1},
        "players": {"printed": 3},
        "employees": {"printed": 3},
    }
    assert run.dim("players")["name"][0] == "P00 Card 0"


def test_draws_are_compared_with_similar_draws(tmp_path: Path) -> None:
    """In each game one strategy draws one of two employees, in the same place and round.

    It wins 3 games in 4 with one of them, and 1 in 4 with the other.
    """
    games = 400
    game = np.arange(games)
    card, luck = game % 2, (game // 2) % 4
    wins = np.where(card == 0, luck < 3, luck < 1).astype(float)
    run = stadium_run(
        tmp_path / "run",
        {
            "seats": {
                "game": np.repeat(game, 2),
                "seat": np.tile([0, 1], games),
                "order": np.tile([0, 1], games),
                "strategy": np.tile([0, 1], games),
                "win_share": np.stack([wins, 1 - wins], axis=1).ravel(),
            },
            "employees": {
                "game": game,
                "seat": 0 * game,
                "card": card,
                "drawn_round": 0 * game + 2,
            },
        },
    )
    first, second, undrawn = cards.card_table(run).iter_rows(named=True)
    assert first["drafted_adjusted"] == pytest.approx(75 - 50)
    assert second["drafted_adjusted"] == pytest.approx(25 - 50)
    assert undrawn["drafted_adjusted"] is None
    for row in (first, second):
        assert row["drafted_adjusted_all_low"] < row["drafted_adjusted_low"]
        assert row["drafted_adjusted_high"] < row["drafted_adjusted_all_high"]
    assert first["drafted_adjusted_all_low"] > 0 > second["drafted_adjusted_all_high"]
