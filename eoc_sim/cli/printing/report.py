"""Write the report of ``eoc-sim report``, and print its findings."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from polars.exceptions import ColumnNotFoundError

from eoc_sim.analysis.folders import Folder
from eoc_sim.cli.answer import give, is_collecting
from eoc_sim.cli.printing.played_runs import describe_runs
from eoc_sim.cli.screen import note, say
from eoc_sim.commands.existing_folder import existing_folder
from eoc_sim.commands.options import DEFAULT_GAME
from eoc_sim.errors import InputError
from eoc_sim.games import describe_edit, find_recorded
from eoc_sim.reports import write_report
from eoc_sim.reports.other_tables import name_other_tables
from eoc_sim.reports.words import TOGETHER
from eoc_sim.simulator.kernel.vouching import UntrustedCode
from eoc_sim.simulator.runs.run_file import METRICS, read_run_file

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.sheet_writing import CardSheet


def print_report(directory: str, xlsx: str | None, game: str | None) -> None:
    """Write the report and any workbook, and print findings and paths."""
    path = existing_folder(directory)
    folder = Folder.read(path)
    workbook = None if xlsx is None else Path(xlsx)
    runs = [path] if folder is None else [path / name for name in folder.runs]
    cards = None
    try:
        with name_other_tables(runs, game):
            if game is not None and runs:
                _check_game(read_run_file(runs[0]), game)
            if workbook is not None and runs:
                cards = _cards(runs[0], game)
            page, lines = write_report(path, workbook, cards)
    except UntrustedCode as error:
        written_to = [] if xlsx is None else ["--xlsx", xlsx]
        retry = ["eoc-sim", "report", directory, *written_to, *error.option]
        raise error.with_command(retry) from None
    except ColumnNotFoundError as error:
        if folder is None:
            raise
        raise InputError(
            f"A table in {path / METRICS} is damaged: {str(error).splitlines()[0]}. The same "
            "command with --resume writes it again."
        ) from None
    if is_collecting():
        give(describe_runs(path, page))
    for line in lines:
        say(line)
    if folder is None:
        say(f"In brackets: {TOGETHER}.")
    say(f"Report: {page}")
    if workbook is not None:
        say(f"Workbook: {workbook}")
    if cards is not None:
        titles = ", ".join(sheet.title for sheet in cards.sheets)
        sheets = f"sheet{'s' if cards.further else ''} {titles}"
        say(f"To try other cards, change some cells of its {sheets}, save it, then:")
        name = game or str(read_run_file(runs[0])["game"])
        option = "" if name == DEFAULT_GAME else f"--game {shlex.quote(name)} "
        say(f"  eoc-sim sweep {option}--cards {shlex.quote(str(workbook))}")


def _check_game(record: dict[str, Any], game_name: str) -> None:
    """Find the named game; note edits since the run."""
    if sentence := describe_edit(record, find_recorded(record, game_name)):
        note(f"Note: {sentence}; its games were played before the change.")


def _cards(run: Path, game: str | None) -> CardSheet | None:
    """Return the cards of a run, or print why they are unavailable.

    Raises:
        UntrustedCode: The run names a module as its game.
    """
    record: dict[str, Any] = read_run_file(run)
    try:
        sheets = find_recorded(record, game).sheets
        return None if sheets is None else sheets.cards(record["baseline"])
    except UntrustedCode:
        raise
    except InputError as error:
        note(f"Note: the workbook has no cards sheet to edit. {error}")
        return None
