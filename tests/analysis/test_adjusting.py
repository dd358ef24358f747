"""Test that removing the luck of the deal introduces no bias and saves games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from synthetic_runs import random_run, table, write_run

from eoc_sim.analysis import adjusting
from eoc_sim.analysis.exact_sums import GroupSums
from eoc_sim.analysis.kept_sums import KeptSums
from eoc_sim.analysis.kept_totals import PLANNED, KeptTotals
from eoc_sim.analysis.statistic import Batch
from eoc_sim.analysis.stats import t_reach
from eoc_sim.analysis.tables import Run
from eoc_sim.errors import EngineError
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.shards import Shard, shard_name
from eoc_sim.simulator.runs.whole_file import file_digest

WORTH = np.array([-12.0, -4.0, 4.0, 12.0])
"""Each region's contribution to a score."""
TRUTH = {"a": 60.0, "b": 50.0, "c": 40.0, "d": 30.0}


def deal(rng: np.random.Generator, games: int) -> pl.DataFrame:
    """Simulate scores, with strategies that rotate and regions dealt at random."""
    region = rng.permuted(np.tile(np.arange(4), (games, 1)), axis=1)
    strategy = (np.arange(4) + np.arange(games)[:, None]) % 4
    score = np.array(list(TRUTH.values()))[strategy] + WORTH[region] + rng.normal(0, 6, (games, 4))
    won = (score == score.max(axis=1, keepdims=True)).astype(float)
    return table(
        "seats",
        {
            "game": np.repeat(np.arange(games), 4),
            "seat": np.tile(np.arange(4), games),
            "strategy": strategy.ravel(),
            "region": region.ravel(),
            "score": score.round().astype(int).ravel(),
            "win_share": won.ravel(),
            "coach": [-1] * (4 * games),
            "board": [-1] * (4 * games),
        },
    )


def adjust(path: Path, frame: pl.DataFrame) -> pl.DataFrame:
    run = Run(write_run(path, {"seats": frame}, strategies=list(TRUTH)))
    seats = run.table_with("win_share")
    return adjusting.adjust(run, seats.role("strategy"), seats.roles("dealt"))


def test_scores_are_as_precise_as_without_the_luck_of_the_deal(tmp_path: Path) -> None:
    """Regions cause 80/116 of the variance, so the same share of the games is saved."""
    frame = adjust(tmp_path, deal(np.random.default_rng(4), 4000))
    assert frame["label"].to_list() == list(TRUTH)
    for row in frame.iter_rows(named=True):
        assert row["score_low"] < TRUTH[row["label"]] < row["score_high"]
        assert row["score_saved"] == pytest.approx(100 * 80 / 116, abs=3)
        assert 0 < row["wins_saved"] < 60
        assert row["wins_low"] < row["wins"] < row["wins_high"]


@pytest.mark.slow
def test_coverage(tmp_path: Path) -> None:
    """Intervals for scores and wins have the first planned look's coverage of 97.5 %."""
    rng = np.random.default_rng(2)
    reference = deal(rng, 60_000)
    truth = reference.group_by("strategy").agg(pl.col("win_share").mean() * 100)
    shares = dict(zip(truth["strategy"], truth["win_share"], strict=True))
    runs, covered = 60, {"wins": 0, "score": 0}
    for number in range(runs):
        frame = adjust(tmp_path / str(number), deal(rng, 400))
        for row in frame.iter_rows(named=True):
            covered["score"] += row["score_low"] <= TRUTH[row["label"]] <= row["score_high"]
            covered["wins"] += row["wins_low"] <= shares[row["group"]] <= row["wins_high"]
    assert 0.92 < covered["score"] / (4 * runs) < 0.995
    assert 0.92 < covered["wins"] / (4 * runs) < 0.995


def test_dealt_things_are_estimated_better_after_adjusting_for_strategies(tmp_path: Path) -> None:
    """Strategies cause 125/161 of the variance in the scores of regions."""
    run = Run(
        write_run(
            tmp_path / "run",
            {"seats": deal(np.random.default_rng(6), 4000)},
            strategies=list(TRUTH),
        )
    )
    seats = run.table_with("win_share")
    region = next(column for column in seats.roles("dealt") if column.name == "region")
    frame = adjusting.adjust(run, region, [seats.role("strategy")])
    for row in frame.iter_rows(named=True):
        truth = 45 + WORTH[row["group"]]
        assert row["score_low"] < truth < row["score_high"]
        assert row["score_saved"] == pytest.approx(100 * 125 / 161, abs=4)


