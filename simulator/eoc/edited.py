"""The files of an edited version, as the command line reads them: component sheets and rules."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.component_rows import (
    CARD_COLUMNS,
    COACH_COLUMNS,
    card_row,
    coach_row,
    column_choices,
)
from eoc_sim.simulator.eoc.sheets import write_sheet
from eoc_sim.simulator.eoc.versions import Version

RULES = "rules.toml"
SHEETS = "components"


def write(old: Version, new: Version, data: str | None, folder: Path) -> list[tuple[str, str]]:
    """Write what ``new`` has otherwise than ``old`` into ``folder``, and give the options for it.

    Components go into a folder for ``--data``, with all other files of the folder, or the sheet,
    ``data`` that ``old`` came from; rules into a file for ``--rules``.

    Raises:
        InputError: the files cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        options = [*_components(old, new, data, folder / SHEETS), *_rules(old, new, folder)]
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}.") from None
    return options


def _components(
    old: Version, new: Version, data: str | None, folder: Path
) -> list[tuple[str, str]]:
    sheets: list[tuple[str, Sequence[str], list[Mapping[str, str]]]] = []
    if old.components.cards != new.components.cards or (data and Path(data).is_file()):
        sheets.append(("cards", CARD_COLUMNS, [card_row(one) for one in new.components.cards]))
    if old.components.coaches != new.components.coaches:
        sheets.append(
            ("coaches", COACH_COLUMNS, [coach_row(one) for one in new.components.coaches])
        )
    if not sheets:
        return [] if data is None else [("--data", data)]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if data is not None and Path(data).is_dir():
        written = {name for name, _, _ in sheets}
        for path in sorted(Path(data).iterdir()):
            if path.stem.lower() not in written and not path.name.startswith((".", "~$")):
                copy = shutil.copytree if path.is_dir() else shutil.copy2
                copy(path, folder / path.name)
    for name, columns, rows in sheets:
        write_sheet(
            folder / f"{name}.csv", columns, rows, choices=column_choices(), help_lines=[],
        )
    return [("--data", str(folder))]


def _rules(old: Version, new: Version, folder: Path) -> list[tuple[str, str]]:
    if dict(old.rules) == dict(new.rules):
        return []
    lines = [
        f'{name} = {value}' if isinstance(value, int) else f'{name} = "{value}"'
        for name, value in new.rules.items()
    ]
    file = folder / RULES
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [("--rules", str(file))]
