"""The files of an edited version: sheets, board and rules.

They have the form that the command line reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eoc_sim.simulator.runs.edited import write_edited
from eoc_sim.simulator.stadium.component_report import folder_files
from eoc_sim.simulator.stadium.components import load
from eoc_sim.simulator.stadium.versions import Version


def write(
    version: Version, rules: str | None, data: str | None, folder: Path
) -> list[tuple[str, str]]:
    """Write an edited version's changes and return the options to play it.

    The changes are against ``--rules`` and ``--data``.

    Raises:
        InputError: the files cannot be written.
    """
    return write_edited(version, rules, data, folder, _changed_files)


def _changed_files(version: Any, data: str | None) -> Mapping[str, bytes]:
    """Return the version's files that differ from ``data``.

    If ``data`` is a single file, return all.
    """
    old, new = load(data).as_dict(), version.components.as_dict()
    changed = {name for name in new if new[name] != old[name]}
    if changed and data is not None and Path(data).is_file():
        changed = set(new)
    return {
        name: content
        for name, content in folder_files(version.components).items()
        if Path(name).stem in changed
    }
