"""Where the words go that a strategy prints: stdout is for what a command was asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout


@contextmanager
def strategies_print_apart() -> Iterator[None]:
    """While this is open, what strategies print goes to stderr, in all threads.

    That of their compiled functions too: numba hands it to Python's own stdout.
    """
    with redirect_stdout(sys.stderr):
        yield
