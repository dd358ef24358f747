"""The folder of results that the user named."""

from __future__ import annotations

from pathlib import Path

from eoc_sim.errors import InputError
from eoc_sim.simulator.runs.run_directory import check_result


def existing_folder(path: str | Path) -> Path:
    """Return the folder of results that the user named.

    Raises:
        InputError: The folder does not exist, or contains a pipe or device, which would block.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise InputError(f"There is no folder {path}.")
    check_result(folder)
    return folder
