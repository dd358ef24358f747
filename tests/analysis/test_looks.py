"""Test that intervals keep their promise however often a run is extended or watched."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from looking import EARLIER_LOOK, KINDS, alarms, games_to_decide, observed_games, width
from sampled import some
from synthetic_runs import random_run

from eoc_sim.analysis import stats
from eoc_sim.analysis.looks import (
    FEW_ERROR_SHARE,
    NARROWEST_AT,
    SEQUENCE_ERROR,
    Look,
    fixed_look,
    schedule,
    sequence_reach,
)
from eoc_sim.analysis.planning import games_to_find, games_to_know
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.planned_looks import PlannedLooks

PATHS = 400
LENGTH = 40_000
LOOKS = np.unique(np.geomspace(1000, LENGTH, 60).astype(int))


def sums_at_looks(differences: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return each path's sum, sum of squares and number of differing games at every look."""
    return (
        np.cumsum(differences, 1)[:, LOOKS - 1],
        np.cumsum(differences**2, 1)[:, LOOKS - 1],
        np.cumsum(differences != 0, 1)[:, LOOKS - 1].astype(float),
    )


def paths(kind: str) -> np.ndarray:
    """Make paths of differences in wins per 100 games whose mean is 0."""
    rng = np.random.default_rng(21)
    if kind == "dense":
        return rng.normal(0, 40, (PATHS, LENGTH)).astype(np.float32)
    if kind == "sparse":
        return rng.choice([-100, 0, 100], (PATHS, LENGTH), p=[0.003, 0.994, 0.003])
    # Rarely a large loss, often a small win.
    return rng.choice([-100.0, 0, 5], (PATHS, LENGTH), p=[0.002, 0.958, 0.04])


@pytest.mark.parametrize("kind", ["dense", "sparse", "skewed"])
def test_peeking_raises_few_false_alarms(kind: str) -> None:
    """At most 5 in 100 growing runs ever show a false change in sixty looks."""
    total, squares, differ = sums_at_looks(paths(kind))
    planned = int(LOOKS[30])
    alarms = naive = np.zeros(PATHS, dtype=bool)
    for index, games in enumerate(LOOKS):
        sums = stats.paired_differences(
            total[:, index], squares[:, index], np.full(PATHS, games), 100.0, differ[:, index]
        )
        low, high = stats.interval_at(Look(int(games), planned), sums)
        alarms = alarms | (low > 0) | (high < 0)
        _, low, high = sums.interval(0.95)
        naive = naive | (low > 0) | (high < 0)
    assert alarms.mean() < 0.05 + 2 * math.sqrt(0.05 * 0.95 / PATHS)
    assert naive.mean() > 0.12, "plain intervals, looked at just as often, raise many false alarms"


def test_an_extended_run_knows_no_less_than_it_did() -> None:
    """The run's interval is the overlap of those for the planned end and for the sequence."""
    rng = np.random.default_rng(22)
    values = rng.normal(3, 40, 150_000)

    def sums(games: int) -> stats.PairedDifferences:
        part = values[:games]
        return stats.paired_differences(part.sum(), (part**2).sum(), games, 100.0)

    low, high = stats.interval_at(fixed_look(20_000), sums(20_000))
    for games in (24_000, 150_000):
        later = stats.interval_at(Look(games, 20_000), sums(games), sums(20_000))
        assert low <= later[0] and later[1] <= high
    assert later[1] - later[0] < high - low


@pytest.mark.parametrize("sequential", [False, True])
@pytest.mark.parametrize("rule", [1, 2])
def test_only_the_promised_error_is_spent(sequential: bool, rule: int) -> None:
    """All looks and the sequence together err in 5 of 100 runs."""
    looks = PlannedLooks(2016, sequential, 24, rule)
    ends = [looks.games(number) for number in range(60)]
    spent = sum(looks.error(number) for number, end in enumerate(ends) if math.isfinite(end))
    assert spent + looks.spending.sequence == pytest.approx(0.05) == looks.spending.total
    finite = [end for end in ends if math.isfinite(end)]
    assert all(end % 24 == 0 for end in finite) and finite == sorted(set(finite))
    for number, end in enumerate(finite[:6]):
        assert looks.count_reached(int(end)) == number + 1 == looks.count_reached(int(end) - 1) + 1
        assert looks.games_at_next_look(int(end)) == ends[number + 1]


