"""Runs that are played twice: by the players as they come, and by players who have learnt anew.

The second is an ordinary run of its own, in a folder of the first. Its versions are the same; in
each of them, the current rules too, the players have learnt that very version, and run.json says
what. Who they are stays the same: the tables of both runs speak of the same strategies.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game

Learnt = tuple[Mapping[str, float] | None, ...]
"""What the player of each seat named has learnt, numbers by name; None of one that does not learn.
"""
LEARNT = "learnt"
"""What run.json calls this in a version's record, and the folder of a run that has it as tables."""
LEARNT_FILE = "learnt.json"
"""What was learnt on one version."""
RELEARNED = "relearned"
"""The folder of a run in which the second one is."""
RELEARN = "relearn"
"""What run.json calls how it was learnt, in the records of both runs."""


@dataclass(frozen=True)
class Relearning:
    """How players learn each version anew: ``games`` of each, on the luck of ``seed``."""

    games: int
    seed: int

    def record(self) -> dict[str, Any]:
        """The same in plain values, for run.json."""
        return {"games": self.games, "seed": self.seed}


def relearned_folder(path: Path) -> Path:
    """Where the run of the players who have learnt is, in the folder of a run."""
    return path / RELEARNED


def relearned_arms(game: Game, arms: Arms, learnt: Sequence[Learnt]) -> Arms:
    """The same versions, each played by those who have learnt it; ``learnt`` by arm."""
    assert game.with_learnt is not None  # somebody has learnt
    return replace(
        arms,
        arms=tuple(
            replace(arm, version=game.with_learnt(arm.version, one))
            for arm, one in zip(arms.arms, learnt, strict=True)
        ),
    )


def remove_relearned(path: Path) -> None:
    """Remove from a run's folder what its players have learnt; what it has not written stays."""
    folder = path / LEARNT
    if folder.is_symlink() or not folder.is_dir():
        return
    for file in folder.glob(f"*/{LEARNT_FILE}"):
        for name in _written(file):
            (file.parent / name).unlink(missing_ok=True)
        file.unlink()
        with contextlib.suppress(OSError):
            file.parent.rmdir()  # stays if somebody keeps something else in it
    with contextlib.suppress(OSError):
        folder.rmdir()


def _written(file: Path) -> list[str]:
    """The files beside a learnt.json that were written with it: plain names alone."""
    try:
        names = json.loads(file.read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [str(name) for name in names if Path(str(name)).name == name]
