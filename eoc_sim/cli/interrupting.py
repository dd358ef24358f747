"""Ctrl-C that always ends the program, even while compiled code never comes back.

Being told to end (SIGTERM, as batch systems and clusters do) and the end of the terminal (SIGHUP)
are taken like it: what was played is kept.
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
"""How long a command has, after Ctrl-C, to write and tell what is kept and to end by itself."""
AGAIN_SECONDS = 0.02
"""After how long it is tried again where Ctrl-C would be lost."""
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Ctrl-C, and what ends a command like it; Windows has no SIGHUP."""
_LOSING = ("_raw_object_cache_notify", "_raw_object_cache_getbuffer", "__del__")
"""What LLVM and Python call of functions; of what is raised there they print a word and go on."""

_came: list[int] = []
_ended: list[bool] = []


def end_after_interrupt() -> None:
    """From now on each of `SIGNALS` ends this process within `GRACE_SECONDS`.

    Python delivers it between two steps of Python code, so that a strategy's endless loop, which
    is compiled, would hold it up for ever. Whatever is written here is written under a temporary
    name first, so that an end at any moment leaves whole files.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for one in SIGNALS:
        # Who has started this may want it to be ignored, as `nohup` does.
        if signal.getsignal(one) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(one, _interrupt)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reading,), daemon=True).start()
    atexit.register(_ignore)


def came() -> bool:
    """Whether one of `SIGNALS` came, though what it interrupted may have told of something else."""
    return bool(_came)


def end(code: int) -> NoReturn:
    """End the process with the exit code of its command: 128 and the signal if one ended it.

    A signal that comes from now on is too late: all is done and told.
    """
    _ended.append(True)
    sys.exit(128 + _came[0] if code == INTERRUPTED and _came else code)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _ended:
        return
    _came.append(number)
    _name_running()
    # What was being made just now dies half-made, and would complain of it.
    sys.unraisablehook = lambda complaint: None
    if not _is_lost_in(frame):
        raise KeyboardInterrupt
    again = threading.Timer(AGAIN_SECONDS, _send, [number])
    again.daemon = True
    again.start()


def _ignore() -> None:
    """Python gives its signals back before its last steps, where one would still kill."""
    for one in SIGNALS:
        if signal.getsignal(one) is _interrupt:
            signal.signal(one, signal.SIG_IGN)


def _send(number: int) -> None:
    """Send a signal to the main thread, which wakes up of it; Windows cannot wake one."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def _is_lost_in(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_name not in _LOSING:
        frame = frame.f_back
    return frame is not None


def _name_running() -> None:
    """Name the strategy that does not come back, if any can be running yet."""
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
