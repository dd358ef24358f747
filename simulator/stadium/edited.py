"""The files of an edited version, as the command line reads them: sheets, board and rules."""

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
    """Write what ``version`` has otherwise than ``--rules`` and ``--data`` say; options to play it.

    Raises:
        InputError: the files cannot be written.
    """
    return write_edited(version, rules, data, folder, _changed_files)


def _changed_files(version: Any, data: str | None) -> Mapping[str, bytes]:
    """The files that the version has otherwise than ``data``, or all in place of a single one."""
    old, new = load(data).as_dict(), version.components.as_dict()
    changed = {name for name in new if new[name] != old[name]}
    if changed and data is not None and Path(data).is_file():
        changed = set(new)
    return {
        name: content
        for name, content in folder_files(version.components).items()
        if Path(name).stem in changed
    }
