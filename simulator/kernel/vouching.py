"""Trust in strategy files: the user vouches for those that results name.

Results are not signed: their writer chose every name and checksum in them.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from eoc_sim.errors import StrategyError

Announce = Callable[[str], None]
RESULTS = ("run.json", "runs.json")
"""Files that mark their folder as a folder of results."""
TRUST = "--trust"
"""The option that vouches for all files that a result names."""
UNSIGNED_MESSAGE = "run.json is not signed and proves nothing about what it names"


class UntrustedCode(StrategyError):
    """Raised for a file that a result names, unless it is trusted.

    ``words`` describe the file; ``option`` is the command-line option that vouches for it. The
    message names the keyword argument of the same name.
    """

    def __init__(self, words: str, option: Sequence[str] = (TRUST,)) -> None:
        self._sentence = (
            f"The result names {words}; reading a result never runs such code, and "
            f"{UNSIGNED_MESSAGE}."
        )
        keyword = "trust=True" if option[0] == TRUST else f"game={option[1]!r}"
        super().__init__(f"{self._sentence} If you know who wrote the code, pass {keyword}.")
        self.option = option

    def with_command(self, words: Sequence[str]) -> StrategyError:
        """Make an error that names the command line instead of the keyword."""
        return StrategyError(
            f"{self._sentence} If you know who wrote the code: {shlex.join(words)}"
        )


class FileInSameResults(StrategyError):
    """Raised if a preset or plan uses a file in its folder.

    The folder holds results, so their sender may have written both files. ``kind`` is
    "preset" or "plan"; ``advice`` says what to do instead.
    """

    def __init__(self, kind: str, path: Path, file: Path, advice: str) -> None:
        super().__init__(
            f"The {kind} {escape(path)} is in a folder of results and uses a strategy file from "
            f"that folder, {escape(file)}; such a file never runs. If you know who wrote it, "
            f"{escape(advice)}"
        )


class _ResultReader:
    """Refuses or reports the files that a result names."""

    def __init__(self, announce: Announce | None) -> None:
        self._report = announce
        self._reported_files: set[tuple[Path, bytes]] = set()

    def check(self, file: Path) -> None:
        if self._report is None:
            raise UntrustedCode(f"the file {escape(file)}")

    def refuse_or_report(self, files: Mapping[Path, bytes]) -> None:
        for file, content in files.items():
            self.check(file)
            if (file, content) in self._reported_files or self._report is None:
                continue
            if not self._reported_files:
                self._report(f"These files run with your permissions, though {UNSIGNED_MESSAGE}:")
            self._reported_files.add((file, content))
            self._report(f"  SHA-256 {hashlib.sha256(content).hexdigest()}  {escape(file)}")


_reader: ContextVar[_ResultReader | None] = ContextVar("reader of a result", default=None)


@contextmanager
def reading_result(announce: Announce | None = None) -> Iterator[None]:
    """Treat files loaded in this context as named by a result.

    They are refused, except for a file whose bytes this process has run before: `load` and
    `execute` use such a file without a check. If ``announce`` is given, no file is refused: the
    files run after ``announce`` has been called with the path and SHA-256 of each.
    """
    token = _reader.set(_ResultReader(announce))
    try:
        yield
    finally:
        _reader.reset(token)


def is_reading() -> bool:
    """Check if files loaded now count as named by a result."""
    return _reader.get() is not None


def check_vouched(file: Path) -> None:
    """Refuse a file if a result names it, unless it is trusted.

    Raises:
        UntrustedCode: nobody vouches for it.
    """
    reader = _reader.get()
    if reader is not None:
        reader.check(file)


def refuse_or_report(files: Mapping[Path, bytes]) -> None:
    """Refuse a strategy's files, or report them, before they run.

    Raises:
        UntrustedCode: a result names them, and nobody vouches for them.
    """
    reader = _reader.get()
    if reader is not None:
        reader.refuse_or_report(files)


def in_same_results_folder(*files: Path) -> bool:
    """Check if files lie in the same results folder.

    The sender of the folder may then have written them all.
    """
    first, *tail = files
    return any(
        all(folder in other.parents for other in tail)
        and any((folder / result).is_file() for result in RESULTS)
        for folder in first.parents
    )


def escape(text: object) -> str:
    """Escape terminal control characters in another user's path or name."""
    return "".join(
        character
        if character.isprintable()
        else character.encode("unicode_escape", "backslashreplace").decode()
        for character in str(text)
    )
