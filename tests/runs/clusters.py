"""A local dask cluster whose scheduler and workers are separate processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

TESTS = Path(__file__).parents[1]


class Cluster:
    """A context manager for a scheduler and the workers added to it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Cluster:
        file = self._folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)
        )
        self.address = str(_wait_for(file)["address"])
        return self

    def __exit__(self, *error: object) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def add_worker(
        self, threads: int = 1, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Add a worker that can import the tests' games."""
        folder = self._folder / f"worker{len(self.workers)}"
        worker = self._start(
            "worker",
            self.address,
            "--nthreads",
            str(threads),
            "--no-nanny",
            "--local-directory",
            str(folder),
            environment={"PYTHONPATH": str(TESTS)} if environment is None else environment,
        )
        self.workers.append(worker)
        return worker

    def _start(
        self, *arguments: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        # Start outside the sources' folder, so that a worker has only the installed package.
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
            cwd=self._folder,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _wait_for(file: Path, timeout: float = 60.0) -> dict[str, object]:
    deadline = time.monotonic() + timeout
    while True:
        try:
            content: dict[str, object] = json.loads(file.read_text())
            return content
        except (OSError, ValueError):
            assert time.monotonic() < deadline, f"nothing was written to {file}"
            time.sleep(0.02)
