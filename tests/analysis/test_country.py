"""Test recruits by state and region against figures worked out by hand."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from synthetic_runs import random_run, table, write_run

from eoc_sim.analysis.eoc import country, spots
from eoc_sim.analysis.tables import MissingResults, Run

DIMS = {
    "strategies": {"name": ["a", "b"]},
    "regions": {"name": ["North", "West", "South"]},
    "spots": {
        "name": ["One/1", "Both/1", "Both/2", "Two/1"],
        "state": ["One", "Both", "Both", "Two"],
        "regions": ["North", "North South", "North South", "South"],
    },
    "places": {
        "name": ["One", "Both", "Two", "Ring", "North HQ"],
        "kind": ["state"] * 3 + ["circle", "headquarters"],
        "code": ["ON", "BO", "TW", "", ""],
        "regions": ["North", "North South", "South", "", "North"],
        "source": ["printed", "partial", "partial", "reconstructed", "partial"],
        "x": [0.0, 50.0, 100.0, 25.0, 0.0],
        "y": [0.0, 30.0, 60.0, 15.0, 20.0],
    },
    "trails": {"name": ["One to Ring"], "start": [0], "end": [3], "source": ["printed"]},
}
# game  seat 0 (a in games 0 and 1, then b)   seat 1 (the other)
# 0     One in month 2                        Both/1 in 3 (contested), Both/2 in 9
# 1     Both/1 in 4 (contested)               nothing
# 2     One in 6                              nothing: One cannot be signed twice
# 3     nothing                               nothing
SIGNINGS = {
    "game": [0, 0, 0, 1, 2],
    "seat": [0, 1, 1, 0, 0],
    "spot": [0, 1, 2, 1, 0],
    "month": [2, 3, 9, 4, 6],
    "stars": [4, 2, 6, 3, 5],
    "rivals": [0, 2, 0, 1, 0],
    "position": [0] * 5,
}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    seats = table(
        "seats",
        {
            "game": [0, 0, 1, 1, 2, 2, 3, 3],
            "seat": [0, 1] * 4,
            "strategy": [0, 1, 0, 1, 1, 0, 1, 0],
        },
    )
    tables = {"seats": seats, "signings": table("signings", SIGNINGS)}
    return Run(write_run(tmp_path / "run", tables, players=2, strategies=["a", "b"], dims=DIMS))


def test_states(run: Run) -> None:
    rows = {row["label"]: row for row in country.state_table(run).iter_rows(named=True)}
    assert list(rows) == ["One", "Both", "Two"]
    both = rows["Both"]
    # Both spots in game 0, one of two in game 1, none in games 2 and 3.
    assert (both["spots"], both["games"], both["signed_games"]) == (2, 4, 2)
    assert both["signed"] == pytest.approx(100 * (1 + 0.5) / 4)
    assert both["month"] == pytest.approx((6 + 4) / 2)
    assert both["stars"] == pytest.approx((4 + 3) / 2)
    assert both["contested"] == pytest.approx(100 * (0.5 + 1) / 2)
    assert 0 < both["signed_low"] < both["signed"] < both["signed_high"] < 100
    never = rows["Two"]
    assert (never["signed"], never["signed_games"], never["month"]) == (0, 0, None)
    assert 0 < never["signed_high"] < 100


def test_a_state_with_one_spot_has_the_figures_of_that_spot(run: Run) -> None:
    state, spot = country.state_table(run), spots.spot_table(run)
    shared = ["signed", "signed_games", "contested"]
    columns = [f"{name}{end}" for name in (shared[0], shared[2]) for end in ("", "_low", "_high")]
    assert state.filter(pl.col("label") == "One").select(columns).row(0) == pytest.approx(
        spot.filter(pl.col("label") == "One/1").select(columns).row(0)
    )


def test_regions(run: Run) -> None:
    assert country.region_names(run) == ["North", "South"], "no spot is in the West"
    assert country.spot_shares(run) == [50.0, 50.0]
    a, b = country.region_shares(run).iter_rows(named=True)
    # a: in game 0 only the North, in game 1 a border spot; b: in game 0 two border spots, in game 2
    # only the North.
    assert (a["label"], a["games"], a["region_0"], a["region_1"]) == ("a", 2, 75.0, 25.0)
    assert (b["label"], b["games"], b["region_0"], b["region_1"]) == ("b", 2, 75.0, 25.0)


def test_batches_add_up(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [country.state_table(run), country.region_shares(run)]
    monkeypatch.setattr("eoc_sim.analysis.tables.BATCH", 1)
    for one, other in zip(
        whole, (country.state_table(run), country.region_shares(run)), strict=True
    ):
        assert one.equals(other)


def test_games_with_no_signing_are_counted_in_an_extended_run(run: Run) -> None:
    extended = Run(
        write_run(
            run.path.parent / "extended",
            {
                "seats": run.read(
                    run.declaration.tables["seats"],
                    0,
                    (0, 4),
                    [],
                    [column.name for column in run.declaration.tables["seats"]],
                ).with_columns(pl.lit(0, dtype=pl.Int16).alias("arm")),
                "signings": table("signings", SIGNINGS),
            },
            players=2,
            strategies=["a", "b"],
            dims=DIMS,
            planned_games=2,
        )
    )
    both = country.state_table(extended).row(1, named=True)
    assert both["signed"] == pytest.approx(37.5), "games with no signing are counted too"
    assert both["signed_low"] < 37.5 < both["signed_high"]


def test_the_map_of_the_run(run: Run) -> None:
    run_map = country.country(run)
    assert run_map is not None
    assert [(state.name, state.code, state.regions) for state in run_map.states] == [
        ("One", "ON", ("North",)),
        ("Both", "BO", ("North", "South")),
        ("Two", "TW", ("South",)),
    ]
    assert run_map.trails == ((0, 3),)
    assert run_map.sources() == {
        "partial": ["2 of 3 states", "headquarters"],
        "printed": ["1 of 3 states", "trails"],
        "reconstructed": ["circles"],
    }


def test_runs_without_a_map_or_without_signings(tmp_path: Path, run: Run) -> None:
    old = Run(random_run(tmp_path / "old", 20, keep=("seats", "signings")))
    assert country.country(old) is None
    without = Run(
        write_run(
            tmp_path / "without",
            {"seats": table("seats", {"game": [0, 0], "seat": [0, 1]})},
            dims=DIMS,
        )
    )
    with pytest.raises(MissingResults, match="did not keep signings"):
        country.state_table(without)
