"""The folder in which compiled code is kept."""

from __future__ import annotations

import errno
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path

from eoc_sim.errors import InputError

_KEEP_DAYS = 30


def cache_root() -> Path:
    """The folder of all caches of compiled code: EOC_SIM_CACHE, or the user's cache folder."""
    override = os.environ.get("EOC_SIM_CACHE")
    if override:
        return Path(override)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "eoc-sim"


def make_writable(folder: Path) -> None:
    """Make a cache's folder, unless it is there.

    Raises:
        InputError: it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise cannot_be_kept(error) from None


def cannot_be_kept(error: OSError) -> InputError:
    """What to tell where compiled code cannot be written."""
    return InputError(
        f"Compiled code cannot be kept in {cache_root()}: {error.strerror or error}. Set "
        "EOC_SIM_CACHE to a folder that can be written and has room."
    )


def drop_old_caches() -> None:
    """Remove caches of sources that have not been used for a month."""
    root = cache_root()
    if not root.is_dir():
        return
    for folder in root.iterdir():
        with suppress(OSError):  # another process may drop it at the same time
            if time.time() - folder.stat().st_mtime > _KEEP_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)
