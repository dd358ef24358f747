from __future__ import annotations

import math
from fractions import Fraction

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from eoc_sim.analysis.exact_sums import GroupSums, pairs, per_game, sum_groups
from eoc_sim.analysis.kept_totals import PLANNED, KeptTotals
from eoc_sim.analysis.statistic import Statistic, frame_of, no_rows
from eoc_sim.errors import EngineError

SHARES = (0.0, 1.0, 1 / 2, 1 / 3, 1 / 4, 1 / 5)
ROWS = st.lists(
    st.tuples(
        st.integers(0, 12),
        st.integers(-2, 3),
        st.sampled_from(("red", "blue")),
        st.sampled_from(SHARES),
        st.integers(-300, 400),
        st.one_of(st.none(), st.floats(-1e4, 1e4)),
    ),
    min_size=1,
    max_size=60,
)
BY, VALUES = ("seat", "colour"), ("share", "score", "ratio")


def frame(rows: list[tuple[object, ...]]) -> pl.DataFrame:
    return pl.DataFrame(
        rows,
        orient="row",
        schema={
            "game": pl.Int32,
            "seat": pl.Int8,
            "colour": pl.String,
            "share": pl.Float64,
            "score": pl.Int16,
            "ratio": pl.Float64,
        },
    )


def as_bytes(sums: GroupSums) -> bytes:
    return KeptTotals({(PLANNED, "any"): sums}).to_bytes()


@settings(max_examples=60, deadline=None)
@given(ROWS, st.randoms(use_true_random=False), st.integers(1, 6))
def test_any_parts_in_any_order_give_the_same_bytes(rows, chance, number) -> None:
    whole = sum_groups(frame(rows), BY, VALUES)
    part_of_game = [chance.randrange(number) for _ in range(13)]
    parts = [
        sum_groups(frame([row for row in rows if part_of_game[row[0]] == part]), BY, VALUES)
        for part in range(number)
    ]
    chance.shuffle(parts)
    while len(parts) > 1:
        one = parts.pop(chance.randrange(len(parts)))
        other = parts.pop(chance.randrange(len(parts)))
        parts.append(one.plus(other))
    assert as_bytes(parts[0]) == as_bytes(whole)


@settings(max_examples=30, deadline=None)
@given(ROWS)
def test_a_file_has_what_was_written(rows) -> None:
    sums = sum_groups(frame(rows), BY, VALUES)
    content = KeptTotals({(PLANNED, "any"): sums}).to_bytes()
    totals = KeptTotals.from_bytes(content)
    assert totals.to_bytes() == content
    assert_frame_equal(frame_of(totals.parts[PLANNED, "any"], VALUES), frame_of(sums, VALUES))


@settings(max_examples=30, deadline=None)
@given(ROWS)
def test_sums_match_plain_arithmetic(rows) -> None:
    games: dict[tuple[int, str], dict[int, list[tuple[object, ...]]]] = {}
    for row in rows:
        games.setdefault((row[1], row[2]), {}).setdefault(row[0], []).append(row)
    sums = frame_of(sum_groups(frame(rows), BY, VALUES), VALUES)
    assert sums.select(BY).rows() == sorted(games)
    for row in sums.iter_rows(named=True):
        group_games = games[row["seat"], row["colour"]]
        assert row["games"] == len(group_games)
        for index, value in enumerate(VALUES, 3):
            fractions = [
                [
                    Fraction(game_row[index]).limit_denominator(60)
                    if value == "share"
                    else Fraction(game_row[index])
                    for game_row in game_rows
                    if game_row[index] is not None
                ]
                for game_rows in group_games.values()
            ]
            means = [sum(shares, Fraction()) / len(shares) for shares in fractions if shares]
            assert row[f"{value}_n"] == len(means)
            tolerance = 1e-9 * max(len(means), 1)
            assert row[f"{value}_sum"] == pytest.approx(float(sum(means)), rel=1e-12, abs=tolerance)
            assert row[f"{value}_squares"] == pytest.approx(
                float(sum(mean * mean for mean in means)), rel=1e-9, abs=tolerance
            )
            if means:
                ends = row[f"{value}_least"], row[f"{value}_most"]
                assert ends == pytest.approx((float(min(means)), float(max(means))), abs=1e-9)
            else:
                assert row[f"{value}_least"] is None


