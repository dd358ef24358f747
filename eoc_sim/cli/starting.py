"""Quick start and end of a command's process."""

from __future__ import annotations

import gc
import os
from contextlib import suppress
from ctypes import CDLL

NEW_OBJECTS = 50_000
"""New objects after which Python looks for garbage.

Importing the libraries creates ten times as many, which all stay; at Python's default of 700, a
tenth of a short run would go into scanning them.
"""
M_ARENA_MAX = -8
"""The GNU C library's mallopt option for the largest number of heaps."""


def start_quickly(command: str = "") -> None:
    """Set up the process of a command, before libraries are imported."""
    gc.set_threshold(NEW_OBJECTS, 10, 10)
    # The threads of numpy's linear algebra spin while they wait: for 2^16 cycles, not 2^26.
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "16")
    # Those of polars spin too, while games need all cores. Only a report has no other work.
    if command != "report":
        os.environ.setdefault("POLARS_MAX_THREADS", "1")
    # Threads share one heap; with one each, every heap would stay at its largest size.
    with suppress(OSError, AttributeError, TypeError):  # where there is no GNU C library
        CDLL(None).mallopt(M_ARENA_MAX, 1)


def end_quickly() -> None:
    """Skip Python's last garbage collection; the system frees all memory anyway."""
    gc.freeze()
