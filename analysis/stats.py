"""Intervals, families of tests and verdicts; each game is one observation.

Most functions take sums over games (their number, the sum, the sum of squares), so runs of any
length can be summed shard by shard. Formulas and their known bias: docs/reference/metrics.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.analysis.looks import FEW_ERROR_SHARE, MIN_DIFFERING, MIN_GAMES, Look, fixed_look

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

LEVEL = 0.95
"""Confidence level of intervals for results that are looked at only once."""
POWER = 0.8
"""Chance of finding a change of the stated size."""
MANY_DEGREES = 1000
"""With this many degrees of freedom, a t interval is nearly normal."""
MAX_GAMES = 1e12
"""Upper limit in the search for a sufficient number of games."""
MIN_ALIKE = 10
"""Minimum number of games for a mean's interval if all are alike."""

CHANGES = "changes"
NO_CHANGE = "no change that matters"
UNDECIDED = "not decided"
SEPARATE_INTERVALS = "95 % intervals, each on its own"
"""Describes intervals that each hold on their own, as in most tables."""
BY_CONSTRUCTION = "fair by construction"
"""Verdict on a strategy that fills every seat: its wins are fixed."""


def _floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)


def wilson(
    wins: ArrayLike, games: ArrayLike, level: float = LEVEL, squares: ArrayLike | None = None
) -> tuple[Floats, Floats]:
    """Return Wilson's score interval for a share: (low, high).

    ``wins`` is a sum of win shares, which need not be 0 or 1. With the sum of their ``squares``,
    the interval uses the effective number of games, n p (1 - p) / s2, which makes it as narrow as
    it should be for shared wins and strategies with several seats. s2 includes two imagined games,
    a win and a loss; otherwise games that are all alike would have no variance. Both ends are nan
    if there are no games.

    >>> low, high = wilson(25, 100)
    >>> print(f"{float(low):.3f} {float(high):.3f}")
    0.175 0.343
    """
    wins, games = np.broadcast_arrays(_floats(wins), _floats(games))
    low = np.full(games.shape, np.nan)
    high = np.full(games.shape, np.nan)
    has_games = games > 0
    if not has_games.any():
        return low, high
    share_sums, number = wins[has_games], games[has_games]
    if squares is not None:
        all_squares = np.broadcast_to(_floats(squares), games.shape)[has_games]
        share = (share_sums + 1) / (number + 2)
        variances = variance(share_sums + 1, all_squares + 1, number + 2)
        effective_games = np.maximum(number, number * share * (1 - share) / variances)
        share_sums, number = share_sums * effective_games / number, effective_games
    reach = normal_reach(level)
    if math.isinf(reach):
        low[has_games], high[has_games] = 0.0, 1.0
        return low, high
    share, scale = share_sums / number, reach * reach / number
    middle = share + scale / 2
    half = np.sqrt(scale * (share * (1 - share) + scale / 4))
    # Apart from rounding, the bounds lie between 0 and 1.
    low[has_games] = np.clip((middle - half) / (1 + scale), 0, 1)
    high[has_games] = np.clip((middle + half) / (1 + scale), 0, 1)
    return low, high


def normal_reach(level: float) -> float:
    """Return half a normal interval's width, in standard errors.

    The result is inf at level 1.

    >>> round(normal_reach(0.95), 3)
    1.96
    """
    return -NormalDist().inv_cdf((1 - level) / 2) if level < 1 else math.inf


def imagined_games(level: float) -> float:
    """Return the number of imagined games in each direction at a level.

    These games widen intervals of paired differences. There is one at 95 %, and their number grows
    with the square of the interval's width in standard errors: a wider interval must allow for more
    unseen games. These games keep joint intervals of many skewed rows at their level.

    >>> round(imagined_games(0.95), 3), round(imagined_games(1 - 0.05 / 100), 2)
    (1.0, 3.15)
    """
    reach = normal_reach(level)
    return max((reach / normal_reach(LEVEL)) ** 2, 1.0) if math.isfinite(reach) else 1.0


