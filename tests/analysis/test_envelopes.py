"""EC by month and dice by colour, of games whose numbers are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import table, write_run

from eoc_sim.analysis.eoc.envelopes import ALL, ANY, dice, flows, has_envelopes
from eoc_sim.analysis.tables import Missing, Run
from eoc_sim.reports.eoc import envelopes
from eoc_sim.reports.findings import Findings

GAMES = 40


def played(path: Path, keep: tuple[str, ...] = ("seats", "months", "dice"), **record) -> Run:
    """Games of two: seat 0 gets 1 EC a month and seat 1 gets 2 in even games, 4 in odd ones."""
    seat = np.tile(np.repeat([0, 1], 12), GAMES)
    game = np.repeat(np.arange(GAMES), 24)
    month = np.tile(np.arange(1, 13), 2 * GAMES)
    second = np.where(game % 2 == 0, 2, 4)
    tables = {
        "seats": table("seats", {
            "game": np.repeat(np.arange(GAMES), 2), "seat": np.tile([0, 1], GAMES),
            "strategy": np.tile([0, 1], GAMES), "win_share": np.tile([1.0, 0.0], GAMES),
        }),
        "months": table("months", {
            "game": game, "seat": seat, "month": month,
            "ec_received": np.where(seat == 0, 1, second),
            "ec_spent_cards": seat, "ec_spent_trades": seat, "ec_sent": month == 3,
            "ec_wasted": np.where(month == 12, 5, 0),
        }),
        # In odd games seat 0 takes a green die in March, for May; seat 1 half a blue one always.
        "dice": pl.concat([
            table("dice", {
                "game": np.arange(1, GAMES, 2), "seat": [0] * (GAMES // 2),
                "month": [1] * (GAMES // 2), "colour": ["green"] * (GAMES // 2),
                "mode": ["full"] * (GAMES // 2), "target_month": [3] * (GAMES // 2),
                "ec": [6] * (GAMES // 2),
            }),
            table("dice", {
                "game": np.arange(GAMES), "seat": [1] * GAMES, "month": [1] * GAMES,
                "colour": ["blue"] * GAMES, "mode": ["half"] * GAMES,
                "target_month": [1] * GAMES, "ec": [2] * GAMES,
            }),
        ]).sort("game", "seat"),
    }
    return Run(write_run(
        path, {name: tables[name] for name in keep}, players=2, strategies=("a", "b"), **record
    ))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return played(tmp_path_factory.mktemp("runs") / "run")


def row(frame: pl.DataFrame, **values: object) -> dict:
    return frame.filter(*(pl.col(name) == value for name, value in values.items())).row(
        0, named=True
    )


def test_flows(run: Run) -> None:
    found = flows(run)
    assert found.height == 3 * 12
    second = row(found, strategy="b", month=3)
    assert (second["received"], second["spent"], second["wasted"]) == (3, 3, 0)
    # 20 games of 2 and 20 of 4: standard deviation 1.0127, t 2.3 to 2.0 by the level at its plan.
    assert 0.30 < second["received"] - second["received_low"] < 0.38
    whole = row(found, strategy=ALL, month=12)
    assert (whole["received"], whole["spent"], whole["wasted"]) == (2, 1, 5)
    assert whole["games"] == GAMES


def test_dice_by_colour(run: Run) -> None:
    found = dice(run)
    # 6 EC in every other game, for two seats.
    green = row(found.coming, month=3, colour="green")
    assert (green["ec"], green["games"]) == (1.5, GAMES)
    assert green["ec_low"] < 1.5 < green["ec_high"]
    assert row(found.coming, month=1, colour="blue")["ec"] == 1
    assert row(found.coming, month=2, colour="blue")["ec"] == 0
    assert row(found.taken, month=1, colour="green")["full"] == 100
    assert row(found.taken, month=1, colour="green")["games"] == GAMES // 2
    assert row(found.taken, month=1, colour="blue")["full"] == 0
    # Half of the dice of odd games, none of the others'.
    assert row(found.taken, month=1, colour=ANY)["full"] == 25
    assert row(found.taken_by, month=1, strategy="a")["full"] == 100
    assert row(found.taken_by, month=1, strategy="b")["full"] == 0


def test_a_run_without_these_tables(tmp_path: Path) -> None:
    run = played(tmp_path / "run", keep=("seats", "months"))
    assert not has_envelopes(run)
    assert envelopes.section(Findings(run)) is None
    with pytest.raises(Missing, match="did not keep dice"):
        dice(run)


def test_where_a_die_has_no_mode_none_is_shown(tmp_path: Path, run: Run) -> None:
    family = played(
        tmp_path / "run", baseline={"rules": {"dice_use": "full"}, "seats": ["a", "b"]}
    )
    headings = []
    for one in (run, family):
        section = envelopes.section(Findings(one))
        assert section is not None
        headings.append([block.heading for block in section.blocks])
    assert len(headings[0]) == 6 and len(headings[1]) == 4
    assert not any("full value" in heading for heading in headings[1])
