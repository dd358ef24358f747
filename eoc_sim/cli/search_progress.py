"""Show the progress of a long search in one line."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from eoc_sim.cli.screen import console, note
from eoc_sim.commands.channel import ShowProgress

FIRST_LINE_SECONDS = 5.0
LINE_SECONDS = 15.0
"""In a pipe, seconds before the first line and between lines."""


@contextmanager
def search_progress(quiet: bool) -> Iterator[ShowProgress]:
    """Show progress on stderr, in a pipe only now and then."""
    if quiet:
        yield lambda line, games_done=0, total=0: None
    elif sys.stderr.isatty():
        with console(errors=True).status("") as status:
            yield lambda line, games_done=0, total=0: status.update(line)
    else:
        next_line = time.perf_counter() + FIRST_LINE_SECONDS

        def show(line: str, games_done: int = 0, total: int = 0) -> None:
            nonlocal next_line
            if time.perf_counter() >= next_line:
                next_line = time.perf_counter() + LINE_SECONDS
                note(line)

        yield show
