"""Test EC by month and colour, and dice by colour, with known games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import DECLARATION, table, write_run

from eoc_sim.analysis.eoc.envelopes import (
    ALL,
    ANY,
    by_colour,
    colours,
    dice,
    flows,
    has_envelopes,
)
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.reports.eoc import envelopes
from eoc_sim.reports.findings import Findings
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES, TABLES

GAMES = 40


def write_games(path: Path, keep: tuple[str, ...] = ("seats", "months", "dice"), **record) -> Run:
    """Make two-player games: seat 0 gets 1 EC a month, seat 1 gets 2 in even games and 4 in odd.

    Seat 0's EC are green. Seat 1's are blue; half of those received in each month before November
    are wasted.
    """
    seat = np.tile(np.repeat([0, 1], 12), GAMES)
    game = np.repeat(np.arange(GAMES), 24)
    month = np.tile(np.arange(1, 13), 2 * GAMES)
    second = np.where(game % 2 == 0, 2, 4)
    tables = {
        "seats": table(
            "seats",
            {
                "game": np.repeat(np.arange(GAMES), 2),
                "seat": np.tile([0, 1], GAMES),
                "strategy": np.tile([0, 1], GAMES),
                "win_share": np.tile([1.0, 0.0], GAMES),
            },
        ),
        "months": table(
            "months",
            {
                "game": game,
                "seat": seat,
                "month": month,
                "ec_received": np.where(seat == 0, 1, second),
                "ec_spent_cards": seat,
                "ec_spent_trades": seat,
                "ec_sent": month == 3,
                "ec_wasted": np.where(month == 12, 5, 0),
                "ec_received_green": seat == 0,
                "ec_received_blue": np.where(seat == 0, 0, second),
                "ec_wasted_blue": np.where((seat == 1) & (month < 9), second // 2, 0),
            },
        ),
        # In odd games seat 0 takes a green die in March for May; in all games seat 1 takes a
        # blue die at half value.
        "dice": pl.concat(
            [
                table(
                    "dice",
                    {
                        "game": np.arange(1, GAMES, 2),
                        "seat": [0] * (GAMES // 2),
                        "month": [1] * (GAMES // 2),
                        "colour": ["green"] * (GAMES // 2),
                        "mode": ["full"] * (GAMES // 2),
                        "target_month": [3] * (GAMES // 2),
                        "ec": [6] * (GAMES // 2),
                    },
                ),
                table(
                    "dice",
                    {
                        "game": np.arange(GAMES),
                        "seat": [1] * GAMES,
                        "month": [1] * GAMES,
                        "colour": ["blue"] * GAMES,
                        "mode": ["half"] * GAMES,
                        "target_month": [1] * GAMES,
                        "ec": [2] * GAMES,
                    },
                ),
            ]
        ).sort("game", "seat"),
    }
    return Run(
        write_run(
            path, {name: tables[name] for name in keep}, players=2, strategies=("a", "b"), **record
        )
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return write_games(tmp_path_factory.mktemp("runs") / "run")


def row(frame: pl.DataFrame, **values: object) -> dict:
    return frame.filter(*(pl.col(name) == value for name, value in values.items())).row(
        0, named=True
    )


def test_flows(run: Run) -> None:
    frame = flows(run)
    assert frame.height == 3 * 12
    second = row(frame, strategy="b", month=3)
    assert (second["received"], second["spent"], second["wasted"]) == (3, 3, 0)
    # 20 games with 2 and 20 with 4: standard deviation 1.0127; t is 2.0 to 2.3.
    assert 0.30 < second["received"] - second["received_low"] < 0.38
    whole = row(frame, strategy=ALL, month=12)
    assert (whole["received"], whole["spent"], whole["wasted"]) == (2, 1, 5)
    assert whole["games"] == GAMES


def test_envelopes_by_colour(run: Run) -> None:
    assert colours(run) == COLOUR_NAMES
    frame = by_colour(run)
    assert frame.height == 12 * len(COLOUR_NAMES)
    # 0 and 2 in even games, 0 and 4 in odd ones, thus 1 and 2 per seat.
    blue = row(frame, month=3, colour="blue")
    assert (blue["received"], blue["wasted"], blue["games"]) == (1.5, 0.75, GAMES)
    assert 0.15 < blue["received"] - blue["received_low"] < 0.19
    assert 0.075 < blue["wasted"] - blue["wasted_low"] < 0.095
    # Half of the blue EC is wasted in every game, so the games played show no variation in the
    # share. It is uncertain only because the analysis adds two imagined games to the games of each
    # mean, one above the mean and one below it. The standard error of the share is 0.079 / 1.5, or
    # 5.3 percentage points. The ends of the interval are t standard errors away.
    assert blue["share"] == pytest.approx(50)
    assert 11 < 50 - blue["share_low"] < 13 and 12 < blue["share_high"] - 50 < 14
    late = row(frame, month=9, colour="blue")
    assert late["share"] == late["share_low"] == 0 < late["share_high"] < 12
    green = row(frame, month=3, colour="green")
    assert (green["received"], green["wasted"], green["share"]) == (0.5, 0, 0)
    # A colour that never occurs has no known share.
    assert row(frame, month=3, colour="orange")["share"] is None


def test_dice_by_colour(run: Run) -> None:
    frame = dice(run)
    assert row(frame.takes, month=1, colour="green")["full"] == 100
    assert row(frame.takes, month=1, colour="green")["games"] == GAMES // 2
    assert row(frame.takes, month=1, colour="blue")["full"] == 0
    # Half of the dice in odd games, none in the others.
    assert row(frame.takes, month=1, colour=ANY)["full"] == 25
    assert row(frame.takes_by_strategy, month=1, strategy="a")["full"] == 100
    assert row(frame.takes_by_strategy, month=1, strategy="b")["full"] == 0


def test_a_run_without_dice_has_no_envelopes_section(tmp_path: Path) -> None:
    run = write_games(tmp_path / "run", keep=("seats", "months"))
    assert not has_envelopes(run)
    assert envelopes.section(Findings(run)) is None
    with pytest.raises(MissingResults, match="did not keep dice"):
        dice(run)


def test_a_run_begun_before_colours_were_recorded(tmp_path: Path) -> None:
    months = TABLES["months"]
    colour_columns = {
        f"ec_{flow}_{name}" for flow in ("received", "wasted") for name in COLOUR_NAMES
    }
    old_declaration = replace(
        DECLARATION,
        tables=TABLES
        | {
            "months": replace(
                months,
                columns=tuple(column for column in months if column.name not in colour_columns),
            )
        },
    )
    run = write_games(tmp_path / "run", declaration=old_declaration)
    assert colours(run) == ()
    section = envelopes.section(Findings(run))
    assert section is not None
    blocks = list(section.blocks)
    assert [block.text for block in blocks if block.kind == "note"] == [envelopes.NO_COLOURS]
    assert [block.heading for block in blocks if block.heading.endswith("by colour")] == []


@pytest.mark.slow
def test_no_mode_is_shown_if_dice_have_none(tmp_path: Path, run: Run) -> None:
    full_value = write_games(
        tmp_path / "run", baseline={"rules": {"dice_use": "full"}, "seats": ["a", "b"]}
    )
    headings = []
    for page_run in (run, full_value):
        section = envelopes.section(Findings(page_run))
        assert section is not None
        headings.append([block.heading for block in section.blocks])
    assert len(headings[0]) == 8 and len(headings[1]) == 6
    assert all(
        "EC wasted per 100 received, by colour" in page_headings for page_headings in headings
    ), "colours have nothing to do with modes"
    assert not any("full value" in heading for heading in headings[1])
