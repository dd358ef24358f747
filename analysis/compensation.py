"""A search for whole-number compensations that make turn order fair.

A paired pilot measures how one unit given to one place at a time changes everyone's wins. On a
scale of log wins this response is nearly a straight line, however uneven the places are (a
multinomial logit); further games correct it (Broyden's update). Each step takes the smallest whole
numbers that the line predicts to be fair enough.

All steps are played with the same luck and share its noise, so further steps do not measure the
fairness of a compensation more precisely. That is why a result that may be fair by luck alone does
not count as fair enough, and why each proposal is also tried with other luck, which corrects the
search.
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
"""Fraction of the tolerance that the search aims for.

Aiming for less than the tolerance keeps luck from pushing a place out of it.
"""
MIN_WINS = 0.2
"""Lower limit on wins in 100, since 0 has no logarithm."""
USUAL_STEPS = 3
"""The number of compensations that a search usually plays."""
MIN_GAIN = 0.1
"""Improvement, in wins per 100 games, that a further step must promise."""


def games_to_repair(players: int, games: int) -> int:
    """Estimate how many games a search usually takes.

    The games are those of the current rules, of one version per place, of the search's steps, and
    of a test in fresh games, with and without the proposed compensation.
    """
    return games * (1 + players + USUAL_STEPS + 2)


def unevenness(wins: Floats) -> float:
    """Return the largest distance of any place's wins from fair.

    >>> unevenness(np.array([24.0, 25.5, 25.5, 25.0]))
    1.0
    """
    return float(np.abs(wins - wins.mean()).max())


def _log(wins: Sequence[float] | Floats) -> Floats:
    return np.log(np.maximum(np.asarray(wins, dtype=np.float64), MIN_WINS))


def _shift(wins: Sequence[float] | Floats, shift: Floats) -> Floats:
    """Shift wins in 100 on a logarithmic scale."""
    chances = np.exp(_log(wins) + shift)
    return 100 * chances / chances.sum()


class CompensationSearch:
    """A search that proposes compensations and learns from the wins under each.

    ``gifts`` is the starting point and ``wins`` are the wins there; ``trials`` holds, for each
    place, the extra amount that it was given and the resulting wins of all places. ``max_gift`` is
    the largest gift to a place, ``tolerance`` how far wins may be from fair, and ``noise`` how far
    luck may have moved the wins.
    """

    def __init__(
        self,
        gifts: tuple[int, ...],
        wins: Sequence[float] | Floats,
        trials: Sequence[tuple[int, Sequence[float] | Floats]],
        max_gift: int,
        tolerance: float,
        noise: float = 0.0,
    ) -> None:
        self.gifts = gifts
        self.level = _log(wins)
        self.slopes: Floats = np.array(
            [(_log(wins) - self.level) / amount for amount, wins in trials]
        )
        self.tolerance = tolerance
        self.noise = noise
        self.samples = 1
        self.shift: Floats = np.zeros(len(gifts))
        self.wins_by_gifts = {gifts: np.asarray(wins, dtype=np.float64)}
        offers = np.indices((max_gift + 1,) * len(gifts)).reshape(len(gifts), -1).T
        # The same gift to every place changes nothing.
        self.offers = offers[offers.min(axis=1) == 0]

    @property
    def max_distance(self) -> float:
        """The largest measured distance from fair that counts as fair enough.

        It is negative if no distance does, because luck may have moved the wins by more than the
        tolerance.
        """
        return min(AIM * self.tolerance, self.tolerance - self.noise / self.samples**0.5)

    def propose(self) -> tuple[int, ...] | None:
        """Propose the smallest compensation predicted to suffice, else the fairest.

        Return None if a played one is fair enough, or if no other compensation is predicted to be
        fairer than the played ones by at least `MIN_GAIN`.
        """
        smallest_unevenness = min(unevenness(wins) for wins in self.wins_by_gifts.values())
        if smallest_unevenness <= self.max_distance:
            return None
        logs = self.level + (self.offers - np.array(self.gifts)) @ self.slopes
        chances = np.exp(logs - logs.max(axis=1, keepdims=True))
        predicted_wins = 100 * chances / chances.sum(axis=1, keepdims=True)
        worst = np.abs(predicted_wins - 100 / len(self.gifts)).max(axis=1)
        for gifts in self.wins_by_gifts:
            worst[(self.offers == gifts).all(axis=1)] = np.inf
        if worst.min() > smallest_unevenness - MIN_GAIN:
            return None
        is_fair_enough = worst <= max(self.max_distance, float(worst.min()))
        sizes = np.where(is_fair_enough, self.offers.sum(axis=1), np.iinfo(np.int64).max)
        smallest = np.flatnonzero(sizes == sizes.min())
        best = smallest[np.argmin(worst[smallest])]
        return tuple(int(number) for number in self.offers[best])

    def learn(self, gifts: tuple[int, ...], wins: Sequence[float] | Floats) -> None:
        """Record the wins under ``gifts``, from which the next proposal starts.

        The games were played with the search's own luck, so the known bias of this luck is removed.
        """
        wins = _shift(wins, self.shift)
        step = np.array(gifts) - np.array(self.gifts)
        surprise = _log(wins) - self.level - step @ self.slopes
        self.slopes = self.slopes + np.outer(step, surprise) / float(step @ step)
        self.gifts, self.level = gifts, _log(wins)
        self.wins_by_gifts[gifts] = np.asarray(wins, dtype=np.float64)

    def correct(self, gifts: tuple[int, ...], wins: Sequence[float] | Floats) -> None:
        """Record the wins when a played compensation is replayed with other luck.

        All samples of luck count equally. The search's own luck is assumed to be off by the same
        amount under every compensation.
        """
        self.samples += 1
        correction = (_log(wins) - _log(self.wins_by_gifts[gifts])) / self.samples
        self.shift = self.shift + correction
        self.level = self.level + correction
        self.wins_by_gifts = {
            key: _shift(earlier, correction) for key, earlier in self.wins_by_gifts.items()
        }

    def best(self) -> tuple[int, ...]:
        """Return the smallest compensation that was fair enough, else the fairest."""
        fair_enough = {
            gifts: wins
            for gifts, wins in self.wins_by_gifts.items()
            if unevenness(wins) <= self.max_distance
        }
        if fair_enough:
            return min(fair_enough, key=lambda gifts: (sum(gifts), unevenness(fair_enough[gifts])))
        return min(self.wins_by_gifts, key=lambda gifts: unevenness(self.wins_by_gifts[gifts]))


MET, AS_MEASURED, OPEN, OUTSIDE = "met", "met as measured", "not decided", "outside"
"""Verdicts on a compensation, reached in fresh games.