def t_reach(degrees: Floats, level: float) -> Floats:
    """Return half a t interval's width, in standard errors.

    From `MANY_DEGREES` degrees of freedom on, the function uses an expansion around the normal
    quantile (Fisher and Cornish 1960), which is exact to 10 digits there. This avoids importing
    scipy, which takes longer than playing hundreds of games.

    >>> t_reach(np.array([3.0, 5000.0]), 0.95).round(4)
    array([3.1824, 1.9604])
    """
    reach, has_many = normal_reach(level), degrees >= MANY_DEGREES
    if math.isinf(reach):
        return np.full(degrees.shape, reach)
    square = reach * reach
    factor = np.zeros(degrees.shape)
    for term in (
        ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
        ((5 * square + 16) * square + 3) / 96,
        (square + 1) / 4,
        1.0,
    ):
        factor = factor / degrees + term
    if has_many.all():
        return reach * factor
    from scipy.special import stdtrit

    return np.where(has_many, reach * factor, -stdtrit(degrees, (1 - level) / 2))


def share_interval(
    count: ArrayLike, games: ArrayLike, level: float = LEVEL, squares: ArrayLike | None = None
) -> tuple[Floats, Floats, Floats]:
    """Return a percentage with Wilson's interval: (share, low, high).

    All three are nan if there are no games.

    >>> print([round(float(value), 1) for value in share_interval(25, 100)])
    [25.0, 17.5, 34.3]
    """
    low, high = wilson(count, games, level, squares)
    count, games = _floats(count), _floats(games)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(games > 0, 100 * count / games, np.nan)
    return share, 100 * low, 100 * high


def variance(total: ArrayLike, squares: ArrayLike, games: ArrayLike) -> Floats:
    """Return the variance of one game's value, from sums over games.

    The variance is nan for fewer than two games.
    """
    total, squares, games = _floats(total), _floats(squares), _floats(games)
    with np.errstate(divide="ignore", invalid="ignore"):
        variances = (squares - total * total / games) / (games - 1)
    # If all games are alike, rounding may leave a value barely below zero.
    return np.where(games > 1, np.maximum(variances, 0.0), np.nan)


def mean_interval(
    total: ArrayLike,
    squares: ArrayLike,
    games: ArrayLike,
    level: float = LEVEL,
    ends: tuple[ArrayLike, ArrayLike] | None = None,
) -> tuple[Floats, Floats, Floats]:
    """Return the mean over games with its t interval: (mean, low, high).

    Unknown values are nan. ``ends`` are the smallest and the largest value that a game can have.
    These ends widen the interval to allow for as many unseen games at either end as the level
    permits (the rule of three), so it has a width even if all games are alike, and is valid if
    nearly all are. With ``ends``, fewer than 10 games that are all alike have no interval.
    """
    total, games = _floats(total), _floats(games)
    variances = variance(total, squares, games)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(games > 0, total / games, np.nan)
        reach = t_reach(np.maximum(games - 1, 1), level) * np.sqrt(variances / games)
        unseen_share = 1 - (1 - level) ** (1 / games)
    low, high = mean - reach, mean + reach
    if ends is not None:
        minimum, maximum = map(_floats, ends)
        low = np.maximum(np.minimum(low, mean - unseen_share * (mean - minimum)), minimum)
        high = np.minimum(np.maximum(high, mean + unseen_share * (maximum - mean)), maximum)
        is_unknown = (games < MIN_ALIKE) & ~(variances > 0)
        low, high = np.where(is_unknown, np.nan, low), np.where(is_unknown, np.nan, high)
    return mean, low, high


def t_interval(
    mean: float, squared_error: float, degrees: float, level: float
) -> tuple[float, float]:
    """Return the t interval of an estimate with this squared standard error."""
    reach = float(t_reach(np.array(degrees), level)) * math.sqrt(squared_error)
    return mean - reach, mean + reach


