"""Write new files without touching existing ones."""

from __future__ import annotations

from pathlib import Path

from eoc_sim.errors import InputError


def write_new(path: Path, text: str) -> None:
    """Write text to a new file.

    Raises:
        InputError: The file already exists, or cannot be written.
    """
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            try:
                file.write(text)
                file.flush()
            except OSError:
                path.unlink(missing_ok=True)  # half a file would block the next attempt
                raise
    except FileExistsError:
        raise InputError(f"{path} already exists and is left unchanged.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from None
