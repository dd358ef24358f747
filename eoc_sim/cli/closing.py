"""The last lines of a run: its folder and its game's sentences."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from eoc_sim.commands.channel import name_folder
from eoc_sim.game_parts import entry_points
from eoc_sim.simulator.runs.run_file import GAME_SOURCE, read_run_file

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Game


def folder_line(contents: str, folder: Path, run_dir: Path, game: str) -> str:
    """Name the folder of some ``contents`` and the command for its report.

    A ``game`` in a file or module whose parts the report needs must be named again, since a report
    never loads it by itself.
    """
    has_parts = read_run_file(run_dir).get(GAME_SOURCE, {}).get("parts")
    named = ("--game", game) if has_parts and game not in entry_points() else ()
    command = shlex.join(["eoc-sim", "report", str(run_dir), *named])
    return f"{contents}: {name_folder(folder)}. For the report: {command}"


def closing_lines(game: Game, run_dir: Path) -> list[str]:
    """List the game's own sentences on the run in ``run_dir``."""
    lines_of = game.parts.load("closing")
    lines: list[str] = [] if lines_of is None else lines_of(run_dir)
    return lines
