"""Write a game's components as sheets to edit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eoc_sim.built_in_games import DEFAULT_GAME
from eoc_sim.commands.data_words import sheets_of
from eoc_sim.commands.keywords import Call

COMMAND = "data export"


@dataclass(frozen=True)
class ExportResult:
    """The result of `export_data`: the sheets written."""

    path: Path
    """The file or folder."""
    rows: int
    """The number of rows written."""
    noun: str
    """The noun for these rows, in the plural."""
    notes: tuple[str, ...]
    """Remarks, such as columns that were added."""


def export_data(
    file: str | Path,
    *,
    game: str | Path = DEFAULT_GAME,
    data: str | Path | None = None,
    fresh: bool = False,
) -> ExportResult:
    """Write the sheets of components to a file, for editing.

    Args:
        file: The file (.csv or .xlsx); without an extension, a folder of sheets.
        game: A built-in or installed game, or your own as a file or module.
        data: Your own components: a folder, a sheet or a workbook.
        fresh: Replace the file if it exists.

    Raises:
        InputError: The file exists or cannot be written, or a cell is invalid.
    """
    call = Call(COMMAND, {}, file, game=game, data=data, fresh=fresh)
    sheets, target = sheets_of(call.game), Path(file)
    rows, additions = sheets.export(call.text("data"), target, fresh)
    return ExportResult(target, rows, sheets.row_noun, tuple(additions))
