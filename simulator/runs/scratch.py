"""Temporary folders that do not outlive their command.

A process that is killed cannot remove its folder. So each process locks its folder, and the
system releases the lock when the process ends. The next command removes the folders that no process
has locked.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "eoc-sim-scratch-"
YOUNG_SECONDS = 60.0
"""The age below which a folder in use may lack its lock."""


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder for this context, and remove those of killed processes."""
    with suppress(OSError):
        _remove_abandoned(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as name:
        lock = _hold(Path(name))
        try:
            yield Path(name)
        finally:
            if lock is not None:
                os.close(lock)


def _remove_abandoned(root: Path) -> None:
    """Remove this user's folders that no process has locked.

    Where folders cannot be locked, as on Windows, they stay.
    """
    for folder in root.glob(f"{PREFIX}*"):
        with suppress(OSError):
            status = folder.lstat()
            is_own = hasattr(os, "geteuid") and status.st_uid == os.geteuid()
            if is_own and time.time() - status.st_mtime > YOUNG_SECONDS:
                lock = _hold(folder)
                if lock is not None:
                    shutil.rmtree(folder, ignore_errors=True)
                    os.close(lock)


def _hold(folder: Path) -> int | None:
    """Lock a folder and return its descriptor, or None if impossible."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor
