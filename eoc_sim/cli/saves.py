"""Detect when any editor saves a file.

Some editors write a file in place, others write a new file and rename it, and many write several
times in a row. So this module watches the folder, compares the file's contents, and reads the file
once it has stopped changing.
"""

from __future__ import annotations

import hashlib
import threading
import time
import zipfile
from pathlib import Path
from types import TracebackType

from watchfiles import watch

LOOK_MILLISECONDS = 1000
"""Time between checks if there are no change events.

Some network drives send none.
"""
GROUP_MILLISECONDS = 200
"""Change events this close together count as one."""
REST_SECONDS = 0.15
"""A file unchanged for this long is no longer being written."""
PATIENCE_SECONDS = 2.0
"""Time that a file may be missing or incomplete during a save."""
WAIT_SECONDS = 0.5
_WORKBOOKS = (".xlsx", ".xlsm")


class Saves:
    """Watches one file for saves, in a thread of its own.

    ``pending`` is set when the contents differ from those at the last `begin` or `wait`.
    """

    def __init__(self, path: Path) -> None:
        self.pending = threading.Event()
        self._path = path
        self._end = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._digest: str | None = None

    def __enter__(self) -> Saves:
        self.begin()
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end.set()
        self._thread.join(1.0)

    def begin(self) -> None:
        """Take the current contents as known; the next change sets `pending`."""
        self.pending.clear()
        self._digest = digest(self._path)

    def wait(self) -> None:
        """Wait for a complete save, and take its contents as known."""
        # Wait in short pieces, because on some systems Ctrl-C does not end an endless wait.
        while not self.pending.wait(WAIT_SECONDS):
            if self._failure is not None:
                raise self._failure
        settle(self._path)
        self.begin()

    def _watch(self) -> None:
        try:
            self._watch_folders()
        except BaseException as failure:
            self._failure = failure

    def _watch_folders(self) -> None:
        # If the path is a link, a save changes the file that it points to.
        real_path = self._path.resolve()
        folders = {self._path.absolute().parent, real_path.parent}
        names = {self._path.name.casefold(), real_path.name.casefold()}
        missing_since: float | None = None
        for _ in watch(
            *folders,
            recursive=False,
            stop_event=self._end,
            debounce=GROUP_MILLISECONDS,
            rust_timeout=LOOK_MILLISECONDS,
            yield_on_timeout=True,
            raise_interrupt=False,
            watch_filter=lambda _, path: Path(path).name.casefold() in names,
        ):
            current_digest = digest(self._path)
            if current_digest is not None:
                missing_since = None
            elif missing_since is None:
                missing_since = time.monotonic()
            may_reappear = missing_since is not None and (
                time.monotonic() - missing_since < PATIENCE_SECONDS
            )
            if current_digest != self._digest and not may_reappear:
                self.pending.set()


def digest(path: Path) -> str | None:
    """Return a digest of a file's contents, or None if unreadable."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def settle(path: Path, patience: float = PATIENCE_SECONDS) -> None:
    """Wait until a file is complete, for at most ``patience`` seconds."""
    deadline = time.monotonic() + patience
    previous_digest = digest(path)
    while time.monotonic() < deadline:
        time.sleep(REST_SECONDS)
        current_digest = digest(path)
        if current_digest == previous_digest and _is_whole(path):
            return
        previous_digest = current_digest


def _is_whole(path: Path) -> bool:
    """Return whether a file is non-empty and, if a workbook, complete."""
    try:
        if path.suffix.lower() in _WORKBOOKS:
            return zipfile.is_zipfile(path)
        return path.stat().st_size > 0
    except OSError:
        return False
