"""How the process of a command starts and ends: without work that nobody waits for."""

from __future__ import annotations

import gc
import os
from contextlib import suppress
from ctypes import CDLL

NEW_OBJECTS = 50_000
"""New objects after which Python looks for garbage. Importing the libraries makes ten times as
many, which all stay; with its usual 700 a tenth of a short run is spent on looking them through."""
M_ARENA_MAX = -8
"""The option of the GNU C library's mallopt for the most heaps."""


def start_quickly(command: str = "") -> None:
    """Set up the process of a command, before libraries are imported."""
    gc.set_threshold(NEW_OBJECTS, 10, 10)
    # The threads of numpy's linear algebra wait for work at full speed; for 2^16 cycles, not 2^26.
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "16")
    # So do those of polars, while games need all cores. Only a report may have nothing else to do.
    if command != "report":
        os.environ.setdefault("POLARS_MAX_THREADS", "1")
    # Threads take memory from one heap; of one each, all would keep what their largest work took.
    with suppress(OSError, AttributeError, TypeError):  # where there is no GNU C library
        CDLL(None).mallopt(M_ARENA_MAX, 1)


def end_quickly() -> None:
    """Let Python end without a last look through all that is there; the system frees it anyway."""
    gc.freeze()
