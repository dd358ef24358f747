"""Test measures of a strategy's character with tables counted by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from synthetic_runs import table, write_run

from eoc_sim.analysis.eoc.signature import early_spending, full_dice, peak, spending
from eoc_sim.analysis.tables import MissingResults, Run

GAMES = 12


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Make games in which two strategies take turns in the seats.

    `early` spends most of its EC in March, `late` in August.
    """
    seats = [(game, seat) for game in range(GAMES) for seat in range(2)]
    strategy = [(game + seat) % 2 for game, seat in seats]
    months = [(game, seat, month) for game, seat in seats for month in (1, 6, 11)]
    late = [(game + seat) % 2 for game, seat, _ in months]
    cards = [
        (8, 1, 1)[place] if is_late == 0 else (0, 6, 2)[place]
        for is_late, place in zip(late, [0, 1, 2] * len(seats), strict=True)
    ]
    rolls = [(game, seat, month) for game, seat in seats for month in (5, 6) for _ in range(2)]
    return Run(
        write_run(
            tmp_path / "run",
            {
                "seats": table(
                    "seats",
                    {
                        "game": [game for game, _ in seats],
                        "seat": [seat for _, seat in seats],
                        "strategy": strategy,
                        "score": [100] * len(seats),
                        "win_share": [0.5] * len(seats),
                    },
                ),
                "months": table(
                    "months",
                    {
                        "game": [game for game, _, _ in months],
                        "seat": [seat for _, seat, _ in months],
                        "month": [month for *_, month in months],
                        "ec_spent_cards": cards,
                        "ec_spent_recruits": [2 * is_late for is_late in late],
                    },
                ),
                "dice": table(
                    "dice",
                    {
                        "game": [game for game, _, _ in rolls],
                        "seat": [seat for _, seat, _ in rolls],
                        "month": [month for *_, month in rolls],
                        # "late" takes half the value only in August, and only every other time.
                        "mode": [
                            int((game + seat) % 2 == 1 and month == 6 and index % 2 == 0)
                            for index, (game, seat, month) in enumerate(rolls)
                        ],
                    },
                ),
            },
            players=2,
            strategies=("early", "late"),
        )
    )


def test_full_dice_are_counted_by_strategy_and_month(run: Run):
    frame = full_dice(run)
    assert dict(frame.select("label", "full").iter_rows()) == {"early": 100.0, "late": 75.0}
    assert set(full_dice(run, range(1, 6))["full"]) == {100.0}
    assert frame["games"].to_list() == [GAMES, GAMES]
    assert all(frame["full_low"] <= frame["full"]) and all(frame["full"] <= frame["full_high"])


def test_spending_peaks_in_the_month_of_most_ec(run: Run):
    frame = spending(run)
    assert peak(frame, "early")["month"] == 1 and peak(frame, "early")["spent"] == 8
    assert peak(frame, "late")["month"] == 6 and peak(frame, "late")["spent"] == 8


def test_early_spending_is_a_share_of_each_games_ec(run: Run):
    shares = dict(early_spending(run).select("label", "early").iter_rows())
    assert shares == {"early": 80.0, "late": pytest.approx(100 * 2 / 14)}


def test_a_table_that_was_not_kept_is_named(run: Run, tmp_path: Path):
    seats = write_run(tmp_path / "seats", {"seats": table("seats", {"game": [0]})})
    with pytest.raises(MissingResults, match="did not keep dice"):
        full_dice(Run(seats))
