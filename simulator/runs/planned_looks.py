"""The looks planned before a run's first game, and their errors.

They are declared here alone: the games after which a run is looked at, and the part of the 5 in
100, by which its intervals may fail, that each look and the watch between looks may spend.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.simulator.kernel.seating import games_a_round
from eoc_sim.simulator.runs.run_file import LOOKS, PLANNED_GAMES, SEQUENTIAL

FEWEST_GAMES = 1000
"""The fewest games for an early statement on a run.

A planned end may come before.
"""
RULE = 2
"""The spending rule of a run that begins now.

run.json says by which rule a run spends its error.
"""


@dataclass(frozen=True)
class Spending:
    """The spending of a run's error: ``errors`` at its first looks.

    Every look comes after ``growth`` times the games of the one before, and every look past those
    of ``errors`` spends half as much as the one before it, without end. ``sequence`` is spent on
    the confidence sequence, which holds after any number of games.
    """

    errors: tuple[float, ...]
    growth: float
    sequence: float

    @property
    def all(self) -> float:
        """Return the chance that anything ever fails."""
        at_looks = sum(self.errors)
        if math.isfinite(self.growth):
            at_looks += self.errors[-1]  # the sum of the endless halves
        return at_looks + self.sequence


EQUAL_LOOKS = 16
"""Looks of a sequential run with equal errors.

They reach up to 181 times the games of the first.
"""
SPENDINGS = {
    # For a planned run that may be extended; then for one played until its question is answered.
    2: (
        Spending((0.025, 0.01), 3.0, 0.005),
        Spending((0.045 / (EQUAL_LOOKS + 1),) * EQUAL_LOOKS, math.sqrt(2), 0.005),
    ),
    # Runs of earlier releases keep their promise: one look, or none but the sequence.
    1: (Spending((0.04,), math.inf, 0.01), Spending((), math.inf, 0.05)),
}


@dataclass(frozen=True)
class PlannedLooks:
    """The looks at a run, numbered from 0, by its run.json.

    The first comes where the run was ``planned`` to end, or after `FEWEST_GAMES` if it is
    ``sequential``. All come after whole rounds of ``round_games``.
    """

    planned: int
    sequential: bool = False
    round_games: int = 1
    rule: int = RULE

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> PlannedLooks:
        """Read a run's looks from run.json; early ones lack the rule."""
        return cls(
            int(record[PLANNED_GAMES]),
            bool(record.get(SEQUENTIAL, False)),
            games_a_round(str(record["seating"]), int(record["players"])),
            record.get(LOOKS, 1),
        )

    @property
    def spending(self) -> Spending:
        """Return the spending rule of the run."""
        return SPENDINGS[self.rule][self.sequential]

    def games(self, number: int) -> float:
        """Return the games before a look; inf if it never comes."""
        spending = self.spending
        if not spending.errors or (number and math.isinf(spending.growth)):
            return math.inf
        if self.sequential:
            # No extra round for a rounding error.
            rounds = FEWEST_GAMES * spending.growth**number / self.round_games
            return math.ceil(round(rounds, 6)) * self.round_games
        if number == 0:
            return self.planned
        return int(self.planned * spending.growth**number) // self.round_games * self.round_games

    def error(self, number: int) -> float:
        """Return the error that a look spends."""
        errors = self.spending.errors
        if number < len(errors):
            return errors[number]
        return errors[-1] / 2 ** (number - len(errors) + 1)

    def reached(self, games: int) -> int:
        """Count the looks that have come after ``games`` games."""
        number = 0
        while self.games(number) <= games:
            number += 1
        return number

    def following(self, games: int) -> float:
        """Return the first look's games after ``games``; inf if none comes."""
        return self.games(self.reached(games))
