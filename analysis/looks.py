"""When a run is looked at, and what intervals may then promise.

A run may be extended after its result was seen (``--resume`` with more ``--games``) and watched
while it plays. So the 5 in 100 by which intervals may fail are spent in parts, which together hold
however often a run is extended or watched: most at the games that were planned when the run began,
less and less at later looks planned with it, after 3, 9, 27 ... times as many games, and the rest
on one confidence sequence that holds at all numbers of games at once (Waudby-Smith, Arbour, Sinha,
Kennedy and Ramdas 2024, Annals of Statistics 52: asymptotic confidence sequences). Between two
planned looks an interval is what the earlier of them and the sequence leave.

A *sequential* run is played until its question is answered. It has planned looks too, closer to
each other, from the fewest games on of which anything is said; ``planned`` is then the number of
games at which its sequence is narrowest.

`simulator.runs.planned_looks` declares the looks and what each spends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist

from eoc_sim.simulator.runs.planned_looks import FEWEST_GAMES, RULE, SPENDINGS, PlannedLooks

_PLANNED, _SEQUENTIAL = SPENDINGS[RULE]
FIRST = _PLANNED.errors[0]
"""How often the intervals at the planned end may all in all fail."""
SEQUENCE = _PLANNED.sequence
"""How often the confidence sequence may ever fail."""
ALL = _PLANNED.all
"""How often the intervals of a run may ever fail."""
TUNED = 10_000
"""Games at which the sequence of a sequential run is narrowest."""
FEWEST_DIFFERING = 50
"""Games that differ before which the sequence says nothing of a paired difference."""
OF_FEW = 0.1
"""The part of a sequence's error that is spent on rows of which so few games differ."""


@dataclass(frozen=True)
class Look:
    """One look at a run: after how many ``games``, and how many were ``planned`` at first.

    Of a ``sequential`` run ``planned`` is the number of games that its sequence is tuned to. Looks
    come after whole rounds of ``round_games``; ``rule`` says how the run spends its error.
    """

    games: int
    planned: int
    sequential: bool = False
    round_games: int = 1
    rule: int = RULE

    @classmethod
    def of(cls, looks: PlannedLooks, games: int) -> Look:
        """The look at a run with these planned looks after so many games."""
        return cls(games, looks.planned, looks.sequential, looks.round_games, looks.rule)

    @cached_property
    def looks(self) -> PlannedLooks:
        """The looks that were planned."""
        return PlannedLooks(self.planned, self.sequential, self.round_games, self.rule)

    @cached_property
    def _number(self) -> int:
        """The number of the last planned look that the run has reached; -1 if there is none."""
        return self.looks.reached(self.games) - 1

    @property
    def reached(self) -> int:
        """The games of the last planned look that the run has reached; 0 if there is none."""
        return 0 if self._number < 0 else int(self.looks.games(self._number))

    @property
    def is_planned(self) -> bool:
        """Whether it is one of the looks that were planned."""
        return self.games == self.reached > 0

    @property
    def is_first(self) -> bool:
        """Whether it is at the end of the run as first asked for."""
        return not self.sequential and self.games == self.planned

    @property
    def is_later(self) -> bool:
        """Whether the run went on after its result may have been seen."""
        return self.sequential or self.games > self.planned

    @property
    def is_extended(self) -> bool:
        """Whether the run is longer than at a planned look, and not yet at the next."""
        return 0 < self.reached < self.games

    @property
    def at_plan(self) -> Look:
        """The last planned look that the run has reached."""
        return replace(self, games=self.reached)

    @property
    def following(self) -> int | None:
        """The games of the next planned look; None if none comes."""
        games = self.looks.following(self.games)
        return int(games) if math.isfinite(games) else None

    def next_from(self, games: float) -> int:
        """The games of the first planned look that comes after ``games`` or more, and after this.

        ``games`` themselves if none comes.
        """
        least = max(math.ceil(games), self.games + 1)
        found = self.looks.following(least - 1)
        return int(found) if math.isfinite(found) else least

    def error(self, tests: int = 1) -> float:
        """How often what bounds few games that differ may ever fail, of each of ``tests``.

        A tenth of it, `OF_FEW`: of all error in a sequential run, whose every look shares it.
        """
        spending = self.looks.spending
        return (spending.all if self.sequential else spending.sequence) / max(tests, 1)

    def level(self, tests: int = 1, part: float = 1.0) -> float:
        """The level of an interval of fixed length that keeps the promise at this look.

        ``tests`` intervals of a family hold together (Bonferroni). Off the planned looks it is the
        level whose normal quantile is the width of the confidence sequence in standard errors.
        ``part`` is the share of the error that the interval may spend.
        """
        share = part / max(tests, 1)
        if self.is_planned:
            return 1 - self.looks.error(self._number) * share
        reach = sequence_reach(self.games, self.planned, self.looks.spending.sequence * share)
        # 1 - 2 * (1 - cdf) without losing the tail.
        return 1 - 2 * NormalDist().cdf(-reach)

    def reach(self, tests: int = 1) -> float:
        """How far the narrowest interval known at this look reaches, in its standard errors."""

        def of(look: Look) -> float:
            level = look.level(tests)
            return -NormalDist().inv_cdf((1 - level) / 2) if level < 1 else math.inf

        own = of(self) if self.says() else math.inf
        if not self.is_extended:
            return own
        return min(own, of(self.at_plan) * math.sqrt(self.games / self.reached))

    def says(self) -> bool:
        """Whether there are games enough for this look to say anything."""
        return self.is_planned or self.games >= FEWEST_GAMES


def sequence_reach(games: float, tuned: float, error: float) -> float:
    """Half the width of the confidence sequence after ``games``, in standard errors of the mean.

    Its tuning makes it narrowest around ``tuned`` games, which must be fixed before the first is
    played; it fails at any time with probability ``error``.

    >>> round(sequence_reach(20_000, 20_000, 0.05), 2)
    3.04
    """
    if games <= 0:
        return math.inf
    logarithm = -2 * math.log(error)
    squared = (logarithm + math.log(logarithm + 1)) * games / max(tuned, 1)
    return math.sqrt(2 * (squared + 1) / squared * math.log(math.sqrt(squared + 1) / error))


def schedule(most: int, round_games: int, every: int = 1) -> tuple[int, ...]:
    """The games after which a sequential run is looked at, the last ``most``.

    Its planned looks, or ``every`` second, third ... of them: they depend on nothing else.

    >>> schedule(5000, 24)
    (1008, 1416, 2016, 2832, 4008, 5016)
    """
    looks = PlannedLooks(TUNED, sequential=True, round_games=round_games)
    last = math.ceil(most / round_games) * round_games
    before = range(0, looks.reached(last - 1), every)
    return (*(int(looks.games(number)) for number in before), last)


def fixed(games: int) -> Look:
    """The look at the planned end of a run of so many games."""
    return Look(games, games)
