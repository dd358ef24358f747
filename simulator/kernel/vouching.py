"""Trust in strategy files: a result's file needs a voucher to run.

A result's own files are not signed: the writer chose every name and checksum in them.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from eoc_sim.errors import StrategyError

Tell = Callable[[str], None]
RESULTS = ("run.json", "runs.json")
"""Files that mark their folder as one of results."""
UNSIGNED = "run.json is not signed: it proves nothing about what it names"


class Unvouched(StrategyError):
    """A file that a result names, ``named``; ``option`` vouches for it.

    The option belongs on a command line.
    """

    def __init__(self, named: str, option: Sequence[str] = ("--trust",)) -> None:
        super().__init__(
            f"The result names {named}; reading a result never runs it, and {UNSIGNED}."
        )
        self.option = option

    def with_command(self, words: Sequence[str]) -> StrategyError:
        """Add the command line that runs it anyway."""
        return StrategyError(f"{self} If you know who wrote it: {shlex.join(words)}")


class SentAlong(StrategyError):
    """A preset among results that plays a file there; ``spec`` replaces it."""

    def __init__(self, preset: Path, file: Path, spec: str) -> None:
        super().__init__(
            f"The preset {shown(preset)} lies among results, and plays a file of theirs, "
            f"{shown(file)}; no preset of results runs that. If you know who wrote it, name it in "
            f"place of the preset: {shlex.quote(shown(spec))}"
        )


class _Reader:
    """A reader of a result, with a callback for trusted files."""

    def __init__(self, trusting: Tell | None) -> None:
        self._tell = trusting
        self._told: set[tuple[Path, bytes]] = set()

    def check(self, file: Path) -> None:
        if self._tell is None:
            raise Unvouched(f"the file {shown(file)}")

    def vouch(self, files: Mapping[Path, bytes]) -> None:
        for file, content in files.items():
            self.check(file)
            if (file, content) in self._told or self._tell is None:
                continue
            if not self._told:
                self._tell(f"These files run with your rights; {UNSIGNED}:")
            self._told.add((file, content))
            self._tell(f"  SHA-256 {hashlib.sha256(content).hexdigest()}  {shown(file)}")


_reader: ContextVar[_Reader | None] = ContextVar("reader of a result", default=None)


@contextmanager
def reading_result(trusting: Tell | None = None) -> Iterator[None]:
    """Treat files loaded in this context as named by a result.

    They are refused, unless this process runs the same bytes already. With ``trusting`` they run,
    and it receives the path and SHA-256 of each before.
    """
    token = _reader.set(_Reader(trusting))
    try:
        yield
    finally:
        _reader.reset(token)


def is_reading() -> bool:
    """Check if a result names what is loaded now."""
    return _reader.get() is not None


def check_vouched(file: Path) -> None:
    """Refuse a file that a result names.

    Raises:
        Unvouched: nobody vouches for it.
    """
    reader = _reader.get()
    if reader is not None:
        reader.check(file)


def vouch_for(files: Mapping[Path, bytes]) -> None:
    """Refuse a strategy's files, or report them, before these bytes run.

    Raises:
        Unvouched: a result names them, and nobody vouches for them.
    """
    reader = _reader.get()
    if reader is not None:
        reader.vouch(files)


def share_results(*files: Path) -> bool:
    """Check if files share a results folder, and so their origin.

    They may then be sent on together.
    """
    first, *others = files
    return any(
        all(folder in other.parents for other in others)
        and any((folder / one).is_file() for one in RESULTS)
        for folder in first.parents
    )


def shown(text: object) -> str:
    """Escape characters that a terminal obeys in another user's text.

    The text is a path or a name.
    """
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape", "backslashreplace").decode()
        for one in str(text)
    )
