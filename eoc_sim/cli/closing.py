"""What is said at the end of a run: where it lies, and what only its own game knows."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game


def where(what: str, folder: Path, run_dir: Path) -> str:
    """Where what was written of the run in ``run_dir`` lies, and the command of its report."""
    return f"{what}: {folder}. For the report: {shlex.join(['eoc-sim', 'report', str(run_dir)])}"


def closing_lines(game: Game, run_dir: Path) -> list[str]:
    """The game's own sentences on the run in ``run_dir``."""
    lines_of = game.parts.load("closing")
    lines: list[str] = [] if lines_of is None else lines_of(run_dir)
    return lines