def test_each_planned_look_has_three_times_the_games_of_the_previous_one() -> None:
    looks = PlannedLooks(2016, round_games=24)
    assert [looks.games(number) for number in range(4)] == [2016, 6048, 18_144, 54_432]
    # For any requested number of games, the suggested number is that of a planned look.
    look = Look(6000, 5000)
    assert [look.next_from(games) for games in (0, 15_000, 15_001)] == [15_000, 15_000, 45_000]


def test_planned_looks_and_the_sequence_share_the_error() -> None:
    assert [fixed_look(5000).level(8), Look(15_000, 5000).level(8)] == [1 - 0.025 / 8, 1 - 0.01 / 8]
    look = Look(6000, 5000)
    assert (
        look.games_at_last_planned,
        look.is_past_planned_look,
        look.is_planned,
        look.games_at_next_look,
    ) == (
        5000,
        True,
        False,
        15_000,
    )
    reach = -NormalDist().inv_cdf((1 - look.level(8)) / 2)
    assert reach == pytest.approx(sequence_reach(6000, 5000, SEQUENCE_ERROR / 8))


def test_the_cost_of_looking_early_is_limited() -> None:
    """Early looks widen the later intervals by less than 35 %, or 25 % with 8 or more rows.

    An extended run is compared with a run planned at that length from the start, for extensions to
    9 or 10 times the planned games. At the planned end, intervals are 2 to 10 % wider than in
    earlier releases.
    """
    for rows, maximum in ((1, 1.35), (8, 1.25), (16, 1.25), (446, 1.25)):
        assert max(width(fold, rows) for fold in (9, 10)) < maximum
        assert 1.02 < fixed_look(2016).reach(rows) / EARLIER_LOOK.reach(rows) < 1.1


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("rows", [1, 8, 446])
def test_extending_until_the_result_is_welcome_raises_few_false_alarms(
    kind: str, rows: int
) -> None:
    """A run is watched constantly and stopped at the first alarm."""
    paths = 500 if rows < 100 else 200
    start = Look(0, 2016, round_games=24)
    share = alarms(KINDS[kind], rows, paths, observed_games(2016, 100, 1.5), start)
    assert share.at_planned_looks <= share.ever < 0.05 + 2 * math.sqrt(0.05 * 0.95 / paths)


PLANNED_RUN = Look(0, 2016, round_games=24)
COMPARISON = Look(0, NARROWEST_AT, sequential=True, round_games=24)
WAYS = {
    "a run, past two looks at once": (PLANNED_RUN, (2016, 20_016, 200_016)),
    "a run, never to the number suggested": (PLANNED_RUN, (2016, 3000, 5016, 7008, 12_000, 25_008)),
    "a run, one round at a time": (PLANNED_RUN, tuple(range(2016, 2016 + 24 * 40, 24))),
    "a comparison from its first look, past two": (COMPARISON, (1008, 2400, 5016, 20_016)),
    "a comparison, always between two looks": (COMPARISON, (1200, 1800, 2400, 3600, 5016, 7200)),
}
"""Ways to extend a run: the run's plan, and the numbers of games at which it is looked at."""


@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("kind", some(list(KINDS), step=3))
def test_extending_in_any_way_raises_few_false_alarms(way: str, kind: str) -> None:
    """Looks may be skipped, and the numbers of games need not be those suggested."""
    start, look_games = WAYS[way]
    count = replace(start, games=look_games[-1]).looks.count_reached(look_games[-1])
    passed = [int(start.looks.games(number)) for number in range(count)]
    share = alarms(KINDS[kind], 8, 500, look_games, start, passed_looks=passed)
    assert share.ever < 0.05 + 2 * math.sqrt(0.05 * 0.95 / 500)