def test_win_shares_stay_exact_over_any_number_of_games() -> None:
    rows = [(game, 0, "red", SHARES[2 + game % 4], 0, None) for game in range(4)]
    sums = sum_groups(frame(rows), BY, VALUES)
    for _ in range(28):
        sums = sums.plus(sums)
    games = 4 << 28
    row = frame_of(sums, VALUES).row(0, named=True)
    assert row["share_n"] == games
    exact = sum(Fraction(1, share) for share in (2, 3, 4, 5)) * games / 4
    squares = sum(Fraction(1, share * share) for share in (2, 3, 4, 5)) * games / 4
    assert row["share_sum"] == float(exact)
    assert row["share_squares"] == float(squares)


def test_rows_can_be_summed_instead_of_averaged() -> None:
    rows = [(0, 0, "red", 1.0, 3, None), (0, 0, "red", 0.0, 4, None), (1, 0, "red", 1.0, 5, None)]
    sums = frame_of(sum_groups(frame(rows), BY, ("score",), added=True), ("score",))
    assert sums["score_sum"].to_list() == [12.0]
    assert sums["score_squares"].to_list() == [74.0]


def test_products_of_all_values() -> None:
    rows = [(0, 0, "red", 1 / 3, 3, 2.0), (1, 0, "red", 0.5, -4, 1.0)]
    sums = frame_of(sum_groups(frame(rows), BY, VALUES, products=True), VALUES, products=True)
    output = {f"{one}*{other}": sums[f"{one}*{other}"][0] for one, other in pairs(VALUES)}
    assert output == pytest.approx(
        {"share*score": -1.0, "share*ratio": 2 / 3 + 0.5, "score*ratio": 2.0}, abs=1e-8
    )


def test_inexact_sums_are_refused() -> None:
    rows = [(game, 0, "red", 0.0, 0, 3e10) for game in range(9)]
    with pytest.raises(EngineError, match="too large to be summed exactly"):
        sum_groups(frame(rows), BY, VALUES)
    sums = sum_groups(frame([(0, 0, "red", 0.0, 0, 2e9)]), BY, VALUES)
    with pytest.raises(EngineError, match="too large to be exact"):
        for _ in range(3):
            sums = sums.plus(sums)


@settings(max_examples=30, deadline=None)
@given(ROWS)
def test_per_game_is_the_mean_of_a_game_and_group(rows) -> None:
    data = frame(rows)
    expected = data.group_by("game", *BY).agg(pl.col(VALUES).cast(pl.Float64).mean())
    assert_frame_equal(
        per_game(data, BY, VALUES),
        expected,
        check_row_order=False,
        check_dtypes=False,
        abs_tol=1e-9,
    )


def test_sums_of_no_rows_have_no_groups_and_add_nothing() -> None:
    rows = [(0, 0, "red", 1.0, 3, 1.5)]
    sums = sum_groups(frame(rows), BY, VALUES)
    empty = sum_groups(frame([]), BY, VALUES)
    read = KeptTotals.from_bytes(as_bytes(empty)).parts[PLANNED, "any"]
    assert frame_of(read, VALUES).equals(frame_of(empty, VALUES))
    assert frame_of(empty, VALUES).height == 0
    assert as_bytes(empty.plus(sums)) == as_bytes(sums) == as_bytes(sums.plus(empty))
    assert math.isclose(frame_of(sums, VALUES)["ratio_squares"][0], 2.25)


def test_groups_kept_under_other_names_are_named_as_declared() -> None:
    sums = sum_groups(frame([(0, 1, "red", 1.0, 3, 1.5)]), BY, VALUES)
    kept = KeptTotals.from_bytes(as_bytes(sums)).parts[PLANNED, "any"]
    named = Statistic("any", (), ("chair", "paint"), VALUES, no_rows).frame(kept)
    assert named.equals(frame_of(sums, VALUES).rename({"seat": "chair", "colour": "paint"}))
