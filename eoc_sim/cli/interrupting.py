"""Ctrl-C that always ends the program, even while compiled code never comes back."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from eoc_sim.cli.options import INTERRUPTED

GRACE_SECONDS = 6.0
"""How long a command has, after Ctrl-C, to write and tell what is kept and to end by itself."""


def end_after_interrupt() -> None:
    """From now on Ctrl-C ends this process within `GRACE_SECONDS`.

    Python delivers it between two steps of Python code, so that a strategy's endless loop, which
    is compiled, would hold it up for ever. Whatever is written here is written under a temporary
    name first, so that an end at any moment leaves whole files.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reading,), daemon=True).start()


def _watch(pipe: int) -> None:
    while os.read(pipe, 1)[0] != signal.SIGINT:
        pass
    time.sleep(GRACE_SECONDS)
    print("Stopped.", file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)
