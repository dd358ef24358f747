"""Write the report on a folder's runs, and optionally a workbook."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from polars.exceptions import ColumnNotFoundError

from eoc_sim.analysis.folders import Folder
from eoc_sim.commands.existing_folder import existing_folder
from eoc_sim.commands.keywords import Call
from eoc_sim.errors import InputError
from eoc_sim.games import describe_edit, find_recorded
from eoc_sim.reports import write_report
from eoc_sim.reports.other_tables import name_other_tables
from eoc_sim.simulator.kernel.vouching import UntrustedCode
from eoc_sim.simulator.runs.run_file import METRICS, read_run_file

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.sheet_writing import CardSheet

COMMAND = "report"


@dataclass(frozen=True)
class ReportResult:
    """The result of `report`: the page, its findings and a workbook."""

    report: Path
    """The path of the page."""
    sentences: tuple[str, ...]
    """The findings in plain sentences."""
    workbook: Path | None
    """The workbook with every table, if requested."""
    notes: tuple[str, ...]
    """Remarks, for example that the game has been edited since the run."""
    cards: CardSheet | None = field(repr=False)
    """The workbook's sheets for editing, if any."""


def report(
    directory: str | Path, *, xlsx: str | Path | None = None, game: str | Path | None = None
) -> ReportResult:
    """Write the report on one or more runs, and optionally a workbook.

    Args:
        directory: The folder of the runs, into which the page is written.
        xlsx: A workbook to write too, with every table and an editable sheet of the cards.
        game: The module or file of a game that is neither built in nor installed.

    Raises:
        InputError: There is no run, a table is damaged, or a file cannot be written.
        UntrustedCode: The run names a file or module as its game; pass it as ``game``.
    """
    call = Call(COMMAND, {}, directory, xlsx=xlsx, game=game)
    name = call.text("game")
    path = existing_folder(directory)
    folder = Folder.read(path)
    workbook = None if xlsx is None else Path(xlsx)
    runs = [path] if folder is None else [path / run for run in folder.runs]
    cards = None
    notes: list[str] = []
    try:
        with name_other_tables(runs, name):
            if name is not None and runs:
                notes += _edits(read_run_file(runs[0]), name)
            if workbook is not None and runs:
                cards = _cards(read_run_file(runs[0]), name, notes)
            page, lines = write_report(path, workbook, cards)
    except ColumnNotFoundError as error:
        if folder is None:
            raise
        raise InputError(
            f"A table in {path / METRICS} is damaged: {str(error).splitlines()[0]}. Repeat "
            "the command that played the run, with --resume, to write it again."
        ) from None
    return ReportResult(page, tuple(lines), workbook, tuple(notes), cards)


def _edits(record: dict[str, Any], name: str) -> list[str]:
    """Return a list with a note on a change to the game.

    The list is empty if the named game has not changed since the run.
    """
    sentence = describe_edit(record, find_recorded(record, name))
    return [f"Note: {sentence}; the run's games were played before the change."] if sentence else []


def _cards(record: dict[str, Any], name: str | None, notes: list[str]) -> CardSheet | None:
    """Return the cards of a run, or note why they are unavailable.

    Raises:
        UntrustedCode: The run names a file or module as its game.
    """
    try:
        sheets = find_recorded(record, name).sheets
        return None if sheets is None else sheets.cards(record["baseline"])
    except UntrustedCode:
        raise
    except InputError as error:
        notes.append(f"Note: the workbook has no cards sheet to edit. {error}")
        return None
