"""Test which rows a chart shows, and the notes on rows that only seem decided."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from eoc_sim.analysis.compare import in_version_order
from eoc_sim.analysis.tables import Run
from eoc_sim.reports.blocks import Shown, is_unconfirmed, table
from eoc_sim.reports.strongest import MAX_ROWS, choose_strongest
from tests.synthetic_runs import random_run


def rows(number: int) -> pl.DataFrame:
    """Make changes 0, 1, 2 and so on; the third is certain, the second only if judged alone."""
    changes = [float(index) for index in range(number)]
    low = [-1000.0] * number
    own_low = list(low)
    own_low[1], own_low[2], low[2] = 0.5, 1.5, 1.0
    return pl.DataFrame(
        {
            "change": changes,
            "low": own_low,
            "high": [1000.0] * number,
            "all_low": low,
            "all_high": [1000.0] * number,
            "smallest": [1.0] * number,
        }
    )


def test_few_rows_keep_their_order() -> None:
    few_rows = rows(MAX_ROWS)
    strongest_rows, message = choose_strongest(few_rows)
    assert strongest_rows.equals(few_rows)
    assert message == ""


def test_the_strongest_of_many_are_shown() -> None:
    strongest_rows, message = choose_strongest(rows(160))
    assert strongest_rows["change"].to_list()[:2] == [2.0, 1.0], "the certain row comes first"
    assert strongest_rows.height == MAX_ROWS
    assert message == f" The {MAX_ROWS} strongest of 160; all are in the table."


def test_strength_is_the_end_nearer_to_zero() -> None:
    many_rows = rows(30).with_columns(
        pl.Series("all_low", [-float(index) for index in range(30)]), pl.lit(99.0).alias("all_high")
    )
    assert choose_strongest(many_rows)[0]["change"].to_list() == [
        float(index) for index in range(MAX_ROWS)
    ]


def test_roughly_known_values_are_only_in_the_table() -> None:
    few_rows = rows(4).with_columns(
        pl.Series("low", [-1.0, -1.0, -1.0, -46.0]),
        pl.Series("high", [1.0, 1.0, 1.0, 100.0]),
        pl.lit(-50.0).alias("all_low"),
    )
    strongest_rows, message = choose_strongest(few_rows)
    assert strongest_rows["change"].to_list() == [0.0, 1.0, 2.0]
    assert message == " 1 row is known only roughly and appears only in the table."
    decided = few_rows.with_columns(pl.Series("all_low", [-1.0, -1.0, -1.0, 0.5]))
    assert choose_strongest(decided)[0].height == 4, "decided rows stay"


def test_strength_is_measured_in_units_of_the_smallest_change() -> None:
    many_rows = rows(30).with_columns(
        pl.lit(3.0).alias("all_low"),
        pl.Series("smallest", [1.0] * 29 + [0.1]),
    )
    assert choose_strongest(many_rows)[0]["change"][0] == 29.0


def test_a_row_that_is_certain_only_by_itself_is_noted() -> None:
    row = {"low": 1.0, "high": 3.0, "all_low": -1.0, "all_high": 5.0}
    assert is_unconfirmed(row, 0.0)
    assert not is_unconfirmed(row, 2.0), "its own interval contains 2"
    assert not is_unconfirmed({**row, "all_low": 0.5}, 0.0), "it is decided"
    assert not is_unconfirmed({**row, "low": None}, 0.0)
    frame = pl.DataFrame([{**row, "verdict": "not decided", "more_games": 20_000}])
    block = table("", "", frame, [Shown("verdict", "verdict", "", "verdict", reference=0.0)])
    assert block.rows[0][0].small.startswith("about 20\N{NARROW NO-BREAK SPACE}000 more games; its")
    assert "excludes 0, but the joint interval for all rows" in block.rows[0][0].small


def test_versions_of_one_number_are_sorted_by_value(tmp_path: Path) -> None:
    run = Run(random_run(tmp_path / "run", 20, stars=(9, 1, 3)))
    arms = pl.DataFrame({"arm": [arm.id for arm in run.arms[1:]]})
    values = [float(run.arms[arm].changes[0].new) for arm in in_version_order(run, arms)["arm"]]
    assert values == [1.0, 3.0, 9.0]