def test_a_skipped_look_still_narrows_a_comparison(tmp_path: Path) -> None:
    """The skipped look is evaluated afterwards, as if the run had stopped at it."""
    run = Run(random_run(tmp_path / "run", 2400))
    run.record |= {"planned_games": NARROWEST_AT, "sequential": True}
    assert (run.look.games_at_last_planned, run.look.is_past_planned_look) == (2000, True)
    run_at_look = run.at_plan
    assert run_at_look is not None and (run_at_look.games, run_at_look.look.is_planned) == (
        2000,
        True,
    )
    now, before = (by_strategy(each_run, 0, ["win_share"]) for each_run in (run, run_at_look))
    assert now["planned_win_share_sum"].to_list() == before["win_share_sum"].to_list()
    rng = np.random.default_rng(24)
    values = rng.normal(0, 40, 2400)
    sums, at_plan = (
        stats.paired_differences(part.sum(), (part**2).sum(), len(part), 100.0)
        for part in (values, values[:2000])
    )
    own, both = (stats.interval_at(run.look, sums, look) for look in (None, at_plan))
    assert both[1] - both[0] < own[1] - own[0]


def test_a_comparison_is_decided_by_fewer_games_than_in_earlier_releases() -> None:
    """From the first look onwards, looks are on a grid; the sequence applies between them."""
    for games in schedule(100_000, 24)[:-1]:
        look = Look(games, 10_000, True, 24)
        assert look.is_planned and not look.is_first
        earlier = Look(games, 10_000, True, 24, rule=1)
        assert look.reach(8) < earlier.reach(8) and earlier.games_at_last_planned == 0
    assert Look(10_000, 10_000, True, 24).games_at_last_planned == 8016
    assert not Look(999, 10_000, True, 24).has_enough_games()
    assert games_to_decide(0.0) < 0.94 * games_to_decide(0.0, earlier=True)


def test_the_promise_of_a_run_of_an_earlier_release_is_kept() -> None:
    """The planned end may err in 4 of 100 runs of an earlier release, and the sequence in 1.

    In sequential runs, the sequence may err in 5 of 100.
    """
    record = {"planned_games": 5000, "seating": "balanced", "players": 4}
    look = Look.make(PlannedLooks.read(record), 5000)
    assert look.level(8) == 1 - 0.04 / 8 and look.games_at_next_look is None
    later = Look.make(PlannedLooks.read(record), 15_000)
    assert (later.games_at_last_planned, later.is_past_planned_look) == (5000, True)
    reach = -NormalDist().inv_cdf((1 - later.level()) / 2)
    assert reach == pytest.approx(sequence_reach(15_000, 5000, 0.01))
    sequential_look = Look.make(PlannedLooks.read({**record, "sequential": True}), 5664)
    reach = -NormalDist().inv_cdf((1 - sequential_look.level(8)) / 2)
    assert reach == pytest.approx(sequence_reach(5664, 5000, 0.05 / 8))


def test_the_suggested_number_of_games_is_enough_and_not_too_large() -> None:
    """The number of games is found by inverting the intervals that a run shows."""
    games = games_to_find(1.0, 1000.0, 8)
    assert stats.detectable_change(round(games), 1000.0, 8) == pytest.approx(1.0, abs=1e-3)
    games_needed = games_to_know(0.5, 400.0, 8)
    looks = PlannedLooks(10_000, sequential=True)
    before = looks.games(looks.count_reached(int(games_needed)) - 2)
    reach = [
        Look(int(planned), 10_000, True).reach(8) * math.sqrt(400 / planned)
        for planned in (games_needed, before)
    ]
    assert reach[0] <= 0.5 < reach[1]
    assert games_to_know(5.0, 400.0, 8) == 1000, "there is no earlier verdict"
    few = games_to_know(5.0, 400.0, 8, differing=0.01)
    assert few == 5657, "no verdict before the look at which a few differing games are enough"
    # If no game differs by more than 100, even a few differing games are enough, as in a run.
    for differing in (0.0, 0.002, 0.01):
        games_needed = games_to_know(1.0, 400.0, 8, differing, bound=100.0)
        before, at = (
            stats.interval_at(
                Look(round(games), 10_000, True),
                stats.paired_differences(0, 400 * games, games, 100.0, differing * games, 100.0),
                tests=8,
            )[1]
            for games in (looks.games(looks.count_reached(int(games_needed)) - 2), games_needed)
        )
        assert at <= 1.05 and (games_needed == 1000 or before > 1)
    assert games_to_know(1e-9, 400.0, 8) == math.inf


