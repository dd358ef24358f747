"""A lock on directories, kept by the system, for one writer each.

The lock is on the directory itself, without a file. It leaves no trace, and it ends with its
process in any case. On systems without such locks, as Windows and some network drives, nothing is
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
"""The threads of this process that hold directories, by system identity."""


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep an existing directory to this thread, which may lock again.

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
        InputError: another one does.
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
    """Lock a directory by opening it; None without such locks.

    The lock lasts as long as it is open.
    """
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
