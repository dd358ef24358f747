"""The search for a whole-number compensation by turn order that makes all places win alike.

A paired pilot says what one unit for each place does to the wins of all. On the scale of log wins
that answer is nearly a straight line, however uneven the places are (a multinomial logit); it is
corrected by what further games show (Broyden's update). Each step takes the smallest whole numbers
that the line promises to be even enough.

All steps are played on the same luck, whose noise they share: more of them know no better how even
a compensation is. So nothing counts as even enough that noise may have made so, and what is
proposed is tried on other luck, by whose wins the search is corrected.
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
"""The search aims at this part of what is tolerated: luck must not push it over the edge."""
FEWEST_WINS = 0.2
"""Wins in 100 that a place is taken to have at least, as the logarithm of none is not a number."""
STEPS_AS_A_RULE = 3
"""Compensations that a search plays as a rule before one is even enough; more take longer."""
GAIN = 0.1
"""Wins in 100 by which a further step has to promise to be more even."""


def games_to_repair(players: int, games: int) -> int:
    """Games that a search takes as a rule: a version for each place, its steps, a fresh try."""
    return games * (1 + players + STEPS_AS_A_RULE + 2)


def unevenness(wins: Floats) -> float:
    """How far the place furthest from fair is from it.

    >>> unevenness(np.array([24.0, 25.5, 25.5, 25.0]))
    1.0
    """
    return float(np.abs(wins - wins.mean()).max())


def _log(wins: Sequence[float] | Floats) -> Floats:
    return np.log(np.maximum(np.asarray(wins, dtype=np.float64), FEWEST_WINS))


def _shifted(wins: Sequence[float] | Floats, shift: Floats) -> Floats:
    """Wins in 100 moved on the scale of their logarithms."""
    chances = np.exp(_log(wins) + shift)
    return 100 * chances / chances.sum()


class Search:
    """Proposes compensations, one a step; learns from the wins that were played under each.

    ``given`` is where the search starts and ``wins`` what was played there; ``tried`` has for each
    place a number that it was given besides, and the wins of all places then. ``noise`` is how far
    luck may have moved them.
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
        # The same for all is nothing for anybody.
        self.offers = offers[offers.min(axis=1) == 0]

    @property
    def enough(self) -> float:
        """How far from fair a place may be measured to count as even enough; negative: never."""
        return min(AIM * self.within, self.within - self.noise / self.lucks**0.5)

    def propose(self) -> tuple[int, ...] | None:
        """The smallest compensation that promises to be even enough, else the most even one.

        None where nothing that was not played promises to be more even than what was.
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
        """Take in the wins that were played under ``given``; the next proposal starts from it.

        They are of the search's luck, so what is known of that is taken off.
        """
        wins = _shifted(wins, self.shift)
        step = np.array(given) - np.array(self.given)
        surprise = _log(wins) - self.level - step @ self.slopes
        self.slopes = self.slopes + np.outer(step, surprise) / float(step @ step)
        self.given, self.level = given, _log(wins)
        self.played[given] = np.asarray(wins, dtype=np.float64)

    def correct(self, given: tuple[int, ...], wins: Sequence[float] | Floats) -> None:
        """Take in what other luck showed of a compensation that was played on the search's.

        Every luck counts alike; by how much the mean of all is off, the search's luck is taken to
        be off everywhere.
        """
        self.lucks += 1
        by = (_log(wins) - _log(self.played[given])) / self.lucks
        self.shift = self.shift + by
        self.level = self.level + by
        self.played = {known: _shifted(earlier, by) for known, earlier in self.played.items()}

    def best(self) -> tuple[int, ...]:
        """The smallest of all that were played and even enough, else the most even of them."""
        enough = {
            given: wins for given, wins in self.played.items() if unevenness(wins) <= self.enough
        }
        if enough:
            return min(enough, key=lambda given: (sum(given), unevenness(enough[given])))
        return min(self.played, key=lambda given: unevenness(self.played[given]))


MET, AS_MEASURED, OPEN, OUTSIDE = "met", "met as measured", "not decided", "outside"
"""What fresh games say of a compensation: all intervals within what is tolerated; all places as
measured; a place outside as measured whose interval reaches in; a place certainly outside."""
STATES = (MET, AS_MEASURED, OPEN, OUTSIDE)
"""The best first."""


@dataclass(frozen=True)
class Judged:
    """What fresh games say: the state, the place furthest from fair and how far off it is.

    ``games`` are about as many as would tell of a compensation that is not decided, unless it is
    nearer to the edge of what is tolerated than the search aims at.
    """

    state: str
    furthest: int
    off: float
    games: int | None


def judged(wins: Floats, low: Floats, high: Floats, within: float, tests: int) -> Judged:
    """Whether all places are ``within`` so many wins of fair, by ``tests`` intervals together."""
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
    """About how many games tell of a place so far ``away`` from what is tolerated on which side.

    In four of five cases, by intervals of which ``tests`` hold together.
    """
    return round_up(games_to_find(away, spread_of_wins(places), tests))


def spread_of_wins(places: int) -> float:
    """The variance of a place's wins in 100 in one game where all are even."""
    return 1e4 * (1 / places) * (1 - 1 / places)


def known_to(places: int, games: int, tests: int | None = None) -> float:
    """To how many wins in 100 a place is known after so many games, alone or with ``tests``.

    >>> round(known_to(3, 3000), 1)
    1.7
    """
    return reach_after(games, spread_of_wins(places), tests)
