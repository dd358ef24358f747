"""The last lines of a run: its folder and its game's sentences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.commands.channel import name_folder
from eoc_sim.game_parts import report_command

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game


def folder_line(contents: str, folder: Path, run_dir: Path, game: str) -> str:
    """Return a line naming the folder of ``contents`` and the report's command."""
    command = report_command(run_dir, run_dir, game)
    return f"{contents}: {name_folder(folder)}. For the report: {command}"


def closing_lines(game: Game, run_dir: Path) -> list[str]:
    """List the game's own sentences about the run in ``run_dir``."""
    lines_of = game.parts.load("closing")
    lines: list[str] = [] if lines_of is None else lines_of(run_dir)
    return lines
