"""Standings of strategies: sums over games, by arm, during a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from eoc_sim.simulator.runs.game import Table

ROLES = ("game", "strategy", "win_share", "score")
"""The roles of the columns of standings, all in one table."""


@dataclass(frozen=True)
class RunningStanding:
    """One strategy's standing in one arm so far.

    A game counts once, with the mean over the strategy's seats: ``wins`` is the sum of these mean
    win shares, and ``squares`` the sum of their squares. ``score`` and ``score_squares`` are the
    same sums for mean scores.
    """

    arm: int
    strategy: int
    games: int
    wins: float
    squares: float
    score: float
    score_squares: float


class Tally:
    """Adds up games by arm and strategy, from the standings' table."""

    def __init__(self, table: Table) -> None:
        self.table = table.name
        self.columns = [table.role(role).name for role in ROLES]
        self._sums: dict[tuple[int, int], np.ndarray] = {}

    def game_sums(self, rows: Mapping[str, np.ndarray] | np.ndarray) -> dict[int, np.ndarray]:
        """Count each strategy's games; add up its win shares and scores.

        Win shares and scores are means over the strategy's seats in a game. Each of their sums is
        followed by the sum of the squares.
        """
        games, groups, shares, scores = (rows[column] for column in self.columns)
        sums = {}
        game_index = games - games.min() if len(games) else games
        for group in np.unique(groups):
            has_strategy = groups == group
            seats = np.bincount(game_index[has_strategy])
            has_seats = seats > 0
            share = (
                np.bincount(game_index[has_strategy], weights=shares[has_strategy])[has_seats]
                / seats[has_seats]
            )
            score = (
                np.bincount(game_index[has_strategy], weights=scores[has_strategy])[has_seats]
                / seats[has_seats]
            )
            sums[int(group)] = np.array(
                [
                    len(share),
                    share.sum(),
                    np.square(share).sum(),
                    score.sum(),
                    np.square(score).sum(),
                ],
                dtype=np.float64,
            )
        return sums

    def add(self, arm: int, sums: Mapping[int, np.ndarray]) -> None:
        """Add an arm's `game_sums`; no game may be added twice."""
        for strategy, values in sums.items():
            key = (arm, strategy)
            self._sums[key] = self._sums[key] + values if key in self._sums else values

    def standings(self) -> tuple[RunningStanding, ...]:
        """Return all strategies' standings, sorted by arm and strategy."""
        return tuple(
            RunningStanding(arm, strategy, int(sums[0]), *map(float, sums[1:]))
            for (arm, strategy), sums in sorted(self._sums.items())
        )
