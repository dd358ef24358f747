"""Looks at a run, and the error that intervals spend at each.

A run may be watched while it plays, and extended after its result was seen (``--resume`` with more
``--games``). The chance that intervals ever fail is kept at 5 in 100, however many times the run is
looked at: this error is split. The largest part is spent at the number of games planned at the
start. Less and less is spent at later planned looks, after 3, 9, 27 ... times as many games. The
rest is spent on one confidence sequence that is simultaneously valid at all numbers of games
(Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, Annals of Statistics 52: asymptotic
confidence sequences). Between two planned looks, the interval is the intersection of the interval
at the earlier look and the sequence's interval.

A *sequential* run is played until its question is answered. Its planned looks are closer together
and start at the fewest games that allow a statement; its sequence is narrowest at
``planned_games``.

`simulator.runs.planned_looks` declares the looks and the error that each spends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist

from eoc_sim.simulator.runs.planned_looks import MIN_GAMES, RULE, SPENDINGS, PlannedLooks

_PLANNED_SPENDING, _SEQUENTIAL_SPENDING = SPENDINGS[RULE]
FIRST_LOOK_ERROR = _PLANNED_SPENDING.errors[0]
"""Chance that an interval at the planned end fails."""
SEQUENCE_ERROR = _PLANNED_SPENDING.sequence
"""Chance that the confidence sequence ever fails."""
NARROWEST_AT = 10_000
"""Number of games at which a sequential run's sequence is narrowest."""
MIN_DIFFERING = 50
"""With fewer differing games, a paired difference is only bounded; see `stats.interval_at`."""
FEW_ERROR_SHARE = 0.1
"""Fraction of `Look.error` that a bound on few differing games spends."""


@dataclass(frozen=True)
class Look:
    """One look at a run, after ``games`` games.

    Originally, ``planned_games`` games were planned; the sequence of a ``sequential`` run is tuned
    to this number. Looks come after complete rounds of ``round_games``; ``rule`` is the number of
    the rule by which the error is spent.
    """

    games: int
    planned_games: int
    sequential: bool = False
    round_games: int = 1
    rule: int = RULE

    @classmethod
    def make(cls, looks: PlannedLooks, games: int) -> Look:
        """Return the look at a run with these planned looks."""
        return cls(games, looks.planned_games, looks.sequential, looks.round_games, looks.rule)

    @cached_property
    def looks(self) -> PlannedLooks:
        """The looks that were planned."""
        return PlannedLooks(self.planned_games, self.sequential, self.round_games, self.rule)

    @cached_property
    def _number(self) -> int:
        """Number of the last planned look reached; -1 if there is none."""
        return self.looks.count_reached(self.games) - 1

    @property
    def games_at_last_planned(self) -> int:
        """Games at the last planned look reached; 0 if there is none."""
        return 0 if self._number < 0 else int(self.looks.games(self._number))

    @property
    def is_planned(self) -> bool:
        """True if this is one of the planned looks."""
        return self.games == self.games_at_last_planned > 0

    @property
    def is_first(self) -> bool:
        """True if this look is at the run's originally planned end."""
        return not self.sequential and self.games == self.planned_games

    @property
    def is_later(self) -> bool:
        """True if the run continued after its result was visible."""
        return self.sequential or self.games > self.planned_games

    @property
    def is_past_planned_look(self) -> bool:
        """True if the run continued after the last planned look it reached."""
        return 0 < self.games_at_last_planned < self.games

    @property
    def last_planned_look(self) -> Look:
        """The last planned look that the run has reached."""
        return replace(self, games=self.games_at_last_planned)

    @property
    def games_at_next_look(self) -> int | None:
        """Games at the next planned look; None if there is none."""
        games = self.looks.games_at_next_look(self.games)
        return int(games) if math.isfinite(games) else None

    def next_from(self, games: float) -> int:
        """Return the games at the next planned look, from ``games`` onwards.

        That look comes after this one. If there is none, return ``games``, rounded up, but at least
        one more game than at this look.
        """
        minimum = max(math.ceil(games), self.games + 1)
        next_look = self.looks.games_at_next_look(minimum - 1)
        return int(next_look) if math.isfinite(next_look) else minimum

    def error(self, tests: int = 1) -> float:
        """Return the error available to bounds on few differing games.

        The result is each test's share of the sequence's error or, in a sequential run, of the
        total error; a bound spends `FEW_ERROR_SHARE` of it.
        """
        spending = self.looks.spending
        return (spending.total if self.sequential else spending.sequence) / max(tests, 1)

    def level(self, tests: int = 1, error_share: float = 1.0) -> float:
        """Return the level of an interval that spends this look's error.

        ``tests`` is the number of intervals of a family that hold jointly (Bonferroni). Except at
        planned looks, the result is the level whose normal quantile is half the confidence
        sequence's width in standard errors. ``error_share`` is the share of the error that the
        interval may spend.
        """
        share = error_share / max(tests, 1)
        if self.is_planned:
            return 1 - self.looks.error(self._number) * share
        reach = sequence_reach(self.games, self.planned_games, self.looks.spending.sequence * share)
        # 1 - 2 * (1 - cdf), accurate in the tail.
        return 1 - 2 * NormalDist().cdf(-reach)

    def reach(self, tests: int = 1) -> float:
        """Return half the narrowest interval's width, in standard errors."""

        def reach_of(look: Look) -> float:
            level = look.level(tests)
            return -NormalDist().inv_cdf((1 - level) / 2) if level < 1 else math.inf

        current_reach = reach_of(self) if self.has_enough_games() else math.inf
        if not self.is_past_planned_look:
            return current_reach
        return min(
            current_reach,
            reach_of(self.last_planned_look) * math.sqrt(self.games / self.games_at_last_planned),
        )

    def has_enough_games(self) -> bool:
        """Return True if there are enough games for any statement."""
        return self.is_planned or self.games >= MIN_GAMES


def sequence_reach(games: float, tuned_games: float, error: float) -> float:
    """Return half the confidence sequence's width, in standard errors of the mean.

    The sequence is narrowest around ``tuned_games``, which must be fixed before the first game. The
    probability that it ever fails is ``error``.

    >>> round(sequence_reach(20_000, 20_000, 0.05), 2)
    3.04
    """
    if games <= 0:
        return math.inf
    logarithm = -2 * math.log(error)
    scale = (logarithm + math.log(logarithm + 1)) * games / max(tuned_games, 1)
    return math.sqrt(2 * (scale + 1) / scale * math.log(math.sqrt(scale + 1) / error))


def schedule(games: int, round_games: int, every: int = 1) -> tuple[int, ...]:
    """List the looks at a sequential run of ``games`` games.

    The last look comes after all games, rounded up to complete rounds. The earlier looks are the
    planned looks or, with ``every``, every second, third ... of them.

    >>> schedule(5000, 24)
    (1008, 1416, 2016, 2832, 4008, 5016)
    """
    looks = PlannedLooks(NARROWEST_AT, sequential=True, round_games=round_games)
    last = math.ceil(games / round_games) * round_games
    earlier_looks = range(0, looks.count_reached(last - 1), every)
    return (*(int(looks.games(number)) for number in earlier_looks), last)


def fixed_look(games: int) -> Look:
    """Return the look at a run's planned end, after ``games`` games."""
    return Look(games, games)
