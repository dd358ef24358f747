"""Start and end a command's process quickly."""

from __future__ import annotations

import gc
import io
import os
import sys
from contextlib import suppress
from ctypes import CDLL

NEW_OBJECTS = 50_000
"""The number of new objects after which Python looks for garbage.

Importing the libraries creates ten times as many, none of them garbage. At Python's default of
700, scanning them would take a tenth of a short run.
"""
M_ARENA_MAX = -8
"""The GNU C library's mallopt option for the maximum number of heaps."""


def start_quickly(command: str = "") -> None:
    """Set up the process of a command, before libraries are imported."""
    gc.set_threshold(NEW_OBJECTS, 10, 10)
    write_every_character()
    # Idle threads of numpy's linear algebra spin: limit them to 2^16 cycles instead of 2^26.
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "16")
    # Idle polars threads spin too, and games need all cores; `report` plays none.
    if command != "report":
        os.environ.setdefault("POLARS_MAX_THREADS", "1")
    # Let threads share one heap; separate heaps would each stay at their largest size.
    with suppress(OSError, AttributeError, TypeError):  # where there is no GNU C library
        CDLL(None).mallopt(M_ARENA_MAX, 1)


def write_every_character() -> None:
    """Let commands print characters that the system's encoding lacks.

    Windows gives pipes and files an old encoding such as cp1252. This function gives them UTF-8,
    which Python itself will use from version 3.15. On a terminal, or if the user chose an encoding,
    missing characters become question marks.
    """
    has_encoding = bool(os.environ.get("PYTHONIOENCODING"))
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper) or stream.encoding.lower() == "utf-8":
            continue
        if has_encoding or stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8")


def end_quickly() -> None:
    """Skip Python's last garbage collection; the system frees all memory anyway."""
    gc.freeze()
