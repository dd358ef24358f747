from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest

from eoc_sim.analysis import stats
from eoc_sim.analysis.looks import Look, fixed_look
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE, UNDECIDED


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


@pytest.mark.parametrize("level", [0.5, 0.95, 0.99, 1 - 1e-4, 1 - 1e-12])
def test_wilson_matches_statsmodels(level: float) -> None:
    from statsmodels.stats.proportion import proportion_confint

    games = np.repeat([1.0, 2, 10, 24, 100, 2016, 1e6, 1e9], 9)
    wins = games * np.tile([0, 1e-9, 0.001, 0.1, 0.25, 0.5, 0.9, 0.999, 1], 8)
    low, high = stats.wilson(wins, games, level)
    expected = proportion_confint(wins, games, alpha=1 - level, method="wilson")
    np.testing.assert_allclose(low, expected[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(high, expected[1], rtol=1e-9, atol=1e-12)


def test_at_level_one_all_shares_are_possible() -> None:
    low, high = stats.wilson([25, 0], [100, 0], 1.0)
    assert (low[0], high[0]) == (0, 1)
    assert np.isnan([low[1], high[1]]).all()


@pytest.mark.parametrize("level", [0.5, 0.95, 0.99, 1 - 1e-4, 1 - 1e-9])
def test_the_reach_of_a_t_interval_matches_scipy(level: float) -> None:
    from scipy.stats import t

    degrees = np.array(
        [1.0, 2, 5, 30, 999, stats.MANY_DEGREES - 1e-6, stats.MANY_DEGREES, 2015, 2e4, 1e7]
    )
    reach = t.isf((1 - level) / 2, degrees)
    np.testing.assert_allclose(stats.t_reach(degrees, level), reach, rtol=1e-10)
    many_degrees = degrees[degrees >= stats.MANY_DEGREES]
    np.testing.assert_allclose(
        stats.t_reach(many_degrees, level), reach[-len(many_degrees) :], rtol=1e-10
    )
    assert np.isinf(stats.t_reach(degrees, 1.0)).all()


@pytest.mark.parametrize("probability", [0.01, 0.05, 0.25, 0.5, 0.75, 0.95])
def test_a_binomial_quantile_matches_scipy(probability: float) -> None:
    from scipy.stats import binom

    for trials in (1, 2, 3, 10, 24, 101, 2016, 10**6, 10**9):
        for share in (0.25, 0.4, 0.75, 0.02, 0.98, 1e-6, 1 - 1e-6):
            quantile = stats.binomial_quantile(share, trials, probability)
            assert quantile == binom.ppf(share, trials, probability), (trials, share)


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


def test_equal_games_have_no_spread() -> None:
    assert stats.variance(0.1 * 3, 0.01 * 3, 3) == pytest.approx(0, abs=1e-12)


def test_an_interval_without_differing_games_is_like_the_rule_of_three() -> None:
    mean, low, high = stats.paired_differences(0.0, 0.0, 20_000, 1.0).interval()
    assert mean == 0
    assert high == -low
    assert high == pytest.approx(2.77 / 20_000, rel=0.01)
    assert stats.rule_of_three(20_000) == pytest.approx(3 / 20_000)
    assert stats.rule_of_three(2) == 1


def test_a_paired_interval_contains_the_observation() -> None:
    mean, low, high = stats.paired_differences(10.0, 10.0, 10, 1.0).interval()
    assert mean == 1.0
    assert low < 1.0 <= high


def test_three_verdicts() -> None:
    words = stats.verdicts([-0.5, 0.2, -0.5, -2], [0.8, 1.5, 1.5, -0.1], 1.0)
    assert words == [NO_CHANGE, CHANGES, UNDECIDED, CHANGES]
    assert stats.verdicts([math.nan], [math.nan], 1.0) == [UNDECIDED]


def test_a_certain_change_below_the_smallest_is_no_change_that_matters() -> None:
    assert stats.verdicts([0.2], [0.6], 1.0) == [NO_CHANGE]
    assert stats.verdicts([0.2], [0.6], [0.3]) == [CHANGES]


@pytest.mark.parametrize("centre", [0.0, 0.3, 0.7, 1.5])
def test_more_games_would_decide(centre: float) -> None:
    """The suggested number of games decides four in five comparisons of this kind."""
    look = Look(1000, 1000)
    (needed,) = stats.more_games(look, [centre], [400.0], [1000], 1.0, 1)
    assert needed is not None
    rng = np.random.default_rng(2)

    def decided(games: int) -> float:
        reach = -NormalDist().inv_cdf((1 - Look(games, 1000).level()) / 2) * 20 / math.sqrt(games)
        mean = rng.normal(centre, 20 / math.sqrt(games), 4000)
        return float(((np.abs(mean) > reach) | (np.abs(mean) + reach < 1)).mean())

    assert decided(needed + 1000) > 0.79
    assert decided((needed + 1000) // 2) < 0.75


def test_the_run_has_to_grow_not_the_row() -> None:
    """If one game in ten contributes to a row, the run needs ten games for each that does."""
    (all_games,) = stats.more_games(fixed_look(10_000), [0.4], [4000.0], [10_000], 1.0, 1)
    (tenth,) = stats.more_games(fixed_look(10_000), [0.4], [400.0], [1000], 1.0, 1)
    assert all_games is not None
    assert tenth == all_games


def test_more_games_is_unknown_without_spread() -> None:
    assert stats.more_games(fixed_look(100), [0.0, 1.0], [0.0, 1.0], [100, 1], 1.0, 2) == [
        None,
        None,
    ]


def test_family_level() -> None:
    assert stats.family_level(5) == pytest.approx(0.99)
    assert stats.family_level(0) == 0.95


def test_variance_reduction() -> None:
    assert stats.variance_reduction(3.0, 5.0, 2.0) == 4.0
    assert np.isnan(stats.variance_reduction(3.0, 5.0, 0.0))


def test_detectable_change_is_found_in_four_of_five() -> None:
    """The row is in a family of eight, and its differences have a variance of 900."""
    change = stats.detectable_change(20_000, 900.0, 8)
    error = math.sqrt(900 / 20_000)
    rng = np.random.default_rng(3)
    reach = -NormalDist().inv_cdf(0.025 / 8 / 2) * error
    detections = np.abs(rng.normal(change, error, 20_000)) > reach
    assert detections.mean() == pytest.approx(0.8, abs=0.01)


def test_quantile_interval_by_hand() -> None:
    values, counts = np.arange(100), np.ones(100)
    half, low, high = stats.quantile_interval(values, counts, 0.5, 100)
    # Ranks 40 and 61: the chance of fewer than 40 heads in 100 tosses is at most 2.5 %, and so is
    # that of 61 or more.
    assert (half, low, high) == (49, 39, 60)
    _, wider, _ = stats.quantile_interval(values, counts, 0.5, 25)
    assert wider < low


def test_few_games_give_no_lower_bound_for_a_low_quantile() -> None:
    values, counts = np.arange(20), np.ones(20)
    tenth, low, high = stats.quantile_interval(values, counts, 0.1, 20)
    assert tenth == 1 and math.isnan(low) and high > 1


@pytest.mark.parametrize("quantile", [0.1, 0.25, 0.5, 0.9])
@pytest.mark.parametrize("games", [10, 29, 200])
def test_coverage_of_quantiles(quantile: float, games: int) -> None:
    """Scores are continuous, and an unknown end counts as no bound."""
    rng = np.random.default_rng(18)
    truth = NormalDist().inv_cdf(quantile)
    covered = 0
    for _ in range(1000):
        scores = np.sort(rng.normal(size=games))
        _, low, high = stats.quantile_interval(scores, np.ones(games), quantile, games)
        covered += not (low > truth or high < truth)
    assert covered / 1000 > 0.935


def test_judge_leaves_empty_rows_out_of_the_family() -> None:
    look = fixed_look(1000)
    full = stats.judge(look, stats.paired_differences([5.0], [25.0], [1000], 1.0), 0.01)
    with_empty = stats.judge(
        look, stats.paired_differences([5.0, 0.0], [25.0, 0.0], [1000, 0], 1.0), 0.01
    )
    assert with_empty["all_low"][0] == full["all_low"][0]
    assert with_empty["verdict"][1] is None
    assert np.isnan([with_empty[name][1] for name in ("change", "low", "high", "all_low")]).all()


# --- Coverage: intervals contain the truth about as often as promised.


@pytest.mark.parametrize(("share", "games"), [(0.25, 40), (0.25, 400), (0.02, 400), (0.5, 25)])
def test_coverage_of_wilson(share: float, games: int) -> None:
    rng = np.random.default_rng(11)
    wins = rng.binomial(games, share, 20_000)
    low, high = stats.wilson(wins, np.full(20_000, games))
    assert ((low <= share) & (share <= high)).mean() > 0.935


@pytest.mark.parametrize("games", [30, 200, 2000])
def test_coverage_of_wilson_with_two_seats_a_game(games: int) -> None:
    """With a strategy in two of four seats, a game's mean share varies less."""
    rng = np.random.default_rng(12)
    shared = rng.binomial(games, 0.5, 20_000)  # games that one of the two seats wins
    all_games = np.full(20_000, games)
    low, high = stats.wilson(0.5 * shared, all_games, squares=0.25 * shared)
    covered = ((low <= 0.25) & (high >= 0.25)).mean()
    assert 0.935 < covered < (0.99 if games < 100 else 0.965)
    wide_low, wide_high = stats.wilson(0.5 * shared, all_games)
    assert (high - low).mean() < 0.75 * (wide_high - wide_low).mean()


def test_coverage_of_the_mean_of_skewed_scores() -> None:
    rng = np.random.default_rng(13)
    scores = rng.exponential(10, (4000, 200))
    _, low, high = stats.mean_interval(scores.sum(1), (scores**2).sum(1), np.full(4000, 200))
    assert ((low <= 10) & (high >= 10)).mean() > 0.93


@pytest.mark.parametrize("games", [300, 2000])
@pytest.mark.parametrize("differing", [0.001, 0.01, 0.1])
@pytest.mark.parametrize("upward_share", [0.5, 0.8, 1.0])
def test_coverage_of_paired_win_shares(games: int, differing: float, upward_share: float) -> None:
    """Few games differ, in some cases all in one direction, where a plain t interval fails."""
    rng = np.random.default_rng(14)
    differ = rng.binomial(games, differing, 20_000)
    won = rng.binomial(differ, upward_share)
    total, squares = 2.0 * won - differ, differ.astype(float)
    _, low, high = stats.paired_differences(total, squares, np.full(20_000, games), 1.0).interval()
    truth = differing * (2 * upward_share - 1)
    assert ((low <= truth) & (truth <= high)).mean() > 0.93


@pytest.mark.parametrize("games", [100, 1000])
@pytest.mark.parametrize("rare", [0.0, 0.003, 0.03])
def test_coverage_of_means_of_mostly_equal_games(games: int, rare: float) -> None:
    """No interval has width 0, even if only one game in hundreds has another value."""
    rng = np.random.default_rng(17)
    others = rng.binomial(games, rare, 5000)
    total, squares = 3.0 * games + 9.0 * others, 9.0 * games + 135.0 * others  # 3, rarely 12
    _, low, high = stats.mean_interval(total, squares, np.full(5000, games), 0.95, (1.0, 12.0))
    truth = 3 + 9 * rare
    assert ((low <= truth) & (high >= truth)).mean() > 0.935
    assert (high > low).all()
    _, low, high = stats.mean_interval(27.0, 81.0, 9, 0.95, (1.0, 12.0))
    assert np.isnan([low, high]).all(), "nine games that are all alike say nothing"


def test_a_family_without_changes_raises_few_false_alarms() -> None:
    rng = np.random.default_rng(15)
    alarms = single_alarms = 0
    for _ in range(300):
        differ = rng.binomial(2000, 0.02, 12)
        total = 2.0 * rng.binomial(differ, 0.5) - differ
        sums = stats.paired_differences(100 * total, 1e4 * differ, np.full(12, 2000), 100.0)
        verdicts = stats.judge(fixed_look(2000), sums, 1.0)
        alarms += CHANGES in verdicts["verdict"]
        single_alarms += ((verdicts["low"] > 0) | (verdicts["high"] < 0)).any()
    assert alarms / 300 < 0.08
    assert single_alarms / 300 > 0.15  # the single intervals alone would raise many false alarms


def test_few_verdicts_are_false_among_those_shown() -> None:
    """With many games, most true changes prove too small to matter and are not shown.

    Few of the changes shown are false. With Benjamini-Hochberg over all rows, half of them would
    be, because the rows with true changes get the verdict "no change that matters".
    """
    rng = np.random.default_rng(19)
    games, rows, false, families = 200_000, 40, 0, 400
    # There are small true changes in 34 rows, and none in the others.
    truth = np.where(np.arange(rows) < 34, 0.35, 0.0)
    for _ in range(families):
        means = rng.normal(truth, np.where(truth > 0, 8.0, 400.0) / math.sqrt(games))
        squares = games * (np.where(truth > 0, 8.0, 400.0) ** 2 + means**2)
        sums = stats.paired_differences(means * games, squares, np.full(rows, games), 100.0)
        words = stats.judge(fixed_look(games), sums, 1.0)["verdict"]
        false += any(word == CHANGES for word, true in zip(words, truth, strict=True) if not true)
    assert false / families < 0.07


def test_important_changes_are_rarely_called_unimportant() -> None:
    """In all rows of a table, the true change has the smallest size that matters."""
    rng = np.random.default_rng(16)
    wrong = 0
    for _ in range(300):
        differ = rng.binomial(20_000, 0.04, 6)
        total = 2.0 * rng.binomial(differ, 0.625) - differ  # mean 1 win in 100
        sums = stats.paired_differences(100 * total, 1e4 * differ, np.full(6, 20_000), 100.0)
        verdicts = stats.judge(fixed_look(20_000), sums, 1.0)
        wrong += NO_CHANGE in verdicts["verdict"]
    assert wrong / 300 < 0.05


def test_round_numbers() -> None:
    numbers = (1, 1.4, 11, 180, 999, 40_000, 40_001)
    assert [stats.round_up(number) for number in numbers] == [
        1,
        2,
        12,
        200,
        1000,
        40_000,
        50_000,
    ]


def test_bounds_of_a_share_match_clopper_and_pearson() -> None:
    """If the true share is at a bound, a count at least this extreme has a probability of 5 %."""
    for counted, total in ((1, 20), (18, 20), (45, 50)):
        low, high = stats.share_bounds(counted, total, 0.05)
        chances = [
            math.comb(total, k) * low**k * (1 - low) ** (total - k) for k in range(total + 1)
        ]
        assert sum(chances[counted:]) == pytest.approx(0.05)
        chances = [
            math.comb(total, k) * high**k * (1 - high) ** (total - k) for k in range(total + 1)
        ]
        assert sum(chances[: counted + 1]) == pytest.approx(0.05)
    assert stats.share_bounds([0, 20], 20, 0.05)[0][0] == 0
    assert stats.share_bounds([0, 20], 20, 0.05)[1][1] == 1
