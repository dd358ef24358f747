"""Play the games behind the figures of a strategy's card."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.analysis.card_figures import card_figures
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.kernel.seating import DEFAULT_SEATING, games_per_round
from eoc_sim.simulator.runs.arms import baseline_arms
from eoc_sim.simulator.runs.run_directory import RunDirectory
from eoc_sim.simulator.runs.runner import Request, play

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game, V


def play_version(game: Game[V], version: V, games: int, seed: int, jobs: int, folder: Path) -> Run:
    """Play one version, and keep the tables that a card needs."""
    figures = card_figures(game)
    length = games_per_round(DEFAULT_SEATING, game.players_of(version))
    request = Request(
        "run",
        baseline_arms(game, version),
        -(-games // length) * length,
        seed,
        DEFAULT_SEATING,
        figures.tables,
    )
    return Run(play(game, request, RunDirectory.claim(folder, "run"), jobs=jobs).path)
