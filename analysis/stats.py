"""Intervals, families of tests and verdicts. The unit is always the game.

Everything here takes sums over games (how many, the sum, the sum of squares), so that runs of any
length are summed up shard by shard. Formulas with their known bias: docs/reference/metrics.md.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

LEVEL = 0.95
"""Level of every interval that is shown."""
FALSE_ALARMS = 0.05
"""Share of false alarms that a family of tests may hold (Benjamini-Hochberg)."""
POWER = 0.8
"""How often a change of the stated size would be found."""
USUAL_REDUCTION = 4.0
"""Variance reduction that one changed card usually gets from the same shuffles and dice."""

CHANGES = "changes"
SAME = "no change that matters"
UNDECIDED = "not decided"
BY_CONSTRUCTION = "fair by construction"
"""Verdict on a strategy that holds every seat: its win share cannot be anything else."""


def _floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)


def wilson(wins: ArrayLike, games: ArrayLike, level: ArrayLike = LEVEL) -> tuple[Floats, Floats]:
    """Wilson's score interval of a share: (low, high), nan without games.

    ``wins`` is a sum of win shares, so it need not be whole; shared wins vary less than whole
    ones, and the interval is then a little too wide, never too narrow.

    >>> low, high = wilson(25, 100)
    >>> print(f"{float(low):.3f} {float(high):.3f}")
    0.175 0.343
    """
    from statsmodels.stats.proportion import proportion_confint

    wins, games = np.broadcast_arrays(_floats(wins), _floats(games))
    low = np.full(games.shape, np.nan)
    high = np.full(games.shape, np.nan)
    played = games > 0
    if played.any():
        low[played], high[played] = proportion_confint(
            wins[played], games[played], alpha=1 - float(_floats(level)), method="wilson"
        )
    return low, high


def share_interval(count: ArrayLike, games: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """A share in 100 with Wilson's interval: (share, low, high), nan without games.

    >>> print([round(float(value), 1) for value in share_interval(25, 100)])
    [25.0, 17.5, 34.3]
    """
    low, high = wilson(count, games)
    count, games = _floats(count), _floats(games)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(games > 0, 100 * count / games, np.nan)
    return share, 100 * low, 100 * high


def variance(total: ArrayLike, squares: ArrayLike, games: ArrayLike) -> Floats:
    """Variance of one game's value, from the sums over games; nan for fewer than two games."""
    total, squares, games = _floats(total), _floats(squares), _floats(games)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = (squares - total * total / games) / (games - 1)
    # Rounding may leave a hair below zero where every game is alike.
    return np.where(games > 1, np.maximum(spread, 0.0), np.nan)


def mean_interval(
    total: ArrayLike, squares: ArrayLike, games: ArrayLike, level: float = LEVEL
) -> tuple[Floats, Floats, Floats]:
    """Mean over games with its t interval: (mean, low, high); nan for what is not known."""
    from scipy.special import stdtrit

    total, games = _floats(total), _floats(games)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(games > 0, total / games, np.nan)
        error = np.sqrt(variance(total, squares, games) / games)
    reach = stdtrit(np.maximum(games - 1, 1), 0.5 + level / 2) * error
    return mean, mean - reach, mean + reach


def with_unseen_games(
    squares: ArrayLike, games: ArrayLike, largest: ArrayLike
) -> tuple[Floats, Floats]:
    """Sums of squares and games after adding two imagined games, one each way.

    The two games differ by +``largest`` and -``largest``, so the sum stays. This is the
    adjustment of Bonett and Price (2012) for paired shares: without it an interval from few
    games that differ is too narrow, and one from none has no width at all.
    """
    largest = _floats(largest)
    return _floats(squares) + 2 * largest * largest, _floats(games) + 2


def paired_interval(
    total: ArrayLike,
    squares: ArrayLike,
    games: ArrayLike,
    largest: ArrayLike,
    level: float = LEVEL,
) -> tuple[Floats, Floats, Floats]:
    """Mean paired difference with its interval: (mean, low, high).

    ``total`` and ``squares`` sum the differences game by game; ``largest`` is the largest
    difference that one game can show (1 for a win share).
    """
    more_squares, more_games = with_unseen_games(squares, games, largest)
    _, low, high = mean_interval(total, more_squares, more_games, level)
    games = _floats(games)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(games > 0, _floats(total) / games, np.nan)
    unknown = games < 1
    # Adding games draws the middle towards zero by 2/n; what was seen stays inside. No mean can
    # lie beyond the largest difference of a game.
    largest = _floats(largest)
    return (
        mean,
        np.where(unknown, np.nan, np.maximum(-largest, np.minimum(low, mean))),
        np.where(unknown, np.nan, np.minimum(largest, np.maximum(high, mean))),
    )


