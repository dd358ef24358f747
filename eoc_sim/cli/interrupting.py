"""Make Ctrl-C always end the program, even when compiled code never returns.

SIGTERM, which batch systems and clusters send, and SIGHUP, which a closing terminal sends, work in
the same way: the games played so far are kept.
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

from eoc_sim.cli.exit_codes import INTERRUPTED

GRACE_SECONDS = 6.0
"""Time that a command has after Ctrl-C to save and end."""
REPEAT_SECONDS = 0.02
"""Time after which a Ctrl-C that would be lost is sent again."""
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that end a command as Ctrl-C does.

Windows has no SIGHUP.
"""
_SWALLOWED = ("_raw_object_cache_notify", "_raw_object_cache_getbuffer", "__del__")
"""Functions whose callers, LLVM and Python, swallow their exceptions."""

_received_signals: list[int] = []
_ending: list[bool] = []


def end_after_interrupt() -> None:
    """Make each of `SIGNALS` end this process within `GRACE_SECONDS`.

    Python delivers signals between two steps of Python code, so an endless loop in a compiled
    strategy would delay them for ever. Every file is first written under a temporary name, so
    ending at any moment leaves complete files.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for signal_number in SIGNALS:
        # The parent process may have asked to ignore this signal, as `nohup` does.
        if signal.getsignal(signal_number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(signal_number, _interrupt)
    reading, writing = os.pipe()
    if hasattr(os, "set_blocking"):  # Windows has had it since Python 3.12
        os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reading,), daemon=True).start()
    atexit.register(_ignore)


def was_interrupted() -> bool:
    """Return whether any of `SIGNALS` has arrived.

    A signal counts even if another error was reported.
    """
    return bool(_received_signals)


def end(code: int) -> NoReturn:
    """End the process with the exit code from `code_of`.

    Later signals are ignored, because everything is done and reported.
    """
    _ending.append(True)
    sys.exit(code_of(code))


def code_of(code: int) -> int:
    """Return the process's exit code; after an interruption, it identifies the signal."""
    return 128 + _received_signals[0] if code == INTERRUPTED and _received_signals else code


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _ending:
        return
    _received_signals.append(number)
    _report_stuck_calls()
    # Half-built objects would print errors as they are destroyed.
    sys.unraisablehook = lambda complaint: None
    if not _is_lost_in(frame):
        raise KeyboardInterrupt
    timer = threading.Timer(REPEAT_SECONDS, _send, [number])
    timer.daemon = True
    timer.start()


def _ignore() -> None:
    """Ignore signals while Python shuts down, when one would kill the process."""
    for signal_number in SIGNALS:
        if signal.getsignal(signal_number) is _interrupt:
            signal.signal(signal_number, signal.SIG_IGN)


def _send(number: int) -> None:
    """Send a signal to the main thread, or on Windows interrupt it."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def _is_lost_in(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_name not in _SWALLOWED:
        frame = frame.f_back
    return frame is not None


def _report_stuck_calls() -> None:
    """Report the calls that make no progress, if any."""
    running = sys.modules.get("eoc_sim.simulator.kernel.running")
    if running is not None and hasattr(running, "name_stopped_calls"):
        running.name_stopped_calls()


def _watch(pipe: int) -> None:
    while (number := os.read(pipe, 1)[0]) not in SIGNALS:
        pass
    _report_stuck_calls()
    time.sleep(GRACE_SECONDS)
    print("Stopped.", file=sys.stderr, flush=True)
    os._exit(128 + number)
