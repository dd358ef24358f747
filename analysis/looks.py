"""When a run is looked at, and what intervals may then promise.

A run may be extended after its result was seen (``--resume`` with more ``--games``) and watched
while it plays. So the 5 in 100 by which intervals may fail are spent in two parts, which together
hold however often a run is extended or watched: 4 at the games that were planned when the run
began, 1 on one confidence sequence that holds at all numbers of games at once (Waudby-Smith,
Arbour, Sinha, Kennedy and Ramdas 2024, Annals of Statistics 52: asymptotic confidence sequences).
Once a run is longer than planned, an interval is what both leave.

A *sequential* run is played until its question is answered, and looked at on the way: no number of
games was planned for it, so all 5 in 100 are spent on the confidence sequence. ``planned`` is then
the number of games at which the sequence is narrowest, fixed before the first game is played.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

PLANNED = 0.04
"""How often the intervals at the planned end may all in all fail."""
SEQUENCE = 0.01
"""How often the confidence sequence may ever fail."""
ALL = PLANNED + SEQUENCE
"""How often the intervals of a sequential run may ever fail: its sequence spends everything."""
TUNED = 10_000
"""Games at which the sequence of a sequential run is narrowest.

Of eight rows together it is 3.7 standard errors wide there, 4.4 at a tenth and 3.9 at ten times as
many games; fixed intervals would be 2.7 wide.
"""
GROWTH = math.sqrt(2)
"""Every look at a sequential run comes after so many times the games of the look before."""
FEWEST_GAMES = 1000
"""Games of a run before which its sequence says nothing: its level holds for many games."""
FEWEST_DIFFERING = 50
"""Games that differ before which the sequence says nothing of a paired difference."""
OF_FEW = 0.1
"""The part of a sequence's error that is spent on rows of which so few games differ."""


@dataclass(frozen=True)
class Look:
    """One look at a run: after how many ``games``, and how many were ``planned`` at first.

    Of a ``sequential`` run ``planned`` is the number of games that its sequence is tuned to.
    """

    games: int
    planned: int
    sequential: bool = False

    @property
    def is_planned(self) -> bool:
        """Whether it is the one look that was planned, at the end of the run as first asked for."""
        return not self.sequential and self.games == self.planned

    @property
    def is_extended(self) -> bool:
        """Whether the run is longer than it was planned to be."""
        return not self.sequential and self.games > self.planned

    @property
    def at_plan(self) -> Look:
        """The look at the planned end."""
        return Look(self.planned, self.planned)

    def error(self, tests: int = 1) -> float:
        """How often what holds at all looks may ever fail, of each of ``tests`` together."""
        return (ALL if self.sequential else SEQUENCE) / max(tests, 1)

    def level(self, tests: int = 1, part: float = 1.0) -> float:
        """The level of an interval of fixed length that keeps the promise at this look.

        ``tests`` intervals of a family hold together (Bonferroni). Off the planned end it is the
        level whose normal quantile is the width of the confidence sequence in standard errors,
        of which ``part`` is its share of the error.
        """
        if self.is_planned:
            return 1 - PLANNED / max(tests, 1)
        reach = sequence_reach(self.games, self.planned, self.error(tests) * part)
        # 1 - 2 * (1 - cdf) without losing the tail.
        return 1 - 2 * NormalDist().cdf(-reach)

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


def schedule(most: int, round_games: int, growth: float = GROWTH) -> tuple[int, ...]:
    """The games after which a sequential run is looked at, the last ``most``.

    Whole rounds of ``round_games``, from the fewest on that the sequence says anything of, each
    ``growth`` times the one before; they depend on nothing else.

    >>> schedule(5000, 24)
    (1008, 1416, 2016, 2832, 4008, 5016)
    """
    looks: list[int] = []
    games = float(FEWEST_GAMES)
    while games < most:
        looks.append(math.ceil(games / round_games) * round_games)
        games *= growth
    last = math.ceil(most / round_games) * round_games
    return (*(look for look in looks if look < last), last)


def fixed(games: int) -> Look:
    """The look at the planned end of a run of so many games."""
    return Look(games, games)
