"""The command line in a process of its own, in pure Python, which needs no compiling."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def call(
    folder: Path, *arguments: str, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``eoc-sim ARGUMENTS`` in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "eoc_sim", *arguments],
        cwd=folder, input=stdin, capture_output=True, text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
