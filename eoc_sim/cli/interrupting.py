"""Ctrl-C that always ends the program, even while compiled code never returns.

SIGTERM, which batch systems and clusters send, and SIGHUP, the end of the terminal, work in the
same way: the games played are kept.
"""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import NoReturn

from eoc_sim.cli.options import INTERRUPTED

GRACE_SECONDS = 6.0
"""Time that a command has after Ctrl-C to save and end."""
AGAIN_SECONDS = 0.02
"""Time until another try where a Ctrl-C would be lost."""
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that end a command like Ctrl-C; Windows has no SIGHUP."""
_LOSING = ("_raw_object_cache_notify", "_raw_object_cache_getbuffer", "__del__")
"""Functions called by LLVM and Python, which swallow exceptions raised there."""

_came: list[int] = []
_ended: list[bool] = []


def end_after_interrupt() -> None:
    """Let each of `SIGNALS` end this process within `GRACE_SECONDS` from now on.

    Python delivers signals between two steps of Python code, so a strategy's endless loop, which is
    compiled, would delay them for ever. All files are first written under a temporary name, so an
    end at any moment leaves whole files.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for one in SIGNALS:
        # The parent may want it to be ignored, as `nohup` does.
        if signal.getsignal(one) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(one, _interrupt)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reading,), daemon=True).start()
    atexit.register(_ignore)


def came() -> bool:
    """Return whether one of `SIGNALS` came, even if another error was reported."""
    return bool(_came)


def end(code: int) -> NoReturn:
    """End the process with its exit code or the signal's.

    A later signal comes too late: everything is done and reported.
    """
    _ended.append(True)
    sys.exit(128 + _came[0] if code == INTERRUPTED and _came else code)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _ended:
        return
    _came.append(number)
    _name_running()
    # Objects under construction would complain as they are torn down.
    sys.unraisablehook = lambda complaint: None
    if not _is_lost_in(frame):
        raise KeyboardInterrupt
    again = threading.Timer(AGAIN_SECONDS, _send, [number])
    again.daemon = True
    again.start()


def _ignore() -> None:
    """Ignore signals in Python's last steps, where one would still kill."""
    for one in SIGNALS:
        if signal.getsignal(one) is _interrupt:
            signal.signal(one, signal.SIG_IGN)


def _send(number: int) -> None:
    """Wake the main thread with a signal, which Windows cannot do."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def _is_lost_in(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_name not in _LOSING:
        frame = frame.f_back
    return frame is not None


def _name_running() -> None:
    """Name the strategy that does not return, if any is running."""
    running = sys.modules.get("eoc_sim.simulator.kernel.running")
    if running is not None and hasattr(running, "name_stopped"):
        running.name_stopped()


def _watch(pipe: int) -> None:
    while (number := os.read(pipe, 1)[0]) not in SIGNALS:
        pass
    _name_running()
    time.sleep(GRACE_SECONDS)
    print("Stopped.", file=sys.stderr, flush=True)
    os._exit(128 + number)
