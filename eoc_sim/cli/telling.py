"""A progress line of a long search, updated on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from eoc_sim.cli.screen import console, note
from eoc_sim.commands.telling import Tell

FIRST_LINE_SECONDS = 5.0
LINE_SECONDS = 15.0
"""Seconds to the first line in a pipe, and between lines."""


@contextmanager
def telling(quiet: bool) -> Iterator[Tell]:
    """Show progress on stderr unless ``quiet``; rarely in a pipe."""
    if quiet:
        yield lambda line, done=0, total=0: None
    elif sys.stderr.isatty():
        with console(errors=True).status("") as status:
            yield lambda line, done=0, total=0: status.update(line)
    else:
        next_line = time.perf_counter() + FIRST_LINE_SECONDS

        def tell(line: str, done: int = 0, total: int = 0) -> None:
            nonlocal next_line
            if time.perf_counter() >= next_line:
                next_line = time.perf_counter() + LINE_SECONDS
                note(line)

        yield tell
