"""Watch running strategy code, and report a call that never ends.

The caller of a strategy marks the call and supplies a measure of its progress. A separate thread
checks the progress twice a second, so compiled code has no extra work. It ends a Python game that
would never end on its own.
"""

from __future__ import annotations

import ctypes
import faulthandler
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any

from eoc_sim.errors import EngineError

NOTED_SECONDS = 10.0
"""Seconds without progress after which a running call is reported."""
STUCK_SECONDS = 1.0
"""Seconds without progress after which a stopped call is reported.

A call is stopped when the program is, for example with Ctrl-C.
"""
LOCKED_SECONDS = 5.0
"""Seconds that the fault handler waits beyond `NOTED_SECONDS` during an import."""
LOOK_SECONDS = 0.5

COPY_FOLDERS: list[str] = []
"""Folders with copies of files that another process sent.

Messages leave out the folders' names.
"""
_RUNNING: dict[int, Running] = {}
_STARTING = threading.Lock()
_watchers: list[threading.Thread] = []


class EndlessError(EngineError):
    """A Python game that seemed endless and was stopped."""


class OutOfTime(EndlessError):
    """A Python game that made no progress for too long."""


class OutOfMemory(EndlessError):
    """A Python game that took too much memory without progress."""


class Running:
    """Marks that strategy code may be running in this thread.

    Args:
        words: returns words for the code, as the end of a sentence; it is called in another thread.
        progress: returns a value that changes while games advance, or None while only the engine
            runs.
        max_seconds: the maximum number of seconds without progress in a Python game; after that,
            an `EndlessError` is raised in that game. Give 0 for compiled code, which would not
            notice the error. Elapsed time is divided among the games that run at the same time in
            one process.
    """

    def __init__(
        self,
        words: Callable[[], str],
        progress: Callable[[], Any] = int,
        *,
        max_seconds: float = 0,
    ) -> None:
        self._words = words
        self._progress = progress
        self._thread = threading.get_ident()
        self._max_seconds = max_seconds
        self._last_progress: Any = None
        self._since = 0.0
        self._seconds_used: float | None = None
        self._peak = 0
        self._noted = self._stopped = False
        self._ended = False

    def __enter__(self) -> None:
        self._last_progress, self._since = self._progress(), time.monotonic()
        _RUNNING[id(self)] = self
        if not _watchers:
            _start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _RUNNING.pop(id(self), None)
        if self._ended:  # an error that has not been raised yet would be raised in the engine
            _raise_in(self._thread, None)

    @property
    def can_be_ended(self) -> bool:
        """True if it is a Python game, which can be ended."""
        return self._max_seconds > 0

    def seconds(self) -> float:
        """Return the number of seconds since the call last made progress."""
        progress, now = self._progress(), time.monotonic()
        if progress is None or progress != self._last_progress:
            self._last_progress, self._since, self._seconds_used = progress, now, None
        return now - self._since

    def end_if_endless(self, share: float, peak: int) -> None:
        """End a Python game that takes too long or too much memory.

        Args:
            share: the game's share of the seconds since the last call of this method. A pause of
                the entire process does not count.
            peak: the process's peak memory in bytes.
        """
        self.seconds()
        if self._seconds_used is None:  # the first call since the last progress
            self._seconds_used, self._peak = 0.0, peak
            return
        self._seconds_used += share
        is_late = self._seconds_used > self._max_seconds
        if self.can_be_ended and not self._ended and (is_late or peak - self._peak > _memory() / 4):
            self._ended = True
            _raise_in(self._thread, OutOfTime if is_late else OutOfMemory)

    def note_if_endless(self) -> None:
        """Report the call, once, if it makes no progress for too long."""
        seconds = self.seconds()
        if seconds < NOTED_SECONDS:
            self._noted = False
        elif not self._noted and not self._stopped:
            self._noted = True
            faulthandler.cancel_dump_traceback_later()
            _say(f"Still running after {seconds:.0f} s: {self._words()}. Ctrl-C stops it.")

    def note_if_stopped(self) -> None:
        """Report a stuck call, once, when the program is stopped."""
        seconds = self.seconds()
        if seconds >= STUCK_SECONDS and not self._stopped:
            self._stopped = True
            _say(f"Stopped after {seconds:.0f} s in {self._words()}.")


def name_stopped_calls() -> None:
    """Report the calls that make no progress when the program is stopped."""
    for running in list(_RUNNING.values()):
        running.note_if_stopped()


@contextmanager
def importing(files: Collection[str]) -> Iterator[None]:
    """Report a never-ending import of the user's ``files``.

    C code may hold the lock that the watching thread needs; then Python's fault handler, which
    needs none, prints the location.
    """
    location = locate_in(files)
    with suppress(OSError, ValueError, AttributeError):  # stderr is not a file
        faulthandler.dump_traceback_later(NOTED_SECONDS + LOCKED_SECONDS)
    try:
        with Running(lambda: f"{location()}, while it is being imported"):
            yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def locate_in(files: Collection[str]) -> Callable[[], str]:
    """Make a function that returns this thread's line in ``files``, for `Running`."""
    thread = threading.get_ident()

    def words() -> str:
        frame: FrameType | None = sys._current_frames().get(thread)
        while frame is not None and frame.f_code.co_filename not in files:
            frame = frame.f_back
        if frame is None:
            return ", ".join(files)
        return f"{frame.f_code.co_filename}, line {frame.f_lineno}"

    return words


def _say(sentence: str) -> None:
    for folder in COPY_FOLDERS:
        sentence = sentence.replace(folder, "")
    with suppress(RuntimeError, OSError, ValueError):  # during a print, or without stderr
        sys.stderr.write(f"{sentence}\n")  # one call, since threads may write simultaneously
        sys.stderr.flush()


def _start() -> None:
    with _STARTING:
        if not _watchers:
            _watchers.append(threading.Thread(target=_watch, daemon=True))
            _watchers[0].start()


def _raise_in(thread: int, error: type[Exception] | None) -> None:
    """Raise an error in another thread; None withdraws one not yet raised."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), None if error is None else ctypes.py_object(error)
    )


def _memory() -> float:
    """Return the computer's memory in bytes, infinite where it is unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return math.inf


def _peak() -> int:
    """Return this process's peak memory in bytes, 0 where unknown."""
    try:
        import resource
    except ImportError:  # on Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _watch() -> None:
    while True:
        time.sleep(LOOK_SECONDS)
        calls = list(_RUNNING.values())
        share = LOOK_SECONDS / max(1, sum(running.can_be_ended for running in calls))
        peak = _peak()
        for running in calls:
            with suppress(Exception):  # the call may have ended meanwhile
                running.end_if_endless(share, peak)
                running.note_if_endless()
