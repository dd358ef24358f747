"""Ctrl-C that always ends the program, even while compiled code never comes back.

Being told to end (SIGTERM, as batch systems and clusters do) and the end of the terminal (SIGHUP)
are taken like it: what was played is kept.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import Any, NoReturn

from eoc_sim.cli.options import INTERRUPTED

GRACE_SECONDS = 6.0
"""How long a command has, after Ctrl-C, to write and tell what is kept and to end by itself."""
LIKE_CTRL_C = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What else ends a command so; Windows has no SIGHUP."""

_came: list[int] = []


def end_after_interrupt() -> None:
    """From now on Ctrl-C, and what is `LIKE_CTRL_C`, ends this process within `GRACE_SECONDS`.

    Python delivers it between two steps of Python code, so that a strategy's endless loop, which
    is compiled, would hold it up for ever. Whatever is written here is written under a temporary
    name first, so that an end at any moment leaves whole files.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for one in LIKE_CTRL_C:
        # Who has started this may want it to be ignored, as `nohup` does.
        if signal.getsignal(one) == signal.SIG_DFL:
            signal.signal(one, _interrupt)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reading,), daemon=True).start()


def exit_code(code: int) -> int:
    """The exit code of a command that ended with ``code``: 128 and the signal if one ended it."""
    return 128 + _came[0] if code == INTERRUPTED and _came else code


def _interrupt(number: int, frame: Any) -> NoReturn:
    _came.append(number)
    raise KeyboardInterrupt


def _watch(pipe: int) -> None:
    while (number := os.read(pipe, 1)[0]) not in (signal.SIGINT, *LIKE_CTRL_C):
        pass
    time.sleep(GRACE_SECONDS)
    print("Stopped.", file=sys.stderr, flush=True)
    os._exit(128 + number)
