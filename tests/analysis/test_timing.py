"""Test the worth of timing against effects planted in simulated twins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import STRATEGIES, random_run, table, write_run

from eoc_sim.analysis.eoc.timing import (
    COLOURS,
    GIFTS,
    KINDS,
    MONTHS,
    NO_MODES,
    Timing,
)
from eoc_sim.analysis.fieller import ratio_interval
from eoc_sim.analysis.folders import write_metrics
from eoc_sim.analysis.moments import Moments
from eoc_sim.analysis.stats import mean_interval, t_reach
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.reports import build
from eoc_sim.simulator.eoc.columns import COLOUR_NAMES

GAMES, TWINS_PER_GAME = 600, 12
WORTH = 3.0
"""The stars that an EC brings from May onwards; it brings 2 in April and 1 in March.

Each other seat loses a quarter of that.
"""


def test_colours_have_the_games_order() -> None:
    assert COLOURS == COLOUR_NAMES


def make_run(
    path: Path,
    games: int = GAMES,
    idle: Callable[[np.ndarray, np.ndarray], np.ndarray] = lambda strategy, month: strategy < 0,
    **rules: str,
) -> Path:
    """Make a run whose twins have planted effects, except for ``idle`` strategies and months."""
    rng = np.random.default_rng(1)
    cells = np.arange(games * TWINS_PER_GAME) % len(GIFTS)
    rng.shuffle(cells)
    month = np.array([GIFTS[cell][2] for cell in cells])
    seat = rng.integers(0, 4, len(cells))
    effect = np.where(month < 4, month, WORTH)
    scores = rng.normal(-0.25 * effect[:, None], 1.0, (len(cells), 4))
    scores[np.arange(len(cells)), seat] = rng.normal(effect, 2.0)
    strategy = (seat + np.repeat(np.arange(games), TWINS_PER_GAME)) % 4
    unspent = idle(strategy, month)
    scores[unspent] = 0
    shares = rng.normal(0, 0.1, (len(cells), 4))
    shares -= shares.mean(axis=1, keepdims=True)
    gift = {
        "game": np.repeat(np.arange(games), TWINS_PER_GAME),
        "twin": [GIFTS[cell][0] for cell in cells],
        "seat": seat,
        "strategy": strategy,
        "card": [-1] * len(cells),
        "colour": [COLOURS.index(GIFTS[cell][1]) if GIFTS[cell][1] else -1 for cell in cells],
        "month": month,
        "value": [0] * len(cells),
        "mode": [-1] * len(cells),
        "wasted": np.where(unspent, 1, rng.random(len(cells)) < 0.25).astype(int),
        **{f"score_{index}": np.rint(scores[:, index]).astype(int) for index in range(4)},
        **{f"win_share_{index}": shares[:, index] for index in range(4)},
    }
    number = rng.integers(1, 7, games)
    mode = rng.integers(0, 2, games)
    # Full value is worth a star per pip more than half value.
    other_less_own = np.where(mode == 0, -number, number)
    die = {
        "game": np.arange(games),
        "twin": ["die mode"] * games,
        "seat": [2] * games,
        "strategy": np.arange(games) % 4,
        "card": [-1] * games,
        "colour": [0] * games,
        "month": [3] * games,
        "value": number,
        "mode": mode,
        "wasted": [0] * games,
        "score_2": other_less_own + rng.integers(-1, 2, games),
        **{f"score_{seat}": [0] * games for seat in (0, 1, 3)},
    }
    rows = pl.concat([table("twins", gift), table("twins", die)]).sort("game", maintain_order=True)
    other = Run(random_run(path.with_name("other"), games))
    tables = {
        name: pl.read_parquet(other.path / name / "*.parquet")
        for name in ("games", "seats", "cards")
    }
    entries = [[kind, month, colour, "", 1] for kind, colour, month in GIFTS]
    return write_run(
        path,
        {**tables, "twins": rows},
        command="timing",
        strategies=STRATEGIES,
        cards=[f"Card {number}" for number in range(40)],
        twins={"a_game": TWINS_PER_GAME, "dice": True, "entries": entries},
        baseline={"rules": {"solo": "off", **rules}, "seats": list(STRATEGIES)},
    )


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_run(tmp_path_factory.mktemp("timing") / "run")


@pytest.fixture(scope="module")
def timing(path: Path) -> Timing:
    return Timing(Run(path))


def test_gifts_bring_the_planted_effect(timing: Timing):
    gifts = timing.gifts()
    assert gifts.height == 5 * (2 * 7 + 1) * MONTHS
    own = gifts.filter((pl.col("strategy") == "all") & (pl.col("colour") == "all"))
    august = own.filter((pl.col("month") == 6) & (pl.col("kind") == KINDS[0])).row(0, named=True)
    assert august["score"] == pytest.approx(WORTH, abs=0.8)
    assert august["score_low"] < august["score"] < august["score_high"] < august["score_low"] + 1.2
    assert august["wasted"] == pytest.approx(0.25, abs=0.1)
    assert august["spent"] == pytest.approx(august["score"] / (1 - august["wasted"]))
    assert august["spent_low"] < august["spent"] < august["spent_high"]
    assert august["others_score"] == pytest.approx(-0.25 * WORTH, abs=0.3)
    assert august["others_wins"] == pytest.approx(-august["wins"] / 3)
    covered = own.filter(
        (pl.col("score_low") < pl.col("month").clip(upper_bound=WORTH))
        & (pl.col("score_high") > pl.col("month").clip(upper_bound=WORTH))
    )
    assert own.height == 36 and covered.height >= 31


def test_a_cell_has_the_interval_of_its_games(timing: Timing, path: Path):
    rows = Run(path)._reader.scan("twins").collect()
    cell_rows = rows.filter(
        (pl.col("twin") == "EC surprise") & (pl.col("month") == 3) & (pl.col("colour") == 3)
    )
    own = (
        cell_rows.with_columns(
            pl.concat_list([f"score_{seat}" for seat in range(4)])
            .list.get(pl.col("seat"))
            .alias("own")
        )
        .group_by("game")
        .agg(pl.col("own").mean())["own"]
        .to_numpy()
        .astype(float)
    )
    mean = own.mean()
    kind_values = (
        rows.filter(pl.col("twin") == "EC surprise")
        .with_columns(
            pl.concat_list([f"score_{seat}" for seat in range(4)])
            .list.get(pl.col("seat"))
            .alias("own")
        )
        .group_by("game", "month", "colour")
        .agg(pl.col("own").mean())["own"]
        .cast(pl.Float64)
    )
    usual = (kind_values.filter(kind_values != 0) ** 2).mean() ** 0.5
    # As if there were two more games, at the usual distance above and below the mean.
    squared_error = own.var(ddof=1) / len(own) + 2 * (usual / len(own)) ** 2
    reach = t_reach(np.array([len(own) - 1.0]), Run(path).look.level())[0] * squared_error**0.5
    expected = (mean, mean - reach, mean + reach)
    cell = (
        timing.gifts()
        .filter(
            (pl.col("kind") == "EC surprise")
            & (pl.col("month") == 3)
            & (pl.col("colour") == "blue")
            & (pl.col("strategy") == "all")
        )
        .row(0, named=True)
    )
    ends = (cell["score"], cell["score_low"], cell["score_high"])
    assert ends == pytest.approx([float(end) for end in expected])
    assert cell["games"] == len(own)


def test_months_against_march(timing: Timing):
    rows = timing.exchange().filter((pl.col("colour") == "all") & (pl.col("strategy") == "all"))
    foreseen = rows.filter(pl.col("kind") == KINDS[0]).sort("month")
    assert foreseen["month"].to_list() == list(range(2, 13))
    august = foreseen.filter(pl.col("month") == 6).row(0, named=True)
    assert august["rate_low"] < WORTH < august["rate_high"] and august["verdict"] == "more"
    assert august["simultaneous_low"] < august["difference_low"] < august["difference"]
    assert august["difference"] == pytest.approx(WORTH - 1, abs=1)


def test_foresight_is_worth_nothing_here(timing: Timing):
    rows = timing.foresight().filter(pl.col("strategy") == "all")
    inside = (rows["score_low"] < 0) & (rows["score_high"] > 0)
    assert rows.height == 7 * MONTHS and inside.sum() > 70


def test_dice(timing: Timing):
    rows = timing.dice().filter(pl.col("strategy") == "all")
    for row in rows.iter_rows(named=True):
        assert row["score"] == pytest.approx(row["number"], abs=0.5)
        assert row["score_low"] < row["score"] < row["score_high"]
    assert rows["games"].sum() == GAMES
    months = timing.die_months().filter(pl.col("strategy") == "all")
    late = months.filter(pl.col("month") + pl.col("number") > 13)
    assert late["full"].null_count() == late["verdict"].null_count() == late.height == 15
    first = months.filter((pl.col("number") == 6) & (pl.col("month") == 1)).row(0, named=True)
    assert first["full_month"] == 6 and first["verdict"] == "full"
    assert first["full"] == pytest.approx(6 * WORTH, abs=3)


@pytest.mark.slow
def test_a_die_with_one_mode_is_not_compared(tmp_path: Path):
    """If a die has its full value in any month (FAM-3), there is no other mode."""
    path = make_run(tmp_path / "run", dice_use="any_month")
    write_metrics(tmp_path, "timing", Timing(Run(make_run(tmp_path / "earlier"))).tables())
    write_metrics(tmp_path, "timing", Timing(Run(path)).tables())
    assert sorted(file.stem for file in (tmp_path / "metrics").iterdir()) == [
        f"timing_{name}" for name in ("exchange", "foreseen", "gifts")
    ]
    text = build(path).read_text(encoding="utf-8")
    assert NO_MODES in text and "Full against half" not in text


@pytest.mark.slow
def test_metric_tables_and_report(timing: Timing, path: Path, tmp_path: Path):
    write_metrics(tmp_path, "timing", timing.tables())
    assert sorted(file.stem for file in (tmp_path / "metrics").iterdir()) == [
        f"timing_{name}" for name in ("dice", "die_months", "exchange", "foreseen", "gifts")
    ]
    text = build(path).read_text(encoding="utf-8")
    assert 'id="timing"' in text and text.count('<figure class="full">') == 4
    assert "One foreseen EC, if it is spent" in text
    # The page's charts claim no more than the intervals for gifts promise.
    are_simultaneous = any(name.endswith("_all_low") for name in timing.gifts().columns)
    assert ("intervals, each on its own" in text) is not are_simultaneous


def test_a_run_without_twins(tmp_path: Path):
    run = Run(random_run(tmp_path / "plain", 20))
    with pytest.raises(MissingResults, match="eoc-sim timing"):
        Timing(run)
    assert 'id="timing"' not in build(run.path).read_text(encoding="utf-8")


def test_few_games_have_no_interval_and_equal_games_have_one():
    moments = Moments(3, 1)
    games = np.arange(20)
    moments.add(games, np.zeros(20, int), np.ones((20, 1)))
    moments.add(games[:5] + 20, np.ones(5, int), games[:5, None])
    moments.add(games + 40, np.full(20, 2), games[:, None])
    mean, low, high = moments.means().interval(0.95)
    assert mean.tolist() == [1.0, 2.0, 9.5]
    assert np.isnan(low).tolist() == np.isnan(high).tolist() == [False, True, False]
    # Two imagined games, 19 above and 19 below the mean, make its variance 2 * 19^2 / 20^2.
    assert high[0] - 1 == pytest.approx(1 - low[0]) == pytest.approx(2.093 * 2**0.5 * 19 / 20, 1e-3)
    # A mean over cells stays known even if one cell has only equal games.
    combined = moments.means().combine(np.array([[0.5, 0.0, 0.5]])).interval(0.95)
    assert combined[0][0] == 5.25 and combined[1][0] < 5.25 < combined[2][0]


def test_unspent_envelopes_bring_nothing_and_their_value_when_spent_is_unknown(tmp_path: Path):
    """If a strategy wastes everything, an EC brings roughly 0, but the ratio 0/0 is unknown."""
    path = make_run(
        tmp_path / "run",
        idle=lambda strategy, month: (strategy == 0) | ((strategy == 1) & (month > 6)),
    )
    gifts = (
        Timing(Run(path)).gifts().filter((pl.col("kind") == KINDS[0]) & (pl.col("colour") != "all"))
    )
    idle = gifts.filter((pl.col("strategy") == STRATEGIES[0]) & (pl.col("games") >= 10))
    assert idle.height
    for row in idle.iter_rows(named=True):
        assert row["score"] == 0 and row["wasted"] == pytest.approx(1)
        assert row["score_low"] < 0 < row["score_high"] and row["wasted_high"] > 1
        assert row["spent"] is row["spent_low"] is row["spent_high"] is None
    exchange = Timing(Run(path)).exchange().filter(pl.col("strategy") == STRATEGIES[0])
    assert exchange["rate"].null_count() == exchange.height
    few = Timing(Run(path)).gifts().filter(pl.col("games") < 10)
    assert few.height and few["spent"].null_count() == few["score_low"].null_count() == few.height


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.005, 0.02, 0.2])
def test_intervals_of_cells_cover(share: float):
    """Intervals cover the truth for cells and for differences, even if few games show an effect."""
    rng = np.random.default_rng(4)
    cells, games, level = 400, 200, 0.96
    moments = Moments(cells, 1)
    values = np.where(rng.random((games, cells)) < share, 10.0, 0.0)
    cell_of_value = np.tile(np.arange(cells), games)
    # Every cell has its own games.
    moments.add(np.arange(games * cells), cell_of_value, values.reshape(-1, 1))
    means = moments.means(np.full((1, cells), 10.0))
    contrasts = np.eye(cells)[::2] - np.eye(cells)[1::2]
    for estimates, truth in ((means, 10 * share), (means.combine(contrasts), 0.0)):
        _, low, high = estimates.interval(level)
        assert (low < high).all()
        assert ((low <= truth) & (truth <= high)).mean() >= level - 0.02


def test_cells_with_common_games_vary_together():
    rng = np.random.default_rng(2)
    shared = rng.normal(0, 5, 4000)
    values = np.stack([shared + rng.normal(0, 1, 4000), shared + rng.normal(2, 1, 4000)], axis=1)
    moments = Moments(2, 1)
    for first in (0, 2000):
        part = slice(first, first + 2000)
        games = np.tile(np.arange(4000)[part], 2)
        moments.add(games, np.repeat([0, 1], 2000), values[part].T.reshape(-1, 1))
    difference = values[:, 1] - values[:, 0]
    expected = mean_interval(difference.sum(), (difference**2).sum(), 4000)
    none = np.zeros((1, 2))  # no imagined games
    interval = moments.means(none).combine(np.array([[-1.0, 1.0]])).interval(0.95)
    assert [float(end[0]) for end in interval] == pytest.approx([float(end) for end in expected])


@pytest.mark.parametrize("denominator", [1.0, 3.0])
def test_fieller_covers_the_ratio(denominator: float):
    """About 95 in 100 intervals, in 4000 samples with correlated means, cover the true ratio."""
    rng = np.random.default_rng(3)
    numerator, samples, games = 2.0, 4000, 60
    first = rng.normal(0, 1, (samples, games))
    x = numerator + 2 * first
    y = denominator + first + rng.normal(0, 1, (samples, games))
    variances = [
        ((column - column.mean(1, keepdims=True)) ** 2).sum(1) / (games - 1) / games
        for column in (x, y)
    ]
    covariance = ((x - x.mean(1, keepdims=True)) * (y - y.mean(1, keepdims=True))).sum(1)
    covariance /= (games - 1) * games
    ratio, low, high = ratio_interval(x.mean(1), y.mean(1), *variances, covariance, 2.001)
    has_ratio = ~np.isnan(ratio)
    assert has_ratio.mean() > 0.99
    covered = (low < numerator / denominator) & (numerator / denominator < high)
    assert covered[has_ratio].mean() == pytest.approx(0.95, abs=0.015)


def test_a_ratio_to_a_possible_zero_is_unknown():
    for zero in (0.0, 1e-17):
        assert np.isnan(ratio_interval(0.0, zero, 0.0, 0.0, 0.0, 1.96)).all()
    assert np.isnan(ratio_interval(1.0, 2.0, 0.01, 0.01, 0.0, np.nan)).all()
    ratio, low, high = ratio_interval(1.0, [0.1, -0.1, 0.3], 0.01, 0.01, 0.0, 1.96)
    assert np.isnan(ratio).tolist() == np.isnan(low).tolist() == [True, True, False]
    assert high[2] > ratio[2] > low[2]


def test_equal_months_are_distinguished_only_as_often_as_promised():
    """Each family tests eleven differences from March.

    There are few games in each cell, and some values are extreme.
    """
    rng = np.random.default_rng(8)
    cells, games, families, level = 12, 60, 400, 0.9
    weights = np.eye(cells)[1:] - np.eye(cells)[0]
    alarms, wide = [], []
    for _ in range(families):
        moments = Moments(cells, 1)
        values = rng.choice(
            [0.0, 2.0, -2.0, 6.0, -6.0, 25.0, -25.0],
            cells * games,
            p=[0.4, 0.15, 0.15, 0.14, 0.14, 0.01, 0.01],
        )
        moments.add(np.arange(cells * games), np.tile(np.arange(cells), games), values[:, None])
        (usual,) = set(moments.usual_sizes(0, np.zeros(cells, dtype=int), 1.0))
        for flags, size in ((alarms, usual), (wide, moments.largest.max())):
            differences = moments.means(np.full((1, cells), size)).combine(weights)
            _, low, high = differences.interval(1 - (1 - level) / 11)
            flags.append(((low > 0) | (high < 0)).any())
    assert 0.02 < np.mean(alarms) <= 0.1 + 2 * (0.1 * 0.9 / families) ** 0.5
    assert np.mean(wide) < np.mean(alarms) / 2, "the most extreme value drowns out all others"


@pytest.mark.slow
def test_degrees_of_freedom_of_a_difference_depend_on_shared_games():
    """A difference has one cell's degrees of freedom if the cells share games.

    Otherwise it has the sum of both cells' degrees of freedom.
    """
    rng = np.random.default_rng(9)
    weights = np.array([[1.0, -1.0]])
    for games, degrees in ((np.tile(np.arange(20), 2), 19), (np.arange(40), 38)):
        moments = Moments(2, 1)
        moments.add(games, np.repeat([0, 1], 20), rng.normal(0, 1, (40, 1)))
        means = moments.means(np.zeros((1, 2)))
        assert 1 / np.diag(means.combine(np.eye(2)).inverse_degrees) == pytest.approx([19, 19])
        assert float(1 / means.combine(weights).inverse_degrees[0, 0]) == pytest.approx(
            degrees, rel=0.1
        )