def test_no_adjustment(tmp_path: Path) -> None:
    """With one strategy in all seats, or in a short run, nothing is adjusted."""
    rng = np.random.default_rng(3)
    alone = deal(rng, 400).with_columns(pl.lit(0, dtype=pl.Int8).alias("strategy"))
    assert adjust(tmp_path / "alone", alone).is_empty()
    assert adjust(tmp_path / "short", deal(rng, 100)).is_empty()


COLUMNS = ("strategy", "order", "region", "coach", "board")
PLAYERS = 3
GAMES = st.lists(
    st.lists(
        st.tuples(
            st.integers(0, 2),
            st.integers(0, 2),
            st.integers(-1, 5),
            st.integers(-1, 1),
            st.just(-1),
            st.integers(-40, 400),
            st.sampled_from((0.0, 1.0, 1 / 2, 1 / 3)),
        ),
        min_size=PLAYERS,
        max_size=PLAYERS,
    ),
    min_size=1,
    max_size=8,
)


def seats_of(games: Sequence[Sequence[tuple[Any, ...]]]) -> pl.DataFrame:
    """Make seats with things of several kinds, which may be shared or missing."""
    rows = [
        (number, seat, *row) for number, game in enumerate(games) for seat, row in enumerate(game)
    ]
    names = ("game", "seat", *COLUMNS, "score", "win_share")
    return table("seats", dict(zip(names, zip(*rows, strict=True), strict=True)))


def products_of(run: Run, seats: pl.DataFrame) -> GroupSums:
    return adjusting.products_statistic(run).sum(
        Batch(lambda table, arm, columns: seats.select(columns))
    )


def as_bytes(sums: GroupSums) -> bytes:
    return KeptTotals({(PLANNED, "any"): sums}).to_bytes()


def by_hand(games: Sequence[Sequence[tuple[Any, ...]]]) -> dict[tuple[int, ...], list[int]]:
    """Count games and sum products for each pair of quantities.

    A game's quantities are a group's number of seats, its win share in parts (`PARTS_PER_UNIT`),
    its score, and a centred count of each thing in another column. A key is the column, the group,
    the group's number of seats in a game, and the codes of the two quantities.
    """
    cells: dict[tuple[int, ...], list[int]] = defaultdict(lambda: [0, 0])
    for game in games:
        for column in range(len(COLUMNS)):
            for group in {row[column] for row in game} - {-1}:
                own = [row for row in game if row[column] == group]
                quantities = {
                    0: len(own),
                    1: sum(round(row[-1] * adjusting.PARTS_PER_UNIT) for row in own),
                    2: sum(row[-2] for row in own),
                }
                for other in set(range(len(COLUMNS))) - {column}:
                    for kind in {row[other] for row in game} - {-1}:
                        in_group, at_table = (
                            sum(row[other] == kind for row in rows) for rows in (own, game)
                        )
                        code = (1 + other) * adjusting.CODES_PER_COLUMN + kind
                        quantities[code] = PLAYERS * in_group - len(own) * at_table
                for first, value in quantities.items():
                    for second, other_value in quantities.items():
                        if first <= second:
                            cell = cells[column, group, len(own), first, second]
                            cell[0] += 1
                            cell[1] += value * other_value
    return cells


