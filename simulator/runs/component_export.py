"""Export of a game's components for editing: workbooks, folders, reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.runs import sheet_writing
from eoc_sim.simulator.runs.game import Sheets
from eoc_sim.simulator.runs.sheet_writing import refuse_existing, workbook_bytes, write_sheet
from eoc_sim.simulator.runs.valued_components import ValuedComponents
from eoc_sim.simulator.runs.versions import GameVersion
from eoc_sim.simulator.runs.whole_file import write_whole

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.component_output import Lines
    from eoc_sim.simulator.runs.sheet_writing import CardSheet

    V = TypeVar("V", bound=GameVersion)


def sheets_of(
    version: type[V],
    title: str,
    check: Callable[[str | None], Lines],
    words: Callable[[str | None], Lines],
    help_lines: Sequence[str],
    first: str,
) -> Sheets[V]:
    """Return the functions of the command ``data`` for versions of a game.

    ``help_lines`` are the words of the effect language; the sheet ``first`` comes first.
    """
    return Sheets(
        check,
        words,
        lambda data, file, fresh: export(version.parts.load(data), title, help_lines, file, fresh),
        lambda record: card_sheet(version, record, first, help_lines),
        rows="rows",
    )


def export(
    components: ValuedComponents, title: str, help_lines: Sequence[str], file: Path, fresh: bool
) -> tuple[int, list[str]]:
    """Write the sheets for editing in a spreadsheet; ``--data`` reads them.

    A workbook (.xlsx) has all sheets; a name without a suffix means a folder of CSV files and
    tables of values; a CSV file has the sheet of its name. ``title`` is the game's. The function
    returns the number of rows, and notes on columns kept or left out.

    Raises:
        InputError: the name fits none of these, or a file exists and may not be replaced.
    """
    sentences = components.describe_own_columns()
    names = tuple(components.sheets)
    suffix = file.suffix.lower()
    if suffix == ".xlsx":
        refuse_existing(file, fresh=fresh)
        sheets = components.lay_out(*names)
        write_whole(file, workbook_bytes(sheets, help_lines))
        package = type(components).load_data()
        sentences += [
            f"a workbook has no sheet for the values in {table}.toml, so the package's would be "
            "used: export a folder to keep them"
            for table in components.tables
            if getattr(components, table) != getattr(package, table)
        ]
    elif suffix == ".csv":
        name = file.stem.lower()
        if name not in names:
            raise InputError(
                f"{file}: {title} has the sheets {', '.join(names)}; name a workbook (.xlsx), a "
                f"folder, or a CSV file after one of the sheets.{nearest(name, names)}"
            )
        sheets = components.lay_out(name)
        write_sheet(file, sheets[0], help_lines=help_lines, fresh=fresh)
    elif not suffix:
        sheets = components.lay_out(*names)
        write_folder(components.folder_files(), file, fresh=fresh)
    else:
        raise InputError(
            f"{file} should end in .xlsx, or have no ending: that says whether to write a workbook "
            "or a folder."
        )
    return sum(len(sheet.rows) for sheet in sheets), sentences


def write_folder(contents: Mapping[str, bytes], folder: Path, *, fresh: bool = False) -> None:
    """Write sheets and tables into a folder like the package's data.

    Raises:
        InputError: it cannot be written, or a file exists and may not be replaced.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}.") from None
    for file in contents:
        refuse_existing(folder / file, fresh=fresh)
    for file, content in contents.items():
        write_whole(folder / file, content)


def card_sheet(
    version: type[GameVersion], record: Mapping[str, Any], first: str, help_lines: Sequence[str]
) -> CardSheet:
    """Return a recorded version's sheets for editing, beginning with ``first``.

    Raises:
        InputError: the package's components have changed since.
    """
    components = version.recorded_components(record)
    names = sorted(components.sheets, key=lambda name: name != first)
    return sheet_writing.card_sheet(components.lay_out(*names), "effect words", help_lines)
