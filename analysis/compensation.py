"""A search for whole-number compensations by turn order that even all places.

A paired pilot measures how one unit for each place changes the wins of all. On the scale of log
wins this response is nearly a straight line, however uneven the places are (a multinomial logit);
further games correct it (Broyden's update). Each step takes the smallest whole numbers that the
line promises to be even enough.

All steps are played on the same luck and share its noise: more of them give no better estimate of
how even a compensation is. So a result that noise may explain does not count as even enough, and
each proposal is tried on other luck, by whose wins the search is corrected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.planning import games_to_find, reach_after
from eoc_sim.analysis.stats import round_up

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

AIM = 0.5
"""Part of the tolerance that the search aims at.

Luck must not push a place over the edge.
"""
FEWEST_WINS = 0.2
"""Least wins in 100 assumed for a place.

The logarithm of 0 does not exist.
"""
STEPS_AS_A_RULE = 3
"""Compensations that a search usually plays until one is even enough."""
GAIN = 0.1
"""Evenness that a further step must promise, in wins in 100."""


def games_to_repair(players: int, games: int) -> int:
    """Estimate the games that a search usually takes.

    They are one version per place, its steps and a fresh try.
    """
    return games * (1 + players + STEPS_AS_A_RULE + 2)


def unevenness(wins: Floats) -> float:
    """Return how far the most uneven place is from fair.

    >>> unevenness(np.array([24.0, 25.5, 25.5, 25.0]))
    1.0
    """
    return float(np.abs(wins - wins.mean()).max())


def _log(wins: Sequence[float] | Floats) -> Floats:
    return np.log(np.maximum(np.asarray(wins, dtype=np.float64), FEWEST_WINS))


def _shifted(wins: Sequence[float] | Floats, shift: Floats) -> Floats:
    """Shift wins in 100 on the scale of their logarithms."""
    chances = np.exp(_log(wins) + shift)
    return 100 * chances / chances.sum()


class CompensationSearch:
    """A search that proposes compensations and learns from the wins under each.

    ``given`` is the starting point and ``wins`` the wins played there; ``tried`` holds, for each
    place, a number that it was given in addition, and the wins of all places with it. ``noise`` is
    how far luck may have moved them.
    """

    def __init__(
        self,
        given: tuple[int, ...],
        wins: Sequence[float] | Floats,
        tried: Sequence[tuple[int, Sequence[float] | Floats]],
        most: int,
        within: float,
        noise: float = 0.0,
    ) -> None:
        self.given = given
        self.level = _log(wins)
        self.slopes: Floats = np.array([(_log(then) - self.level) / by for by, then in tried])
        self.within = within
        self.noise = noise
        self.lucks = 1
        self.shift: Floats = np.zeros(len(given))
        self.played = {given: np.asarray(wins, dtype=np.float64)}
        offers = np.indices((most + 1,) * len(given)).reshape(len(given), -1).T
        # The same for all places changes none of them.
        self.offers = offers[offers.min(axis=1) == 0]

    @property
    def enough(self) -> float:
        """Distance from fair, as measured, that counts as even enough; negative: never."""
        return min(AIM * self.within, self.within - self.noise / self.lucks**0.5)

    def propose(self) -> tuple[int, ...] | None:
        """Propose the smallest compensation that promises to suffice, else the most even.

        None if no unplayed one promises to be more even than those already played.
        """
        reached = min(unevenness(wins) for wins in self.played.values())
        if reached <= self.enough:
            return None
        logs = self.level + (self.offers - np.array(self.given)) @ self.slopes
        chances = np.exp(logs - logs.max(axis=1, keepdims=True))
        promised = 100 * chances / chances.sum(axis=1, keepdims=True)
        worst = np.abs(promised - 100 / len(self.given)).max(axis=1)
        for known in self.played:
            worst[(self.offers == known).all(axis=1)] = np.inf
        if worst.min() > reached - GAIN:
            return None
        enough = worst <= max(self.enough, float(worst.min()))
        sizes = np.where(enough, self.offers.sum(axis=1), np.iinfo(np.int64).max)
        smallest = np.flatnonzero(sizes == sizes.min())
        best = smallest[np.argmin(worst[smallest])]
        return tuple(int(number) for number in self.offers[best])

    def learn(self, given: tuple[int, ...], wins: Sequence[float] | Floats) -> None:
        """Record the wins played under ``given``; the next proposal starts from it.

        They come from the search's own luck, so its known bias is taken off.
        """
        wins = _shifted(wins, self.shift)
        step = np.array(given) - np.array(self.given)
        surprise = _log(wins) - self.level - step @ self.slopes
        self.slopes = self.slopes + np.outer(step, surprise) / float(step @ step)
        self.given, self.level = given, _log(wins)
        self.played[given] = np.asarray(wins, dtype=np.float64)

    def correct(self, given: tuple[int, ...], wins: Sequence[float] | Floats) -> None:
        """Record wins on other luck under a compensation already played.

        All samples of luck count equally; the search's own is assumed to deviate everywhere by as
        much as it deviates from their mean.
        """
        self.lucks += 1
        by = (_log(wins) - _log(self.played[given])) / self.lucks
        self.shift = self.shift + by
        self.level = self.level + by
        self.played = {known: _shifted(earlier, by) for known, earlier in self.played.items()}

    def best(self) -> tuple[int, ...]:
        """Return the smallest compensation that was even enough, else the most even."""
        enough = {
            given: wins for given, wins in self.played.items() if unevenness(wins) <= self.enough
        }
        if enough:
            return min(enough, key=lambda given: (sum(given), unevenness(enough[given])))
        return min(self.played, key=lambda given: unevenness(self.played[given]))


MET, AS_MEASURED, OPEN, OUTSIDE = "met", "met as measured", "not decided", "outside"
"""Verdicts of fresh games on a compensation.

