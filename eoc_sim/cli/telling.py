"""A progress line of a long search, updated on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from eoc_sim.cli.playing import FIRST_LINE_SECONDS, LINE_SECONDS
from eoc_sim.cli.screen import console, note

Tell = Callable[[str], None]


@contextmanager
def telling(quiet: bool) -> Iterator[Tell]:
    """Return a function that shows progress on stderr, unless ``quiet``."""
    if quiet:
        yield lambda line: None
    elif sys.stderr.isatty():
        with console(errors=True).status("") as status:
            yield status.update
    else:
        next_line = time.perf_counter() + FIRST_LINE_SECONDS

        def tell(line: str) -> None:
            nonlocal next_line
            if time.perf_counter() >= next_line:
                next_line = time.perf_counter() + LINE_SECONDS
                note(line)

        yield tell
