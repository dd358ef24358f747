"""Files in a designer's folder that replace those of the package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.sheets import SHEET_SUFFIXES


def files_in(folder: Path, files: Sequence[str]) -> dict[str, Path]:
    """Find the files of a folder that replace ``files`` of the package.

    A sheet, .csv in the package, may have any format that can be read.

    Raises:
        InputError: two files replace the same one, a file replaces none, or there are no files.
    """
    file_of = {file: file for file in files}
    for file in files:
        if file.endswith(".csv"):
            file_of |= {f"{file[:-4]}{suffix}": file for suffix in SHEET_SUFFIXES}
    paths: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        name = path.name.lower()
        if not path.is_file() or name.startswith((".", "~$")):
            continue
        if name in file_of:
            if file_of[name] in paths:
                raise InputError(f"{folder} has both {paths[file_of[name]].name} and {path.name}.")
            paths[file_of[name]] = path
        elif path.suffix.lower() in (*SHEET_SUFFIXES, ".toml") and path.suffix.lower() != ".txt":
            raise InputError(
                f"{path} is not one of the files that are read: {', '.join(files)}."
                f"{nearest(name, file_of)}"
            )
    if not paths:
        raise InputError(f"{folder} has none of the files that are read: {', '.join(files)}.")
    return paths
