"""The files of an edited version: component sheets and rules.

They have the form that the command line reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eoc_sim.simulator.eoc import components as component_data
from eoc_sim.simulator.eoc.versions import Version
from eoc_sim.simulator.runs.edited import write_edited
from eoc_sim.simulator.runs.sheet_writing import csv_bytes


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
    """Return the version's sheets that differ from ``data``."""
    old, new = component_data.load(data), version.components
    sheets = ["coaches"] if old.coaches != new.coaches else []
    if old.cards != new.cards or (sheets and data is not None and Path(data).is_file()):
        sheets.append("cards")
    return {f"{one.title}.csv": csv_bytes(one) for one in new.written(*sheets)}
