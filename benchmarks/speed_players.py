"""Run the processes of compare_speed.py, each playing one side's games."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from compared_commits import NotCompared, Side

SERVER = Path(__file__).with_name("speed_server.py")
INSTRUCTIONS = "instructions:u"


class _Holder:
    """Holds files and processes until its ``with`` block ends."""

    _stack: ExitStack

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()


class TimedSide(_Holder):
    """A side that plays in a separate process, compiled and warm.

    Raises:
        NotCompared: The side cannot play, or would play the code of another folder.
    """

    def __init__(self, side: Side, seats: str, game: str = "eoc") -> None:
        self.side = side
        self._counter: Counter | None = None
        with ExitStack() as stack:
            self._errors = stack.enter_context(tempfile.TemporaryFile("w+"))
            self._process = stack.enter_context(
                subprocess.Popen(
                    [side.python, SERVER, seats, game],
                    cwd=side.folder,
                    text=True,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self._errors,
                )
            )
            server = json.loads(self._answer())
            if Path(server["package"]) != (side.folder / "eoc_sim").resolve():
                raise NotCompared(
                    f"{side.python} plays the code in {server['package']}, "
                    f"not that in {side.folder}."
                )
            self.decisions: float = server["decisions"]
            """Decisions per game."""
            self._stack = stack.pop_all()

    def count(self, event: str) -> None:
        """Start counting a processor event, but only during games."""
        self._counter = self._stack.enter_context(Counter(self._process.pid, event))

    def play(self, first: int, games: int) -> float:
        """Play games and return their CPU time in seconds."""
        assert self._process.stdin is not None
        if self._counter is not None:
            self._counter.switch("enable")
        self._process.stdin.write(f"{first} {games}\n")
        self._process.stdin.flush()
        seconds = float(self._answer())
        if self._counter is not None:
            self._counter.switch("disable")
        return seconds

    def stop_counting(self) -> float | None:
        """Return the event's count, if any, and end counting."""
        counter, self._counter = self._counter, None
        return None if counter is None else counter.total()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            self._errors.seek(0)
            errors = self._errors.read().strip().splitlines()
            reason = errors[-1] if errors else "its process ended without a message"
            raise NotCompared(f"{self.side.name} cannot play: {reason}")
        return line


class Counter(_Holder):
    """Counts an event in a running process with ``perf stat``.

    Counting can be paused.

    Raises:
        OSError: There is no perf, or it cannot count here.
    """

    def __init__(self, process: int, event: str) -> None:
        orders, self._orders = os.pipe()
        self._answers, answers = os.pipe()
        with ExitStack() as stack:
            stack.callback(os.close, self._orders)
            stack.callback(os.close, self._answers)
            self._file = stack.enter_context(tempfile.NamedTemporaryFile("r", suffix=".perf"))
            try:
                self._perf = stack.enter_context(
                    subprocess.Popen(
                        [
                            "perf",
                            "stat",
                            "-x",
                            ",",
                            "-e",
                            event,
                            "-p",
                            str(process),
                            "-D",
                            "-1",
                            "--control",
                            f"fd:{orders},{answers}",
                            "-o",
                            self._file.name,
                        ],
                        pass_fds=(orders, answers),
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                    )
                )
            finally:
                os.close(orders)
                os.close(answers)
            stack.callback(self._end)
            self._stack = stack.pop_all()

    def switch(self, order: str) -> None:
        """Send ``enable`` or ``disable`` and wait until it is done."""
        os.write(self._orders, f"{order}\n".encode())
        if not os.read(self._answers, 16).startswith(b"ack"):
            raise OSError(f"perf did not acknowledge {order}")

    def total(self) -> float | None:
        """End counting and return the count, or None if there is none."""
        self._end()
        for line in self._file.read().splitlines():
            if line and not line.startswith("#"):
                number = line.partition(",")[0]
                return float(number) if number.replace(".", "", 1).isdigit() else None
        return None

    def _end(self) -> None:
        if self._perf.poll() is None:
            self._perf.send_signal(signal.SIGINT)
            self._perf.wait()


def can_count(event: str) -> bool:
    """Return whether ``perf stat`` can count an event on this computer."""
    if shutil.which("perf") is None:
        return False
    try:
        with Counter(os.getpid(), event) as counter:
            counter.switch("enable")
            counter.switch("disable")
            return counter.total() is not None
    except OSError:
        return False
