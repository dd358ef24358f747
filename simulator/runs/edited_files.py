"""Files of an edited version's components and rules, for the command line."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from eoc_sim.errors import InputError
from eoc_sim.simulator.kernel.rule_sets import STANDARD
from eoc_sim.simulator.runs.version_options import VersionOptions
from eoc_sim.simulator.runs.versions import GameVersion
from eoc_sim.simulator.runs.whole_file import write_whole

RULES = "rules.toml"
COMPONENTS = "components"


def write_edits(
    version: GameVersion,
    rules: str | None,
    data: str | None,
    folder: Path,
) -> list[tuple[str, str]]:
    """Write an edited version's changes and return the options to play it.

    The changes are those from ``rules`` and ``data``. Changed files of components are written into
    a folder for ``--data``, together with the other files of the folder ``data``; changed rules are
    written into a file for ``--rules``. Any other change becomes an option ``--change``.

    Raises:
        InputError: the files cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        own_data = _write_data(_changed_files(version, data), data, folder / COMPONENTS)
        own_rules = _write_rules(version, rules, data, folder)
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror or error}.") from None
    written_version = version.baseline(
        VersionOptions(seats=version.seats, rules=own_rules, data=own_data)
    )
    options = [("--rules", own_rules), ("--data", own_data)]
    return [(option, value) for option, value in options if value is not None] + [
        ("--change", f"{difference.key}={difference.new}")
        for difference in written_version.differences(version)
        if difference.key.partition(".")[0] not in ("seat", "strategy")
    ]


def _changed_files(version: GameVersion, data: str | None) -> Mapping[str, bytes]:
    """Return the files that differ from ``data``.

    If any does and ``data`` is a single file, return all files.
    """
    old, new = version.parts.load(data).as_dict(), version.components.as_dict()
    files = version.parts.files(version.components)
    edits = {name for name in files if new[Path(name).stem] != old[Path(name).stem]}
    if edits and data is not None and Path(data).is_file():
        return files
    return {name: content for name, content in files.items() if name in edits}


def _write_data(edits: Mapping[str, bytes], data: str | None, folder: Path) -> str | None:
    """Write the version's components into ``folder`` unless they equal those in ``data``."""
    if not edits:
        return data
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    stems = {Path(name).stem for name in edits}
    if data is not None and Path(data).is_dir():
        for path in sorted(Path(data).iterdir()):
            if path.stem.lower() not in stems and not path.name.startswith((".", "~$")):
                copy = shutil.copytree if path.is_dir() else shutil.copy2
                copy(path, folder / path.name)
    for name, content in edits.items():
        write_whole(folder / name, content)
    return str(folder)


def _write_rules(
    version: GameVersion, rules: str | None, data: str | None, folder: Path
) -> str | None:
    own = Path(data) if data is not None and Path(data).is_dir() else None
    if dict(version.game_rules.resolve(rules or STANDARD, {}, own)) == dict(version.rules):
        return rules
    lines = [
        f"{name} = {value}" if isinstance(value, int) else f'{name} = "{value}"'
        for name, value in version.rules.items()
    ]
    file = folder / RULES
    file.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return str(file)