@dataclass(frozen=True)
class PairedDifferences:
    """Sums of paired differences by group: number, sum and squares.

    ``largest`` is the largest difference expected in one game (100 for wins per 100 games);
    ``differ`` counts the games whose difference is not 0. ``bound`` is a limit that no game's
    difference exceeds, inf if unknown.
    """

    total: Floats
    squares: Floats
    games: Floats
    largest: Floats
    differ: Floats
    bound: Floats

    def with_imagined_games(self, level: float = LEVEL) -> tuple[Floats, Floats]:
        """Return squares and games with imagined games added in both directions.

        As many imagined games differ by +``largest`` as by -``largest``, so the sum stays the same.
        At 95 % they are the two games of Bonett and Price (2012) for paired shares: without them,
        an interval is too narrow if few games differ, and has no width if none does.
        """
        number = imagined_games(level)
        return self.squares + 2 * number * self.largest * self.largest, self.games + 2 * number

    def interval(self, level: float = LEVEL) -> tuple[Floats, Floats, Floats]:
        """Return the mean paired difference with its interval: (mean, low, high)."""
        more_squares, more_games = self.with_imagined_games(level)
        _, low, high = mean_interval(self.total, more_squares, more_games, level)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = np.where(self.games > 0, self.total / self.games, np.nan)
        is_unknown = self.games < 1
        # Adding games shifts the middle towards zero: keep the observed mean inside. A mean does
        # not exceed the largest difference in a game.
        return (
            mean,
            np.where(is_unknown, np.nan, np.maximum(-self.largest, np.minimum(low, mean))),
            np.where(is_unknown, np.nan, np.minimum(self.largest, np.maximum(high, mean))),
        )


def paired_differences(
    total: ArrayLike,
    squares: ArrayLike,
    games: ArrayLike,
    largest: ArrayLike,
    differ: ArrayLike | None = None,
    bound: ArrayLike = math.inf,
) -> PairedDifferences:
    """Build `PairedDifferences` from sums; by default, all games differ."""
    values = [_floats(array) for array in (total, squares, games, largest)]
    values += [values[2] if differ is None else _floats(differ), _floats(bound)]
    return PairedDifferences(
        *(np.atleast_1d(broadcast_array) for broadcast_array in np.broadcast_arrays(*values))
    )


