"""Keep strategies' output off stdout, which is for results."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout


@contextmanager
def divert_strategy_output() -> Iterator[None]:
    """Send strategies' output to stderr in this context, in all threads.

    This includes compiled functions: numba hands their output to Python's own stdout.
    """
    with redirect_stdout(sys.stderr):
        yield
