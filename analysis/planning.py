"""How many games a question needs, from how much pairs of games differ in a pilot."""

from __future__ import annotations

import math
from statistics import NormalDist

from eoc_sim.analysis.looks import (
    ALL,
    FEWEST_DIFFERING,
    FEWEST_GAMES,
    OF_FEW,
    TUNED,
    fixed,
    sequence_reach,
)
from eoc_sim.analysis.stats import LEVEL, POWER, most_that_differ, normal_reach

STEP = 1.01
"""How closely the games that tell are looked for."""
MOST_GAMES = 1e12
"""Games beyond which they are not looked for."""


def games_to_find(
    change: float, spread: float, tests: int, largest: float = 0.0
) -> float:
    """Games after which a change of a mean is found in four of five cases, at the planned end.

    In a family of ``tests`` whose intervals hold together, where one game's (paired) difference has
    the variance ``spread``, in the square of the unit of ``change``. The inverse of
    `stats.detectable_change`. The two imagined games of an interval of paired differences, which
    are ``largest`` from 0, count: where few games are needed they weigh.

    >>> round(games_to_find(1.0, 1_000, 4)), round(games_to_find(2.0, 20, 4, 20.0))
    (11679, 86)
    """
    reach = normal_reach(fixed(1).level(tests)) + NormalDist().inv_cdf(POWER)
    # n of: change = reach * sqrt((spread + 2 largest^2 / n) / n)
    plain = reach * reach * spread / (change * change)
    imagined = 2 * (reach * largest / change) ** 2
    return (plain + math.sqrt(plain * plain + 4 * imagined)) / 2


def reach_after(games: int, spread: float, tests: int | None = None) -> float:
    """How far the interval of a mean reaches after so many games.

    By itself at 95 %, or one of a family of ``tests`` that hold together at the planned end.

    >>> round(reach_after(10_000, 2_500), 2)
    0.98
    """
    level = LEVEL if tests is None else fixed(games).level(tests)
    return normal_reach(level) * math.sqrt(spread / games)


def games_to_know(
    precision: float, spread: float, tests: int, differing: float = 1.0, bound: float = math.inf
) -> float:
    """Games after which a sequential run knows a mean to +- ``precision``, by its own rules.

    As `games_to_find`; ``differing`` is the share of games that differ. Until `FEWEST_DIFFERING`
    do, the ``bound``, which no game's difference exceeds, times the share that may differ speaks:
    see `stats.looked_at`. inf where that takes more than `MOST_GAMES`.
    """
    bounded = math.isfinite(bound)
    error = ALL / tests

    def known(games: float) -> bool:
        if differing * games >= FEWEST_DIFFERING:
            reach = sequence_reach(games, TUNED, error * (1 - OF_FEW * bounded))
            return reach * math.sqrt(spread / games) <= precision
        most = most_that_differ(differing * games, games, OF_FEW * error) if bounded else 1.0
        return bounded and bound * float(most) <= precision

    games = float(FEWEST_GAMES)
    # What is known by the bound may be open again where the sequence begins: step by step.
    while not known(games):
        games *= STEP
        if games > MOST_GAMES:
            return math.inf
    return games
