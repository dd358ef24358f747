"""Games that a question needs, given the spread of a pilot.

The spread is how much pairs of games differ in it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist

from eoc_sim.analysis.looks import (
    FEWEST_DIFFERING,
    FEWEST_GAMES,
    OF_FEW,
    TUNED,
    Look,
    fixed,
)
from eoc_sim.analysis.stats import LEVEL, POWER, imagined_games, most_that_differ, normal_reach

MOST_GAMES = 1e12
"""Games at which the search for a number of games ends."""


def games_to_find(change: float, spread: float, tests: int, largest: float = 0.0) -> float:
    """Return the games that usually suffice to find a mean's change.

    They suffice in four of five cases, at the planned end, in a family of ``tests`` whose intervals
    hold jointly, where one game's (paired) difference has the variance ``spread``, in the square of
    the unit of ``change``. It is the inverse of `stats.detectable_change`. The imagined games of an
    interval of paired differences, which are ``largest`` from 0, count: where few games are needed,
    they matter.

    >>> round(games_to_find(1.0, 1_000, 4)), round(games_to_find(2.0, 20, 4, 20.0))
    (12788, 109)
    """
    level = fixed(1).level(tests)
    reach = normal_reach(level) + NormalDist().inv_cdf(POWER)
    # n of: change = reach * sqrt((spread + 2 imagined largest^2 / n) / n)
    plain = reach * reach * spread / (change * change)
    imagined = 2 * imagined_games(level) * (reach * largest / change) ** 2
    return (plain + math.sqrt(plain * plain + 4 * imagined)) / 2


def reach_after(games: int, spread: float, tests: int | None = None) -> float:
    """Return how far a mean's interval reaches after this many games.

    The interval holds by itself at 95 %, or is one of a family of ``tests`` that hold jointly at
    the planned end.

    >>> round(reach_after(10_000, 2_500), 2)
    0.98
    """
    level = LEVEL if tests is None else fixed(games).level(tests)
    return normal_reach(level) * math.sqrt(spread / games)


def games_to_know(
    precision: float, spread: float, tests: int, differing: float = 1.0, bound: float = math.inf
) -> float:
    """Return the look at which a sequential run reaches ``precision``.

    It is a planned look that knows a mean to +- ``precision``. Arguments are as in `games_to_find`;
    ``differing`` is the share of games that differ. Until `FEWEST_DIFFERING` do, the ``bound``,
    which no game's difference exceeds, times the share that may differ decides: see
    `stats.looked_at`. Return inf where that takes more than `MOST_GAMES`.
    """
    bounded = math.isfinite(bound)

    def known(look: Look) -> bool:
        if differing * look.games >= FEWEST_DIFFERING:
            reach = normal_reach(look.level(tests, 1 - OF_FEW * bounded))
            return reach * math.sqrt(spread / look.games) <= precision
        few = differing * look.games, look.games, OF_FEW * look.error(tests)
        return bounded and bound * float(most_that_differ(*few)) <= precision

    look = Look(FEWEST_GAMES, TUNED, sequential=True)
    while not known(look):
        look = replace(look, games=look.next_from(0))
        if look.games > MOST_GAMES:
            return math.inf
    return look.games
