from __future__ import annotations

import math

import numpy as np
import pytest

from eoc_sim.analysis import stats
from eoc_sim.analysis.stats import CHANGES, SAME, UNDECIDED


def test_wilson_by_hand() -> None:
    low, high = stats.wilson([25, 0, 0], [100, 10, 0])
    z2 = 1.959963984540054**2
    middle = (25 + z2 / 2) / (100 + z2)
    reach = math.sqrt(z2) / (100 + z2) * math.sqrt(100 * 0.25 * 0.75 + z2 / 4)
    assert low[0] == pytest.approx(middle - reach)
    assert high[0] == pytest.approx(middle + reach)
    assert low[1] == 0
    assert high[1] == pytest.approx(z2 / (10 + z2))
    assert np.isnan([low[2], high[2]]).all()


def test_wilson_takes_shared_wins() -> None:
    low, high = stats.wilson(12.5, 50)
    assert low < 0.25 < high


def test_mean_interval_by_hand() -> None:
    # 1, 2, 3, 4: mean 2.5, variance 5/3; t(3) at 97.5 % is 3.1824.
    mean, low, high = stats.mean_interval(10.0, 30.0, 4)
    assert mean == 2.5
    assert high - mean == pytest.approx(3.182446 * math.sqrt(5 / 3 / 4), rel=1e-6)
    assert mean - low == pytest.approx(high - mean)


def test_one_game_has_a_mean_but_no_interval() -> None:
    mean, low, high = stats.mean_interval(7.0, 49.0, 1)
    assert mean == 7.0
    assert np.isnan([low, high]).all()


def test_games_all_alike_have_no_spread() -> None:
    assert stats.variance(0.1 * 3, 0.01 * 3, 3) == pytest.approx(0, abs=1e-12)


def test_no_game_differs_is_like_the_rule_of_three() -> None:
    mean, low, high = stats.paired_interval(0.0, 0.0, 20_000, 1.0)
    assert mean == 0
    assert high == -low
    assert high == pytest.approx(2.77 / 20_000, rel=0.01)
    assert stats.rule_of_three(20_000) == pytest.approx(3 / 20_000)
    assert stats.rule_of_three(2) == 1


def test_paired_interval_holds_what_was_seen() -> None:
    mean, low, high = stats.paired_interval(10.0, 10.0, 10, 1.0)
    assert mean == 1.0
    assert low < 1.0 <= high


def test_interval_and_p_value_agree() -> None:
    rng = np.random.default_rng(5)
    total = rng.normal(0, 40, 200)
    games = np.full(200, 500.0)
    squares = np.full(200, 450.0)
    _, low, high = stats.paired_interval(total, squares, games, 1.0)
    # Where the mean itself was widened in, the two differ; elsewhere they are one and the same.
    excluded = (low > 0) | (high < 0)
    assert (excluded == (stats.paired_p_value(total, squares, games, 1.0) < 0.05)).all()


def test_false_alarm_share_by_hand() -> None:
    # Sorted p: .005 .02 .03 .5 times 4/rank: .02 .04 .04 .5
    shares = stats.false_alarm_share([0.03, np.nan, 0.005, 0.5, 0.02])
    assert shares[[2, 4, 0, 3]] == pytest.approx([0.02, 0.04, 0.04, 0.5])
    assert np.isnan(shares[1])


def test_three_verdicts() -> None:
    words = stats.verdicts([-0.5, 0.2, -0.5, -2], [0.8, 1.5, 1.5, 2], [0.9, 0.01, 0.06, 0.9], 1.0)
    assert words == [SAME, CHANGES, UNDECIDED, UNDECIDED]


def test_a_certain_change_too_small_to_matter_is_no_change_that_matters() -> None:
    assert stats.verdicts([0.2], [0.6], [1e-9], 1.0) == [SAME]


def test_more_games_would_tell() -> None:
    """After as many games as said, four of five such comparisons are decided."""
    (needed,) = stats.more_games([0.4], [400.0], [1000], 1.0, 1, 1000)
    assert needed is not None
    games = needed + 1000
    rng = np.random.default_rng(2)
    mean = rng.normal(0.4, 20 / math.sqrt(games), 4000)
    reach = 1.96 * 20 / math.sqrt(games)
    decided = (np.abs(mean) > reach) | (np.abs(mean) + reach < 1)
    assert decided.mean() > 0.79


def test_it_is_the_run_that_has_to_grow() -> None:
    """A row that only one game in ten tells something about needs ten times the games."""
    (every,) = stats.more_games([0.4], [400.0], [1000], 1.0, 1, 1000)
    (tenth,) = stats.more_games([0.4], [400.0], [1000], 1.0, 1, 10_000)
    assert every is not None
    assert tenth == 10 * every


def test_more_games_is_unknown_without_spread() -> None:
    assert stats.more_games([0.0, 1.0], [0.0, 1.0], [100, 1], 1.0, 2, 100) == [None, None]


def test_family_level() -> None:
    assert stats.family_level(5) == pytest.approx(0.99)
    assert stats.family_level(0) == 0.95


def test_variance_reduction() -> None:
    assert stats.variance_reduction(3.0, 5.0, 2.0) == 4.0
    assert np.isnan(stats.variance_reduction(3.0, 5.0, 0.0))


