"""Runs played twice: with unchanged players, then with retrained ones.

The second is an ordinary run of the same versions, in a subfolder of the first. For each version,
including the current rules, the players have been retrained under its rules; run.json records what
they learnt. The tables of both runs name the same strategies.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.runs.game import LEARNT
from eoc_sim.simulator.runs.whole_file import read_json

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.arms import Arms
    from eoc_sim.simulator.runs.game import Game, LearntFactors

LEARNT_FILE = "learnt.json"
"""The file with what the players learnt on one version."""
RELEARNED_FOLDER = "relearned"
"""The subfolder of a run for the second run, with retrained players."""
RELEARN = "relearn"
"""The key in run.json for the training settings, in both runs."""


@dataclass(frozen=True)
class Relearning:
    """The training settings: ``games`` per version, and ``seed``."""

    games: int
    seed: int

    def record(self) -> dict[str, Any]:
        """Return the settings as plain values, for run.json."""
        return {"games": self.games, "seed": self.seed}


def relearned_folder(path: Path) -> Path:
    """Return the folder of the retrained players' run."""
    return path / RELEARNED_FOLDER


def relearned_arms(game: Game, arms: Arms, lessons: Sequence[LearntFactors]) -> Arms:
    """Make the same versions with players retrained on them."""
    assert game.with_learnt is not None  # some player has learnt
    pairs = zip(arms.versions(), lessons, strict=True)
    return arms.with_versions([game.with_learnt(*pair) for pair in pairs])


def remove_learnt(path: Path) -> None:
    """Remove the files that training wrote into a run's folder."""
    folder = path / LEARNT
    if folder.is_symlink() or not folder.is_dir():
        return
    for file in folder.glob(f"*/{LEARNT_FILE}"):
        for written_file in _written_files(file):
            written_file.unlink(missing_ok=True)
        file.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            file.parent.rmdir()  # stays if a user keeps other files in it
    with contextlib.suppress(OSError):
        folder.rmdir()


def _written_files(file: Path) -> list[Path]:
    """List the files that a learnt.json names in its own folder."""
    try:
        names = read_json(file.read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    local_names = [str(name) for name in names if Path(str(name)).name == name]
    return [file.with_name(name) for name in local_names if (file.parent / name).is_file()]
