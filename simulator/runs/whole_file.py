"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from eoc_sim.errors import InputError


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name first: a full disk leaves what was there before.

    Raises:
        InputError: it cannot be written.
    """
    try:
        partial = path.with_name(f".{path.name}.part")
        try:
            partial.write_bytes(content)
            os.replace(partial, path)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path} cannot be written: {reason}.") from None
