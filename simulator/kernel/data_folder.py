"""A designer's files that replace the package's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.phrases import join_or
from eoc_sim.simulator.kernel.sheets import SHEET_SUFFIXES, SheetKind, kinds_of_sheets


def files_in(folder: Path, files: Sequence[str]) -> dict[str, Path]:
    """Find the files in a folder that replace the package's ``files``.

    A sheet, which is .csv in the package, may have any format that can be read.

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
                raise InputError(
                    f"{folder} has both {paths[file_of[name]].name} and {path.name}; keep only one."
                )
            paths[file_of[name]] = path
        elif path.suffix.lower() in (*SHEET_SUFFIXES, ".toml") and path.suffix.lower() != ".txt":
            raise InputError(
                f"{path} is not one of the files that are read: {', '.join(files)}."
                f"{nearest(name, file_of)}"
            )
    if not paths:
        raise InputError(f"{folder} has none of the files that are read: {', '.join(files)}.")
    return paths


def sheets_in(data: Path, kinds: Mapping[str, SheetKind]) -> dict[str, Path]:
    """Map the package's file names to the one file that replaces them.

    Raises:
        InputError: ``data`` is not a file, or it has none of the sheets.
    """
    if not data.is_file():
        raise InputError(
            f"{data} does not exist; name a sheet, a workbook, or a folder laid out like the "
            "package's data."
        )
    if data.suffix.lower() not in SHEET_SUFFIXES:
        raise InputError(
            f"{data} is neither a folder nor a sheet; a sheet's name ends in "
            f"{join_or(SHEET_SUFFIXES)}."
        )
    present_kinds = kinds_of_sheets(data, kinds)
    if not present_kinds:
        raise InputError(
            f"{data} is not one of the sheets {', '.join(kinds)}: it has neither the columns "
            f"nor the name of any of them.{nearest(data.stem, kinds)}"
        )
    return {f"{kind}.csv": data for kind in present_kinds}
