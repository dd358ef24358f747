"""Test when VPs are bought and when they break even, with known games."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from synthetic_stadium import stadium_run

from eoc_sim.analysis.stadium import spans, vice_presidents
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.stadium.names import ACTIONS

TICKETS, SPONSORSHIP, BUILD = (ACTIONS.index(name) for name in ("tickets", "sponsorship", "build"))
ROWS = {
    "games": {"game": [0, 1], "rounds": [10, 8], "winner_seat": [0, 1]},
    # Owner 0 buys the third VP in round 4 of game 0. In game 1 this owner buys the third in round 2
    # and the fourth in round 6.
    "seats": {
        "game": [0, 0, 1, 1],
        "seat": [0, 1, 0, 1],
        "strategy": [0, 1, 0, 1],
        "score": [40, 20, 30, 33],
        "win_share": [1.0, 0.0, 0.0, 1.0],
        "placements": [20, 20, 20, 0],
        "vp3_round": [4, 0, 2, 0],
        "vp4_round": [0, 0, 6, 0],
    },
    # Placements for money: 5, 5 and 2 in game 0 (mean 4), 3 in game 1; others do not count.
    "placements": {
        "game": [0, 0, 0, 0, 0, 1, 1],
        "seat": [0] * 7,
        "round": [1] * 7,
        "turn": range(7),
        "space": [TICKETS, TICKETS, SPONSORSHIP, SPONSORSHIP, BUILD, TICKETS, TICKETS],
        "done": ["tickets", "tickets", "gain", "not", "gain", "tickets", "nothing"],
        "amount": [5, 5, 2, 0, 9, 3, 0],
    },
}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return stadium_run(tmp_path / "run", ROWS)


def test_buyers_and_winners_by_round(run: Run) -> None:
    rows = {
        (row["number"], row["span"]): row
        for row in vice_presidents.by_round(run).iter_rows(named=True)
    }
    round_4, round_2 = (spans.NAMES.index(name) for name in "42")
    assert rows[3, round_4]["games"] == rows[3, round_2]["games"] == 1
    assert (rows[3, round_4]["wins"], rows[3, round_2]["wins"]) == (100, 0)
    assert (rows[3, round_4]["ahead"], rows[3, round_2]["ahead"]) == (20, -3)
    # One of two owners, in one of two games; the other owner never buys.
    assert rows[3, round_4]["owners"] == pytest.approx(25)
    assert rows[3, spans.NEVER]["owners"] == pytest.approx(50)
    assert (rows[4, spans.NEVER]["games"], rows[4, spans.NEVER]["owners"]) == (2, 75)
    any_round = rows[3, vice_presidents.ANY_ROUND]
    assert (any_round["games"], any_round["wins"], any_round["ahead"], any_round["owners"]) == (
        2,
        50,
        8.5,
        50,
    )
    for number in (3, 4):
        owners = [
            row["owners"]
            for (vp, span), row in rows.items()
            if vp == number and span != vice_presidents.ANY_ROUND
        ]
        assert sum(owners) == pytest.approx(100)


def test_worth_of_a_placement(run: Run) -> None:
    row = vice_presidents.placements(run).row(0, named=True)
    # A seat without placements says nothing about points per placement.
    assert row["points"] == pytest.approx(((2 + 1) / 2 + 1.5) / 2)
    assert row["money"] == pytest.approx((4 + 3) / 2)


def test_buyers(run: Run) -> None:
    third, fourth = vice_presidents.buyers(run).iter_rows(named=True)
    assert (third["bought"], third["round"], third["left"]) == (50, 3, 6)
    assert (fourth["bought"], fourth["round"], fourth["left"]) == (25, 6, 2)
    # Six rounds are left. A placement brings 4 money and 2 points in game 0, 3 and 1.5 in game 1.
    worth = 2 * (6 - 1 - (6 + 6) / 4), 1.5 * (6 - 1 - (6 + 6) / 3)
    assert third["worth"] == pytest.approx(sum(worth) / 2)
    assert fourth["worth"] == pytest.approx(1.5 * (2 - 1 - (6 + 2) / 3))


def test_payback(run: Run) -> None:
    payback = vice_presidents.payback(run)
    assert (payback.price, payback.salary) == (6, 1)
    # The income in the payback rounds equals the cost.
    money = 3.5
    assert payback.rounds is not None
    assert payback.rounds == pytest.approx(1 + 6 / money + payback.rounds / money)


@pytest.mark.parametrize(("salary", "is_paid_back"), [(0, True), (3, True), (4, False)])
def test_a_vp_is_paid_back_only_if_the_income_exceeds_the_salary(
    tmp_path: Path, salary: int, is_paid_back: bool
) -> None:
    run = stadium_run(tmp_path / "run", ROWS, rules={"vp_salary": salary, "vp_price": 7})
    payback = vice_presidents.payback(run)
    assert (payback.rounds is not None) == is_paid_back
    if salary == 0:
        assert payback.rounds == pytest.approx(1 + 7 / 3.5)


def test_tables_prepared_in_small_batches_are_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = (vice_presidents.by_round, vice_presidents.buyers, vice_presidents.placements)
    whole = [tabulate(run) for tabulate in tables]
    monkeypatch.setattr("eoc_sim.analysis.tables.BATCH", 1)
    again = Run(run.path)
    again.prepare(vice_presidents.statistics(again))
    for sums, tabulate in zip(whole, tables, strict=True):
        assert sums.equals(tabulate(again)), tabulate.__name__
    assert isinstance(whole[0], pl.DataFrame)
