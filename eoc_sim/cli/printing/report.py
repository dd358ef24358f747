"""Print the findings of ``eoc-sim report``."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from eoc_sim.analysis.folders import Folder
from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.cli.screen import note, say
from eoc_sim.reports.words import INTERVALS_NOTE, join_words
from eoc_sim.simulator.runs.run_file import read_run_file

if TYPE_CHECKING:
    from eoc_sim.commands.report import ReportResult


def print_report(result: ReportResult, game: str | None) -> None:
    """Print the findings, the paths and the next command."""
    for remark in result.notes:
        note(remark)
    path = result.report.parent
    folder = Folder.read(path)
    for line in result.sentences:
        say(line)
    if folder is None:
        say(f"In brackets: {INTERVALS_NOTE}.")
    say(f"Report: {result.report}")
    if result.workbook is not None:
        say(f"Workbook: {result.workbook}")
    if result.cards is not None:
        titles = join_words([f'"{sheet.title}"' for sheet in result.cards.sheets])
        sheets = f"{titles} sheet{'s' if result.cards.further else ''}"
        say(f"To try other cards, change some cells in the workbook's {sheets} and save, then:")
        run = path if folder is None else path / next(iter(folder.runs))
        name = game or str(read_run_file(run)["game"])
        option = "" if name == DEFAULT_GAME else f"--game {shlex.quote(name)} "
        say(f"  eoc-sim sweep {option}--cards {shlex.quote(str(result.workbook))}")
