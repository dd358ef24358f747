"""Watch running strategy code, and name a call that never ends.

The caller of a strategy marks the call and supplies a measure of its progress. A separate thread
checks the progress twice a second, so compiled code has no extra work.
"""

from __future__ import annotations

import ctypes
import faulthandler
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any

from eoc_sim.errors import EngineError

NOTED_SECONDS = 10.0
"""Seconds without progress after which a call is named."""
STUCK_SECONDS = 1.0
"""Seconds without progress after which stopping the program names it."""
LOCKED_SECONDS = 5.0
"""Seconds after `NOTED_SECONDS` until the fault handler names an import."""
LOOK_SECONDS = 0.5

COPY_FOLDERS: list[str] = []
"""Folders with copies of the sender's files; messages leave them out."""
_RUNNING: dict[int, Running] = {}
_ENDING: list[bool] = []
_STARTING = threading.Lock()
_watchers: list[threading.Thread] = []


class EndlessError(EngineError):
    """A call that was ended because it ran for too long."""

    def __str__(self) -> str:
        return f"it has not ended after {NOTED_SECONDS:g} seconds"


class Running:
    """Marks that strategy code may be running in this thread.

    Args:
        words: names the code, at the end of a sentence; it is called in another thread.
        progress: returns a value that changes while games advance, None while only the engine runs.
        is_python: True if `end_endless_games` may raise an error in it; compiled code would not
            notice.
    """

    def __init__(
        self,
        words: Callable[[], str],
        progress: Callable[[], Any] = int,
        *,
        is_python: bool = False,
    ) -> None:
        self._words = words
        self._progress = progress
        self._thread = threading.get_ident() if is_python else 0
        self._last_progress: Any = None
        self._since = 0.0
        self._noted = self._stopped = False

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
        del _RUNNING[id(self)]

    def seconds(self) -> float:
        """Return how long the call has made no progress."""
        progress, now = self._progress(), time.monotonic()
        if progress is None or progress != self._last_progress:
            self._last_progress, self._since = progress, now
        return now - self._since

    def note_if_endless(self) -> None:
        """Name the call, once, if it has run for too long."""
        seconds = self.seconds()
        if seconds < NOTED_SECONDS:
            self._noted = False
        elif not self._noted and not self._stopped:
            self._noted = True
            if self._thread and _ENDING:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread), ctypes.py_object(EndlessError)
                )
                return
            faulthandler.cancel_dump_traceback_later()
            _say(f"Still running after {seconds:.0f} s: {self._words()}. Ctrl-C stops it.")

    def note_if_stopped(self) -> None:
        """Name a stuck call, once, when the program is stopped."""
        seconds = self.seconds()
        if seconds >= STUCK_SECONDS and not self._stopped:
            self._stopped = True
            _say(f"Stopped after {seconds:.0f} s in {self._words()}.")


@contextmanager
def end_endless_games() -> Iterator[None]:
    """End Python games that run for too long, instead of naming them."""
    _ENDING.append(True)
    try:
        yield
    finally:
        _ENDING.pop()


def name_stopped_calls() -> None:
    """Name the calls without progress when the program is stopped."""
    for running in list(_RUNNING.values()):
        running.note_if_stopped()


@contextmanager
def importing(files: Collection[str]) -> Iterator[None]:
    """Name an import of the user's ``files`` that never ends.

    C code may keep the lock that the watching thread needs; then Python's fault handler, which
    needs none, prints the place.
    """
    place = place_in(files)
    with suppress(OSError, ValueError, AttributeError):  # stderr is not a file
        faulthandler.dump_traceback_later(NOTED_SECONDS + LOCKED_SECONDS)
    try:
        with Running(lambda: f"{place()}, while it is imported"):
            yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def place_in(files: Collection[str]) -> Callable[[], str]:
    """Make a function that names this thread's line in ``files``, for `Running`."""
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
        sys.stderr.write(f"{sentence}\n")  # one call, since several threads may write at once
        sys.stderr.flush()


def _start() -> None:
    with _STARTING:
        if not _watchers:
            _watchers.append(threading.Thread(target=_watch, daemon=True))
            _watchers[0].start()


def _watch() -> None:
    while True:
        time.sleep(LOOK_SECONDS)
        for running in list(_RUNNING.values()):
            with suppress(Exception):  # the call may have ended meanwhile
                running.note_if_endless()