def test_detectable_change_is_found_in_four_of_five() -> None:
    change = stats.detectable_change(20_000, 4) / 100
    assert change == pytest.approx(0.006, abs=0.0002)
    error = math.sqrt(2 * 0.25 * 0.75 / 20_000 / stats.USUAL_REDUCTION)
    rng = np.random.default_rng(3)
    found = np.abs(rng.normal(change, error, 20_000)) > 1.96 * error
    assert found.mean() == pytest.approx(0.8, abs=0.01)


def test_detectable_change_alone_at_the_table() -> None:
    assert stats.detectable_change(1000, 1) == stats.detectable_change(1000, 2)


def test_quantile_interval_by_hand() -> None:
    values, counts = np.arange(100), np.ones(100)
    half, low, high = stats.quantile_interval(values, counts, 0.5, 100)
    # The order statistics 50 +- 9.8
    assert (half, low, high) == (49, 40, 59)
    _, wider, _ = stats.quantile_interval(values, counts, 0.5, 25)
    assert wider < low


def test_judge_leaves_empty_rows_out_of_the_family() -> None:
    full = stats.judge([5.0], [25.0], [1000], 1.0, 0.01, 1000)
    more = stats.judge([5.0, 0.0], [25.0, 0.0], [1000, 0], 1.0, 0.01, 1000)
    assert more["q"][0] == full["q"][0]
    assert more["verdict"][1] is None
    assert np.isnan([more[name][1] for name in ("change", "low", "high", "q")]).all()


# --- Coverage: intervals hold the truth about as often as they say.


@pytest.mark.parametrize(("share", "games"), [(0.25, 40), (0.25, 400), (0.02, 400), (0.5, 25)])
def test_coverage_of_wilson(share: float, games: int) -> None:
    rng = np.random.default_rng(11)
    wins = rng.binomial(games, share, 20_000)
    low, high = stats.wilson(wins, np.full(20_000, games))
    assert ((low <= share) & (share <= high)).mean() > 0.935


def test_coverage_of_wilson_with_two_seats_a_game() -> None:
    """A strategy on two of four seats: the game is the unit, and shared wins only widen it."""
    rng = np.random.default_rng(12)
    wins = 0.5 * rng.binomial(200, 0.5, 20_000)
    low, high = stats.wilson(wins, np.full(20_000, 200))
    assert ((low <= 0.25) & (high >= 0.25)).mean() > 0.95


def test_coverage_of_the_mean_of_skewed_scores() -> None:
    rng = np.random.default_rng(13)
    scores = rng.exponential(10, (4000, 200))
    _, low, high = stats.mean_interval(scores.sum(1), (scores**2).sum(1), np.full(4000, 200))
    assert ((low <= 10) & (high >= 10)).mean() > 0.93


@pytest.mark.parametrize("games", [300, 2000])
@pytest.mark.parametrize("differing", [0.001, 0.01, 0.1])
@pytest.mark.parametrize("upward", [0.5, 0.8, 1.0])
def test_coverage_of_paired_win_shares(games: int, differing: float, upward: float) -> None:
    """Few games differ, and all in one direction: the case in which plain t fails."""
    rng = np.random.default_rng(14)
    differ = rng.binomial(games, differing, 20_000)
    won = rng.binomial(differ, upward)
    total, squares = 2.0 * won - differ, differ.astype(float)
    _, low, high = stats.paired_interval(total, squares, np.full(20_000, games), 1.0)
    truth = differing * (2 * upward - 1)
    assert ((low <= truth) & (truth <= high)).mean() > 0.93
    if upward == 0.5:
        alarms = stats.paired_p_value(total, squares, np.full(20_000, games), 1.0) < 0.05
        assert alarms.mean() < 0.06


def test_a_family_without_changes_raises_few_false_alarms() -> None:
    rng = np.random.default_rng(15)
    alarms = certain = 0
    for _ in range(300):
        differ = rng.binomial(2000, 0.02, 12)
        total = 2.0 * rng.binomial(differ, 0.5) - differ
        found = stats.judge(100 * total, 1e4 * differ, np.full(12, 2000), 100.0, 1.0, 2000)
        alarms += CHANGES in found["verdict"]
        certain += ((found["low"] > 0) | (found["high"] < 0)).any()
    assert alarms / 300 < 0.08
    assert certain / 300 > 0.3  # the single intervals alone would cry wolf


def test_no_change_that_matters_is_rarely_said_of_one_that_does() -> None:
    """A true change of just the smallest size that matters, in all rows of a table."""
    rng = np.random.default_rng(16)
    wrong = 0
    for _ in range(300):
        differ = rng.binomial(20_000, 0.04, 6)
        total = 2.0 * rng.binomial(differ, 0.625) - differ  # mean 1 win in 100
        found = stats.judge(100 * total, 1e4 * differ, np.full(6, 20_000), 100.0, 1.0, 20_000)
        wrong += SAME in found["verdict"]
    assert wrong / 300 < 0.05


def test_round_numbers() -> None:
    numbers = (1, 1.4, 11, 180, 999, 40_000, 40_001)
    assert [stats.round_up(number) for number in numbers] == [
        1, 2, 12, 200, 1000, 40_000, 50_000,
    ]
