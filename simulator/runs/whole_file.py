"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from eoc_sim.errors import InputError

TEMPORARY = ".tmp"
"""The suffix of the files that `write_temporary` writes."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file via a temporary name, so that failures change nothing.

    Raises:
        InputError: it cannot be written.
    """
    try:
        partial = path.with_name(f".{path.name}.part")
        try:
            with _new_file(partial) as file:
                file.write(content)
            os.replace(partial, path)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path} cannot be written: {reason}.") from None


def _new_file(path: Path) -> IO[bytes]:
    """Open a new file in place of any earlier one.

    It never follows a link: the folder may be someone else's.
    """
    path.unlink(missing_ok=True)
    return open(path, "xb")


def read_json(text: str) -> Any:
    """Parse JSON from a file that anyone may have written.

    >>> read_json("[" * 100_000)
    Traceback (most recent call last):
    ValueError: it is nested too deeply

    Raises:
        ValueError: it is not JSON, or nested too deeply.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def is_inside(name: str) -> bool:
    """Check if a relative path stays inside its folder.

    >>> is_inside("who/shy"), is_inside("../shy"), is_inside("/shy"), is_inside("C:shy")
    (True, False, False, False)
    """
    parts = re.split(r"[/\\]", name)
    return not re.match("[A-Za-z]:", name) and not {"", ".", ".."} & set(parts)


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a JSON file whole or not at all."""
    write_text(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    write_temporary(path, text.encode("utf-8"))
    finish_temporary(path)


def write_temporary(path: Path, content: bytes) -> None:
    """Write and sync the content of ``path`` under its temporary name.

    If that fails, the temporary file is removed.
    """
    try:
        with _new_file(path.with_name(path.name + TEMPORARY)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        remove_temporary(path)
        raise


def remove_temporary(path: Path) -> None:
    """Remove the file that `write_temporary` wrote, if possible."""
    with contextlib.suppress(OSError):
        path.with_name(path.name + TEMPORARY).unlink(missing_ok=True)


def finish_temporary(path: Path) -> None:
    """Rename the file that `write_temporary` wrote to its final name."""
    os.replace(path.with_name(path.name + TEMPORARY), path)


def file_digest(path: Path) -> str:
    """Return the hexadecimal SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def unwritable(path: Path | str, error: OSError) -> InputError:
    """Make the error for a file or folder that cannot be written."""
    return InputError(f"{path} cannot be written: {error.strerror or error}.")


def unreadable(path: Path, error: OSError) -> InputError:
    """Make the error for a file that the system cannot read."""
    return InputError(f"{path} cannot be read: {error.strerror or error}.")
