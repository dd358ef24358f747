"""Watching running strategy code, to name a call that never ends.

The caller of a strategy marks the call, and how to see its progress. A separate thread looks at
that twice a second; compiled code has no extra work.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any

NOTED_SECONDS = 10.0
"""Seconds without progress after which a call is named."""
STUCK_SECONDS = 1.0
"""Seconds without progress after which stopping the program names it."""
LOOK_SECONDS = 0.5

LAID_OUT: list[str] = []
"""Folders with files laid out as their sender's.

Words name the files as the sender does.
"""
_RUNNING: dict[int, Running] = {}
_STARTING = threading.Lock()
_watchers: list[threading.Thread] = []


class Running:
    """Marks that strategy code may be running in this thread.

    Args:
        words: the code, as the end of a sentence; it is read in another thread.
        progress: a value that changes while games advance; None while only the engine runs.
    """

    def __init__(self, words: Callable[[], str], progress: Callable[[], Any] = int) -> None:
        self._words = words
        self._progress = progress
        self._seen: Any = None
        self._since = 0.0
        self._noted = self._stopped = False

    def __enter__(self) -> None:
        self._since = time.monotonic()
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
        """Return how long the same call was seen running."""
        seen, now = self._progress(), time.monotonic()
        if seen is None or seen != self._seen:
            self._seen, self._since = seen, now
        return now - self._since

    def note_if_endless(self) -> None:
        """Name the call, once, if it has run for long."""
        seconds = self.seconds()
        if seconds < NOTED_SECONDS:
            self._noted = False
        elif not self._noted and not self._stopped:
            self._noted = True
            _say(f"Still running after {seconds:.0f} s: {self._words()}. Ctrl-C stops it.")

    def note_if_stopped(self) -> None:
        """Name the call, once, if the program stops without progress."""
        seconds = self.seconds()
        if seconds >= STUCK_SECONDS and not self._stopped:
            self._stopped = True
            _say(f"Stopped after {seconds:.0f} s in {self._words()}.")


def name_stopped() -> None:
    """Name calls without progress when the program is stopped."""
    for one in list(_RUNNING.values()):
        one.note_if_stopped()


def place_in(files: Collection[str]) -> Callable[[], str]:
    """Return this thread's line in some files, for `Running`."""
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
    for folder in LAID_OUT:
        sentence = sentence.replace(folder, "")
    with suppress(RuntimeError, OSError, ValueError):  # in the middle of a print, or without stderr
        sys.stderr.write(f"{sentence}\n")  # in one piece: several threads may write at once
        sys.stderr.flush()


def _start() -> None:
    with _STARTING:
        if not _watchers:
            _watchers.append(threading.Thread(target=_watch, daemon=True))
            _watchers[0].start()


def _watch() -> None:
    while True:
        time.sleep(LOOK_SECONDS)
        for one in list(_RUNNING.values()):
            with suppress(Exception):  # it has ended since
                one.note_if_endless()