@pytest.fixture(scope="module")
def run_of_three(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(random_run(tmp_path_factory.mktemp("of three") / "run", 12, players=PLAYERS))


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_products_match_plain_arithmetic(run_of_three, games) -> None:
    sums = products_of(run_of_three, seats_of(games))
    rows = [*zip(sums.games.tolist(), sums.sums[:, 0, 1].tolist(), strict=True)]
    expected = sorted((group, tuple(cell)) for group, cell in by_hand(games).items())
    assert [*zip(sums.groups.rows(), rows, strict=True)] == expected


@settings(max_examples=60, deadline=None)
@given(GAMES, st.randoms(use_true_random=False), st.integers(1, 4))
def test_products_of_parts_in_any_order_have_the_same_bytes(
    run_of_three, games, chance, number
) -> None:
    seats = seats_of(games)
    part_of_game = pl.Series([chance.randrange(number) for _ in games])
    parts = [
        products_of(run_of_three, seats.filter(part_of_game[seats["game"].to_list()] == part))
        for part in range(number)
    ]
    while len(parts) > 1:
        chance.shuffle(parts)
        parts.append(parts.pop().plus(parts.pop()))
    assert as_bytes(parts[0]) == as_bytes(products_of(run_of_three, seats))


def test_a_score_too_large_to_be_exact_is_refused(run_of_three) -> None:
    seats = seats_of([[(0, 0, 0, 0, -1, 0, 1.0)] * PLAYERS])
    with pytest.raises(EngineError, match="too large to be summed exactly"):
        products_of(run_of_three, seats.with_columns(pl.lit(1 << 30).alias("score")))


def test_figures_match_a_regression_on_rows(tmp_path: Path) -> None:
    """The figures also match with several seats per strategy and with dealt coaches."""
    rng = np.random.default_rng(8)
    frame = deal(rng, 1500).with_columns(
        pl.Series("strategy", rng.integers(0, 3, 6000), dtype=pl.Int8),
        pl.Series("coach", rng.integers(-1, 3, 6000), dtype=pl.Int8),
    )
    run = Run(write_run(tmp_path / "run", {"seats": frame}, strategies=list(TRUTH)))
    seats = run.table_with("win_share")
    adjusted = adjusting.adjust(run, seats.role("strategy"), [seats["region"], seats["coach"]])
    dealt = [
        frame[name].to_numpy() == kind
        for name, kinds in (("region", range(4)), ("coach", range(3)))
        for kind in kinds
    ]
    table_means = [np.repeat(has.reshape(-1, 4).mean(axis=1), 4) for has in dealt]
    numbers = np.stack([has - mean for has, mean in zip(dealt, table_means, strict=True)], axis=1)
    for row in adjusted.iter_rows(named=True):
        own = (frame["strategy"] == row["group"]).to_numpy()
        _, game = np.unique(frame["game"].to_numpy()[own], return_inverse=True)
        number = np.bincount(game)
        x, score = (
            np.stack([np.bincount(game, column) for column in values.T], axis=1) / number[:, None]
            for values in (numbers[own], frame["score"].to_numpy()[own, None])
        )
        design = np.column_stack([np.ones(len(x)), x])
        # The numbers of a column's kinds add up to 0, so the design does not have full rank.
        fit, _, rank, _ = np.linalg.lstsq(design, score[:, 0], rcond=None)
        residual = score[:, 0] - design @ fit
        assert row["games"] == len(x)
        assert row["score"] == pytest.approx(fit[0], abs=1e-8)
        assert row["score_saved"] == pytest.approx(
            100 * (1 - residual.var() / score.var()), abs=1e-6
        )
        variance = residual @ residual / (len(x) - rank) * np.linalg.pinv(design.T @ design)[0, 0]
        reach = float(t_reach(np.array(len(x) - rank), run.look.level()))
        assert row["score_high"] - row["score"] == pytest.approx(reach * np.sqrt(variance))


def test_figures_of_kept_products_match_those_of_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eoc_sim.analysis.tables.BATCH", 700)
    path = random_run(tmp_path / "run", 2500)
    run = Run(path)
    seats = run.table_with("win_share")
    columns = [seats.role("strategy"), *seats.roles("order", "dealt")]

    def figures(run: Run) -> list[pl.DataFrame]:
        return [
            adjusting.adjust(run, column, [other for other in columns if other != column])
            for column in columns
        ]

    expected = figures(run)
    assert [frame.height for frame in expected] == [4, 4, 6, 12, 8]
    dims = {name: pl.read_parquet(path / "dims" / f"{name}.parquet") for name in run.record["dims"]}
    content = KeptSums(run.record, dims).sum_shard(path, 0, 0, 2500, run.look.looks)
    assert content is not None
    file = path / "sums" / shard_name(0, 0)
    file.parent.mkdir()
    file.write_bytes(content)
    shard = Shard("sums", 0, 0, 0, 2500, 0, len(content), file_digest(file))
    RunDirectory(path, "run").append_shards([shard])

    def refuse(run: Run, *arguments: Any) -> pl.DataFrame:
        raise AssertionError("rows were read")

    monkeypatch.setattr(Run, "rows", refuse)
    for adjusted, frame in zip(figures(Run(path)), expected, strict=True):
        assert adjusted.equals(frame)


def test_products_of_many_kinds_are_not_kept(
    run_of_three: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert adjusting.statistics(run_of_three)
    monkeypatch.setattr(adjusting, "MAX_KINDS", 10)
    assert not adjusting.statistics(run_of_three)