def test_a_run_between_looks_has_the_result_of_the_last(tmp_path: Path) -> None:
    run = Run(random_run(tmp_path / "run", 2400))
    run.record["planned_games"] = 600
    run_at_look = run.at_plan
    assert run_at_look is not None and (run_at_look.games, run_at_look.look.is_planned) == (
        1800,
        True,
    )
    assert run_at_look.at_plan is None and run.look.is_later and not run.look.is_first
    now, before = (by_strategy(each_run, 0, ["win_share"]) for each_run in (run, run_at_look))
    assert now["planned_win_share_sum"].to_list() == before["win_share_sum"].to_list()
    assert before["win_share_n"].to_list() == [1800] * before.height


def test_no_verdict_is_given_too_early() -> None:
    """A verdict needs a thousand games, of which fifty differ."""
    early = stats.interval_at(Look(900, 20_000), stats.paired_differences(9e4, 9e6, 900, 100.0))
    few = stats.interval_at(
        Look(5000, 20_000), stats.paired_differences(4900, 4.9e5, 5000, 100.0, 49)
    )
    assert np.isnan([*early, *few]).all()
    interval = stats.interval_at(
        Look(5000, 20_000), stats.paired_differences(5000, 5e5, 5000, 100.0, 50)
    )
    assert interval[0] < 1 < interval[1]


@pytest.mark.parametrize("share", [0.0, 0.002, 0.0101])
def test_rows_with_hardly_any_differing_games(share: float) -> None:
    """At most 5 in 100 rows with one differing game in 100 are called unchanged.

    All differing games differ by the maximum in one direction. All rows with far fewer differing
    games are called unchanged.
    """
    looks = np.array(schedule(100_000, 24))
    steps = np.diff(np.concatenate([[0], looks]))
    rng = np.random.default_rng(23)
    differ = np.cumsum(rng.binomial(steps, share, (PATHS, len(steps))), 1).astype(float)
    same = missed = np.zeros(PATHS, dtype=bool)
    for games, number in zip(looks, differ.T, strict=True):
        sums = stats.paired_differences(
            100 * number, 1e4 * number, np.full(PATHS, games), 100, number, 100
        )
        low, high = stats.interval_at(Look(int(games), 10_000, sequential=True), sums, tests=8)
        same = same | ((low > -1) & (high < 1))
        missed = missed | (low > 100 * share) | (high < 100 * share)
        if not share:
            assert same.all() == (games > 1000) and high[0] < 0.6 * 2000 / games
    assert missed.mean() < 0.05
    assert same.mean() < 0.05 if share > 0.01 else same.all()


def test_the_error_of_a_bounded_row_is_spent_in_two_parts() -> None:
    """If another bound also guards a row, the sequence spends nine tenths of the row's error."""
    look = Look(50_000, 10_000, sequential=True)
    values = (1000.0, 5e6, 50_000, 100.0, 4000)
    plain, bounded = (
        stats.interval_at(look, stats.paired_differences(*values, *bound)) for bound in ((), (100,))
    )
    reach = [
        sequence_reach(50_000, 10_000, SEQUENCE_ERROR * part) for part in (1, 1 - FEW_ERROR_SHARE)
    ]
    widths = [float(high[0] - low[0]) for low, high in (plain, bounded)]
    assert widths[1] / widths[0] == pytest.approx(reach[1] / reach[0], rel=1e-3)


def test_intervals_are_intersected_unless_they_exclude_each_other() -> None:
    """If they do, one of them has failed, and the later one is kept."""
    low, high = stats.intersect(
        (np.array([0.0, 0.0]), np.array([1.0, 1.0])), (np.array([0.5, 2.0]), np.array([3.0, 4.0]))
    )
    assert low.tolist() == [0.5, 2.0] and high.tolist() == [1.0, 4.0]
    unknown = np.array([math.nan])
    low, high = stats.intersect((np.array([0.0]), np.array([1.0])), (unknown, unknown))
    assert (low, high) == (0.0, 1.0)
