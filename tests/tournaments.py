"""Made-up tournaments with known strengths, for tests of their analysis."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from eoc_sim.analysis.looks import Look
from eoc_sim.analysis.played_tournament import PlayedTournament
from eoc_sim.simulator.runs.line_ups import LineUp, all_line_ups, line_up_words


class MadeUpTournament(PlayedTournament):
    """A tournament made up from strengths, effects of the other seats and luck.

    A score is the sum of all three, and the highest score wins. Luck follows a Gumbel distribution,
    so the final order follows the Plackett-Luce model. ``effects[a][b]`` is added to a's score for
    each of the other seats in which b plays. In game g each seat has the same luck in all line-ups;
    the strategies change seats from game to game.
    """

    def __init__(
        self,
        strengths: Sequence[float],
        games: int = 240,
        players: int = 3,
        seed: int = 1,
        effects: Any = None,
        line_ups: Sequence[LineUp] | None = None,
        planned: int | None = None,
    ) -> None:
        size = len(strengths)
        self.chosen = list(all_line_ups(size, players) if line_ups is None else line_ups)
        self._effects = (
            np.zeros((size, size)) if effects is None else np.asarray(effects, dtype=float)
        )
        self._strengths = np.asarray(strengths, dtype=float)
        # Separate draws, so that a longer tournament begins with the shorter one's games.
        self._noise = np.random.default_rng((seed, 0)).gumbel(size=(games, players))
        seats = np.tile(np.arange(players), (games, 1))
        self._orders = np.random.default_rng((seed, 1)).permuted(seats, axis=1)
        names = [chr(ord("a") + number) for number in range(size)]
        plan = planned or games
        ends = [0, plan, games] if plan < games else [0, games]
        run = SimpleNamespace(
            players=players,
            games=games,
            look=Look(games, plan),
            path="nowhere",
            arms=[
                SimpleNamespace(id=number, label=line_up_words(names, line_up))
                for number, line_up in enumerate(self.chosen)
            ],
            words=SimpleNamespace(
                smallest={"wins": 1.0, "score": 1.0},
                score=("point", "points"),
                player=("player", "players"),
            ),
            table_with=lambda role: SimpleNamespace(role=lambda number: SimpleNamespace(dim="s")),
            require=lambda *tables, arm=0: None,
            dim=lambda name: {"name": _Names(names)},
            batches=lambda: itertools.pairwise(ends),
        )
        super().__init__(run)  # type: ignore[arg-type]

    def _read(self, arm: int, batch: tuple[int, int]) -> Any:
        games = slice(*batch)
        strategies = np.array(self.chosen[arm])[self._orders[games]]
        from_others = np.array(
            [
                sum(self._effects[index, other] for other in self.chosen[arm])
                - self._effects[index, index]
                for index in range(len(self._strengths))
            ]
        )
        scores = (self._strengths + from_others)[strategies] + self._noise[games]
        wins = (scores == scores.max(axis=1, keepdims=True)).astype(float)
        return strategies, wins, scores


class _Names(list[str]):
    def to_list(self) -> list[str]:
        return list(self)


ROCK_PAPER_SCISSORS = 0.8 * np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
"""A ring: the first beats the second, the second the third, and the third the first."""
