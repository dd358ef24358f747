"""The looks that are planned for a run before its first game, and the error that each may spend.

Declared here alone: after how many games a run is looked at, and which part of the 5 in 100, by
which its intervals may fail, goes to each look and to what watches it in between.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eoc_sim.simulator.kernel.seating import games_a_round
from eoc_sim.simulator.runs.run_file import LOOKS, PLANNED_GAMES, SEQUENTIAL

FEWEST_GAMES = 1000
"""Games of a run before which nothing is said of it but at the end that was planned."""
RULE = 2
"""How a run that begins now spends its error; run.json says by which rule it does."""


@dataclass(frozen=True)
class Spending:
    """How the error of a run is spent: ``errors`` at its first looks, in turn.

    Every look comes after ``growth`` times the games of the one before, and every look past those
    of ``errors`` spends half as much as the one before it, without end. ``sequence`` is spent on
    the confidence sequence, which holds after any number of games.
    """

    errors: tuple[float, ...]
    growth: float
    sequence: float

    @property
    def all(self) -> float:
        """How often anything may ever fail."""
        at_looks = sum(self.errors)
        if math.isfinite(self.growth):
            at_looks += self.errors[-1]  # what is halved without end adds up to
        return at_looks + self.sequence


EQUAL_LOOKS = 16
"""Looks at a sequential run that spend alike: up to 181 times the games of the first."""
SPENDINGS = {
    # Of a run that is planned and may be extended; of one played until its question is answered.
    2: (
        Spending((0.025, 0.01), 3.0, 0.005),
        Spending((0.045 / (EQUAL_LOOKS + 1),) * EQUAL_LOOKS, math.sqrt(2), 0.005),
    ),
    # Runs of earlier releases keep what they were promised: one look, or none but the sequence.
    1: (Spending((0.04,), math.inf, 0.01), Spending((), math.inf, 0.05)),
}


@dataclass(frozen=True)
class PlannedLooks:
    """The looks at a run, numbered from 0, by what run.json says of it.

    The first comes where the run was ``planned`` to end, of a ``sequential`` one after
    `FEWEST_GAMES`. All come after whole rounds of ``round_games``.
    """

    planned: int
    sequential: bool = False
    round_games: int = 1
    rule: int = RULE

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> PlannedLooks:
        """The looks of the run that a run.json describes; early ones do not say the rule."""
        return cls(
            int(record[PLANNED_GAMES]),
            bool(record.get(SEQUENTIAL, False)),
            games_a_round(str(record["seating"]), int(record["players"])),
            record.get(LOOKS, 1),
        )

    @property
    def spending(self) -> Spending:
        """How the run spends its error."""
        return SPENDINGS[self.rule][self.sequential]

    def games(self, number: int) -> float:
        """After how many games a look comes; inf if it never does."""
        spending = self.spending
        if not spending.errors or (number and math.isinf(spending.growth)):
            return math.inf
        if self.sequential:
            # Not a round more for what is a hair above it.
            rounds = FEWEST_GAMES * spending.growth**number / self.round_games
            return math.ceil(round(rounds, 6)) * self.round_games
        if number == 0:
            return self.planned
        return int(self.planned * spending.growth**number) // self.round_games * self.round_games

    def error(self, number: int) -> float:
        """The error that a look spends."""
        errors = self.spending.errors
        if number < len(errors):
            return errors[number]
        return errors[-1] / 2 ** (number - len(errors) + 1)

    def reached(self, games: int) -> int:
        """How many of the looks have come after so many games."""
        number = 0
        while self.games(number) <= games:
            number += 1
        return number

    def following(self, games: int) -> float:
        """The games of the first look after ``games``; inf if none comes."""
        return self.games(self.reached(games))
