"""The process of pure-Python mode, which runs beside the compiled tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


class PureMode:
    """All tests in folders named ``pure``, in one process of their own that starts at once.

    What it prints waits in a file; leaving the ``with`` block stops it if it still runs.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pure-mode-")
        folder = Path(self._folder.name)
        self.costs = folder / "costs.json"
        self._output = folder / "output.txt"
        folders = sorted(str(path) for path in TESTS.glob("*/pure") if any(path.glob("test_*.py")))
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *folders]
        if config.getoption("--long"):
            command += ["--long", "-vv", "--durations=10"]
        if config.getoption("--costs"):
            command.append(f"--costs={self.costs}")
        if config.getoption("maxfail"):
            command.append(f"--maxfail={config.getoption('maxfail')}")
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                command, cwd=TESTS.parent, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            )

    def __enter__(self) -> PureMode:
        return self

    def __exit__(self, *_error: object) -> None:
        if self.is_running:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def wait(self) -> tuple[int, str]:
        """Its exit status, and all that it printed."""
        return self._process.wait(), self._output.read_text(encoding="utf-8", errors="replace")

    def follow(self) -> int:
        """Its exit status; what it prints is printed here as it comes."""
        with self._output.open(encoding="utf-8", errors="replace") as output:
            while True:
                ended = not self.is_running
                sys.stdout.write(output.read())
                sys.stdout.flush()
                if ended:
                    return self._process.returncode
                time.sleep(0.2)
