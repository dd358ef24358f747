"""The number of games that a question needs, given a pilot's variance."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist

from eoc_sim.analysis.looks import (
    FEW_ERROR_SHARE,
    MIN_DIFFERING,
    MIN_GAMES,
    NARROWEST_AT,
    Look,
    fixed_look,
)
from eoc_sim.analysis.stats import (
    LEVEL,
    MAX_GAMES,
    POWER,
    imagined_games,
    max_differing_share,
    normal_reach,
)


def games_to_find(change: float, variance: float, tests: int, largest: float = 0.0) -> float:
    """Return how many games usually suffice to find a mean's change.

    The games suffice in four of five cases, if the run is judged at its planned end and ``tests``
    intervals hold jointly. ``variance`` is that of one game's (paired) difference, in squared units
    of ``change``. This inverts `stats.detectable_change`. Intervals of paired differences count a
    few imagined games besides the real ones (`stats.imagined_games`), each at a distance of
    ``largest`` from 0; they matter if few games are needed.

    >>> round(games_to_find(1.0, 1_000, 4)), round(games_to_find(2.0, 20, 4, 20.0))
    (12788, 109)
    """
    level = fixed_look(1).level(tests)
    reach = normal_reach(level) + NormalDist().inv_cdf(POWER)
    # Solve change = reach * sqrt((variance + 2 imagined largest^2 / n) / n) for n.
    plain = reach * reach * variance / (change * change)
    imagined_squares = 2 * imagined_games(level) * (reach * largest / change) ** 2
    return (plain + math.sqrt(plain * plain + 4 * imagined_squares)) / 2


def reach_after(games: int, variance: float, tests: int | None = None) -> float:
    """Return half the width of a mean's interval after ``games`` games.

    The interval holds on its own at 95 %, or as one of ``tests`` that hold jointly at the planned
    end.

    >>> round(reach_after(10_000, 2_500), 2)
    0.98
    """
    level = LEVEL if tests is None else fixed_look(games).level(tests)
    return normal_reach(level) * math.sqrt(variance / games)


def games_to_know(
    precision: float, variance: float, tests: int, differing: float = 1.0, bound: float = math.inf
) -> float:
    """Return how many games a sequential run needs to reach ``precision``.

    The run stops at the first planned look at which a mean is known to +- ``precision``. Arguments
    are as in `games_to_find`; ``differing`` is the share of games that differ. Until
    `MIN_DIFFERING` games differ, half the interval's width is the share that may differ times
    ``bound``, the largest difference in a game: see `stats.interval_at`. Return inf if more than
    `MAX_GAMES` are needed.
    """
    is_bounded = math.isfinite(bound)

    def is_precise(look: Look) -> bool:
        if differing * look.games >= MIN_DIFFERING:
            reach = normal_reach(look.level(tests, 1 - FEW_ERROR_SHARE * is_bounded))
            return reach * math.sqrt(variance / look.games) <= precision
        share = max_differing_share(
            differing * look.games, look.games, FEW_ERROR_SHARE * look.error(tests)
        )
        return is_bounded and bound * float(share) <= precision

    look = Look(MIN_GAMES, NARROWEST_AT, sequential=True)
    while not is_precise(look):
        look = replace(look, games=look.next_from(0))
        if look.games > MAX_GAMES:
            return math.inf
    return look.games
