"""The looks planned before a run's first game, and their errors.

A run's intervals may fail with a total probability of 5 percent. Only this module declares the
looks, which are the numbers of games after which a run is evaluated. It also declares how much of
that probability each look may spend, and how much the confidence sequence between looks may spend.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.seating import games_per_round
from eoc_sim.simulator.runs.run_file import LOOKS, PLANNED_GAMES, SEQUENTIAL

MIN_GAMES = 1000
"""The minimum number of games before a sequential run's first look."""
RULE = 2
"""The spending rule of new runs; run.json records each run's rule."""


@dataclass(frozen=True)
class Spending:
    """The error probabilities that the looks of a run may spend.

    ``errors`` are the probabilities of its first looks. After them, each look spends half as much
    as the one before it. Each look comes after ``growth`` times the games of the one before it.
    ``sequence`` is spent on the confidence sequence, which is valid after any number of games.
    """

    errors: tuple[float, ...]
    growth: float
    sequence: float

    @property
    def total(self) -> float:
        """The probability that any interval ever fails."""
        at_looks = sum(self.errors)
        if math.isfinite(self.growth):
            # The looks after those in `errors` spend half of the last of these errors, then a
            # quarter, and so on: together, as much as that error.
            at_looks += self.errors[-1]
        return at_looks + self.sequence


EQUAL_LOOKS = 16
"""The number of looks with equal errors in a sequential run.

The last of them comes after 181 times as many games as the first.
"""
SPENDINGS = {
    # The first of each pair is for a planned run, which may be extended, and the second for a
    # sequential run.
    2: (
        Spending((0.025, 0.01), 3.0, 0.005),
        Spending((0.045 / (EQUAL_LOOKS + 1),) * EQUAL_LOOKS, math.sqrt(2), 0.005),
    ),
    # Runs of earlier releases keep their rule: one look, or only the sequence.
    1: (Spending((0.04,), math.inf, 0.01), Spending((), math.inf, 0.05)),
}


@dataclass(frozen=True)
class PlannedLooks:
    """The looks at a run, numbered from 0.

    The first comes after exactly ``planned_games`` or, if the run is ``sequential``, after at least
    `MIN_GAMES`. All later looks, and the first look at a sequential run, come after a whole number
    of rounds of ``round_games``.
    """

    planned_games: int
    sequential: bool = False
    round_games: int = 1
    rule: int = RULE

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> PlannedLooks:
        """Read a run's looks from run.json; the earliest runs lack the rule.

        Raises:
            InputError: the run has a rule that this release does not know.
        """
        rule = record.get(LOOKS, 1)
        if rule not in SPENDINGS:
            raise InputError(
                f'The run\'s field "{LOOKS}" is {rule}; this release knows '
                f"{', '.join(map(str, SPENDINGS))}."
            )
        return cls(
            int(record[PLANNED_GAMES]),
            bool(record.get(SEQUENTIAL, False)),
            games_per_round(str(record["seating"]), int(record["players"])),
            rule,
        )

    @property
    def spending(self) -> Spending:
        """The spending rule of the run."""
        return SPENDINGS[self.rule][self.sequential]

    def games(self, number: int) -> float:
        """Count the games before a look; inf if it never comes."""
        spending = self.spending
        if not spending.errors or (number and math.isinf(spending.growth)):
            return math.inf
        if self.sequential:
            # Rounding first avoids an extra round from a floating-point error.
            rounds = MIN_GAMES * spending.growth**number / self.round_games
            return math.ceil(round(rounds, 6)) * self.round_games
        if number == 0:
            return self.planned_games
        return (
            int(self.planned_games * spending.growth**number) // self.round_games * self.round_games
        )

    def error(self, number: int) -> float:
        """Return the error that a look spends."""
        errors = self.spending.errors
        if number < len(errors):
            return errors[number]
        return errors[-1] / 2 ** (number - len(errors) + 1)

    def count_reached(self, games: int) -> int:
        """Count the looks reached after ``games`` games."""
        number = 0
        while self.games(number) <= games:
            number += 1
        return number

    def games_at_next_look(self, games: int) -> float:
        """Return the games at the next look after ``games``, or inf."""
        return self.games(self.count_reached(games))