def intersect(first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Intersect two intervals that hold jointly: (low, high).

    If an end of one interval is unknown, the other's is used. If they are disjoint, one of them has
    failed; the second is kept, as it is based on more games.
    """
    low = np.fmax(first[0], second[0])
    high = np.fmin(first[1], second[1])
    is_disjoint = low > high
    return np.where(is_disjoint, second[0], low), np.where(is_disjoint, second[1], high)


def share_bounds(counts: ArrayLike, totals: ArrayLike, error: float) -> tuple[Floats, Floats]:
    """Bound a share from below and above.

    Each bound is wrong with a probability of at most ``error``, and is exact for plain counts
    (Clopper and Pearson 1934).
    """
    from scipy.special import betaincinv

    hits, trials = _floats(counts), _floats(totals)
    low = np.where(hits > 0, betaincinv(np.maximum(hits, 1), trials - hits + 1, error), 0.0)
    high = np.where(
        hits < trials, betaincinv(hits + 1, np.maximum(trials - hits, 1), 1 - error), 1.0
    )
    return low, high


def interval_at(
    look: Look, now: PairedDifferences, at_plan: PairedDifferences | None = None, tests: int = 1
) -> tuple[Floats, Floats]:
    """Return the ends of the intervals of paired differences at a look.

    At planned looks of runs that are not sequential, the ends are those of `PairedDifferences`. At
    other looks they are unknown if the run has too few games; if too few of a row's games differ,
    its mean is bounded by the share of games that may differ times ``bound``, or unknown if there
    is no bound. After a planned look, until the next one, the intervals are intersected with those
    of the most recent planned look, ``at_plan``.
    """
    _, low, high = now.interval(look.level(tests))
    if look.is_planned and not look.sequential:
        return low, high
    is_bounded = np.isfinite(now.bound)
    if is_bounded.any():
        _, low_if_bounded, high_if_bounded = now.interval(look.level(tests, 1 - FEW_ERROR_SHARE))
        low, high = (
            np.where(is_bounded, low_if_bounded, low),
            np.where(is_bounded, high_if_bounded, high),
        )
    has_few = now.differ < MIN_DIFFERING
    is_known = has_few & is_bounded & (now.games >= MIN_GAMES)
    reach = np.full(now.games.shape, np.nan)
    reach[is_known] = now.bound[is_known] * max_differing_share(
        now.differ[is_known], now.games[is_known], FEW_ERROR_SHARE * look.error(tests)
    )
    low, high = np.where(has_few, -reach, low), np.where(has_few, reach, high)
    if not look.has_enough_games():
        low, high = np.full_like(low, np.nan), np.full_like(high, np.nan)
    if look.is_past_planned_look and at_plan is not None:
        low, high = intersect(
            interval_at(look.last_planned_look, at_plan, tests=tests), (low, high)
        )
    return low, high


def max_differing_share(differ: ArrayLike, games: ArrayLike, error: float) -> Floats:
    """Bound the share of games that may differ, jointly for all looks.

    A larger share is rejected because the likelihood of the observed games under a mixture of
    shares, Beta(1, `MIN_GAMES`), is more than 1/``error`` times their likelihood under that share.
    The ratio of the two is a nonnegative martingale, so under the true share the probability that
    it ever exceeds 1/``error`` is at most ``error`` (Ville 1939; Robbins 1970). The bound is not
    approximate. It is conservative if the share differs between the seatings of a round: in whole
    rounds, the number of games that differ varies less than a binomial variable (Hoeffding 1956).

    >>> round(float(max_differing_share(0, 1000, 0.05 / 8)), 4)
    0.0058
    """
    from scipy.special import betaln, xlog1py, xlogy

    differing, number = np.broadcast_arrays(_floats(differ), _floats(games))
    mixture = betaln(1 + differing, MIN_GAMES + number - differing) - betaln(1, MIN_GAMES)
    minimum, maximum = differing / np.maximum(number, 1), np.ones(differing.shape)
    for _ in range(60):
        middle = (minimum + maximum) / 2
        likelihood = xlogy(differing, middle) + xlog1py(number - differing, -middle)
        is_rejected = mixture - likelihood >= -math.log(error)
        minimum, maximum = (
            np.where(is_rejected, minimum, middle),
            np.where(is_rejected, middle, maximum),
        )
    return maximum


def family_level(tests: int, level: float = LEVEL) -> float:
    """Return the level at which ``tests`` intervals hold jointly (Bonferroni)."""
    return 1 - (1 - level) / max(tests, 1)


def verdicts(low: ArrayLike, high: ArrayLike, smallest: ArrayLike) -> list[str]:
    """Return one of three verdicts for each row of a family.

    Verdicts follow from joint intervals of the change, so they are just as safe for rows picked
    from the family. A change that is certainly too small to matter is reported as such even if it
    is not zero.
    """
    words = []
    low, high, smallest = np.broadcast_arrays(_floats(low), _floats(high), _floats(smallest))
    for bottom, top, minimum in zip(low, high, smallest, strict=True):
        if bottom > -minimum and top < minimum:
            words.append(NO_CHANGE)
        elif bottom > 0 or top < 0:
            words.append(CHANGES)
        else:
            words.append(UNDECIDED)
    return words


def more_games(
    look: Look,
    mean: ArrayLike,
    variances: ArrayLike,
    games: ArrayLike,
    smallest: ArrayLike,
    tests: int,
) -> list[int | None]:
    """Estimate how many more games would decide each row.

    The number is None if unknown; it assumes that the true change is the current estimate. In four
    of five cases, a run extended by this many games would show the change, or show that it is too
    small to matter, whichever needs fewer games. ``tests`` is the number of intervals that hold
    jointly. ``variances`` are those of one game's difference, ``games`` the number of informative
    games for the row (a card is not in every game). The result is a number of further games of the
    run, whether they are informative for the row or not. If any planned look is left, the result is
    large enough for the run to reach one.
    """
    answers: list[int | None] = []
    rows = np.broadcast_arrays(*map(_floats, (mean, variances, games, smallest)))
    for centre, row_variance, number, minimum in zip(*map(np.atleast_1d, rows), strict=True):
        if not (number > 1 and row_variance > 0):
            answers.append(None)
            continue
        error = math.sqrt(row_variance * look.games / number)
        games_needed = _games_to_decide(look, abs(centre), error, minimum, tests)
        answers.append(None if games_needed is None else games_needed - look.games)
    return answers


def _games_to_decide(
    look: Look, centre: float, error: float, smallest: float, tests: int
) -> int | None:
    """Return how many games a run usually needs to decide a change.

    ``error`` is the standard error after one game. Return None if `MAX_GAMES` games do not suffice.
    """
    normal = NormalDist()

    def decides(games: int) -> bool:
        standard_error = error / math.sqrt(games)
        reach = normal_reach(replace(look, games=games).level(tests))
        chance_outside = normal.cdf(centre / standard_error - reach)
        # Both ends must be closer to 0 than ``smallest``.
        chance_within = (
            normal.cdf((smallest - centre) / standard_error - reach)
            + normal.cdf((smallest + centre) / standard_error - reach)
            - 1
        )
        return max(chance_outside, chance_within) >= POWER

    games = look.games_at_next_look
    while games is not None and games < MAX_GAMES:
        if decides(games):
            return games
        games = replace(look, games=games).games_at_next_look
    low, high = float(max(look.games, look.planned_games)), MAX_GAMES
    if look.games_at_next_look is not None or not decides(int(high)):
        return None
    while high / low > 1.01:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if decides(math.ceil(middle)) else (middle, high)
    return look.games + round_up(max(high - look.games, 1.0))


def round_up(number: float) -> int:
    """Round up to a round number.

    The result is 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten.

    >>> round_up(31_400), round_up(1_900), round_up(7)
    (40000, 2000, 8)
    """
    power = 10 ** math.floor(math.log10(number))
    for step in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10):
        if step * power >= number:
            return math.ceil(step * power)
    raise AssertionError(
        "ten times a power of ten exceeds every number with as many digits as the power"
    )


def variance_reduction(first: ArrayLike, second: ArrayLike, difference: ArrayLike) -> Floats:
    """Return Var(unpaired) / Var(paired), the worth of a paired game.

    The ratio is the number of unpaired games that are worth one paired game, which both arms play
    with the same shuffles and dice. The arguments are the variances of one game's value in each arm
    and of the difference. The result is nan if no game differs.
    """
    first, second, difference = _floats(first), _floats(second), _floats(difference)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(difference > 0, (first + second) / difference, np.nan)


def rule_of_three(games: ArrayLike) -> Floats:
    """Bound the share of games that may differ if none has differed.

    The bound is 3/n, at 95 %.

    >>> float(rule_of_three(20_000))
    0.00015
    """
    return np.minimum(3.0 / np.maximum(_floats(games), 1.0), 1.0)


def detectable_change(
    games: int, game_variance: float, tests: int = 1, look: Look | None = None
) -> float:
    """Return the smallest change in a mean that ``games`` games usually show.

    Such a change is found in four of five cases if ``tests`` intervals hold jointly and one game's
    (paired) difference has the variance ``game_variance``.

    >>> round(detectable_change(20_000, 1_000), 2)
    0.69
    """
    reach = (look or fixed_look(games)).reach(tests) + NormalDist().inv_cdf(POWER)
    return reach * math.sqrt(game_variance / max(games, 1))


def quantile_interval(
    values: ArrayLike, counts: ArrayLike, quantile: float, games: int, level: float = LEVEL
) -> tuple[float, float, float]:
    """Return a quantile of counted values with its order-statistic interval.

    The result is (value, low, high). ``values`` are ascending; ``counts`` says how many times each
    occurred. Only ``games`` of the counted values are treated as independent, so several seats of a
    strategy in one game do not narrow the interval. Its ends are order statistics with ranks from
    the binomial distribution, or nan if there are too few games.
    """
    values, counts = _floats(values), _floats(counts)
    shares = np.cumsum(counts) / counts.sum()

    def rank_value(share: float) -> float:
        return float(values[min(int(np.searchsorted(shares, share - 1e-12)), len(values) - 1)])

    # The number of games at or below the quantile is binomial: leave out both tails of ranks.
    low_rank = binomial_quantile((1 - level) / 2, games, quantile)
    high_rank = binomial_quantile((1 + level) / 2, games, quantile) + 1
    low = rank_value(low_rank / games) if low_rank >= 1 else math.nan
    high = rank_value(high_rank / games) if high_rank <= games else math.nan
    return rank_value(quantile), low, high


def binomial_quantile(share: float, trials: int, probability: float) -> int:
    """Return a quantile of the binomial distribution.

    The function uses scipy.special, since importing scipy.stats takes as long as writing a small
    report.

    >>> binomial_quantile(0.025, 100, 0.5), binomial_quantile(0.25, 2, 0.5)
    (40, 0)
    """
    from scipy.special import bdtr, bdtrik

    number = math.ceil(bdtrik(share, trials, probability))
    # If a number has exactly this share, rounding may have skipped it.
    is_skipped = number > 0 and bdtr(number - 1, trials, probability) >= share
    return number - 1 if is_skipped else number


def judge(
    look: Look,
    now: PairedDifferences,
    smallest: ArrayLike,
    at_plan: PairedDifferences | None = None,
    tests: int | None = None,
) -> dict[str, Any]:
    """Judge a family of paired differences, one per row.

    Columns: change, low, high (each on its own), all_low, all_high (jointly for all rows), verdict,
    more_games. The verdict is based on the joint intervals, of which there are ``tests``, by
    default one per row with games. ``smallest`` is the smallest change that matters.
    """
    tests = int((now.games > 0).sum()) if tests is None else tests
    change, _, _ = now.interval()
    low, high = interval_at(look, now, at_plan)
    bottom, top = interval_at(look, now, at_plan, tests)
    words: list[str | None] = list(verdicts(bottom, top, smallest))
    variances = variance(now.total, *now.with_imagined_games())
    need = more_games(look, change, variances, now.games, smallest, tests)
    _leave_out(words, need, now.games)
    return {
        "change": change,
        "low": low,
        "high": high,
        "all_low": bottom,
        "all_high": top,
        "verdict": words,
        "more_games": need,
    }


def _leave_out(words: list[str | None], needs: list[int | None], games: Floats) -> None:
    """Clear verdicts of rows without games; keep ``needs`` only of undecided rows."""
    for row, word in enumerate(words):
        if games[row] < 1:
            words[row] = None
        if word != UNDECIDED or games[row] < 1:
            needs[row] = None


@dataclass(frozen=True)
class Shares:
    """Sums of win shares by group: number, sum and squares."""

    wins: Floats
    squares: Floats
    games: Floats

    def interval_at(
        self, look: Look, at_plan: Shares | None = None, tests: int = 1
    ) -> tuple[Floats, Floats]:
        """Return the ends of Wilson's intervals at a look."""
        low, high = wilson(self.wins, self.games, look.level(tests), self.squares)
        if not look.has_enough_games():
            low, high = np.full_like(low, np.nan), np.full_like(high, np.nan)
        if look.is_past_planned_look and at_plan is not None:
            low, high = intersect(
                at_plan.interval_at(look.last_planned_look, tests=tests), (low, high)
            )
        return low, high


def judge_fair(
    look: Look,
    now: Shares,
    fair: float,
    smallest: float,
    at_plan: Shares | None = None,
    tests: int | None = None,
) -> dict[str, Any]:
    """Judge win shares against the fair share, in wins per 100 games.

    There is one row per member of the family. Columns: wins, low, high (each on its own), all_low,
    all_high (jointly for all rows), verdict, more_games. ``fair`` is a share (1/P), ``smallest``
    the smallest difference that matters. The verdict "changes" means that wins differ from fair.
    ``tests`` is the number of intervals that hold jointly, by default one per row with games.
    """
    tests = int((now.games > 0).sum()) if tests is None else tests
    low, high = now.interval_at(look, at_plan)
    bottom, top = now.interval_at(look, at_plan, tests)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(now.games > 0, now.wins / now.games, np.nan)
    words: list[str | None] = list(verdicts(100 * (bottom - fair), 100 * (top - fair), smallest))
    variances = 1e4 * variance(now.wins + 1, now.squares + 1, now.games + 2)
    need = more_games(look, 100 * (mean - fair), variances, now.games, smallest, tests)
    _leave_out(words, need, now.games)
    return {
        "wins": 100 * mean,
        "low": 100 * low,
        "high": 100 * high,
        "all_low": 100 * bottom,
        "all_high": 100 * top,
        "verdict": words,
        "more_games": need,
    }
