"""How many games a question needs, from how much pairs of games differ in a pilot."""

from __future__ import annotations

import math
from statistics import NormalDist

from eoc_sim.analysis.looks import (
    ALL,
    FEWEST_DIFFERING,
    FEWEST_GAMES,
    TUNED,
    fixed,
    sequence_reach,
)
from eoc_sim.analysis.stats import LEVEL, POWER


def games_to_find(change: float, spread: float, tests: int) -> float:
    """Games after which a change of a mean is found in four of five cases, at the planned end.

    In a family of ``tests`` whose intervals hold together, where one game's (paired) difference has
    the variance ``spread``, in the square of the unit of ``change``. The inverse of
    `stats.detectable_change`.

    >>> round(games_to_find(1.0, 1_000, 4))
    11679
    """
    normal = NormalDist()
    reach = -normal.inv_cdf((1 - fixed(1).level(tests)) / 2) + normal.inv_cdf(POWER)
    return reach * reach * spread / (change * change)


def reach_after(games: int, spread: float, tests: int | None = None) -> float:
    """How far the interval of a mean reaches after so many games.

    By itself at 95 %, or one of a family of ``tests`` that hold together at the planned end.

    >>> round(reach_after(10_000, 2_500), 2)
    0.98
    """
    level = LEVEL if tests is None else fixed(games).level(tests)
    return -NormalDist().inv_cdf((1 - level) / 2) * math.sqrt(spread / games)


def games_to_know(precision: float, spread: float, tests: int, differing: float = 1.0) -> float:
    """Games after which a sequential run knows a mean to +- ``precision``.

    As `games_to_find`; ``differing`` is the share of games that differ, of which a sequential run
    needs some before it says anything.
    """
    low = max(FEWEST_GAMES, FEWEST_DIFFERING / differing)

    def known(games: float) -> bool:
        reach = sequence_reach(games, TUNED, ALL / tests)
        return reach * math.sqrt(spread / games) <= precision

    if known(low):
        return low
    high = 2 * low
    while not known(high):
        high *= 2
    while high / low > 1.001:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if known(middle) else (middle, high)
    return high
