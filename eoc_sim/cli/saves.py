"""Tells when a file is saved, however its editor does that.

Editors write a file in place, or another one beside it that then takes its name, and many write
several times in a row. So the folder is watched, what counts is whether the file's contents are
others than before, and it is looked at once it has come to rest.
"""

from __future__ import annotations

import hashlib
import threading
import time
import zipfile
from pathlib import Path
from types import TracebackType

LOOK_MILLISECONDS = 1000
"""The file is looked at so often even if the system reports nothing, as of some network drives."""
GROUP_MILLISECONDS = 200
"""Reports of the system that come so close together are one."""
REST_SECONDS = 0.15
"""A file that has not changed for so long is at rest."""
PATIENCE_SECONDS = 2.0
"""How long a file may be missing, or half written, while it is being saved."""
WAIT_SECONDS = 0.5
_WORKBOOKS = (".xlsx", ".xlsm")


class Saves:
    """The saves of one file, noticed by a thread while this is entered.

    ``pending`` is set when the contents are others than those that `wait` or `begin` has last
    handed over.
    """

    def __init__(self, path: Path) -> None:
        self.pending = threading.Event()
        self._path = path
        self._end = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._taken: str | None = None

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
        """Hand over the contents as they are: `pending` is set by the next ones."""
        self.pending.clear()
        self._taken = digest(self._path)

    def wait(self) -> None:
        """Wait until the file was saved and is at rest, and hand over its contents."""
        # In pieces, because on some systems Ctrl-C does not end an endless wait.
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
        from watchfiles import watch

        # The name may be a link to a file elsewhere, which is what changes then.
        real = self._path.resolve()
        folders = {self._path.absolute().parent, real.parent}
        names = {self._path.name.casefold(), real.name.casefold()}
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
            now = digest(self._path)
            if now is not None:
                missing_since = None
            elif missing_since is None:
                missing_since = time.monotonic()
            away = missing_since is not None and (
                time.monotonic() - missing_since < PATIENCE_SECONDS
            )
            if now != self._taken and not away:
                self.pending.set()


def digest(path: Path) -> str | None:
    """What tells a file's contents from others; None while it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def settle(path: Path, patience: float = PATIENCE_SECONDS) -> None:
    """Wait until a file is at rest and whole, but no longer than it takes to save one."""
    until = time.monotonic() + patience
    before = digest(path)
    while time.monotonic() < until:
        time.sleep(REST_SECONDS)
        now = digest(path)
        if now == before and _is_whole(path):
            return
        before = now


def _is_whole(path: Path) -> bool:
    """Whether a file has contents, and a workbook also its end."""
    try:
        if path.suffix.lower() in _WORKBOOKS:
            return zipfile.is_zipfile(path)
        return path.stat().st_size > 0
    except OSError:
        return False
