"""A lock that gives a directory one writer at a time.

The operating system locks the directory itself, without a lock file, and releases it when the
process ends. Where such locks are missing, as on Windows and some network drives, nothing is
locked.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eoc_sim.errors import InputError

_Identity = tuple[int, int]

_held: dict[_Identity, int] = {}
"""The threads of this process that hold locks, by directory."""


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Lock an existing directory for this thread, which may nest locks.

    Raises:
        InputError: another process writes into it.
        OSError: it cannot be opened.
    """
    identity = _identity(directory)
    if _held.get(identity) == threading.get_ident():
        yield
        return
    lock = _lock(directory)
    _held[identity] = threading.get_ident()
    try:
        yield
    finally:
        del _held[identity]
        if lock is not None:
            os.close(lock)


def check_not_locked(directory: Path) -> None:
    """Check that no other process writes into an existing directory.

    Raises:
        InputError: another process does.
        OSError: it cannot be opened.
    """
    if directory.is_dir():
        with locked(directory):
            pass


def is_locked_here(directory: Path) -> bool:
    """Check if this thread holds an existing directory."""
    return _held.get(_identity(directory)) == threading.get_ident()


def _identity(directory: Path) -> _Identity:
    status = directory.stat()
    return status.st_dev, status.st_ino


def _lock(directory: Path) -> int | None:
    """Open and lock a directory until it is closed; None without locks."""
    try:
        import fcntl
    except ImportError:
        return None
    opened = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(opened)
        raise InputError(
            f"Another eoc-sim is writing into {directory}, and nothing in it was changed. Wait "
            "until that one has ended, or give another --out."
        ) from None
    except OSError:
        os.close(opened)
        return None
    return opened