In order: all intervals are within the tolerance; all measured wins are, but not all intervals; a
place's wins are outside, but its interval reaches inside; a place's wins are certainly outside.
"""
STATES = (MET, AS_MEASURED, OPEN, OUTSIDE)
"""All verdicts, best first."""


@dataclass(frozen=True)
class CompensationVerdict:
    """A verdict reached in fresh games, with the place furthest from fair.

    If the verdict is open, or met only as measured, ``games`` is roughly the number of games that
    would settle it. This number is for wins that are at least `AIM` times the tolerance away from
    its edge; wins nearer to the edge need more games.
    """

    state: str
    furthest: int
    distance: float
    games: int | None


def judge(
    wins: Floats, low: Floats, high: Floats, tolerance: float, tests: int
) -> CompensationVerdict:
    """Judge whether the wins of all places are close enough to fair.

    ``tolerance`` is in wins per 100 games; ``tests`` is the number of intervals that hold jointly.
    """
    fair = 100 / len(wins)
    distances = np.abs(wins - fair)
    furthest = int(np.argmax(distances))
    distance = float(distances[furthest])
    has_interval = ~(np.isnan(low) | np.isnan(high))
    if (has_interval & ((low > fair + tolerance) | (high < fair - tolerance))).any():
        state = OUTSIDE
    elif distance > tolerance:
        state = OPEN
    else:
        is_inside = (has_interval & (low >= fair - tolerance) & (high <= fair + tolerance)).all()
        state = MET if is_inside else AS_MEASURED
    games = None
    if state in (OPEN, AS_MEASURED):
        games = games_to_judge(len(wins), max(abs(distance - tolerance), AIM * tolerance), tests)
    return CompensationVerdict(state, furthest, distance, games)


def games_to_judge(players: int, distance: float, tests: int) -> int:
    """Estimate how many games it takes to judge a place.

    ``distance`` is how far the place's wins are from the edge of the tolerance, in wins per 100
    games. The estimated number of games suffices in four cases out of five; ``tests`` is the number
    of intervals that hold jointly.
    """
    return round_up(games_to_find(distance, variance_of_wins(players), tests))


def variance_of_wins(players: int) -> float:
    """Return the variance of a place's wins in 100 over fair games."""
    return 1e4 * (1 / players) * (1 - 1 / players)


def precision_after(players: int, games: int, tests: int | None = None) -> float:
    """Return how precisely ``games`` games measure a place's wins in 100.

    The precision is half the width of an interval that holds on its own or, with ``tests``, jointly
    with the others.

    >>> round(precision_after(3, 3000), 1)
    1.7
    """
    return reach_after(games, variance_of_wins(players), tests)
