"""A lock that gives a directory one writer at a time.

The operating system locks the directory itself and releases it when the process ends. Windows
cannot do that, so there a file next to the directory is locked; a file inside would change its
content. On network drives without locks, and if no file can be made next to a directory, nothing is
locked.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from eoc_sim.errors import InputError

_Identity = tuple[int, int]

_holders: dict[_Identity, int] = {}
"""The threads of this process that hold locks, by directory."""


@contextmanager
def hold_lock(directory: Path) -> Iterator[None]:
    """Lock an existing directory for this thread, which may nest locks.

    Raises:
        InputError: another process or thread is writing to it.
        OSError: it cannot be opened.
    """
    identity = _identity(directory)
    if _holders.get(identity) == threading.get_ident():
        yield
        return
    release = _lock(directory)
    _holders[identity] = threading.get_ident()
    try:
        yield
    finally:
        del _holders[identity]
        release()


def check_not_locked(directory: Path) -> None:
    """Check that no other process or thread is writing to a directory.

    Raises:
        InputError: another process or thread is writing to it.
        OSError: it cannot be opened.
    """
    if directory.is_dir():
        with hold_lock(directory):
            pass


def is_locked_here(directory: Path) -> bool:
    """Check if this thread holds the lock of an existing directory."""
    return _holders.get(_identity(directory)) == threading.get_ident()


def _identity(directory: Path) -> _Identity:
    status = directory.stat()
    return status.st_dev, status.st_ino


def lock_file(directory: Path) -> Path:
    """Return the file that is locked where directories cannot be."""
    path = directory.resolve()
    return path.with_name(f".{path.name}.lock")


def _lock(directory: Path) -> Callable[[], None]:
    """Lock a directory, if possible; return the function that releases it."""
    try:
        import fcntl
    except ImportError:
        return _lock_beside(directory)
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise _lock_error(directory) from None
    except OSError:
        pass
    return lambda: os.close(descriptor)


def _lock_beside(directory: Path) -> Callable[[], None]:
    from filelock import FileLock, Timeout

    lock = FileLock(lock_file(directory))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise _lock_error(directory) from None
    except (OSError, NotImplementedError):
        pass
    return lock.release


def _lock_error(directory: Path) -> InputError:
    return InputError(
        f"Another eoc-sim process is writing to {directory}; nothing in it was changed. Wait "
        "until it ends, or choose a different --out."
    )
