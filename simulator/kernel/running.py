"""Code of strategies that is running just now: what does not come to an end is named.

Whoever calls a strategy says so for as long as it does, and how to see that it gets on. A thread
of its own looks at that twice a second; compiled code does no more for it than before.
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
"""After so long without progress a call is named."""
STUCK_SECONDS = 1.0
"""After so long it is named when somebody stops the program."""
LOOK_SECONDS = 0.5

LAID_OUT: list[str] = []
"""Folders below which files lie as they did for whoever sent them: words name them as these do."""
_RUNNING: dict[int, Running] = {}
_STARTING = threading.Lock()
_watchers: list[threading.Thread] = []


class Running:
    """While this is open, code of a strategy may be running in this thread.

    Args:
        words: which code it is, as the end of a sentence; asked for in another thread.
        progress: something that changes while games get on; None while only the engine runs.
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
        """How long the same call has been running, as far as it was looked at."""
        seen, now = self._progress(), time.monotonic()
        if seen is None or seen != self._seen:
            self._seen, self._since = seen, now
        return now - self._since

    def note_if_endless(self) -> None:
        """Name the call, once, if it has been running for long."""
        seconds = self.seconds()
        if seconds < NOTED_SECONDS:
            self._noted = False
        elif not self._noted and not self._stopped:
            self._noted = True
            _say(f"Still running after {seconds:.0f} s: {self._words()}. Ctrl-C stops it.")

    def note_if_stopped(self) -> None:
        """Name the call, once, if the program is stopped while it does not get on."""
        seconds = self.seconds()
        if seconds >= STUCK_SECONDS and not self._stopped:
            self._stopped = True
            _say(f"Stopped after {seconds:.0f} s in {self._words()}.")


def name_stopped() -> None:
    """Name what is running without getting on, for somebody who stops the program."""
    for one in list(_RUNNING.values()):
        one.note_if_stopped()


def place_in(files: Collection[str]) -> Callable[[], str]:
    """The line of some files that this thread has got to, in words: for `Running`."""
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
        sys.stderr.write(f"{sentence}\n")  # in one piece: several threads may have to say something
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
            with suppress(Exception):  # it has ended meanwhile
                one.note_if_endless()
