"""Who vouches for a strategy file: of those that a result names, none runs unless somebody does.

A result's own files are not signed: whoever wrote them chose every name and checksum in them.
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
"""Files that make the folder they are in one of results."""
UNSIGNED = "run.json is not signed: it proves nothing about what it names"


class Unvouched(StrategyError):
    """Something that a result names, ``named``; ``option`` vouches for it on a command line."""

    def __init__(self, named: str, option: Sequence[str] = ("--trust",)) -> None:
        super().__init__(
            f"The result names {named}; reading a result never runs it, and {UNSIGNED}."
        )
        self.option = option

    def with_command(self, words: Sequence[str]) -> StrategyError:
        """The same, with the command line that runs it all the same."""
        return StrategyError(f"{self} If you know who wrote it: {shlex.join(words)}")


class SentAlong(StrategyError):
    """A preset among results plays a strategy file that lies there too; ``spec`` does the same."""

    def __init__(self, preset: Path, file: Path, spec: str) -> None:
        super().__init__(
            f"The preset {shown(preset)} lies among results, and plays a file of theirs, "
            f"{shown(file)}; no preset of results runs that. If you know who wrote it, name it in "
            f"place of the preset: {shlex.quote(shown(spec))}"
        )


class _Reader:
    """Somebody who reads a result, and whoever is told of files that are trusted, if they are."""

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
    """While this is open, files that are loaded are those that a result names.

    They are refused, unless this process runs the same bytes already. With ``trusting`` they run,
    and it gets the path and SHA-256 of each before.
    """
    token = _reader.set(_Reader(trusting))
    try:
        yield
    finally:
        _reader.reset(token)


def is_reading() -> bool:
    """Whether what is loaded now is named by a result."""
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
    """Refuse the files of a strategy, or tell of them, before exactly these bytes run.

    Raises:
        Unvouched: a result names them, and nobody vouches for them.
    """
    reader = _reader.get()
    if reader is not None:
        reader.vouch(files)


def share_results(*files: Path) -> bool:
    """Whether files lie together in a folder of results: they came, and may be sent on, as one."""
    first, *others = files
    return any(
        all(folder in other.parents for other in others)
        and any((folder / one).is_file() for one in RESULTS)
        for folder in first.parents
    )


def shown(text: object) -> str:
    """A path or name that somebody else chose, without characters that a terminal obeys."""
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape", "backslashreplace").decode()
        for one in str(text)
    )