def paired_p_value(
    total: ArrayLike, squares: ArrayLike, games: ArrayLike, largest: ArrayLike
) -> Floats:
    """How often chance alone gives a mean paired difference this far from zero (two-sided t)."""
    from scipy.special import stdtr

    more_squares, more_games = with_unseen_games(squares, games, largest)
    error = np.sqrt(variance(total, more_squares, more_games) / more_games)
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.abs(_floats(total) / more_games) / error
    distance = np.where(np.isnan(distance), 0.0, distance)
    p_value = 2 * stdtr(more_games - 1, -distance)
    return np.where(_floats(games) < 1, np.nan, p_value)


def fair_p_value(wins: ArrayLike, games: ArrayLike, fair: float) -> Floats:
    """How often a fair share of ``fair`` gives wins this far from it (score test, two-sided)."""
    from scipy.special import ndtr

    wins, games = _floats(wins), _floats(games)
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.abs(wins / games - fair) / np.sqrt(fair * (1 - fair) / games)
    return np.where(games > 0, 2 * ndtr(-distance), np.nan)


def false_alarm_share(p_values: ArrayLike) -> Floats:
    """Benjamini-Hochberg q-values of one family of tests; nan stays out of the family.

    >>> print(false_alarm_share([0.01, 0.02, 0.5]).round(3).tolist())
    [0.03, 0.03, 0.5]
    """
    from scipy.stats import false_discovery_control

    p_values = _floats(p_values)
    shares = np.full(p_values.shape, np.nan)
    known = ~np.isnan(p_values)
    if known.any():
        shares[known] = false_discovery_control(p_values[known], method="bh")
    return shares


def family_level(tests: int, level: float = LEVEL) -> float:
    """Level of each interval so that all ``tests`` together hold with ``level`` (Bonferroni)."""
    return 1 - (1 - level) / max(tests, 1)


def verdicts(low: ArrayLike, high: ArrayLike, share: ArrayLike, smallest: float) -> list[str]:
    """One of three verdicts for each row of a family.

    ``low`` and ``high`` are simultaneous intervals of the change, ``share`` its q-value.
    A change that is certainly too small to matter is reported as such even if it is not zero.
    """
    words = []
    for bottom, top, alarm in zip(_floats(low), _floats(high), _floats(share), strict=True):
        if bottom > -smallest and top < smallest:
            words.append(SAME)
        elif alarm <= FALSE_ALARMS:
            words.append(CHANGES)
        else:
            words.append(UNDECIDED)
    return words


def more_games(
    mean: ArrayLike,
    spread: ArrayLike,
    games: ArrayLike,
    smallest: float,
    tests: int,
    played: int,
) -> list[int | None]:
    """About how many more games would tell, for each row; None where that is unknown.

    Taking the change for what it looks like now, the games after which a family of ``tests``
    would in four of five cases show it (changes) or show that it is too small to matter,
    whichever comes first. ``spread`` is the variance of one game's difference, ``games`` how many
    of the ``played`` games of the run tell something about the row: a card is not in
    every game, and it is the run that has to grow.
    """
    normal = NormalDist()
    reach = normal.inv_cdf(0.5 + family_level(tests) / 2) + normal.inv_cdf(POWER)
    answers: list[int | None] = []
    for centre, square, told in zip(_floats(mean), _floats(spread), _floats(games), strict=True):
        if not (told > 1 and square > 0):
            answers.append(None)
            continue
        gap = max(abs(centre), smallest - abs(centre))
        needed = reach * reach * square / (gap * gap) - told
        answers.append(round_up(max(needed * played / told, 1.0)))
    return answers


def round_up(number: float) -> int:
    """The next number that reads well: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten.

    >>> round_up(31_400), round_up(1_900), round_up(7)
    (40000, 2000, 8)
    """
    power = 10 ** math.floor(math.log10(number))
    for step in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10):
        if step * power >= number:
            return math.ceil(step * power)
    raise AssertionError("ten times a power of ten is above every number of its length")


def variance_reduction(first: ArrayLike, second: ArrayLike, difference: ArrayLike) -> Floats:
    """Var(unpaired) / Var(paired): how many games one game on the same shuffles and dice is worth.

    Takes the variances of one game's value in the two arms and of their difference; nan where
    no game differs.
    """
    first, second, difference = _floats(first), _floats(second), _floats(difference)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(difference > 0, (first + second) / difference, np.nan)


