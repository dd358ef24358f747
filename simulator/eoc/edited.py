"""The files of an edited version, as the command line reads them: component sheets and rules."""

from __future__ import annotations

import shutil
from pathlib import Path

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc import components as component_data
from eoc_sim.simulator.eoc.rules import STANDARD, resolve
from eoc_sim.simulator.eoc.versions import Version, baseline, differences
from eoc_sim.simulator.runs.asked import Asked
from eoc_sim.simulator.runs.sheet_writing import WrittenSheet, write_sheet

RULES = "rules.toml"
COMPONENTS = "components"


def write(
    version: Version, rules: str | None, data: str | None, folder: Path
) -> list[tuple[str, str]]:
    """Write what ``version`` has otherwise than ``--rules`` and ``--data`` say; options to play it.

    Sheets go into a folder for ``--data``, with all other files of the folder ``data``; rules into
    a file for ``--rules``. What no sheet holds is an option ``--change``.

    Raises:
        InputError: the files cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        own_data = _components(version, data, folder / COMPONENTS)
        own_rules = _rules(version, rules, data, folder)
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}.") from None
    written = baseline(Asked(seats=version.seats, rules=own_rules, data=own_data))
    options = [("--rules", own_rules), ("--data", own_data)]
    return [(option, value) for option, value in options if value is not None] + [
        ("--change", f"{one.key}={one.new}") for one in differences(written, version)
        if one.key.partition(".")[0] not in ("seat", "strategy")
    ]


def _components(version: Version, data: str | None, folder: Path) -> str | None:
    """Where the version's components are: written into ``folder``, unless they are as in ``data``.
    """
    old, new = component_data.load(data), version.components
    sheets: list[str] = []
    is_sheet = data is not None and Path(data).is_file()
    if old.coaches != new.coaches:
        sheets.append("coaches")
    if old.cards != new.cards or (is_sheet and sheets):
        sheets.append("cards")
    if not sheets:
        return data
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if data is not None and not is_sheet:
        for path in sorted(Path(data).iterdir()):
            if path.stem.lower() not in sheets and not path.name.startswith((".", "~$")):
                copy = shutil.copytree if path.is_dir() else shutil.copy2
                copy(path, folder / path.name)
    for name in sheets:
        write_sheet(
            folder / f"{name}.csv", WrittenSheet(name, *new.laid_out(name)), help_lines=[]
        )
    return str(folder)


def _rules(version: Version, rules: str | None, data: str | None, folder: Path) -> str | None:
    own = Path(data) if data is not None and Path(data).is_dir() else None
    if dict(resolve(rules or STANDARD, {}, own)) == dict(version.rules):
        return rules
    lines = [
        f"{name} = {value}" if isinstance(value, int) else f'{name} = "{value}"'
        for name, value in version.rules.items()
    ]
    file = folder / RULES
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)
