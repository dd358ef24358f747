"""Pairs of made-up runs: one of unchanged players, one of players who have learnt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from synthetic_runs import STRATEGIES, random_run

from eoc_sim.simulator.runs.game import LEARNT
from eoc_sim.simulator.runs.relearning import RELEARN, relearned_folder
from eoc_sim.simulator.runs.run_file import read_run_file, write_run_file

LEARNING = {"games": 600, "seed": 1}


def pair(
    path: Path,
    games: int = 400,
    stars: tuple[int, ...] = (9,),
    second_stars: tuple[int, ...] = (9,),
    is_learner: tuple[bool, ...] = (True,) * 4,
    second_games: int | None = None,
    **options: Any,
) -> Path:
    """Make two runs with the same luck.

    The first run's versions set card 038's stars to ``stars``; the second run's versions set them
    to ``second_stars``. ``is_learner`` marks the seats of the second run whose players have learnt.
    """
    random_run(path, games, stars=stars, **options)
    second = relearned_folder(path)
    random_run(second, second_games or games, stars=second_stars, **options)
    first_record, record = read_run_file(path), read_run_file(second)
    write_run_file(path, {**first_record, RELEARN: LEARNING})
    seats = [{"name": name} for name in STRATEGIES[: len(first_record["baseline"]["seats"])]]
    baseline = {
        **record["baseline"],
        "seats": seats,
        LEARNT: [{"038 end: 1 star": 1.5} if has_learnt else None for has_learnt in is_learner],
    }
    arms = first_record["arms"]
    write_run_file(second, {**record, RELEARN: LEARNING, "baseline": baseline, "arms": arms})
    return path