In order: all intervals lie within the tolerance; all places do as measured; a place lies outside as
measured, but its interval reaches in; a place certainly lies outside.
"""
STATES = (MET, AS_MEASURED, OPEN, OUTSIDE)
"""All verdicts, the best first."""


@dataclass(frozen=True)
class Judged:
    """Verdict of fresh games, with the place furthest from fair.

    ``games`` are roughly enough to decide an open compensation, unless it is nearer to the edge of
    the tolerance than the search aims at.
    """

    state: str
    furthest: int
    off: float
    games: int | None


def judged(wins: Floats, low: Floats, high: Floats, within: float, tests: int) -> Judged:
    """Judge if all places are ``within`` a tolerance of fair.

    The tolerance is in wins in 100; ``tests`` intervals hold jointly.
    """
    fair = 100 / len(wins)
    away = np.abs(wins - fair)
    furthest = int(np.argmax(away))
    off = float(away[furthest])
    known = ~(np.isnan(low) | np.isnan(high))
    if (known & ((low > fair + within) | (high < fair - within))).any():
        state = OUTSIDE
    elif off > within:
        state = OPEN
    else:
        inside = (known & (low >= fair - within) & (high <= fair + within)).all()
        state = MET if inside else AS_MEASURED
    games = None
    if state == OPEN:
        games = games_to_judge(len(wins), max(off - within, AIM * within), tests)
    return Judged(state, furthest, off, games)


def games_to_judge(places: int, away: float, tests: int) -> int:
    """Estimate the games that settle a place ``away`` from the tolerance's edge.

    Enough in four of five cases, by intervals of which ``tests`` hold jointly.
    """
    return round_up(games_to_find(away, spread_of_wins(places), tests))


def spread_of_wins(places: int) -> float:
    """Return the variance of a place's wins in one even game.

    The wins are in 100.
    """
    return 1e4 * (1 / places) * (1 - 1 / places)


def known_to(places: int, games: int, tests: int | None = None) -> float:
    """Return the precision of a place's wins in 100.

    The interval holds alone, or jointly with ``tests``.

    >>> round(known_to(3, 3000), 1)
    1.7
    """
    return reach_after(games, spread_of_wins(places), tests)