def rule_of_three(games: ArrayLike) -> Floats:
    """Highest share of games that may differ when none of ``games`` did (95 %): 3/n.

    >>> float(rule_of_three(20_000))
    0.00015
    """
    return np.minimum(3.0 / np.maximum(_floats(games), 1.0), 1.0)


def detectable_change(
    games: int, players: int, paired_reduction: float = USUAL_REDUCTION
) -> float:
    """Smallest change of a win share, in wins in 100, that ``games`` games will show.

    The change that one strategy's comparison finds in four of five cases at 5 %, when every game
    is played on the same shuffles and dice in both versions.

    >>> round(detectable_change(20_000, 4), 1)
    0.6
    """
    normal = NormalDist()
    reach = normal.inv_cdf(0.5 + LEVEL / 2) + normal.inv_cdf(POWER)
    # Alone against an automaton there is no fair share: an even chance varies most.
    fair = 1 / players if players > 1 else 0.5
    unpaired = 2 * fair * (1 - fair) / max(games, 1)
    return 100 * reach * math.sqrt(unpaired / paired_reduction)


def quantile_interval(
    values: ArrayLike, counts: ArrayLike, quantile: float, games: int
) -> tuple[float, float, float]:
    """A quantile of counted values with its order-statistic interval: (value, low, high).

    ``values`` ascending with how often each occurred. Only ``games`` of the rows count as
    independent, so several seats of a strategy in one game do not narrow the interval.
    """
    values, counts = _floats(values), _floats(counts)
    shares = np.cumsum(counts) / counts.sum()
    reach = NormalDist().inv_cdf(0.5 + LEVEL / 2) * math.sqrt(quantile * (1 - quantile) / games)

    def at(share: float) -> float:
        return float(values[min(int(np.searchsorted(shares, share - 1e-12)), len(values) - 1)])

    return at(quantile), at(max(quantile - reach, 0.0)), at(min(quantile + reach, 1.0))


def judge(
    total: ArrayLike,
    squares: ArrayLike,
    games: ArrayLike,
    largest: ArrayLike,
    smallest: float,
    played: int,
) -> dict[str, Any]:
    """A whole family of paired differences: columns change, low, high, q, verdict, more_games.

    ``low`` and ``high`` are 95 % intervals of each row by itself; the verdict uses simultaneous
    intervals and q-values over the family. Rows without games are outside the family;
    ``largest`` is the largest difference that one game can show, ``smallest`` the smallest
    change that matters, ``played`` the number of games of the run.
    """
    games = _floats(games)
    tests = int((games > 0).sum())
    change, low, high = paired_interval(total, squares, games, largest)
    _, bottom, top = paired_interval(total, squares, games, largest, family_level(tests))
    share = false_alarm_share(paired_p_value(total, squares, games, largest))
    more_squares, imagined = with_unseen_games(squares, games, largest)
    words: list[str | None] = list(verdicts(bottom, top, share, smallest))
    spread = variance(total, more_squares, imagined)
    needed = more_games(change, spread, games, smallest, tests, played)
    _leave_out(words, needed, games)
    return {
        "change": change, "low": low, "high": high, "q": share,
        "verdict": words, "more_games": needed,
    }


def _leave_out(words: list[str | None], needed: list[int | None], games: Floats) -> None:
    """Rows without games get no verdict; only what is not decided asks for more games."""
    for row, word in enumerate(words):
        if games[row] < 1:
            words[row] = None
        if word != UNDECIDED or games[row] < 1:
            needed[row] = None


def judge_fair(
    wins: ArrayLike, games: ArrayLike, fair: float, smallest: float, played: int
) -> dict[str, Any]:
    """A family of win shares against a fair one: columns wins, low, high, q, verdict, more_games.

    Everything in wins in 100; ``fair`` is a share (1/P), ``smallest`` the smallest difference
    that matters, ``played`` the games of the run. "changes" here means: differs from fair.
    """
    wins, games = _floats(wins), _floats(games)
    tests = int((games > 0).sum())
    mean, low, high = share_interval(wins, games)
    bottom, top = wilson(wins, games, family_level(tests))
    share = false_alarm_share(fair_p_value(wins, games, fair))
    words: list[str | None] = list(
        verdicts(100 * (bottom - fair), 100 * (top - fair), share, smallest)
    )
    spread = np.full(games.shape, 1e4 * fair * (1 - fair))
    needed = more_games(mean - 100 * fair, spread, games, smallest, tests, played)
    _leave_out(words, needed, games)
    return {
        "wins": mean, "low": low, "high": high, "q": share,
        "verdict": words, "more_games": needed,
    }
